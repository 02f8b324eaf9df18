"""The expert of Outspeed: looks for a balance among all players, one turn deep, over what it may know."""

from __future__ import annotations

import random
from collections.abc import Sequence

from paddock.bots.outspeed.balance import STEPS, balance, worths
from paddock.bots.outspeed.fleet import Fleet, Mix, Payoffs, draw, open_to
from paddock.bots.outspeed.tokens import announced, better_token
from paddock.bots.strengths import measured
from paddock.core.game import Level, Perspective
from paddock.games.outspeed.events import Keep, OutspeedAction, Program, SetDial
from paddock.games.outspeed.state import OutspeedState, affordable, racing

MANY = 3**4
"""Ways to choose, those of four players with three routes, up to which no effort is spared."""
HASTE = 0.3
"""The least share of it that is left."""


class ExpertBot:
    """Plays a mix that hardly anybody can exploit: the balance of all players over the routes of this turn.

    The others are taken to slip now and then: so mistakes are met as well.
    """

    name = "expert"
    level: Level = "expert"
    strength, pace = measured("outspeed.expert")
    steps = STEPS
    throws = 640
    """How many turns are tried out for a table of payoffs."""
    anyhow = 0.3
    """How often others are taken to do just anything."""
    worlds = 4
    """How many hands of the others are imagined before a token is laid."""

    def choose(
        self, perspective: Perspective[OutspeedState, OutspeedAction], rng: random.Random
    ) -> OutspeedAction:
        """The seat's decision."""
        choices = list(perspective.actions)
        if len(choices) == 1:
            return choices[0]
        if isinstance(choices[0], Program):
            return Program(draw(self.mix(perspective.imagine(rng), perspective.seat, rng), rng))
        if isinstance(choices[0], SetDial):
            return choices[-1]
        if isinstance(choices[0], Keep):
            return better_token(perspective.imagine(rng), choices)
        return self.announcement(perspective, choices, rng)

    def announcement(
        self,
        perspective: Perspective[OutspeedState, OutspeedAction],
        choices: Sequence[OutspeedAction],
        rng: random.Random,
    ) -> OutspeedAction:
        """Lay the token after which the turn promises most over several imagined worlds, or none."""
        seat, promises = perspective.seat, dict.fromkeys(choices, 0.0)
        for _ in range(self.worlds):
            guess, luck = perspective.imagine(rng), rng.random()
            for choice in choices:
                trial = announced(guess, seat, choice)
                if seat in racing(trial) and affordable(trial, seat):
                    promises[choice] += self.promise(trial, seat, random.Random(luck))
        return max(choices, key=promises.__getitem__)

    def mix(self, state: OutspeedState, seat: int, rng: random.Random) -> Mix:
        """How likely the seat takes each of its routes."""
        routes = open_to(state)
        payoffs = Fleet(state, seat, 0.0).payoffs(routes, rng, self.throws)
        return balance(payoffs, routes, self.anyhow, self.effort(payoffs)).mixes[seat]

    def effort(self, payoffs: Payoffs) -> int:
        """How many steps are made towards the balance: fewer where there are many ways to choose."""
        return int(self.steps * max(HASTE, min(1.0, MANY / len(payoffs))))

    def promise(self, state: OutspeedState, seat: int, rng: random.Random) -> float:
        """What the turn promises the seat, found with less effort."""
        routes = open_to(state)
        payoffs = Fleet(state, seat, 0.0).payoffs(routes, rng, self.throws // self.worlds)
        mixes, believed = balance(payoffs, routes, self.anyhow, self.effort(payoffs) // self.worlds)
        worth = worths(payoffs, believed, seat)
        return sum(chance * worth[colour] for colour, chance in mixes[seat].items())

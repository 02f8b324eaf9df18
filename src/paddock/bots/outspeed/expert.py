"""The expert of Outspeed: an equilibrium of all players, one turn deep, over what its seat may know."""

from __future__ import annotations

import random
from collections.abc import Sequence
from statistics import fmean
from typing import TYPE_CHECKING

from paddock.bots.outspeed.bonus_tokens import announced, better_token
from paddock.bots.outspeed.opponent_kinds import USUAL, Kind
from paddock.bots.outspeed.positions import Fleet, Mix, draw, open_to
from paddock.bots.strengths import measured
from paddock.core.game import Level, Perspective
from paddock.games.outspeed.events import Keep, OutspeedAction, Program, SetDial
from paddock.games.outspeed.state import TURNS, OutspeedState, affordable, racing
from paddock.games.outspeed.terms import COLOURS
from paddock.kernels.compiling import MISSING_EXTRA

if TYPE_CHECKING:
    from paddock.bots.outspeed.equilibrium import Turn


class ExpertBot:
    """Plays an equilibrium mix over the routes of this turn, which is hard to exploit.

    It models its rivals: the routes seen so far adjust what it expects of each of them, so that it also
    exploits mistakes.
    """

    name, formerly = "expert", ("champion",)
    level: Level = "expert"
    strength, pace = measured("outspeed.expert")
    missing_extra = MISSING_EXTRA
    kernels = ("paddock.kernels.outspeed",)
    steps = 80
    """The number of steps towards an equilibrium."""
    throws = 1300
    """The number of sampled turns behind a payoff table."""
    worlds = 4
    """The number of sampled hands of the others before it lays a token."""
    edge = 1.5
    """Its expected advantage before the first turn if all others play at random."""

    def choose(
        self, perspective: Perspective[OutspeedState, OutspeedAction], rng: random.Random
    ) -> OutspeedAction:
        """Returns the decision of the seat."""
        choices = list(perspective.actions)
        if len(choices) == 1:
            return choices[0]
        if isinstance(choices[0], Program):
            return Program(draw(self.route(perspective, rng), rng))
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
        """Lays the token with the best expected turn over several sampled hands, or none."""
        seat, promises = perspective.seat, dict.fromkeys(choices, 0.0)
        for _ in range(self.worlds):
            guess, luck = perspective.imagine(rng), rng.random()
            for choice in choices:
                trial = announced(guess, seat, choice)
                if seat in racing(trial) and affordable(trial, seat):
                    promises[choice] += self.promise(trial, seat, random.Random(luck))
        return max(choices, key=promises.__getitem__)

    def route(self, perspective: Perspective[OutspeedState, OutspeedAction], rng: random.Random) -> Mix:
        """Returns the probability of each route of the seat, from what it may know."""
        return self.mix(perspective.imagine(rng), perspective.seat, rng)

    def mix(self, state: OutspeedState, seat: int, rng: random.Random) -> Mix:
        """Returns the probability of each route of the seat if these are all hands."""
        turn = self.turn(state, seat, rng, self.throws)
        return turn.named(turn.balance(self.kinds(state), self.steps).mixes, seat)

    def promise(self, state: OutspeedState, seat: int, rng: random.Random) -> float:
        """Returns the expected payoff of the turn for the seat, with less effort."""
        turn = self.turn(state, seat, rng, self.throws)
        mixes, believed = turn.balance(self.kinds(state), self.steps // 2)
        worth, own = turn.worths(believed, seat), turn.named(mixes, seat)
        return sum(chance * worth[colour] for colour, chance in own.items())

    def turn(self, state: OutspeedState, seat: int, rng: random.Random, throws: int) -> Turn:
        """Returns all choices of this turn, with `throws` throws of the dice shared among them."""
        from paddock.bots.outspeed.equilibrium import Turn

        routes, edge = open_to(state), self.favour(state, seat)
        return Turn(Fleet(state, seat, edge), routes, rng, max(2, throws // len(COLOURS) ** len(routes)))

    def favour(self, state: OutspeedState, seat: int) -> float:
        """Returns the seat's expected advantage over its position in log-odds; a favourite risks less.

        It is 0 among strangers and among equals.
        """
        careless = [kind.anything for other, kind in enumerate(self.kinds(state)) if other != seat]
        more = max(0.0, fmean(careless) - USUAL.anything) / (1 - USUAL.anything)
        return self.edge * more * (TURNS - state.turn) / TURNS

    def kinds(self, state: OutspeedState) -> list[Kind]:
        """Returns the expected kind of player of every seat."""
        from paddock.bots.outspeed.opponent_models import judged

        return judged(state.past, len(state.ships))

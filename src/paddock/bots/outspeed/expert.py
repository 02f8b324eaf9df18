"""The expert of Outspeed: looks for a balance among all players, one turn deep, over what it may know."""

from __future__ import annotations

import random
from collections.abc import Sequence
from statistics import fmean
from typing import TYPE_CHECKING

from paddock.bots.outspeed.fleet import Fleet, Mix, draw, open_to
from paddock.bots.outspeed.kinds import USUAL, Kind
from paddock.bots.outspeed.tokens import announced, better_token
from paddock.bots.strengths import measured
from paddock.core.game import Level, Perspective
from paddock.games.outspeed.events import Keep, OutspeedAction, Program, SetDial
from paddock.games.outspeed.state import TURNS, OutspeedState, affordable, racing
from paddock.games.outspeed.terms import COLOURS
from paddock.kernels.compiling import MISSING_EXTRA

if TYPE_CHECKING:
    from paddock.bots.outspeed.balance import Turn


class ExpertBot:
    """Plays a mix that hardly anybody can exploit: the balance of all players over the routes of this turn.

    It learns whom it plays: what the routes seen so far say of a rival counts in the balance, so that
    mistakes are met as well.
    """

    name, formerly = "expert", ("champion",)
    level: Level = "expert"
    strength, pace = measured("outspeed.expert")
    missing_extra = MISSING_EXTRA
    kernels = ("paddock.kernels.outspeed",)
    steps = 80
    """How many steps are made towards the balance."""
    throws = 1300
    """How many turns are tried out for a table of payoffs."""
    worlds = 4
    """How many hands of the others are imagined before a token is laid."""
    edge = 1.5
    """Its favour before the first turn if all others do just anything."""

    def choose(
        self, perspective: Perspective[OutspeedState, OutspeedAction], rng: random.Random
    ) -> OutspeedAction:
        """The seat's decision."""
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
        """Lay the token after which the turn promises most over several imagined worlds, or none."""
        seat, promises = perspective.seat, dict.fromkeys(choices, 0.0)
        for _ in range(self.worlds):
            guess, luck = perspective.imagine(rng), rng.random()
            for choice in choices:
                trial = announced(guess, seat, choice)
                if seat in racing(trial) and affordable(trial, seat):
                    promises[choice] += self.promise(trial, seat, random.Random(luck))
        return max(choices, key=promises.__getitem__)

    def route(self, perspective: Perspective[OutspeedState, OutspeedAction], rng: random.Random) -> Mix:
        """How likely the seat takes each of its routes, by what it may know."""
        return self.mix(perspective.imagine(rng), perspective.seat, rng)

    def mix(self, state: OutspeedState, seat: int, rng: random.Random) -> Mix:
        """How likely the seat takes each of its routes if all hands are these."""
        turn = self.turn(state, seat, rng, self.throws)
        return turn.named(turn.balance(self.kinds(state), self.steps).mixes, seat)

    def promise(self, state: OutspeedState, seat: int, rng: random.Random) -> float:
        """What the turn promises the seat, found with less effort."""
        turn = self.turn(state, seat, rng, self.throws)
        mixes, believed = turn.balance(self.kinds(state), self.steps // 2)
        worth, own = turn.worths(believed, seat), turn.named(mixes, seat)
        return sum(chance * worth[colour] for colour, chance in own.items())

    def turn(self, state: OutspeedState, seat: int, rng: random.Random, throws: int) -> Turn:
        """All ways to choose in this turn, the dice thrown so often over all of them."""
        from paddock.bots.outspeed.balance import Turn

        routes, edge = open_to(state), self.favour(state, seat)
        return Turn(Fleet(state, seat, edge), routes, rng, max(2, throws // len(COLOURS) ** len(routes)))

    def favour(self, state: OutspeedState, seat: int) -> float:
        """How much more it expects of itself than its standing says, in log-odds: favourites risk less.

        Among strangers and its like it is no favourite.
        """
        careless = [kind.anything for other, kind in enumerate(self.kinds(state)) if other != seat]
        more = max(0.0, fmean(careless) - USUAL.anything) / (1 - USUAL.anything)
        return self.edge * more * (TURNS - state.turn) / TURNS

    def kinds(self, state: OutspeedState) -> list[Kind]:
        """What every seat is taken for."""
        from paddock.bots.outspeed.rivals import judged

        return judged(state.past, len(state.ships))

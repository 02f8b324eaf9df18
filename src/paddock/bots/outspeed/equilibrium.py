"""The equilibrium of all players over the routes of one turn: nobody gains much by deviating."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from paddock.bots.outspeed.opponent_kinds import Kind
from paddock.bots.outspeed.positions import Fleet, Mix
from paddock.bots.outspeed.values import Stage
from paddock.games.outspeed.terms import COLOURS, Colour
from paddock.kernels.outspeed import turn
from paddock.kernels.outspeed.tiles import Bools, Floats, Ints, deals
from paddock.kernels.random_stream import streams

STEPS = 80
KEENNESS = 120.0
"""How strongly a player at equilibrium prefers the better route, per unit of the chance to win."""
GREED = 60.0
"""How strongly a greedy player prefers the better route, per share of the best payoff that is lost."""
UNWATCHED = 0.1
"""The least share of keen rivals: a seat that fewer keen rivals watch needs less randomness."""
WARMING = 0.6
"""The share of steps in which players become keener."""
STRIDE = 0.06
"""The least step of a mix towards better payoffs."""


class Balance(NamedTuple):
    """By place and colour: the mix of every player, and the mix the others expect of each."""

    mixes: Floats
    believed: Floats


class Turn:
    """All choices in one turn, and their payoffs for every player."""

    def __init__(
        self, fleet: Fleet, routes: Mapping[int, Sequence[Colour]], rng: random.Random, throws: int
    ) -> None:
        self.seats = list(routes)
        self.lit = np.array([[colour in routes[seat] for colour in COLOURS] for seat in self.seats])
        self.fleet = fleet
        self.stream = streams(rng.getrandbits(63), 1)[0]
        stage = fleet.book.stage(fleet.side, max(1, fleet.turns_left))
        worths = turn.Worths(np.array(stage.gap), np.array(stage.fuel), np.array(stage.rear), stage.drawn)
        tiles = deals(fleet.side).with_tile(fleet.tile)
        self.table = turn.payoffs(tiles, *self._place(stage), fleet.turns_left, worths, throws, self.stream)

    def _place(self, stage: Stage) -> tuple[int, turn.Ships, Bools, Ints, int, int]:
        """Returns the tile, the ships, the routes open to them, force fields, and the ends of the boards."""
        fleet, seats = self.fleet, self.seats
        ships = turn.Ships(
            np.array([fleet.zones[seat] for seat in seats]),
            np.array([fleet.fuel[seat] for seat in seats]),
            np.array([len(fleet.hands[seat]) + fleet.drawn[seat] for seat in seats]),
            np.array([fleet.worth(seat, stage) + fleet.edge[seat] for seat in seats], np.float64),
        )
        return fleet.tile, ships, self.lit, np.array(fleet.fields, np.int64), fleet.rear, fleet.front

    def greedy(self) -> Floats:
        """Returns the mixes of greedy players: each takes the best payoff against random rivals."""
        found = turn.paid(self.table, turn.evenly(self.lit))
        best = found.max(axis=1, keepdims=True)
        weights: Floats = np.exp(GREED * (found / np.maximum(best, 1e-9) - 1)) * self.lit
        weights /= weights.sum(axis=1, keepdims=True)
        return weights

    def balance(self, kinds: Sequence[Kind], steps: int = STEPS) -> Balance:
        """Returns an equilibrium: each player prefers what pays better against the others' expected mixes.

        `kinds` holds the expected kind of player by seat: how often it plays at random or greedily,
        whatever the others do. The same table always gives the same equilibrium.
        """
        shares = np.array([kinds[seat] for seat in self.seats])
        habits = shares[:, :1] * turn.evenly(self.lit) + shares[:, 1:2] * self.greedy()
        free = np.ascontiguousarray(shares[:, 2])
        mixes = turn.balance(self.table, self.lit, habits, free, pull(steps))
        return Balance(mixes, habits + shares[:, 2:] * mixes)

    def worths(self, mixes: Floats, seat: int) -> Mix:
        """Returns the expected payoff of each route of a seat if all others follow these mixes."""
        return self.named(turn.paid(self.table, mixes), seat)

    def promised(self, mixes: Floats) -> list[float]:
        """Returns the expected payoff of every player if all follow these mixes."""
        return [float(one) for one in (turn.paid(self.table, mixes) * mixes).sum(axis=1)]

    def rows(self, mixes: Mapping[int, Mix]) -> Floats:
        """Returns mixes by name as rows."""
        return np.array([[mixes[seat].get(colour, 0.0) for colour in COLOURS] for seat in self.seats])

    def named(self, rows: Floats, seat: int) -> Mix:
        """Returns the row of a seat by the routes open to it."""
        place = self.seats.index(seat)
        return {
            colour: float(rows[place, number])
            for number, colour in enumerate(COLOURS)
            if self.lit[place, number]
        }


def pull(steps: int) -> turn.Pull:
    """Returns the schedule by which mixes approach an equilibrium in `steps` steps."""
    return turn.Pull(steps, KEENNESS, WARMING, STRIDE, UNWATCHED)

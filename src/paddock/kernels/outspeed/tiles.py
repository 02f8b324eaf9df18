"""What the routes of the tiles cost and bring as flat arrays, for every split of the players."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from paddock.games.outspeed.components import SideName, components, least_cost
from paddock.games.outspeed.previews import cost_odds, equal_chances, gain_odds
from paddock.games.outspeed.state import Gain
from paddock.games.outspeed.terms import COLOURS

Costs = tuple[tuple[int, Fraction], ...]
Gains = tuple[tuple[Gain, Fraction], ...]
Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

MOST = {"3-4": 4, "5-6": 6}
"""How many can choose a route on each side of the tiles."""
BASE = 7
"""Splits are counted by three digits of this base: how many are on each colour."""


class Tiles(NamedTuple):
    """Deals by tile, amount on the dial, colour and split; costs and gains of a deal are equally likely."""

    finish: Bools
    dial: Bools
    """By tile: whether a route asks for the dial."""
    deal: NDArray[np.int32]
    cost_first: Ints
    cost_end: Ints
    gain_first: Ints
    gain_end: Ints
    cost: Ints
    gain: Ints
    """Zones, fuel and bonus tokens."""


class Deals:
    """Tiles of one side made flat as they come up: a race meets only some of them."""

    def __init__(self, side: SideName) -> None:
        box = components()
        self.side: SideName = side
        numbers = max(box.tiles) + 1
        self.known: set[int] = set()
        self.places: dict[tuple[Costs, Gains], int] = {}
        self.costs: list[list[int]] = []
        self.gains: list[list[tuple[int, int, int]]] = []
        self.finish = np.zeros(numbers, np.bool_)
        self.dial = np.zeros(numbers, np.bool_)
        self.deal = np.zeros((numbers, box.dial_most + 1, len(COLOURS), BASE**3), np.int32)
        self.flat = self._flat()

    def with_tile(self, tile: int) -> Tiles:
        """All tiles known so far, this one among them."""
        if tile not in self.known:
            self._add(tile)
            self.flat = self._flat()
        return self.flat

    def _add(self, tile: int) -> None:
        box = components()
        face = box.tiles[tile].sides[self.side]
        routes = {colour: route for colour in COLOURS if (route := face.route(colour)) is not None}
        self.known.add(tile)
        self.finish[tile] = box.tiles[tile].kind == "finish"
        self.dial[tile] = any(route.dial for route in routes.values())
        most = MOST[self.side]
        for number, colour in enumerate(COLOURS):
            if least_cost(tile, self.side, colour) is None:
                continue
            for counts in product(range(most + 1), repeat=len(COLOURS)):
                if not counts[number] or sum(counts) > most:
                    continue
                split = tuple(zip(COLOURS, counts, strict=True))
                at = (counts[0] * BASE + counts[1]) * BASE + counts[2]
                for dial in range(box.dial_most + 1 if self.dial[tile] else 1):
                    key = cost_odds(face, colour, split, dial), gain_odds(face, colour, split, dial)
                    self.deal[tile, dial, number, at] = self._place(*key)

    def _place(self, costs: Costs, gains: Gains) -> int:
        found = self.places.get((costs, gains))
        if found is None:
            found = self.places[costs, gains] = len(self.costs)
            self.costs.append(equal_chances(costs))
            self.gains.append([(g.zones, g.fuel, g.bonus) for g in equal_chances(gains)])
        return found

    def _flat(self) -> Tiles:
        cost_ends = np.cumsum([len(one) for one in self.costs], dtype=np.int64)
        gain_ends = np.cumsum([len(one) for one in self.gains], dtype=np.int64)
        return Tiles(
            self.finish,
            self.dial,
            self.deal,
            np.concatenate([np.zeros(1, np.int64), cost_ends[:-1]]),
            cost_ends,
            np.concatenate([np.zeros(1, np.int64), gain_ends[:-1]]),
            gain_ends,
            np.array([cost for one in self.costs for cost in one], np.int64),
            np.array([gain for one in self.gains for gain in one], np.int64).reshape(-1, 3),
        )


@lru_cache
def deals(side: SideName) -> Deals:
    """The deals of a side of the tiles in play."""
    return Deals(side)

"""What zones, fuel and tokens are worth in a race, turn by turn before its end (`values.json`).

Each ship has a strength, the sum of what its place, fuel, tokens and danger are worth; the chances to win are
in proportion to their exponentials. The worths are fitted backwards from the finish, turn by turn, to what
the balance of all players promises one turn on: `python -m tools.outspeed_values` makes them anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib import resources
from itertools import accumulate
from typing import NamedTuple

import msgspec

from paddock.games.outspeed.components import SideName

GAPS = (1, 1, 2, 3, 4, 29)
"""Zones behind the ship furthest ahead, in pieces of like worth."""
FUELS = (1, 1, 1, 1, 2, 3, 4, 6, 11)
"""Fuel by how badly it is needed, in pieces of like worth."""
KINDS = ("electromagnet", "ion_cannon", "force_field", "nitro", "flamethrower", "fuel_tank")
NEAR = (1, 3, 6)
"""How many zones the leader is from the front when the rear board is soon removed."""
SAFE = 7
"""Zones from the front at which the rear board is in no danger."""
BOARD = 7
MOST_GAP, MOST_FUEL = sum(GAPS), sum(FUELS)


class Weights(msgspec.Struct, frozen=True):
    """What a piece is worth, with so many turns to come."""

    gap: tuple[float, ...]
    fuel: tuple[float, ...]
    tokens: tuple[float, ...]
    """By kind, as in KINDS."""
    drawn: float
    """What a token is worth whose kind is not known yet."""
    rear: tuple[float, ...]
    """What it is worth to be on a board soon removed, and each zone of it, for every distance in NEAR."""


class Stage(NamedTuple):
    """The same by whole amounts."""

    gap: tuple[float, ...]
    fuel: tuple[float, ...]
    tokens: dict[str, float]
    drawn: float
    rear: tuple[tuple[float, ...], ...]
    """By the leader's distance from the front and the zones to go to the next board."""


def pieces(amount: int, sizes: Sequence[int]) -> list[int]:
    """How much of each piece an amount fills."""
    filled = []
    for size in sizes:
        filled.append(min(size, amount))
        amount -= filled[-1]
    return filled


def whole(weights: Weights) -> Stage:
    """Worths by whole amounts."""
    danger = [
        [0.0, *(flag + depth * each for depth in range(1, BOARD + 1))]
        for flag, each in zip(weights.rear[::2], weights.rear[1::2], strict=True)
    ]
    safe = [0.0] * (BOARD + 1)
    distances = [next((i for i, most in enumerate(NEAR) if away <= most), None) for away in range(SAFE + 1)]
    return Stage(
        _summed(weights.gap, GAPS),
        _summed(weights.fuel, FUELS),
        dict(zip(KINDS, weights.tokens, strict=True)),
        weights.drawn,
        tuple(tuple(safe if i is None else danger[i]) for i in distances),
    )


def _summed(each: Sequence[float], sizes: Sequence[int]) -> tuple[float, ...]:
    steps = [worth for size, worth in zip(sizes, each, strict=True) for _ in range(size)]
    return tuple(accumulate(steps, initial=0.0))


class Book:
    """The worths of both sides of the tiles, by turns to come; the last ones hold for all earlier turns."""

    def __init__(self, weights: dict[SideName, list[Weights]]) -> None:
        self.weights = weights
        self.stages = {side: [whole(one) for one in stages] for side, stages in weights.items()}

    def stage(self, side: SideName, turns_left: int) -> Stage:
        """What counts with so many turns to come, one at least."""
        stages = self.stages[side]
        return stages[min(turns_left, len(stages)) - 1]


@cache
def book() -> Book:
    """The worths that ship with the bots."""
    raw = (resources.files("paddock.bots.outspeed") / "values.json").read_bytes()
    return Book(msgspec.json.decode(raw, type=dict[SideName, list[Weights]]))

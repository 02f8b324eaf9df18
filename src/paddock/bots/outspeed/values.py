"""The value of zones, fuel and tokens by turns before the end of the race (`values.json`).

Each ship has a strength: the sum of the values of its place, fuel, tokens and danger. Chances to win are
proportional to the exponentials of strengths. The weights are fitted backwards from the finish, turn by
turn, to the equilibrium payoffs one turn later. Run `python -m tools.outspeed_values` to fit them again.
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
"""Zones behind the leading ship, in pieces of similar value."""
FUELS = (1, 1, 1, 1, 2, 3, 4, 6, 11)
"""Fuel in pieces of similar value; the first units are needed most."""
KINDS = ("electromagnet", "ion_cannon", "force_field", "nitro", "flamethrower", "fuel_tank")
NEAR = (1, 3, 6)
"""Distances of the leader from the front, in zones, at which the rear board is soon removed."""
SAFE = 7
"""The distance from the front, in zones, at which the rear board is safe."""
BOARD = 7
MOST_GAP, MOST_FUEL = sum(GAPS), sum(FUELS)


class Weights(msgspec.Struct, frozen=True):
    """The value of each piece at one number of turns to go."""

    gap: tuple[float, ...]
    fuel: tuple[float, ...]
    tokens: tuple[float, ...]
    """By kind, in the order of KINDS."""
    drawn: float
    """The value of a token of unknown kind."""
    rear: tuple[float, ...]
    """The value of being on a board soon removed, and of each zone of it, for every distance in NEAR."""


class Stage(NamedTuple):
    """The same values by whole amounts."""

    gap: tuple[float, ...]
    fuel: tuple[float, ...]
    tokens: dict[str, float]
    drawn: float
    rear: tuple[tuple[float, ...], ...]
    """By the leader's distance from the front and the zones to the next board."""


def pieces(amount: int, sizes: Sequence[int]) -> list[int]:
    """Returns how much of each piece an amount fills."""
    filled = []
    for size in sizes:
        filled.append(min(size, amount))
        amount -= filled[-1]
    return filled


def whole(weights: Weights) -> Stage:
    """Returns values by whole amounts."""
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
    """The values for both sides of the tiles by turns left; the last entry holds for all earlier turns."""

    def __init__(self, weights: dict[SideName, list[Weights]]) -> None:
        self.weights = weights
        self.stages = {side: [whole(one) for one in stages] for side, stages in weights.items()}

    def stage(self, side: SideName, turns_left: int) -> Stage:
        """Returns the values with `turns_left` turns to go, at least one."""
        stages = self.stages[side]
        return stages[min(turns_left, len(stages)) - 1]


@cache
def book() -> Book:
    """Returns the values that ship with the bots."""
    raw = (resources.files("paddock.bots.outspeed") / "values.json").read_bytes()
    return Book(msgspec.json.decode(raw, type=dict[SideName, list[Weights]]))

"""What people are shown of a solved drive, as plain data for a terminal, a page or a file."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

UNPROVEN = 1e8
"""Upper bounds from here on say that nothing is proven yet."""


class Bounds(Struct, frozen=True):
    """Between what the best expected result is proven to lie."""

    lower: float
    upper: float

    @property
    def gap(self) -> float:
        """How far apart they are."""
        return self.upper - self.lower

    @property
    def proven(self) -> bool:
        """Whether anything is proven from above."""
        return self.upper < UNPROVEN


class CellUse(Struct, frozen=True):
    """How often the best driver ends a turn on a cell, and in which gear."""

    cell: int
    name: str
    stands: float
    """Expected turns that end here."""
    gears: tuple[float, ...]
    """The same by gear, 0 to 6."""
    passes: float = 0.0
    """Expected times it is driven over or stood on; of a failed flat out only where it ended."""


class TileCost(Struct, frozen=True):
    """What a tile costs the best driver: expected seconds spent on it.

    A turn counts in equal parts to the cells it led over, a loss of control to where it happened.
    """

    tile: int
    face: str
    seconds: float
    losses: float = 0.0
    """Expected losses of control on it."""


class StepUse(Struct, frozen=True):
    """How often the best driver goes from one cell to the next."""

    cell: int
    to: int
    times: float


class PerfectDrive(Struct, frozen=True, kw_only=True):
    """A solved drive: the optimum with its bounds, and what the best driver does."""

    game: str
    rules_version: int
    course: str
    options: dict[str, Any]
    unit: str
    bounds: Bounds
    parts: dict[str, float]
    """Other optima beside it by name, such as without damage, or without damage and flat out."""
    distribution: tuple[tuple[int, float], ...]
    """Results under the best policy with their chances, best first."""
    cells: tuple[CellUse, ...]
    tiles: tuple[TileCost, ...]
    steps: tuple[StepUse, ...] = ()
    """The racing line; failed flat outs have no part in it."""
    facts: dict[str, float]
    """How large the problem was and what it took."""


def mean(distribution: tuple[tuple[int, float], ...]) -> float:
    """The expected result of a distribution."""
    return sum(result * chance for result, chance in distribution)


def quantile(distribution: tuple[tuple[int, float], ...], share: float) -> int:
    """The result that is reached or beaten with at least this chance."""
    total = 0.0
    for result, chance in distribution:
        total += chance
        if total >= share:
            return result
    return distribution[-1][0]


class Choice(Struct, frozen=True):
    """A decision and what the drive is then worth."""

    told: str
    worth: float


class Advice(Struct, frozen=True):
    """What to do in a position: the choices from the best on, and the worth of the position."""

    position: str
    worth: float
    choices: tuple[Choice, ...]

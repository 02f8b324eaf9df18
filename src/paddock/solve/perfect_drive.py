"""A solved drive for display, as plain data for a terminal, a page or a file."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

UNPROVEN = 1e8
"""An upper bound from here on means that nothing is proven yet."""


class Bounds(Struct, frozen=True):
    """The proven bounds of the best expected result."""

    lower: float
    upper: float

    @property
    def gap(self) -> float:
        """The difference between the bounds."""
        return self.upper - self.lower

    @property
    def proven(self) -> bool:
        """Whether an upper bound is proven."""
        return self.upper < UNPROVEN


class CellUse(Struct, frozen=True):
    """How often the best driver ends a turn on a cell, and in which gear."""

    cell: int
    name: str
    stands: float
    """The expected number of turns that end here."""
    gears: tuple[float, ...]
    """The same by gear, 0 to 6."""
    passes: float = 0.0
    """The expected number of visits, passing or stopping; of a failed flat out only where it ended."""


class TileCost(Struct, frozen=True):
    """The cost of a tile: the expected seconds the best driver spends on it.

    A turn counts in equal parts for the cells on its way, a loss of control where it happened.
    """

    tile: int
    face: str
    seconds: float
    losses: float = 0.0
    """The expected number of losses of control on it."""


class StepUse(Struct, frozen=True):
    """How often the best driver goes from one cell to the next."""

    cell: int
    to: int
    times: float


class PerfectDrive(Struct, frozen=True, kw_only=True):
    """A solved drive: the optimum with its bounds, and the statistics of the best driver."""

    game: str
    rules_version: int
    course: str
    options: dict[str, Any]
    unit: str
    bounds: Bounds
    parts: dict[str, float]
    """Related optima by name, such as without damage, or without damage and flat out."""
    distribution: tuple[tuple[int, float], ...]
    """Results under the best policy with their chances, best first."""
    cells: tuple[CellUse, ...]
    tiles: tuple[TileCost, ...]
    steps: tuple[StepUse, ...] = ()
    """The racing line, without failed flat outs."""
    facts: dict[str, float]
    """The size of the problem and the cost of its solution."""


def mean(distribution: tuple[tuple[int, float], ...]) -> float:
    """Returns the expected result of a distribution."""
    return sum(result * chance for result, chance in distribution)


def quantile(distribution: tuple[tuple[int, float], ...], share: float) -> int:
    """Returns the result that is reached or beaten with at least this chance."""
    total = 0.0
    for result, chance in distribution:
        total += chance
        if total >= share:
            return result
    return distribution[-1][0]


class Choice(Struct, frozen=True):
    """A decision and the value of the drive after it."""

    told: str
    worth: float


class Advice(Struct, frozen=True):
    """The best decisions in a position, best first, and the value of the position."""

    position: str
    worth: float
    choices: tuple[Choice, ...]

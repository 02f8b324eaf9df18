"""What people are shown of a solved drive, as plain data for a terminal, a page or a file."""

from __future__ import annotations

from typing import Any

from msgspec import Struct


class Bounds(Struct, frozen=True):
    """Between what the best expected result is proven to lie."""

    lower: float
    upper: float

    @property
    def gap(self) -> float:
        """How far apart they are."""
        return self.upper - self.lower


class CellUse(Struct, frozen=True):
    """How often the best driver ends a turn on a cell, and in which gear."""

    cell: int
    name: str
    stands: float
    """Expected turns that end here."""
    gears: tuple[float, ...]
    """The same by gear, 0 to 6."""
    passes: float = 0.0
    """Expected times it is driven over or stood on."""


class TileCost(Struct, frozen=True):
    """What a tile costs the best driver: expected seconds spent on it."""

    tile: int
    face: str
    seconds: float
    losses: float = 0.0
    """Expected losses of control on it."""


class PerfectDrive(Struct, frozen=True, kw_only=True):
    """A solved drive: the optimum with its bounds, and what the best driver does."""

    game: str
    rules_version: int
    course: str
    options: dict[str, Any]
    unit: str
    bounds: Bounds
    parts: dict[str, float]
    """Other optima beside it, such as without damage or without flat out, by name."""
    distribution: tuple[tuple[int, float], ...]
    """Results under the best policy with their chances, best first."""
    cells: tuple[CellUse, ...]
    tiles: tuple[TileCost, ...]
    facts: dict[str, float]
    """How large the problem was and what it took."""


class Choice(Struct, frozen=True):
    """A decision and what the drive is then worth."""

    told: str
    worth: float


class Advice(Struct, frozen=True):
    """What to do in a position: the choices from the best on, and the worth of the position."""

    position: str
    worth: float
    choices: tuple[Choice, ...]

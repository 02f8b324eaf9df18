"""The summary of a finished game: the standing round by round, highlights, and luck with the dice."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from paddock.core.messages import Message


class Mark(Struct, frozen=True):
    """A highlight, at a point of a seat's curve."""

    seat: int
    at: int
    kind: Literal["flat-out", "spin", "crash"]


class Curve(Struct, frozen=True):
    """The standing of every seat at the start (point 0) and after each round.

    Places, zones or points of all seats after the same round, or each seat's own seconds for its own rounds;
    None while a seat is out of the game.
    """

    unit: Literal["place", "seconds", "zones", "points"]
    lines: tuple[tuple[float | None, ...], ...]
    marks: tuple[Mark, ...]


class BestTurn(Struct, frozen=True):
    """A seat's best turn: its steps in the game, its risk and its gain."""

    first: int
    last: int
    round: int
    cells: int
    risk: float
    """The chance of losing control that its plan had."""
    places: int
    """Places gained."""


class Luck(Struct, frozen=True):
    """How a seat's dice fell, compared with their exact odds."""

    dice: int
    hazards: int
    expected: float
    at_most: float
    """The chance of this many hazards or fewer on these dice."""
    at_least: float
    """The chance of this many or more."""


class Underway(Struct, frozen=True):
    """The progress of a solo drive: the share of the course completed, and the score so far."""

    done: float
    score: float
    cell: int = -1
    """Its cell on the course; -1 before the start or if the course has no cells."""


class Recount(Struct, frozen=True):
    """The summary of a finished game, with one value for every seat."""

    curve: Curve | None
    gaps: tuple[Message | None, ...]
    """The gap to the winner, or how the score was made up, if the scores do not show it."""
    best: tuple[BestTurn | None, ...]
    luck: tuple[Luck | None, ...]

"""A finished game looked back on: how everyone stood round by round, what stood out, how the dice fell."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from paddock.core.messages import Message


class Mark(Struct, frozen=True):
    """Something that stood out, at a point of a seat's line."""

    seat: int
    at: int
    kind: Literal["flat-out", "spin", "crash"]


class Curve(Struct, frozen=True):
    """How every seat stood at the start (point 0) and after each round.

    Places, zones or points of all after the same round, or each seat's own seconds, round by round as it
    drove; None where a seat was out of the game.
    """

    unit: Literal["place", "seconds", "zones", "points"]
    lines: tuple[tuple[float | None, ...], ...]
    marks: tuple[Mark, ...]


class BestTurn(Struct, frozen=True):
    """A seat's best turn: the steps of the game it took, and what it dared and won."""

    first: int
    last: int
    round: int
    cells: int
    risk: float
    """The chance its plan had of losing control."""
    places: int
    """Places won by it."""


class Luck(Struct, frozen=True):
    """How a seat's dice fell, against their exact odds."""

    dice: int
    hazards: int
    expected: float
    at_most: float
    """The chance of so few hazards, or fewer, on these dice."""
    at_least: float
    """The chance of so many, or more."""


class Underway(Struct, frozen=True):
    """How far a drive alone has come: the share of the course that lies behind it, and its score so far."""

    done: float
    score: float
    cell: int = -1
    """Where on the course it stands; -1 where that has no cells, or before the start."""


class Recount(Struct, frozen=True):
    """What a game has to tell once it is over; a value for every seat."""

    curve: Curve | None
    gaps: tuple[Message | None, ...]
    """How far behind the winner, or how the score came about, where the scores do not say it."""
    best: tuple[BestTurn | None, ...]
    luck: tuple[Luck | None, ...]

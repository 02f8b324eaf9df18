"""Shared state of both games: the round, and the turn in progress."""

from __future__ import annotations

from copy import copy
from typing import Any, Generic, Self, TypeVar

from msgspec import Struct

from paddock.games.rallyman.turns import Way

N = TypeVar("N")
C = TypeVar("C")
S = TypeVar("S")


class RallymanState(Struct, Generic[N, C, S]):
    """Cars in a round, taking turns; each game adds its own fields."""

    options: N
    cars: list[C]
    round: int = 0
    order: tuple[int, ...] = ()
    turn: int = 0
    """The seat on turn, as an index into `order`."""
    departures: int = 0
    """How many cars have left the track."""
    plan: tuple[S, ...] = ()
    way: Way = "one-by-one"
    at: int = 0
    hazards: int = 0
    secured: int = 0
    faces: tuple[str, ...] = ()
    """The faces of the steps of this turn so far; `*`: secured."""
    letters: str = ""
    """Damage drawn in this turn, as letters of the notation."""
    words: tuple[str, ...] = ()
    """Other events of this turn, as words of the notation."""
    lost_on: int = -1
    """The cell of the loss being resolved."""
    to_draw: int = 0

    @property
    def seat(self) -> int:
        """The seat on turn."""
        return self.order[self.turn]

    @property
    def car(self) -> C:
        """The car on turn."""
        return self.cars[self.order[self.turn]]

    def clone(self) -> Self:
        """Returns an independent copy; everything but the cars is immutable and shared."""
        twin = copy(self)
        twin.cars = [copy(car) for car in self.cars]
        return twin


def phase_of(state: RallymanState[Any, Any, Any]) -> str:
    """Returns what the table waits for; each game has its own phases."""
    phase: str = state.phase  # type: ignore[attr-defined]
    return phase

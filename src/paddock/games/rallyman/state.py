"""What lies on the tables of both games: the round, and the turn in progress."""

from __future__ import annotations

from copy import copy
from typing import Any, Generic, Self, TypeVar

from msgspec import Struct

from paddock.games.rallyman.turns import Way

N = TypeVar("N")
C = TypeVar("C")
S = TypeVar("S")


class RallymanState(Struct, Generic[N, C, S]):
    """Cars in a round, one after the other on turn; each game adds its own."""

    options: N
    cars: list[C]
    round: int = 0
    order: tuple[int, ...] = ()
    turn: int = 0
    """Whose turn it is, as an index into `order`."""
    departures: int = 0
    """How many cars have left the track."""
    plan: tuple[S, ...] = ()
    way: Way = "one-by-one"
    at: int = 0
    hazards: int = 0
    secured: int = 0
    faces: tuple[str, ...] = ()
    """What the steps of this turn showed so far; `*`: secured."""
    letters: str = ""
    """Damage drawn in this turn, as it is written down."""
    words: tuple[str, ...] = ()
    """What else happened in this turn, as it is written down."""
    lost_on: int = -1
    """The cell of the loss being resolved."""
    to_draw: int = 0

    @property
    def seat(self) -> int:
        """Whose turn it is."""
        return self.order[self.turn]

    @property
    def car(self) -> C:
        """The car whose turn it is."""
        return self.cars[self.order[self.turn]]

    def clone(self) -> Self:
        """An independent copy; everything but the cars is immutable and shared."""
        twin = copy(self)
        twin.cars = [copy(car) for car in self.cars]
        return twin


def phase_of(state: RallymanState[Any, Any, Any]) -> str:
    """What the table waits for; each game has phases of its own."""
    phase: str = state.phase  # type: ignore[attr-defined]
    return phase

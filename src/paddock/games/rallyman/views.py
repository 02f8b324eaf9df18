"""What everyone sees of a car and of the turn in progress, in both games; each adds its own."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Generic, Protocol, Self, TypeVar

from msgspec import Struct

from paddock.games.rallyman.dice import DiceLeft, Hand, Laid, dice_left, spent_on
from paddock.games.rallyman.hazards import Leg, along
from paddock.games.rallyman.securing import price
from paddock.games.rallyman.turns import Way

S = TypeVar("S", bound=Laid)
S_co = TypeVar("S_co", bound=Laid, covariant=True)
T = TypeVar("T")


class DiceView(Struct, frozen=True):
    """The dice a car may use in a turn."""

    gear: int
    coast: int
    brake: int


class CarView(Struct, Generic[T], frozen=True, kw_only=True):
    """Where a car is; `cell` is where it comes back while it is off the track."""

    seat: int
    status: T
    cell: int | None
    cell_name: str
    front: int
    """Distance driven, 100 to a tile."""


class TurnLike(Protocol[S_co]):
    """A state, as far as the turn in progress goes."""

    @property
    def seat(self) -> int:
        """Whose turn it is."""
        ...

    @property
    def plan(self) -> tuple[S_co, ...]:
        """The steps laid."""
        ...

    @property
    def way(self) -> Way:
        """How they are rolled."""
        ...

    @property
    def at(self) -> int:
        """Steps taken."""
        ...

    @property
    def faces(self) -> tuple[str, ...]:
        """What was rolled."""
        ...

    @property
    def hazards(self) -> int:
        """Hazards counted."""
        ...

    @property
    def secured(self) -> int:
        """Dice secured."""
        ...


class TurnView(Struct, Generic[S], frozen=True, kw_only=True):
    """The turn in progress."""

    seat: int
    plan: tuple[S, ...]
    way: Way
    left: DiceLeft
    """The dice the plan does not use."""
    at: int
    """Steps taken; in GT, flat out, steps rolled."""
    faces: tuple[str, ...]
    """What was rolled so far; flat out in DIRT it can be ahead of the steps taken."""
    hazards: int
    secured: int
    secure_price: int | None
    """What securing the next step costs; None if there is no next step."""
    ahead: tuple[float, ...]
    """One by one: the chance of having lost control by each of the steps ahead if all are rolled."""

    @classmethod
    def of(cls, state: TurnLike[S], hand: Hand, ahead: tuple[float, ...], **own: Any) -> Self:
        """The turn of a state; `own` is what the game adds."""
        more = state.way == "one-by-one" and state.at < len(state.plan)
        return cls(
            seat=state.seat,
            plan=state.plan,
            way=state.way,
            left=dice_left(hand, spent_on(state.plan)),
            at=state.at,
            faces=state.faces,
            hazards=state.hazards,
            secured=state.secured,
            secure_price=price(state.secured, 1 + state.plan[state.at].brakes) if more else None,
            ahead=ahead,
            **own,
        )


def risks_ahead(legs: Iterable[Leg], limit: int, hazards: int) -> tuple[float, ...]:
    """The chance of having lost control by each of some steps if all are rolled."""
    return tuple(running.loss_float for running in along(legs, limit, hazards))

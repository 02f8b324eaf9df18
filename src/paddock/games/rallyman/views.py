"""The public view of a car and of the turn in progress, in both games; each adds its own."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Generic, Protocol, Self, TypeVar

from msgspec import Struct, field

from paddock.games.rallyman.dice import DiceLeft, Hand, StepLike, dice_left, spent_on
from paddock.games.rallyman.hazards import Leg, along
from paddock.games.rallyman.securing import price
from paddock.games.rallyman.turns import Way

S = TypeVar("S", bound=StepLike)
S_co = TypeVar("S_co", bound=StepLike, covariant=True)
L = TypeVar("L")
T = TypeVar("T")
D = TypeVar("D")
N = TypeVar("N")
F = TypeVar("F")
C = TypeVar("C")
V = TypeVar("V")


class DiceView(Struct, frozen=True):
    """The dice a car may use in a turn."""

    gear: int
    coast: int
    brake: int


class CarView(Struct, Generic[T, D], frozen=True, kw_only=True):
    """A car and its player's components; `cell` is where it comes back while it is off the track."""

    seat: int
    status: T
    cell: int | None
    cell_name: str
    front: int
    """Distance driven, 100 per tile."""
    damage: dict[str, int]
    """Damage tokens by kind."""
    dice: D
    hazard_limit: int
    rank: int
    """Current place on the road; 0 while it is not racing."""


class TurnLike(Protocol[S_co]):
    """The part of a state that describes the turn in progress."""

    @property
    def seat(self) -> int:
        """The seat on turn."""
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
        """The faces rolled so far."""
        ...

    @property
    def hazards(self) -> int:
        """Hazards counted."""
        ...

    @property
    def secured(self) -> int:
        """Dice secured."""
        ...

    @property
    def to_draw(self) -> int:
        """Damage tokens still to be drawn."""
        ...

    @property
    def lost_on(self) -> int:
        """The cell of the loss being resolved; -1 if there is none."""
        ...


class TurnView(Struct, Generic[S, L], frozen=True, kw_only=True):
    """The turn in progress."""

    seat: int
    plan: tuple[S, ...]
    way: Way
    left: DiceLeft
    """The dice that the plan does not use."""
    at: int
    """Steps taken; in GT, flat out, steps rolled."""
    faces: tuple[str, ...]
    """The faces rolled so far; flat out in DIRT they can be ahead of the steps taken."""
    hazards: int
    secured: int
    secure_price: int | None
    """The cost of securing the next step; None if there is no next step."""
    ahead: tuple[float, ...]
    """Rolled one by one: the chance of having lost control by each step ahead if all are rolled."""
    to_draw: int
    lost_on: int | None
    relay: tuple[L, ...] = field(name="layout")
    """After a failed flat out: the dice in the order of the plan, up to the loss."""

    @classmethod
    def of(
        cls, state: TurnLike[S], hand: Hand, ahead: tuple[float, ...], relay: tuple[L, ...], **own: Any
    ) -> Self:
        """Returns the turn of a state; `own` are the fields that the game adds."""
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
            to_draw=state.to_draw,
            lost_on=state.lost_on if state.lost_on >= 0 else None,
            relay=relay,
            **own,
        )


class TableView(Struct, Generic[N, F, C, V], frozen=True, kw_only=True, tag_field="game"):
    """The table as a seat (`you`) or a spectator sees it; each game adds its own fields."""

    you: int | None
    options: N
    phase: F
    can: tuple[str, ...]
    """Tags of the actions open to the seats that are asked."""
    round: int
    order: tuple[int, ...]
    cars: tuple[C, ...]
    bag: dict[str, int]
    """Damage tokens left in the bag."""
    turn: V | None
    places: tuple[int, ...]


def risks_ahead(legs: Iterable[Leg], limit: int, hazards: int) -> tuple[float, ...]:
    """Returns the chance of having lost control by each of some steps if all are rolled."""
    return tuple(running.loss_float for running in along(legs, limit, hazards))

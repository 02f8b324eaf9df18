"""What everyone sees of a car and of the turn in progress, in both games; each adds its own."""

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
    """A car and what lies before its player; `cell` is where it comes back while it is off the track."""

    seat: int
    status: T
    cell: int | None
    cell_name: str
    front: int
    """Distance driven, 100 to a tile."""
    damage: dict[str, int]
    """Damage tokens by what they show."""
    dice: D
    hazard_limit: int
    rank: int
    """Place on the road as it stands; 0: not on the way."""


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

    @property
    def to_draw(self) -> int:
        """Damage tokens still to be drawn."""
        ...

    @property
    def lost_on(self) -> int:
        """The cell of the loss being resolved; -1: there is none."""
        ...


class TurnView(Struct, Generic[S, L], frozen=True, kw_only=True):
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
    to_draw: int
    lost_on: int | None
    relay: tuple[L, ...] = field(name="layout")
    """After a failed flat out: the dice in the order of the plan, up to the loss."""

    @classmethod
    def of(
        cls, state: TurnLike[S], hand: Hand, ahead: tuple[float, ...], relay: tuple[L, ...], **own: Any
    ) -> Self:
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
            to_draw=state.to_draw,
            lost_on=state.lost_on if state.lost_on >= 0 else None,
            relay=relay,
            **own,
        )


class TableView(Struct, Generic[N, F, C, V], frozen=True, kw_only=True, tag_field="game"):
    """The table as a seat (`you`) or a spectator sees it; each game adds its own."""

    you: int | None
    options: N
    phase: F
    can: tuple[str, ...]
    """Tags of the actions open to whoever is asked."""
    round: int
    order: tuple[int, ...]
    cars: tuple[C, ...]
    bag: dict[str, int]
    """Damage tokens left in the bag."""
    turn: V | None
    places: tuple[int, ...]


def risks_ahead(legs: Iterable[Leg], limit: int, hazards: int) -> tuple[float, ...]:
    """The chance of having lost control by each of some steps if all are rolled."""
    return tuple(running.loss_float for running in along(legs, limit, hazards))

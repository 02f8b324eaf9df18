"""Actions of drivers and events that both games share."""

from __future__ import annotations

from typing import Generic, TypeVar

from paddock.core.game import Action, Event
from paddock.core.messages import CellNo, SeatNo
from paddock.games.rallyman.turns import Way
from paddock.tracks.faces import Danger

# Both games import these names through their own module; the others are only building blocks.
__all__ = [
    "Blocked",
    "FlyingStartFailed",
    "LayAgain",
    "Plan",
    "Planned",
    "Relaid",
    "Relay",
    "Retired",
    "ReturnBlocked",
    "Returned",
    "Roll",
    "Rolled",
    "Secure",
    "Spun",
    "Stop",
    "Stopped",
    "TurnTold",
]

S = TypeVar("S")
L = TypeVar("L")
C = TypeVar("C")
T = TypeVar("T")


class Plan(Action, Generic[S], frozen=True):
    """Lay the dice of the turn and choose how to roll them."""

    steps: tuple[S, ...]
    way: Way = "one-by-one"


class Roll(Action, frozen=True):
    """Roll the next step of the plan."""


class Secure(Action, frozen=True):
    """Pay focus tokens (GT) or seconds (DIRT) instead of rolling the next step."""


class Stop(Action, frozen=True):
    """End the movement where the car stands."""


class Relay(Action, Generic[L], frozen=True):
    """Lay the dice of a failed flat out again."""

    steps: tuple[L, ...]


Decision = Plan[S] | Roll | Secure | Stop | Relay[L]
"""Actions of drivers in both games, generic in the types of steps and laid steps."""


class RoundBegan(Event, frozen=True):
    """A round begins with a new order; each game adds its own fields."""

    round: int
    order: tuple[SeatNo, ...]


class TurnBegan(Event, frozen=True):
    """A player is asked for a plan."""

    seat: SeatNo
    gear: int


class Planned(Event, Generic[S], frozen=True):
    """A player has laid the dice of a turn."""

    seat: SeatNo
    steps: tuple[S, ...]
    way: Way
    count: int


class Blocked(Event, frozen=True):
    """A blocked car stays where it is."""

    seat: SeatNo
    gear: int


class Rolled(Event, frozen=True):
    """The dice of a step were rolled; `faces` shows the leading die first."""

    seat: SeatNo
    step: int
    die: str
    faces: str
    hazards: int
    """Hazards of the turn so far: on dice, and of the road driven."""
    reveals = True


class StepSecured(Event, frozen=True):
    """The next step was secured; each game adds what is left to pay with."""

    seat: SeatNo
    step: int
    dice: int
    price: int


class StepTaken(Event, frozen=True):
    """A car took a step; each game adds its own fields."""

    seat: SeatNo
    start: CellNo
    cell: CellNo
    gear: int


class Stopped(Event, frozen=True):
    """A player ended the movement before the end of the plan."""

    seat: SeatNo
    gear: int


class FlyingStartFailed(Event, frozen=True):
    """Die 2 showed a hazard: the turn ends after one cell."""

    seat: SeatNo


class ControlLost(Event, Generic[C], frozen=True):
    """A car lost control; each game has its own causes."""

    seat: SeatNo
    cell: CellNo
    gear: int
    danger: Danger
    cause: C
    hazards: int


class LayAgain(Event, frozen=True):
    """The dice of a failed flat out are ready to be laid again."""

    seat: SeatNo
    hazards: int


class Relaid(Event, Generic[L], frozen=True):
    """A player laid the dice of a failed flat out again."""

    seat: SeatNo
    steps: tuple[L, ...]
    count: int


class Crashed(Event, frozen=True):
    """The car has left the track; it will come back on `cell`."""

    seat: SeatNo
    cell: CellNo


class DamageDrawn(Event, Generic[T], frozen=True):
    """A damage token was drawn from the bag; each game has its own kinds."""

    seat: SeatNo
    token: T
    reveals = True


class Spun(Event, frozen=True):
    """The car stands backwards on its cell."""

    seat: SeatNo
    cell: CellNo


class Returned(Event, frozen=True):
    """A car is back on the track."""

    seat: SeatNo
    cell: CellNo


class ReturnBlocked(Event, frozen=True):
    """A car cannot come back: its cell is taken."""

    seat: SeatNo
    cell: CellNo


class Retired(Event, frozen=True):
    """A car is out of the race or stage."""

    seat: SeatNo


class TurnTold(Event, frozen=True):
    """A turn is over, summarised in one line: dice and faces, tokens or seconds, loss and damage."""

    seat: SeatNo
    line: str


Happening = (
    Planned[S]
    | Blocked
    | Rolled
    | Stopped
    | FlyingStartFailed
    | LayAgain
    | Relaid[L]
    | Spun
    | Returned
    | ReturnBlocked
    | Retired
    | TurnTold
)
"""Events of both games, generic in the types of steps and laid steps."""

"""Actions of players, and the events that follow."""

from __future__ import annotations

from typing import ClassVar, Literal

from paddock.core.game import Action, Event
from paddock.core.messages import SeatNo
from paddock.games.outspeed.components import SideName
from paddock.games.outspeed.state import Cause
from paddock.games.outspeed.terms import Colour, DieName

HIDDEN = "hidden"
"""Replaces a token or route in an event for a seat that must not know it."""


class Pass(Action, frozen=True):
    """Announce "no": lay no token."""


class Lay(Action, frozen=True):
    """Announce "yes" and lay a token face down."""

    token: str


class Program(Action, frozen=True):
    """Set the right dial to a route."""

    route: Colour


class SetDial(Action, frozen=True):
    """Set the middle dial."""

    amount: int


class Keep(Action, frozen=True):
    """Keep one of the tokens looked at; the other goes under the stack."""

    token: str


OutspeedAction = Pass | Lay | Program | SetDial | Keep


class TileShown(Event, frozen=True):
    """A tile became visible and a turn begins."""

    reveals: ClassVar[bool] = True
    turn: int
    tile: int
    side: SideName
    finish: bool


class FieldsCleared(Event, frozen=True):
    """Force fields were removed from a zone with a ship in it."""

    zone: int


class Answered(Event, frozen=True):
    """A player decided whether to lay a token; `token` is empty for "no"."""

    reveals: ClassVar[bool] = True
    seat: SeatNo
    token: str


class Announced(Event, frozen=True):
    """A player's decision becomes public: whether the player lays a token."""

    reveals: ClassVar[bool] = True
    seat: SeatNo
    plays: bool


class TurnedUp(Event, frozen=True):
    """A laid token is revealed."""

    reveals: ClassVar[bool] = True
    seat: SeatNo
    token: str


class NoEffect(Event, frozen=True):
    """A token was used without effect."""

    seat: SeatNo
    token: str


class Hit(Event, frozen=True):
    """A token affects another player; its effects follow."""

    seat: SeatNo
    token: str
    victim: SeatNo


class FieldPlaced(Event, frozen=True):
    """A force field was placed."""

    seat: SeatNo
    zone: int


class FuelGained(Event, frozen=True):
    """A player took fuel from the reserve."""

    seat: SeatNo
    amount: int
    fuel: int


class FuelLost(Event, frozen=True):
    """A player lost fuel to a token."""

    seat: SeatNo
    amount: int
    fuel: int


class Moved(Event, frozen=True):
    """A ship moved; `stopped` if a force field ended the move early."""

    seat: SeatNo
    start: int
    end: int
    stopped: bool


class BoardAdded(Event, frozen=True):
    """A board was added in front."""

    front: int


class BoardRemoved(Event, frozen=True):
    """The board nearest the start was removed."""

    rear: int


class Eliminated(Event, frozen=True):
    """A ship left the race."""

    reveals: ClassVar[bool] = True
    seat: SeatNo
    cause: Cause


class Discarded(Event, frozen=True):
    """A token of an eliminated player was put on the used pile."""

    reveals: ClassVar[bool] = True
    seat: SeatNo
    token: str


class Flipped(Event, frozen=True):
    """All remaining tiles were flipped to the side for fewer players."""

    side: SideName


class Programmed(Event, frozen=True):
    """A player has programmed a route."""

    seat: SeatNo
    route: Colour | Literal["hidden"]


class Revealed(Event, frozen=True):
    """A programmed route becomes public."""

    reveals: ClassVar[bool] = True
    seat: SeatNo
    route: Colour


class LostTurn(Event, frozen=True):
    """A player lost the turn: too many were on the route."""

    seat: SeatNo
    route: Colour


class Dialled(Event, frozen=True):
    """A player set the middle dial; -1 replaces an amount the seat must not know."""

    seat: SeatNo
    amount: int


class DialShown(Event, frozen=True):
    """A player's middle dial becomes public."""

    reveals: ClassVar[bool] = True
    seat: SeatNo
    amount: int


class Rolled(Event, frozen=True):
    """A player rolled a die."""

    reveals: ClassVar[bool] = True
    seat: SeatNo
    die: DieName
    value: int


class Paid(Event, frozen=True):
    """A player paid the cost of a route; `owed` may be more than the player had."""

    seat: SeatNo
    owed: int
    fuel: int


class LookedAt(Event, frozen=True):
    """A player took a token from the stack to look at it."""

    reveals: ClassVar[bool] = True
    seat: SeatNo
    token: str


class Kept(Event, frozen=True):
    """A player kept a token and put the other under the stack; `under` is empty if there was no other."""

    reveals: ClassVar[bool] = True
    seat: SeatNo
    token: str
    under: str


class NothingDrawn(Event, frozen=True):
    """No token was left to draw."""

    seat: SeatNo


class Reshuffled(Event, frozen=True):
    """The used tokens became the stack."""

    reveals: ClassVar[bool] = True
    tokens: int


Decider = Literal["alone", "zone", "fuel", "tokens", "shared"]
"""The criterion that decided the race."""


class Won(Event, frozen=True):
    """A player won; `decided` is the criterion."""

    seat: SeatNo
    decided: Decider


class Void(Event, frozen=True):
    """No ship is left: nobody wins, and the race can be started again."""


OutspeedEvent = (
    TileShown
    | FieldsCleared
    | Answered
    | Announced
    | TurnedUp
    | NoEffect
    | Hit
    | FieldPlaced
    | FuelGained
    | FuelLost
    | Moved
    | BoardAdded
    | BoardRemoved
    | Eliminated
    | Discarded
    | Flipped
    | Programmed
    | Revealed
    | LostTurn
    | Dialled
    | DialShown
    | Rolled
    | Paid
    | LookedAt
    | Kept
    | NothingDrawn
    | Reshuffled
    | Won
    | Void
)
Told = list[OutspeedEvent]
"""The events so far, in order; the rules append to it."""


def witnessed(event: OutspeedEvent, seat: int | None) -> OutspeedEvent:
    """Returns the event as a seat (None: a spectator) may see it."""
    match event:
        case Answered() if event.seat != seat:
            return Answered(event.seat, HIDDEN)
        case Programmed() if event.seat != seat:
            return Programmed(event.seat, "hidden")
        case Dialled() if event.seat != seat:
            return Dialled(event.seat, -1)
        case LookedAt() if event.seat != seat:
            return LookedAt(event.seat, HIDDEN)
        case Kept() if event.seat != seat:
            return Kept(event.seat, HIDDEN, event.under and HIDDEN)
        case _:
            return event

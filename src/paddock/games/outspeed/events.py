"""What players decide, and what comes of it."""

from __future__ import annotations

from typing import ClassVar, Literal

from paddock.core.game import Action, Event
from paddock.core.messages import SeatNo
from paddock.games.outspeed.components import SideName
from paddock.games.outspeed.state import Cause
from paddock.games.outspeed.terms import Colour, DieName

HIDDEN = "hidden"
"""Stands in an event for a token or route the witness must not know."""


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
    """A zone with a ship in it lost its force fields."""

    zone: int


class Answered(Event, frozen=True):
    """A player has decided whether to lay a token; `token` is empty for "no"."""

    reveals: ClassVar[bool] = True
    seat: SeatNo
    token: str


class Announced(Event, frozen=True):
    """What a player has decided becomes known: that he plays a token, or that he does not."""

    reveals: ClassVar[bool] = True
    seat: SeatNo
    plays: bool


class TurnedUp(Event, frozen=True):
    """A laid token is turned up."""

    reveals: ClassVar[bool] = True
    seat: SeatNo
    token: str


class NoEffect(Event, frozen=True):
    """A token was used up without effect."""

    seat: SeatNo
    token: str


class Hit(Event, frozen=True):
    """A token aimed at others reaches one of them; what it does to him follows."""

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
    """A token took fuel from a player."""

    seat: SeatNo
    amount: int
    fuel: int


class Moved(Event, frozen=True):
    """A ship moved; `stopped` if a force field swallowed the rest of the move."""

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
    """A token of an eliminated player went to the used pile."""

    reveals: ClassVar[bool] = True
    seat: SeatNo
    token: str


class Flipped(Event, frozen=True):
    """All remaining tiles were turned to the side for fewer players."""

    side: SideName


class Programmed(Event, frozen=True):
    """A player has programmed a route."""

    seat: SeatNo
    route: Colour | Literal["hidden"]


class Revealed(Event, frozen=True):
    """A programmed route becomes known."""

    reveals: ClassVar[bool] = True
    seat: SeatNo
    route: Colour


class LostTurn(Event, frozen=True):
    """A player lost his turn: too many were on his route."""

    seat: SeatNo
    route: Colour


class Dialled(Event, frozen=True):
    """A player has set the middle dial; -1 stands for an amount the witness must not know."""

    seat: SeatNo
    amount: int


class DialShown(Event, frozen=True):
    """The middle dial of a player becomes known."""

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
    """A player paid the cost of his route; `owed` may be more than he had."""

    seat: SeatNo
    owed: int
    fuel: int


class LookedAt(Event, frozen=True):
    """A player took a token from the stack to look at it."""

    reveals: ClassVar[bool] = True
    seat: SeatNo
    token: str


class Kept(Event, frozen=True):
    """A player kept a token and put the other under the stack; `under` is empty if there was only one."""

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
"""What made the difference in the end."""


class Won(Event, frozen=True):
    """A player won; `decided` says by what."""

    seat: SeatNo
    decided: Decider


class Void(Event, frozen=True):
    """No ship is left: nobody wins, the race can be begun anew."""


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
"""What has happened, in order; the rules add to it."""


def witnessed(event: OutspeedEvent, seat: int | None) -> OutspeedEvent:
    """The event as a seat (None: a spectator) learns of it."""
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

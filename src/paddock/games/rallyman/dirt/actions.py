"""Actions of a DIRT driver, and the events that follow."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from paddock.core.game import Action, Event
from paddock.core.messages import CellNo, SeatNo
from paddock.games.rallyman import actions as common
from paddock.games.rallyman.actions import *  # noqa: F403 - each game speaks of it as its own
from paddock.games.rallyman.actions import Crashed
from paddock.games.rallyman.dirt.components import BackType, DamageSide, ShortcutSide
from paddock.games.rallyman.dirt.state import MOST_TIME_TOKENS, LaidStep, Step

Cause = Literal["hazards", "overspeed", "landing", "jump"]
"""Why control was lost: hazards, overspeed, a hazard on the die of a long jump, a dangerous jump."""


class Pass(Action, frozen=True):
    """Stay, blocked or stranded; a stranded car may move to another lane of its row."""

    cell: int | None = None


class PlaySisu(Action, frozen=True):
    """Discard the SISU token: the hazards of this turn are ignored."""


class Accept(Action, frozen=True):
    """Keep the SISU token and let the hazards count."""


class ChangeWheel(Action, frozen=True):
    """Use the spare wheel card."""


class KeepWheel(Action, frozen=True):
    """Leave the spare wheel card for later."""


class TakeTime(Action, frozen=True):
    """Take a number of 5-second tokens at a time control, in secret."""

    tokens: Annotated[int, Meta(ge=0, le=MOST_TIME_TOKENS)] = 0


DirtAction = common.Decision[Step, LaidStep] | Pass | PlaySisu | Accept | ChangeWheel | KeepWheel | TakeTime


class DriverDrawn(Event, frozen=True):
    """A driver card was drawn: its owner starts first."""

    seat: SeatNo


class StageBegan(Event, frozen=True):
    """A stage begins; the cars start in this order."""

    stage: int
    id: str
    name: str
    order: tuple[SeatNo, ...]


class RoundBegan(common.RoundBegan, frozen=True):
    """A round begins with a new order; `leader` is -1 if nobody leads."""

    leader: SeatNo


class TurnBegan(common.TurnBegan, frozen=True):
    """A player is asked for a plan."""

    starts: bool
    """Whether the car starts from before the line."""
    leads: bool


class Stranded(Event, frozen=True):
    """A car that cannot move by itself stays; it may have moved to another lane."""

    seat: SeatNo
    start: CellNo
    cell: CellNo


class Secured(common.StepSecured, frozen=True):
    """The next step was secured with seconds."""

    seconds: int
    """Seconds left."""


class Moved(common.StepTaken, frozen=True):
    """A car took a step; `flight` counts the spaces it flew over."""

    flight: int


class ShortcutTaken(Event, frozen=True):
    """A car entered a shortcut and drew a token; `corners` are those with mud on them."""

    seat: SeatNo
    shortcut: int
    token: ShortcutSide
    corners: tuple[int, ...]
    reveals = True


class SecondsGained(Event, frozen=True):
    """A flat out gained seconds."""

    seat: SeatNo
    gained: int
    seconds: int


class SisuPlayed(Event, frozen=True):
    """A SISU token was discarded: the hazards of this turn are ignored."""

    seat: SeatNo


class ControlLost(common.ControlLost[Cause], frozen=True):
    """A car lost control."""


class CarriedOver(Event, frozen=True):
    """Control was lost in the turn that reaches the finish line: the car drives on across it."""

    seat: SeatNo
    hazards: int


class CardTurned(Event, frozen=True):
    """A time card was turned over."""

    seat: SeatNo
    gear: int
    result: BackType
    seconds: int
    tokens: int
    """Damage tokens to draw."""
    forgiven: bool
    """Whether only its damage counts, because the car has finished."""
    reveals = True


class DamageDrawn(common.DamageDrawn[DamageSide], frozen=True):
    """A token was drawn from the bag, damage side up."""


class BagEmpty(Event, frozen=True):
    """No token was left to draw."""

    seat: SeatNo


class CardTaken(Event, frozen=True):
    """A turn ended with a time card."""

    seat: SeatNo
    gear: int
    seconds: int
    time: int
    """Seconds on the pile so far."""


class ZeroTurn(Event, frozen=True):
    """A turn ended in gear 0 without a card."""

    seat: SeatNo
    seconds: int
    time: int


class WheelChanged(Event, frozen=True):
    """A player used the spare wheel card."""

    seat: SeatNo
    removed: Literal["gear", "coast", "puncture"]
    seconds: int
    """Its cost; none between stages."""


class WheelKept(Event, frozen=True):
    """A player keeps the spare wheel card."""

    seat: SeatNo


class Finished(Event, frozen=True):
    """A car has reached the finish row."""

    seat: SeatNo
    gear: int
    seconds: int
    """Its stage time."""
    time: str


class StageEnded(Event, frozen=True):
    """A stage is over: stage times and places by seat."""

    stage: int
    seconds: tuple[int, ...]
    places: tuple[int, ...]
    winner: SeatNo
    time: str


class Assisted(Event, frozen=True):
    """All damage was repaired and all spare wheels were renewed."""

    stage: int


class TimeTaken(Event, frozen=True):
    """A player has chosen at the time control; the number stays secret."""

    seat: SeatNo


class TimesShown(Event, frozen=True):
    """All have chosen: the seconds added to each seat."""

    seconds: tuple[int, ...]
    reveals = True


class RallyEnded(Event, frozen=True):
    """The rally is over: rally times and places by seat."""

    seconds: tuple[int, ...]
    places: tuple[int, ...]
    winner: SeatNo
    time: str


DirtEvent = (
    common.Happening[Step, LaidStep]
    | DriverDrawn
    | StageBegan
    | RoundBegan
    | TurnBegan
    | Stranded
    | Secured
    | Moved
    | ShortcutTaken
    | SecondsGained
    | SisuPlayed
    | ControlLost
    | CarriedOver
    | CardTurned
    | Crashed
    | DamageDrawn
    | BagEmpty
    | CardTaken
    | ZeroTurn
    | WheelChanged
    | WheelKept
    | Finished
    | StageEnded
    | Assisted
    | TimeTaken
    | TimesShown
    | RallyEnded
)

Events = list[DirtEvent]

"""Actions of a GT driver, and the events that follow."""

from __future__ import annotations

from typing import Literal

from paddock.core.game import Action, Event
from paddock.core.messages import CellNo, SeatNo
from paddock.games.rallyman import actions as common
from paddock.games.rallyman.actions import *  # noqa: F403 - each game speaks of it as its own
from paddock.games.rallyman.actions import TurnBegan
from paddock.games.rallyman.gt.components import Lane, Token, Tyre, Weather
from paddock.games.rallyman.gt.state import Colour, LaidStep, Step

Cause = Literal["hazards", "overspeed"]
"""Why control was lost: too many hazards, or overspeed."""


class Pass(Action, frozen=True):
    """End the turn without a step; only a blocked car may (GT-BLOCK-D1)."""


class GoOff(Action, frozen=True):
    """Leave the track on a side in a crash."""

    side: Literal["left", "right"]


class Pit(Action, frozen=True):
    """Go to the pits, into a lane."""

    lane: Lane


class DriveOn(Action, frozen=True):
    """Do not go to the pits."""


class ChooseTyre(Action, frozen=True):
    """Start on a tyre."""

    tyre: Tyre


class Retire(Action, frozen=True):
    """Leave the race for good."""


GtAction = common.Decision[Step, LaidStep] | Pass | GoOff | Pit | DriveOn | ChooseTyre | Retire


class LinedUp(Event, frozen=True):
    """A car takes its place on the grid."""

    seat: SeatNo
    slot: int
    cell: CellNo


class TyreChosen(Event, frozen=True):
    """A player starts on a tyre."""

    seat: SeatNo
    tyre: Tyre


class RoundBegan(common.RoundBegan, frozen=True):
    """A round begins with a new order, in its colour."""

    colour: Colour


class Secured(common.StepSecured, frozen=True):
    """The next step was paid with focus tokens."""

    focus: int


class Moved(common.StepTaken, frozen=True):
    """A car took a step."""

    hazards: int
    """Track hazards of the step."""


class FocusGained(Event, frozen=True):
    """A flat out gained focus tokens."""

    seat: SeatNo
    tokens: int
    focus: int


class ControlLost(common.ControlLost[Cause], frozen=True):
    """A car lost control."""

    tokens: int
    """Damage tokens it will draw."""


class Crashed(common.Crashed, frozen=True):
    """The car has left the track on a side; it will come back on `cell`."""

    side: Literal["left", "right"]


class DamageDrawn(common.DamageDrawn[Token], frozen=True):
    """A damage token was drawn from the bag."""


class SetAside(Event, frozen=True):
    """A weather token was drawn from the bag and set aside."""

    seat: SeatNo
    reveals = True


class FlagShown(Event, frozen=True):
    """A yellow flag lies on the track."""

    seat: SeatNo
    cell: CellNo


class FlagLifted(Event, frozen=True):
    """A player's yellow flags were removed from the track."""

    seat: SeatNo


class WeatherChanged(Event, frozen=True):
    """The weather has changed for everybody."""

    weather: Weather


class WentToPits(Event, frozen=True):
    """A car went to the pits."""

    seat: SeatNo
    lane: Lane
    tyre: Tyre
    repaired: int
    """Damage tokens returned to the bag."""


class LapDone(Event, frozen=True):
    """A car completed a lap."""

    seat: SeatNo
    lap: int


class Finished(Event, frozen=True):
    """A car completed the last lap."""

    seat: SeatNo
    place: int


class Marked(Event, frozen=True):
    """The solo sheet got a mark."""

    seat: SeatNo
    gear: str
    mark: str
    seconds: int
    time: str
    """Track time so far."""


GtEvent = (
    common.Happening[Step, LaidStep]
    | LinedUp
    | TyreChosen
    | RoundBegan
    | TurnBegan
    | Secured
    | Moved
    | FocusGained
    | ControlLost
    | Crashed
    | DamageDrawn
    | SetAside
    | FlagShown
    | FlagLifted
    | WeatherChanged
    | WentToPits
    | LapDone
    | Finished
    | Marked
)

Events = list[GtEvent]

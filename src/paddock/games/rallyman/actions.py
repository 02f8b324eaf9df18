"""What drivers of both games decide, and what happens to all of them, told in the same words."""

from __future__ import annotations

from paddock.core.game import Action, Event


class Roll(Action, frozen=True):
    """Roll the next step of the plan."""


class Secure(Action, frozen=True):
    """Pay focus tokens (GT) or seconds (DIRT) instead of rolling the next step."""


class Stop(Action, frozen=True):
    """End the movement where the car stands."""


class Blocked(Event, frozen=True):
    """A blocked car stays where it is."""

    seat: int
    gear: int


class Rolled(Event, frozen=True):
    """The dice of a step were rolled; `faces` shows the leading die first."""

    seat: int
    step: int
    die: str
    faces: str
    hazards: int
    """Hazards of the turn so far: on dice, and of the road driven."""
    reveals = True


class Stopped(Event, frozen=True):
    """A player ended the movement before the end of the plan."""

    seat: int
    gear: int


class FlyingStartFailed(Event, frozen=True):
    """Die 2 showed a hazard: the turn ends after one cell."""

    seat: int


class LayAgain(Event, frozen=True):
    """The dice of a failed flat out lie ready to be laid again."""

    seat: int
    hazards: int


class Spun(Event, frozen=True):
    """The car stands backwards on its cell."""

    seat: int
    cell: int


class Returned(Event, frozen=True):
    """A car is back on the track."""

    seat: int
    cell: int


class ReturnBlocked(Event, frozen=True):
    """A car cannot come back: its cell is taken."""

    seat: int
    cell: int


class Retired(Event, frozen=True):
    """A car is out of the race or stage."""

    seat: int


class TurnTold(Event, frozen=True):
    """A turn is over: dice and what they showed, tokens or seconds, loss and damage in one line."""

    seat: int
    line: str

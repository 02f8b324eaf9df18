"""The public view of the table, ready to be drawn."""

from __future__ import annotations

from msgspec import Struct

from paddock.games.rallyman import views
from paddock.games.rallyman.gt import relays, solo
from paddock.games.rallyman.gt.actions import GtAction
from paddock.games.rallyman.gt.components import TOKENS, CarClass, Tyre, Weather
from paddock.games.rallyman.gt.drive import drive_of
from paddock.games.rallyman.gt.order import ranking
from paddock.games.rallyman.gt.spaces import space
from paddock.games.rallyman.gt.state import (
    Colour,
    GtOptions,
    LaidStep,
    Mark,
    Phase,
    State,
    Status,
    Step,
    hand_of,
    hazard_limit,
    marker,
    road_of,
    round_colour,
)
from paddock.games.rallyman.sheet import clock
from paddock.games.rallyman.spaces import open_tags, tags_of
from paddock.games.rallyman.views import DiceView


class CarView(views.CarView[Status, DiceView], frozen=True, kw_only=True):
    """A car and its dashboard; off the track and in the pits `cell` is where it comes back."""

    lap: int
    """Laps completed."""
    gear: str
    marker: Colour
    moved: bool
    backwards: bool
    off_side: str
    car_class: CarClass
    tyre: Tyre
    top_gear: int
    focus: int


class FlagView(Struct, frozen=True):
    """A yellow flag on the track."""

    cell: int
    cell_name: str
    seat: int


class TurnView(views.TurnView[Step, LaidStep], frozen=True, kw_only=True):
    """The turn in progress."""

    drawn: tuple[str, ...]


class SheetView(Struct, frozen=True):
    """The solo score sheet so far."""

    marks: tuple[Mark, ...]
    track_seconds: int
    track_time: str
    result_seconds: int
    result_time: str


class GtView(
    views.TableView[GtOptions, Phase, CarView, TurnView], frozen=True, kw_only=True, tag="rallyman-gt"
):
    """A race; `places` are the seats in the order in which they finished."""

    asked: int | None
    round_colour: Colour
    weather: Weather
    flags: tuple[FlagView, ...]
    set_aside: int
    sheet: SheetView | None


TAGS = tags_of(GtAction)
ASKING = ("tyres", "plan", "step", "relay", "side", "pit")


def view(state: State, you: int | None) -> GtView:
    """Returns the table as a seat sees it."""
    road = road_of(state.options.track)
    asked = state.seat if state.phase in ASKING else None
    return GtView(
        you=you,
        options=state.options,
        phase=state.phase,
        asked=asked,
        can=open_tags(space(state), TAGS) if asked is not None else (),
        round=state.round,
        round_colour=round_colour(max(state.round, 1)),
        order=state.order,
        weather=state.weather,
        cars=tuple(_car(state, seat) for seat in range(len(state.cars))),
        flags=tuple(FlagView(flag.cell, road.name(flag.cell), flag.seat) for flag in state.flags),
        bag=dict(state.bag.pool),
        set_aside=state.aside,
        turn=_turn(state) if state.phase not in ("grid", "tyres", "over") else None,
        sheet=_sheet(state) if state.solo else None,
        places=state.places,
    )


def _car(state: State, seat: int) -> CarView:
    car = state.cars[seat]
    road = road_of(state.options.track)
    hand = hand_of(state, seat)
    text, colour = marker(state, seat)
    placed = car.cell >= 0
    ranked = ranking(state) if placed else []
    return CarView(
        seat=seat,
        status=car.status,
        cell=car.cell if placed else None,
        cell_name=road.name(car.cell) if placed else "",
        front=road.place(car.cell, car.k) if placed else 0,
        lap=car.laps,
        gear=text,
        marker=colour,
        moved=colour != round_colour(max(state.round, 1)),
        backwards=car.backwards,
        off_side=car.side,
        car_class=car.car_class,
        tyre=car.tyre,
        damage=dict(zip(TOKENS, car.damage, strict=True)),
        dice=DiceView(hand.gear, hand.coast, hand.brake),
        top_gear=hand.top,
        hazard_limit=hazard_limit(state, seat),
        focus=car.focus,
        rank=ranked.index(seat) + 1 if seat in ranked else 0,
    )


def _turn(state: State) -> TurnView:
    return TurnView.of(
        state,
        hand_of(state, state.seat),
        risks_now(state) if state.phase == "step" else (),
        relays.original(state) if state.phase == "relay" else (),
        drawn=state.drawn,
    )


def risks_now(state: State) -> tuple[float, ...]:
    """Returns the chance of a loss by each step ahead if all are rolled one by one."""
    drive = drive_of(state, state.seat)
    return views.risks_ahead(drive.legs(state.plan[state.at :]), drive.limit, state.hazards)


def _sheet(state: State) -> SheetView:
    track, result = solo.track_seconds(state.marks), solo.result_seconds(state.marks, state.cars[0].focus)
    return SheetView(state.marks, track, clock(track), result, clock(result))

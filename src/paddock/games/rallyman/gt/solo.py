"""Solo mode: marks on the score sheet, track time and result."""

from __future__ import annotations

from collections.abc import Iterable

from paddock.core.summaries import Underway
from paddock.games.rallyman.gt import actions as a
from paddock.games.rallyman.gt.actions import Events
from paddock.games.rallyman.gt.components import components, loss_of
from paddock.games.rallyman.gt.state import Mark, State, gear_text, road_of
from paddock.games.rallyman.sheet import clock


def mark_turn(state: State, events: Events) -> None:
    """Marks the gear the turn ended in (GT-SOLO-5, GT-SOLO-D1, -D4, -D5)."""
    _mark(state, gear_text(state.cars[0].gear), events)


def mark_finish(state: State, lost: bool, events: Events) -> None:
    """Marks the last turn: the gear of the crossing step, or the price of a loss there (GT-SOLO-7, -D2)."""
    car = state.cars[0]
    if not lost:
        _mark(state, gear_text(car.gear), events)
        return
    marker, _ = loss_of(car.gear, road_of(state.options.track).danger[car.cell])
    _mark(state, marker, events)
    if marker == "00":
        _mark(state, "0", events)


def _mark(state: State, gear: str, events: Events) -> None:
    plain = not state.options.changing_weather
    mark = Mark(gear, "X" if plain else "W" if state.turn_weather == "wet" else "D")
    state.marks = (*state.marks, mark)
    seconds = components().solo.seconds_by_final_gear[gear]
    events.append(a.Marked(0, gear, mark.mark, seconds, clock(track_seconds(state.marks))))


def track_seconds(marks: Iterable[Mark]) -> int:
    """Returns the track time of the marks: each row's marks times its seconds (GT-SOLO-9)."""
    seconds = components().solo.seconds_by_final_gear
    return sum(seconds[mark.gear] for mark in marks)


def result_seconds(marks: Iterable[Mark], focus: int) -> int:
    """Returns the track time less one second for each focus token left (GT-SOLO-9)."""
    return track_seconds(marks) + focus * components().focus.solo_seconds_per_token


def underway(state: State) -> Underway:
    """Returns the share of the laps completed, and the result its marks would give."""
    car, road = state.cars[0], road_of(state.options.track)
    driven = road.place(car.cell, car.k) / (100 * road.n * state.options.laps)
    return Underway(min(1.0, max(0.0, driven)), float(result_seconds(state.marks, car.focus)), car.cell)

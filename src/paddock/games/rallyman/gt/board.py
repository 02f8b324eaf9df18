"""The solo score sheet as a record to keep, and leaderboards of such records."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from paddock.core.errors import BadInput
from paddock.games.rallyman.gt.components import CarClass, Tyre, Weather, components
from paddock.games.rallyman.gt.solo import result_seconds, track_seconds
from paddock.games.rallyman.gt.state import Mark, State
from paddock.games.rallyman.sheet import clock

Row = Literal["6", "5", "4", "3", "2", "1", "0", "00"]


class RecordOptions(Struct, frozen=True, forbid_unknown_fields=True):
    """The advanced rules a result was driven with."""

    flying_start: bool = False
    red_zone: bool = False


class RecordTurn(Struct, frozen=True, forbid_unknown_fields=True):
    """A column of the sheet."""

    gear: Row
    mark: Literal["X", "D", "W"]


class Record(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A solo result; the field names are binding (GT-BOARD)."""

    track: str
    driver: str
    car_class: CarClass = msgspec.field(name="class")
    tyres: Tyre
    weather: Weather
    changing_weather: bool
    options: RecordOptions
    date: date
    turns: tuple[RecordTurn, ...]
    track_seconds: int
    focus_tokens: Annotated[int, Meta(ge=0)]
    result_seconds: int


def record_of(state: State, driver: str, on: date, track: str = "") -> Record:
    """The record of a finished solo drive; a track that is no ready one needs a name."""
    if not state.solo or not state.places:
        raise BadInput("rallyman-gt.no-result")
    options, car = state.options, state.cars[0]
    name = options.track if isinstance(options.track, str) else getattr(options.track, "id", "ring")
    return Record(
        track=track or name,
        driver=driver,
        car_class=car.car_class,
        tyres=car.first_tyre,
        weather=options.weather,
        changing_weather=options.changing_weather,
        options=RecordOptions(options.flying_start, options.red_zone),
        date=on,
        turns=tuple(RecordTurn(mark.gear, mark.mark) for mark in state.marks),  # type: ignore[arg-type]
        track_seconds=track_seconds(state.marks),
        focus_tokens=car.focus,
        result_seconds=result_seconds(state.marks, car.focus),
    )


def read_record(values: Any) -> Record:
    """A record from plain values, recomputed; BadInput if it does not agree (GT-BOARD-D2)."""
    try:
        record = msgspec.convert(values, type=Record)
    except msgspec.ValidationError as error:
        raise BadInput("rallyman-gt.unreadable-record", reason=str(error)) from None
    check_record(record)
    return record


def check_record(record: Record) -> None:
    """Recompute a record and refuse it if it does not agree."""
    marks = [Mark(turn.gear, turn.mark) for turn in record.turns]
    for number, turn in enumerate(record.turns, 1):
        if (turn.mark == "X") == record.changing_weather:
            expected = "D / W" if record.changing_weather else "X"
            raise _wrong(f"turns[{number}].mark", expected, turn.mark)
    track = track_seconds(marks)
    if record.track_seconds != track:
        raise _wrong("track_seconds", track, record.track_seconds)
    result = result_seconds(marks, record.focus_tokens)
    if record.result_seconds != result:
        raise _wrong("result_seconds", result, record.result_seconds)


def _wrong(field: str, expected: object, found: object) -> BadInput:
    return BadInput("rallyman-gt.bad-record", field=field, expected=expected, found=found)


BoardKey = tuple[str, CarClass, bool, RecordOptions]


def board_of(record: Record) -> BoardKey:
    """The board a record belongs to: track, class, changing weather, options (GT-BOARD-4, -D4)."""
    return record.track, record.car_class, record.changing_weather, record.options


def ranked(records: Iterable[Record]) -> list[Record]:
    """Records of one board, best first; equal results: fewer turns, then the earlier (GT-BOARD-D3)."""
    return sorted(records, key=lambda record: (record.result_seconds, len(record.turns), record.date))


def score_sheet(record: Record) -> str:
    """The sheet in text: header, one column per turn and one row per gear, footer (GT-BOARD-1 to -3)."""
    rows = components().solo.sheet_rows_top_to_bottom
    head = [record.track, record.driver, record.car_class, record.tyres, record.weather, str(record.date)]
    body = [
        f"{row:>2} | " + " ".join(turn.mark if turn.gear == row else "." for turn in record.turns)
        for row in rows
    ]
    foot = [clock(record.track_seconds), f"-{record.focus_tokens}", clock(record.result_seconds)]
    return "\n".join([" · ".join(head), *body, " · ".join(foot)])

"""Turns told in one line each, from the events of a race."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Literal, NamedTuple

import msgspec

from paddock.games.rallyman.gt import actions as a
from paddock.games.rallyman.gt.components import Token
from paddock.games.rallyman.gt.state import LaidStep, Step, gear_text
from paddock.games.rallyman.notation import Thrown, TurnLine, write_turn
from paddock.tracks.road_gt import GtRoad

LETTERS: dict[Token, str] = {
    "gear": "G",
    "brake": "B",
    "engine": "E",
    "weather": "W",
    "yellow_flag": "Y",
    "green_flag": "F",
}
"""How damage tokens are written behind a loss."""


class ToldTurn(NamedTuple):
    """A turn as it is written down, and whose it was."""

    seat: int
    line: TurnLine

    @property
    def text(self) -> str:
        """The turn in one line."""
        return write_turn(self.line)


def turn_lines(road: GtRoad, events: Iterable[Any]) -> Iterator[ToldTurn]:
    """Every turn among the events of a race, in order, in one line each."""
    seat, line = -1, TurnLine()
    plan: tuple[Step, ...] = ()
    for event in events:
        if isinstance(event, a.TurnBegan | a.Returned | a.ReturnBlocked) and not (
            isinstance(event, a.TurnBegan) and event.seat == seat and line.words[-1:] == ("back",)
        ):
            if seat >= 0:
                yield ToldTurn(seat, line)
            seat, line, plan = event.seat, TurnLine(), ()
        match event:
            case a.Planned(_, steps, _, _):
                plan = steps
            case a.Rolled(_, number, _, faces, _):
                line = _taken(road, line, plan[number - 1], faces)
        line = _told(road, line, event, plan)
    if seat >= 0:
        yield ToldTurn(seat, line)


def _told(road: GtRoad, line: TurnLine, event: Any, plan: tuple[Step, ...]) -> TurnLine:
    match event:
        case a.TurnBegan(_, gear):
            return msgspec.structs.replace(line, gear=gear_text(gear))
        case a.Planned(_, _, way, _):
            return msgspec.structs.replace(line, flat=way == "flat-out")
        case a.Secured(_, number, _, price, _):
            line = _taken(road, line, plan[number - 1], "*")
            return msgspec.structs.replace(line, tokens=line.tokens + price)
        case a.FocusGained(_, tokens, _):
            return msgspec.structs.replace(line, tokens=tokens)
        case a.Relaid(_, steps, _):
            return msgspec.structs.replace(line, relaid=tuple(_laid(road, step) for step in steps))
        case a.ControlLost():
            return msgspec.structs.replace(line, lost=True)
        case a.Spun():
            return msgspec.structs.replace(line, marker="0")
        case a.Crashed(_, side, _):
            letter: Literal["L", "R"] = "L" if side == "left" else "R"
            return msgspec.structs.replace(line, marker="00", side=letter)
        case a.DamageDrawn(_, token):
            return msgspec.structs.replace(line, damage=line.damage + LETTERS[token])
    word = _word(event)
    return msgspec.structs.replace(line, words=(*line.words, word)) if word else line


def _word(event: Any) -> str:
    match event:
        case a.WentToPits(_, lane, _, _):
            return f"pit-{lane}"
        case a.WeatherChanged(weather):
            return weather
    return _WORDS.get(type(event), "")


_WORDS: dict[type, str] = {
    a.Blocked: "pass",
    a.Returned: "back",
    a.ReturnBlocked: "off",
    a.FlyingStartFailed: "failed-start",
    a.LapDone: "lap",
    a.Finished: "finish",
    a.Retired: "retired",
    a.SetAside: "set-aside",
}


def _taken(road: GtRoad, line: TurnLine, step: Step, faces: str) -> TurnLine:
    thrown = Thrown(step.die, step.brakes, road.name(step.cell), faces)
    return msgspec.structs.replace(line, steps=(*line.steps, thrown))


def _laid(road: GtRoad, step: LaidStep) -> Thrown:
    return Thrown(step.die, len(step.faces) - 1, road.name(step.cell), step.faces)

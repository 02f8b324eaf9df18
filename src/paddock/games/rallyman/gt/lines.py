"""A finished turn in one line of notation."""

from __future__ import annotations

from typing import Literal

from paddock.games.rallyman.gt.components import Token
from paddock.games.rallyman.gt.focus import focus_gain
from paddock.games.rallyman.gt.state import State, gear_text, road_of
from paddock.games.rallyman.notation import Thrown, TurnLine, write_turn
from paddock.games.rallyman.securing import price

LETTERS: dict[Token, str] = {
    "gear": "G",
    "brake": "B",
    "engine": "E",
    "weather": "W",
    "yellow_flag": "Y",
    "green_flag": "F",
}
"""The letters of damage tokens after a loss."""

_SIDES: dict[str, Literal["", "L", "R"]] = {"": "", "left": "L", "right": "R"}


def turn_line(state: State, seat: int) -> TurnLine:
    """Returns the turn of a seat so far: dice and faces, focus, loss, damage, and other events."""
    names = road_of(state.options.track).names
    flat = state.way == "flat-out"
    return TurnLine(
        steps=tuple(
            [
                Thrown(step.die, step.brakes, names[step.cell], faces)
                for step, faces in zip(state.plan, state.faces, strict=False)
            ]
        ),
        gear=gear_text(state.began_in),
        flat=flat,
        tokens=focus_gain(state.plan) if flat else price(0, state.secured),
        relaid=tuple(
            [Thrown(step.die, len(step.faces) - 1, names[step.cell], step.faces) for step in state.relaid]
        ),
        lost=state.lost != "",
        marker=state.lost,
        side=_SIDES[state.cars[seat].side] if state.lost == "00" else "",
        damage=state.letters,
        words=state.words,
    )


def told(state: State, seat: int) -> str:
    """Returns `turn_line` as text."""
    return write_turn(turn_line(state, seat))

"""A finished turn in one line of notation."""

from __future__ import annotations

from typing import Literal

from paddock.games.rallyman.dirt.components import DamageSide
from paddock.games.rallyman.dirt.stages import road
from paddock.games.rallyman.dirt.state import LaidStep, State, Step, seconds_gained
from paddock.games.rallyman.notation import Thrown, TurnLine, write_turn
from paddock.games.rallyman.securing import price

LETTERS: dict[DamageSide, str] = {"gear": "G", "coast": "C", "brake": "B", "green_flag": "F"}
"""The letters of damage tokens after a loss."""

_MARKERS: dict[str, Literal["", "0", "00"]] = {"": "", "!": "", "0": "0", "00": "00"}


def turn_line(state: State) -> TurnLine:
    """Returns the turn so far: dice and faces, seconds, loss, damage, and other events."""
    names = road(state).names
    flat = state.way == "flat-out"
    laid = tuple(
        [
            Thrown(step.die, step.brakes, _place(names, step), faces)
            for step, faces in zip(state.plan, state.faces, strict=False)
        ]
    )
    rolled = tuple(
        [Thrown(step.die, len(step.faces) - 1, _place(names, step), step.faces) for step in state.rolled]
    )
    return TurnLine(
        steps=rolled or laid,
        gear=str(state.origin_gear),
        flat=flat,
        tokens=seconds_gained(state.rolled or state.plan) if flat else price(0, state.secured),
        relaid=laid if rolled else (),
        lost=state.lost != "",
        marker=_MARKERS[state.lost],
        damage=state.letters,
        words=state.words,
    )


def _place(names: tuple[str, ...], step: Step | LaidStep) -> str:
    """Returns where a step leads; a chosen landing follows the jump row: `1.L~4.L`."""
    return names[step.cell] if step.landing < 0 else f"{names[step.cell]}~{names[step.landing]}"


def told(state: State) -> str:
    """Returns `turn_line` as text."""
    return write_turn(turn_line(state))

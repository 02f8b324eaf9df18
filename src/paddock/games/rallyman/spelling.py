"""Plans and relays in one line, cells by name: `3>2:A1 4>2:A2 flat-out`, `=> 3>2:A1- 4>2:A2!`."""

from __future__ import annotations

from typing import Any

from paddock.core.errors import BadInput
from paddock.games.rallyman.notation import Thrown, TurnLine, read_turn, write_turn
from paddock.tracks.road import Road

FLAT_OUT = "flat-out"
RELAY = "=>"


def write_plan(road: Road, steps: tuple[Any, ...], way: str) -> str:
    """Returns a plan in one line; it is rolled one by one unless it says `flat-out`."""
    thrown = tuple(Thrown(step.die, step.brakes, _place(road, step)) for step in steps)
    return write_turn(TurnLine(thrown, words=(FLAT_OUT,) if way == FLAT_OUT else ()))


def write_relay(road: Road, steps: tuple[Any, ...]) -> str:
    """Returns the dice of a failed flat out as they are laid again, with their faces."""
    thrown = tuple(Thrown(step.die, len(step.faces) - 1, _place(road, step), step.faces) for step in steps)
    return f"{RELAY} {write_turn(TurnLine(thrown))}"


def _place(road: Road, step: Any) -> str:
    landing = getattr(step, "landing", -1)
    return road.name(step.cell) + (f"~{road.name(landing)}" if landing >= 0 else "")


def is_steps(text: str) -> bool:
    """Whether a line is a plan or a relay rather than another decision."""
    return text.startswith(RELAY) or ">" in text.split(" ", 1)[0]


def read_steps(road: Road, text: str) -> dict[str, Any]:
    """Parses a plan or a relay to plain values; raises BadInput that says what is wrong."""
    relay = text.startswith(RELAY)
    line = read_turn(text.removeprefix(RELAY).strip())
    steps = [_step(road, thrown, text, faces=relay) for thrown in line.steps]
    if relay:
        return {"action": "relay", "steps": steps}
    return {"action": "plan", "steps": steps, "way": FLAT_OUT if FLAT_OUT in line.words else "one-by-one"}


def _step(road: Road, thrown: Thrown, text: str, *, faces: bool) -> dict[str, Any]:
    if not thrown.cell:
        raise BadInput("rallyman.bad-turn", text=text, part=thrown.die)
    cell, _, landing = thrown.cell.partition("~")
    step: dict[str, Any] = {"die": thrown.die, "cell": road.cell(cell)}
    if landing:
        step["landing"] = road.cell(landing)
    if faces:
        step["faces"] = thrown.faces
    elif thrown.brakes:
        step["brakes"] = thrown.brakes
    return step

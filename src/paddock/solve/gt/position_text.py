"""Reads and writes positions between turns, and plans, in the notation of the game."""

from __future__ import annotations

from msgspec import Struct

from paddock.core.errors import BadInput
from paddock.games.rallyman.gt import actions as a
from paddock.games.rallyman.gt.lines import LETTERS
from paddock.games.rallyman.gt.state import Step
from paddock.games.rallyman.notation import Thrown, TurnLine, write_turn
from paddock.solve.gt.damage import Damage
from paddock.solve.gt.driver import Driver, places_on
from paddock.tracks.road_gt import GtRoad


class Position(Struct, frozen=True):
    """A car between two turns."""

    gear: int
    place: int
    focus: int
    damage: Damage


def read_position(road: GtRoad, text: str) -> Position:
    """Reads a position: gear, cell, then focus tokens and damage if there are any."""
    words = text.split()
    try:
        gear = int(words[0].removesuffix(":"))
        lap, cell = 0, road.cell(words[1].removesuffix("*"))
        lap = int(words[1].endswith("*"))
        focus, letters = 0, ""
        for word in words[2:]:
            if word.startswith("("):
                focus = int(word.strip("()"))
            else:
                letters += word.removeprefix(":")
        kinds = {letter: token for token, letter in LETTERS.items()}
        tokens = [kinds[letter] for letter in letters]
        gears, brakes, engines = (tokens.count(kind) for kind in ("gear", "brake", "engine"))
        place = places_on(road)[cell, lap]
    except (ValueError, KeyError, IndexError, BadInput):
        raise BadInput("solve.bad-gt-position", text=text) from None
    if not 0 <= gear <= 6 or focus < 0:
        raise BadInput("solve.bad-gt-position", text=text)
    damage = Damage(gears, brakes, engines, len(tokens) - gears - brakes - engines)
    return Position(gear, place, focus, damage)


def told(driver: Driver, gear: int, action: a.GtAction) -> str:
    """Returns a plan in the notation of turns."""
    if not isinstance(action, a.Plan):
        return "pass"
    road = driver.drive.road
    steps = tuple(Thrown(step.die, step.brakes, road.name(step.cell)) for step in action.steps)
    flat = action.way == "flat-out"
    return write_turn(TurnLine(steps, str(gear), flat, _gain(action.steps) if flat else 0))


def _gain(steps: tuple[Step, ...]) -> int:
    return sum(step.die != "r" for step in steps)

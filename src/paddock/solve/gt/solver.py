"""The solver of Rallyman: GT: options in, a solution out, kept in a store."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np
from msgspec import Struct, structs

from paddock.core.errors import BadInput
from paddock.games.rallyman.gt import RALLYMAN_GT
from paddock.games.rallyman.gt import actions as a
from paddock.games.rallyman.gt.components import Tyre
from paddock.games.rallyman.gt.lines import LETTERS
from paddock.games.rallyman.gt.state import GtOptions, Step
from paddock.games.rallyman.notation import Thrown, TurnLine, write_turn
from paddock.solve.contract import Watch, Wish, perfect_in, unwatched
from paddock.solve.gt.bounds import WHOLE_PURSE, Solved, solve_drive
from paddock.solve.gt.courses import SHELF, course_of, drive_for, fitting_tyre
from paddock.solve.gt.damage import Damage
from paddock.solve.gt.showing import perfect_of
from paddock.solve.gt.solution import Book, Solution, book_of
from paddock.solve.perfect import Advice, Choice, PerfectDrive
from paddock.solve.store import Course, Store, Stored
from paddock.tracks.road_gt import GtRoad

DEFAULT = Wish()


class GtSolver:
    """Solves solo drives of Rallyman: GT on fixed weather."""

    game = RALLYMAN_GT.name

    def solve(
        self, options: GtOptions, wish: Wish = DEFAULT, watch: Watch = unwatched, tyre: Tyre | None = None
    ) -> Solution:
        """The solution of a drive; Ctrl-C ends it with what is proven by then."""
        found: Solved | None = None
        try:
            for closer in solve_drive(drive_for(options, tyre), wish, watch):
                found = closer
        except KeyboardInterrupt:
            if found is None:
                raise
        assert found is not None
        return solution_of(options, found, tyre)

    def solved(
        self,
        options: GtOptions,
        wish: Wish = DEFAULT,
        store: Store | None = None,
        watch: Watch = unwatched,
        *,
        tyre: Tyre | None = None,
    ) -> Solution:
        """The solution from the store; solved and stored if it is missing, stale or not close enough.

        Every closer solution is stored at once, so that others see it while the work goes on.
        """
        kept = store or Store()
        course = course_of(options, tyre)
        stored = kept.find(course)
        if stored is not None and SHELF.enough(perfect_in(stored), wish):
            return from_store(options, stored, tyre)
        found: Solution | None = None
        try:
            for closer in solve_drive(drive_for(options, tyre), wish, watch):
                found = solution_of(options, closer, tyre)
                keep(kept, course, found)
        except KeyboardInterrupt:
            if found is None:
                raise
        assert found is not None
        return found

    def perfect(self, solution: Solution) -> PerfectDrive:
        """All that people are shown of a solution."""
        return solution.perfect

    def road(self, solution: Solution) -> GtRoad:
        """The circuit that was solved."""
        return solution.drive.road

    def advice(self, solution: Solution, position: str) -> Advice:
        """What to do in a position such as `4: 3:A1 (6) :GB`: gear, cell, focus tokens, damage letters."""
        place = read_position(solution, position)
        choice = solution.plan(place.damage, place.place, place.gear, place.focus)
        worth = solution.time(place.damage, place.place, place.gear, place.focus)
        return Advice(position, worth, (Choice(told(solution, place.gear, choice), worth),))


class Position(Struct, frozen=True):
    """A car between two turns."""

    gear: int
    place: int
    focus: int
    damage: Damage


def read_position(solution: Solution, text: str) -> Position:
    """The position of a text: gear, cell, then focus tokens and damage if there are any."""
    words = text.split()
    try:
        gear = int(words[0].removesuffix(":"))
        road = solution.drive.road
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
        place = solution.place_of[cell, lap]
    except (ValueError, KeyError, IndexError, BadInput):
        raise BadInput("solve.bad-gt-position", text=text) from None
    if not 0 <= gear <= 6 or focus < 0:
        raise BadInput("solve.bad-gt-position", text=text)
    return Position(
        gear, place, focus, Damage(gears, brakes, engines, len(tokens) - gears - brakes - engines)
    )


def told(solution: Solution, gear: int, action: a.GtAction) -> str:
    """A plan in the notation of turns."""
    if not isinstance(action, a.Plan):
        return "pass"
    road = solution.drive.road
    steps = tuple(Thrown(step.die, step.brakes, road.name(step.cell)) for step in action.steps)
    flat = action.way == "flat-out"
    return write_turn(TurnLine(steps, str(gear), flat, _gain(action.steps) if flat else 0))


def _gain(steps: tuple[Step, ...]) -> int:
    return sum(step.die != "r" for step in steps)


def solution_of(options: GtOptions, found: Solved, tyre: Tyre | None = None) -> Solution:
    """A solved drive as its drivers use it."""
    laps = found.laps or {Damage(): found.free}
    books = {
        damage: book_of(lap, found.grounds[damage.hand(found.drive.hand)]) for damage, lap in laps.items()
    }
    free = np.ascontiguousarray(found.free.time[:, :, : WHOLE_PURSE + 1])
    tyre = tyre or fitting_tyre(options)
    return Solution(options, found.drive, tyre, perfect_of(options, found), books, free)


def keep(store: Store, course: Course, solution: Solution) -> None:
    """Store a solution; equal plans are stored once."""
    arrays: dict[str, Any] = {}
    for damage, book in solution.books.items():
        name = "-".join(map(str, damage))
        flat = book.plans.reshape(-1, book.plans.shape[3] * 3)
        unique, index = np.unique(flat, axis=0, return_inverse=True)
        arrays |= {
            f"time {name}": book.time,
            f"plans {name}": unique,
            f"plan {name}": index.reshape(book.plans.shape[:3]).astype(np.int32),
            f"daring {name}": book.daring,
        }
    arrays["free"] = solution.free
    facts = {
        "perfect": msgspec.to_builtins(solution.perfect),
        "sets": [list(damage) for damage in solution.books],
    }
    store.save(course, facts, arrays)


def from_store(options: GtOptions, stored: Stored, tyre: Tyre | None = None) -> Solution:
    """A solution as it was stored."""
    books = {}
    for counts in stored.facts["sets"]:
        name = "-".join(map(str, counts))
        index = stored.arrays[f"plan {name}"]
        plans = stored.arrays[f"plans {name}"]
        books[Damage(*counts)] = Book(
            stored.arrays[f"time {name}"],
            plans[index].reshape(*index.shape, -1, 3),
            stored.arrays[f"daring {name}"],
        )
    perfect = structs.replace(perfect_in(stored), options=msgspec.to_builtins(options))
    drive, tyre = drive_for(options, tyre), tyre or fitting_tyre(options)
    return Solution(options, drive, tyre, perfect, books, stored.arrays["free"])


SOLVER = GtSolver()

"""The solver of Rallyman: GT behind the common protocol, with stored solutions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, TypeVar

import msgspec
from msgspec import structs

from paddock.core.errors import BadInput
from paddock.games.rallyman.gt import RALLYMAN_GT
from paddock.games.rallyman.gt.components import Tyre
from paddock.games.rallyman.gt.state import GtOptions, road_of
from paddock.solve.gt.bounds import Solved, solve_drive
from paddock.solve.gt.changing_weather import WeatherCase
from paddock.solve.gt.damage import Damage
from paddock.solve.gt.plan_tables import book_of, pressed, unpressed
from paddock.solve.gt.position_text import read_position, told
from paddock.solve.gt.presentation import perfect_of, weathered_of
from paddock.solve.gt.problem import SHELF, course_of, drive_for, fitting_tyre, weather_case_of
from paddock.solve.gt.solution import Solution
from paddock.solve.gt.weather_solver import solve_weather
from paddock.solve.perfect_drive import Advice, Bounds, Choice, PerfectDrive
from paddock.solve.solver import Watch, Wish, perfect_in, unwatched
from paddock.solve.store import Course, Store, Stored
from paddock.tracks.road_gt import GtRoad

T = TypeVar("T")
DEFAULT = Wish()


class InWeather(NamedTuple):
    """A drive in changing weather between its bounds."""

    perfect: PerfectDrive
    drive: WeatherCase

    @property
    def bounds(self) -> Bounds:
        """The proven bounds of the least expected time."""
        return self.perfect.bounds


class GtSolver:
    """Solves solo drives of Rallyman: GT; in changing weather only their bounds."""

    game = RALLYMAN_GT.name

    def solve(
        self, options: GtOptions, wish: Wish = DEFAULT, watch: Watch = unwatched, tyre: Tyre | None = None
    ) -> Solution:
        """Returns the solution of a drive in fixed weather; Ctrl-C returns the best one so far."""
        return solution_of(options, _closest(solve_drive(drive_for(options, tyre), wish, watch)), tyre)

    def solve_weather(
        self, options: GtOptions, wish: Wish, store: Store, watch: Watch, tyre: Tyre | None = None
    ) -> InWeather:
        """Returns the bounds of a drive in changing weather; Ctrl-C returns the best ones so far."""
        course, weather_case = course_of(options, tyre), weather_case_of(options, tyre)

        def stored() -> Iterator[InWeather]:
            for closer in solve_weather(weather_case, wish, watch):
                found = InWeather(weathered_of(options, closer), weather_case)
                yield found  # before storing, so that an interrupt then loses nothing
                store.save(course, {"perfect": msgspec.to_builtins(found.perfect)}, {})

        return _closest(stored())

    def solved(
        self,
        options: GtOptions,
        wish: Wish = DEFAULT,
        store: Store | None = None,
        watch: Watch = unwatched,
        *,
        tyre: Tyre | None = None,
    ) -> Solution | InWeather:
        """Returns the stored solution; solves and stores it if it is missing, stale or too inaccurate."""
        if not options.changing_weather:
            return self.solution(options, wish, store, watch, tyre=tyre)
        kept = store or Store()
        stored = kept.find(course_of(options, tyre))
        if stored is not None and SHELF.enough(perfect_in(stored), wish):
            return InWeather(perfect_in(stored), weather_case_of(options, tyre))
        return self.solve_weather(options, wish, kept, watch, tyre)

    def solution(
        self,
        options: GtOptions,
        wish: Wish = DEFAULT,
        store: Store | None = None,
        watch: Watch = unwatched,
        *,
        tyre: Tyre | None = None,
    ) -> Solution:
        """Returns the solution of a drive in fixed weather, stored or solved.

        Every improved solution is stored at once, so that others can use it while the work continues.
        """
        kept = store or Store()
        course = course_of(options, tyre)
        stored = kept.find(course)
        if stored is not None and SHELF.enough(perfect_in(stored), wish):
            return from_store(options, stored, tyre)

        def kept_closer() -> Iterator[Solution]:
            for closer in solve_drive(drive_for(options, tyre), wish, watch):
                found = solution_of(options, closer, tyre)
                yield found  # before storing, so that an interrupt then loses nothing
                keep(kept, course, found)

        return _closest(kept_closer())

    def perfect(self, solution: Solution | InWeather) -> PerfectDrive:
        """Returns everything shown of a solution."""
        return solution.perfect

    def road(self, solution: Solution | InWeather) -> GtRoad:
        """Returns the circuit that was solved."""
        return solution.drive.road

    def check_position(self, options: GtOptions, position: str) -> None:
        """Raises BadInput if a position cannot be read or has no answer."""
        if options.changing_weather:
            raise BadInput("solve.no-weather-policy")
        read_position(road_of(options.track), position)

    def advice(self, solution: Solution | InWeather, position: str) -> Advice:
        """Returns the best decision in a position `4: 3:A1 (6) :GB`: gear, cell, focus, damage letters."""
        if isinstance(solution, InWeather):
            raise BadInput("solve.no-weather-policy")
        place = read_position(solution.drive.road, position)
        choice = solution.plan(place.damage, place.place, place.gear, place.focus)
        worth = solution.time(place.damage, place.place, place.gear, place.focus)
        return Advice(position, worth, (Choice(told(solution, place.gear, choice), worth),))


def _closest(solutions: Iterable[T]) -> T:
    """Returns the last of ever better solutions; Ctrl-C returns the best one so far."""
    found: T | None = None
    try:
        for closer in solutions:
            found = closer
    except KeyboardInterrupt:
        if found is None:
            raise
    assert found is not None
    return found


def solution_of(options: GtOptions, found: Solved, tyre: Tyre | None = None) -> Solution:
    """Returns a solved drive as a solution."""
    laps = found.laps or {Damage(): found.free}
    books = {
        damage: book_of(lap, found.grounds[damage.hand(found.drive.hand)]) for damage, lap in laps.items()
    }
    tyre = tyre or fitting_tyre(options)
    return Solution(options, found.drive, tyre, perfect_of(options, found), books, found.free.time)


def keep(store: Store, course: Course, solution: Solution) -> None:
    """Stores a solution; equal plans are stored once."""
    arrays: dict[str, Any] = {}
    for damage, book in solution.books.items():
        name = "-".join(map(str, damage))
        arrays |= {f"{part} {name}": array for part, array in pressed(book).items()}
    arrays["free"] = solution.free
    facts = {
        "perfect": msgspec.to_builtins(solution.perfect),
        "sets": [list(damage) for damage in solution.books],
    }
    store.save(course, facts, arrays)


def from_store(options: GtOptions, stored: Stored, tyre: Tyre | None = None) -> Solution:
    """Returns a stored solution."""
    books = {}
    for counts in stored.facts["sets"]:
        name = "-".join(map(str, counts))
        parts = (stored.arrays[f"{part} {name}"] for part in ("time", "plans", "plan", "daring"))
        books[Damage(*counts)] = unpressed(*parts)
    perfect = structs.replace(perfect_in(stored), options=msgspec.to_builtins(options))
    drive, tyre = drive_for(options, tyre), tyre or fitting_tyre(options)
    return Solution(options, drive, tyre, perfect, books, stored.arrays["free"])


SOLVER = GtSolver()

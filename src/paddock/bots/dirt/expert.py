"""The expert of Rallyman: DIRT: drives by the solved stage, among other cars and through mud."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from functools import lru_cache, partial
from itertools import accumulate
from random import Random
from typing import Any

import msgspec

from paddock.bots.dirt import club
from paddock.bots.strengths import measured
from paddock.core.errors import BadInput
from paddock.core.game import Level, Perspective
from paddock.games.rallyman.dice import HAZARD, gear_after
from paddock.games.rallyman.dirt import actions as a
from paddock.games.rallyman.dirt.components import (
    FRONT_SECONDS,
    HAZARD_LIMIT,
    KINDS,
    SPARE_WHEEL_SECONDS,
    UP,
    ZERO_TURN_SECONDS,
)
from paddock.games.rallyman.dirt.drive import drive_of
from paddock.games.rallyman.dirt.outlooks import Turn
from paddock.games.rallyman.dirt.relays import Relays
from paddock.games.rallyman.dirt.state import DirtOptions, State
from paddock.games.rallyman.turns import Ending, Value
from paddock.kernels.compiling import MISSING_EXTRA
from paddock.solve import Store, Wish, find_shelf, find_solver
from paddock.solve.store import Course
from paddock.solve.table_cache import Tables, only_kept


class ExpertBot:
    """Knows the value of every space in every gear, and plans each turn exactly among the other cars."""

    name = "expert"
    level: Level = "expert"
    strength, pace = measured("rallyman-dirt.expert")
    missing_extra = MISSING_EXTRA
    kernels = ("paddock.solve.dirt",)

    def choose(self, perspective: Perspective[Any, Any], rng: Random) -> a.DirtAction:
        """Returns the decision of the driver; a club driver's until the stage is solved."""
        state, seat = perspective.imagine(rng), perspective.seat
        tables = rally_tables(state.options)
        if tables is None:
            return club.Thoughts(state, seat).decide()
        return Thoughts(state, seat, tables).decide()


def rally_tables(options: DirtOptions) -> Any:
    """Returns the solved rally of a table's options as `RallyPolicy`, or None if it is missing.

    Stored solutions are loaded at once. A missing one is computed in the background, with a log message,
    unless `PADDOCK_TABLES=kept`.
    """
    rally = alone(options)
    if rally in _READABLE or _kept(rally):
        _READABLE.add(rally)
        return _read(rally)
    if only_kept():
        return None
    return _read(rally) if _MADE.wanted(rally, partial(_make, rally)) else None


@lru_cache(maxsize=256)
def alone(options: DirtOptions) -> DirtOptions:
    """Returns the options of a solo drive over the same stages, which is what is solved."""
    return msgspec.structs.replace(options, carried=(), time_controls=False)


_LOG = logging.getLogger("paddock.bots")
_MADE: Tables[bool] = Tables(64)
_READABLE: set[DirtOptions] = set()


def _kept(rally: DirtOptions) -> bool:
    """Whether the store holds a solution of a rally by these rules and this solver."""
    course = _course(rally)
    return course is not None and Store().find(course) is not None


@lru_cache(maxsize=256)
def _course(rally: DirtOptions) -> Course | None:
    try:
        return find_shelf("rallyman-dirt").course(rally)
    except BadInput:
        return None


def _make(rally: DirtOptions) -> bool:
    """Solves a rally and stores the solution."""
    course = find_shelf("rallyman-dirt").course(rally)
    _LOG.warning("%s is not solved yet: experts drive as the club does until it is", course.name)
    find_solver("rallyman-dirt").solved(rally, Wish(), Store())
    _LOG.warning("%s is solved: experts drive by it", course.name)
    return True


@lru_cache(maxsize=6)
def _read(rally: DirtOptions) -> Any:
    from paddock.solve.dirt.rally import RallyPolicy

    return RallyPolicy(find_solver("rallyman-dirt").solved(rally, Wish(), Store()))


class Thoughts(club.Thoughts):
    """Decides like a club driver, but with the exact values of the solved stage."""

    def __init__(self, state: State, seat: int, rally: Any) -> None:
        super().__init__(state, seat)
        self.rally = rally
        self.policy = rally.drivers[state.stage]

    @property
    def cap(self) -> int:
        """The largest number of tokens that the tables of the car's level distinguish."""
        most: int = self.policy.solution.stage.most(self.level)
        return most

    @property
    def tables(self) -> Any:
        """The times to go of the car in its present state."""
        return self.policy.tables(self.state, self.seat).values

    def decide(self) -> a.DirtAction:
        """Returns the decision of this phase."""
        match self.state.phase:
            case "sisu":
                return self.sisu()
            case "wheel":
                return self.wheel()
            case "service":
                return self.service()
            case _:
                self.level = self.policy.level(self.state, self.seat)
                self.values = self.tables
                column = min(self.car.seconds, self.cap)
                self.to_go = self.values.start[self.level, :, :, column]
                return super().decide()

    def plan(self) -> a.DirtAction:
        """Returns the best plan among the cars, or waits if that is allowed and better."""
        found = self.policy.plan(self.state, self.seat)
        drive = drive_of(self.state, self.seat)
        if found is None:
            return self.stuck(drive)
        if drive.staying() == "blocked":
            gear = self.car.gear
            stays = FRONT_SECONDS[gear] if gear else ZERO_TURN_SECONDS
            if stays + self.to_go[self.car.cell][gear] - self._beyond(self.car.seconds) < found.worth:
                return a.Pass()
        return a.Plan(found.steps, found.way)

    def lost(self, cell: int, gear: int) -> float:
        """Returns the value of losing control on a space in a gear."""
        return -self._lost(cell, gear, self.car.seconds, 0)

    def _value(self, turn: Turn, taken: int = 0) -> Value:
        """Returns a function that values every end of a turn; `taken` of its steps are only padding."""
        memo: dict[Ending, float] = {}

        def value(ending: Ending) -> float:
            worth = memo.get(ending)
            if worth is None:
                worth = memo[ending] = -self._seconds(turn, ending, taken)
            return worth

        return value

    def _seconds(self, turn: Turn, ending: Ending, taken: int) -> float:
        """Returns the seconds to go after such an end of a turn, draws on its shortcuts included."""
        steps, lost, tokens = ending
        if steps == taken:
            return self._stop(self.car.cell, self.car.gear, tokens, 0)
        end = turn.end(steps - taken, lost, tokens)
        none = self._ended(end.cell, end.gear, tokens, lost, end.finished, 0)
        if not turn.draws(steps - taken, lost) or self.values.stop.shape[1] == 1:
            return none
        one = self._ended(end.cell, end.gear, tokens, lost, end.finished, 1)
        return none + self._puncture() * (one - none)

    def _ended(self, cell: int, gear: int, tokens: int, lost: bool, finished: bool, punctures: int) -> float:
        if lost and finished:
            return float(self.values.crossed[self.level, punctures, gear]) - tokens
        return (self._lost if lost else self._stop)(cell, gear, tokens, punctures)

    def _stop(self, cell: int, gear: int, tokens: int, punctures: int) -> float:
        column = min(tokens, self.cap)
        return float(self.values.stop[self.level, punctures, cell, gear, column]) - self._beyond(tokens)

    def _lost(self, cell: int, gear: int, tokens: int, punctures: int) -> float:
        column = min(tokens, self.cap)
        return float(self.values.lost[self.level, punctures, cell, gear, column]) - self._beyond(tokens)

    def _beyond(self, tokens: int) -> int:
        """The number of tokens beyond the range of the tables; each is worth its second."""
        return max(0, tokens - self.cap)

    def _puncture(self) -> float:
        """The chance that a draw on a shortcut is a puncture."""
        bag = self.state.bag
        flat = sum(left for token, left in enumerate(bag) if UP[token + KINDS] == "puncture")
        return flat / max(1, sum(bag))

    def relay(self) -> a.DirtAction:
        """Returns the relay with the cheapest loss."""
        endings = Relays(self.state).endings()
        return a.Relay(endings[max(endings, key=lambda end: self.lost(*end))])

    def sisu(self) -> a.DirtAction:
        """Plays SISU if it saves more now than it may save later."""
        state, car = self.state, self.car
        self.level, self.values = self.policy.level(state, self.seat), self.tables
        steps = list(zip(state.plan, _gears(state), strict=True))
        at = self._fails_at()
        (failed, gear), ends = steps[at], steps[at:] if state.way == "one-by-one" else steps[-1:]
        cell = failed.landing if failed.landing >= 0 else failed.cell
        gone = self._lost(cell, gear, car.seconds, 0)
        car.sisu = False
        self.level, self.values = self.policy.level(state, self.seat), self.tables
        saved = min(self._stop(step.cell, gear, car.seconds, 0) for step, gear in ends)
        return a.PlaySisu() if saved < gone else a.Accept()

    def _fails_at(self) -> int:
        """Returns the step of the plan with which control would be lost."""
        state = self.state
        if state.at:
            return state.at - 1
        hazards = accumulate(shown.count(HAZARD) for shown in state.faces)
        return next(at for at, total in enumerate(hazards) if total >= HAZARD_LIMIT)

    def wheel(self) -> a.DirtAction:
        """Changes the wheel in the middle of a stage if the repaired car makes up for the lost time."""
        solution = self.policy.solution
        self.level = level = self.policy.level(self.state, self.seat)
        car, cell, column = self.car, self.car.cell, min(self.car.seconds, self.cap)
        held = self.policy.held(self.state, self.seat)
        part = 0 if self.state.options.spare_wheel_removes == "gear" else 1
        mended = tuple(count - (at == part) for at, count in enumerate(held))
        kept = FRONT_SECONDS[1] + solution.table(held, int(car.spare))[level, cell, 1, column]
        changed = SPARE_WHEEL_SECONDS + solution.table(mended, 0)[level, cell, 0, column]
        return a.ChangeWheel() if changed < kept else a.KeepWheel()

    def service(self) -> a.DirtAction:
        """Changes the wheel between two stages if that makes the next ones faster."""
        start = self.rally.drivers[self.state.stage + 1].solution.start
        held = self.policy.held(self.state, self.seat)
        part = 0 if self.state.options.spare_wheel_removes == "gear" else 1
        mended = tuple(count - (at == part) for at, count in enumerate(held))
        kept = start(held, spare=True, sisu=self.car.sisu)[1]
        changed = start(mended, spare=False, sisu=self.car.sisu)[1]
        return a.ChangeWheel() if changed < kept else a.KeepWheel()


def _gears(state: State) -> Iterator[int]:
    """Yields the gear after every step of the plan."""
    gear = state.origin_gear
    for step in state.plan:
        gear = gear_after(gear, step.die)
        yield gear

"""Solves a stage: one set of dice after another, most damaged first, first without the spare wheel."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor, as_completed
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from paddock.core.errors import BadInput
from paddock.kernels.dirt.stage_arrays import Floats, Ints
from paddock.kernels.dirt.turn_nodes import spots_of
from paddock.kernels.dirt.value_tables import NEVER
from paddock.solve.dirt.box_arrays import Figures, figures
from paddock.solve.dirt.damage_levels import first_above, levels
from paddock.solve.dirt.stage_problem import Held, Home, StageCase, check_draws, check_solo, nothing_behind
from paddock.solve.dirt.tables import Stage, hand_of, problems_of, reached, rooms, set_up, workbench
from paddock.solve.solver import Watch, Wish, unwatched

DEFAULT = Wish()

Times = NDArray[np.float64] | NDArray[np.float32]
"""The times to go of a car; in single precision if loaded from a file."""
Solved = dict[tuple[Held, int], Times]
"""The times to go of cars by tokens on the cockpit and spare wheel (0: used)."""


class StageSolution(NamedTuple):
    """The times to go of a stage: for every car [problem, space or line, gear, column]."""

    stage: Stage
    tables: Solved
    """By tokens on the cockpit and spare wheel (0: used); only 0 if a wheel change never pays.

    The upper bound changes wheels in a stage only if plans are searched without tolerance.
    """

    def table(self, held: Held, spare: int) -> Times:
        """Returns the times of a car."""
        found = self.tables.get((held, spare))
        return self.tables[held, 0] if found is None else found

    def level(self, losses: int, above: bool, sisu: bool) -> int:
        """Returns the number of the problem of a car after `losses` losses in this stage."""
        depth = self.stage.case.depth
        half = len(self.stage.levels) // 2 if self.stage.case.sisu and not sisu else 0
        if above:
            return half + first_above(depth) + min(losses, depth.above)
        return half + min(losses, depth.below + depth.lent)

    def bounds(
        self, cell: int, gear: int, seconds: int, held: Held, *, spare: bool, sisu: bool, losses: int
    ) -> tuple[float, float]:
        """Returns the bounds of the time to go at the start of a turn; `cell` -1: before the line."""
        place = self.stage.ground.cells if cell < 0 else cell
        if held[0] >= self.stage.figures.caps[0]:
            home = self.stage.home.retired[:, int(sisu)]
            time = self.stage.figures.retirement - seconds
            return float(time + home[0]), float(time + home[1])
        table = self.table(held, int(spare))
        below, above = self.level(losses, False, sisu), self.level(losses, True, sisu)
        lower = float(table[below, place, gear, -1]) - seconds
        if seconds <= self.stage.case.cap and not self.stage.levels[below].lent:
            lower = max(lower, float(table[below, place, gear, seconds]))
        most = self.stage.most(above)
        upper = float(table[above, place, gear, min(seconds, most)]) - max(0, seconds - most)
        return lower, upper

    def start(
        self, held: Held = (0, 0, 0), *, spare: bool = True, sisu: bool | None = None
    ) -> tuple[float, float]:
        """Returns the bounds of the whole stage."""
        token = self.stage.case.sisu if sisu is None else sisu
        return self.bounds(-1, 0, 0, held, spare=spare, sisu=token, losses=0)


@lru_cache(maxsize=1)
def _figures() -> Figures:
    return figures()


def solve_stage(
    case: StageCase,
    home: Home | None = None,
    watch: Watch = unwatched,
    begun: Solved | None = None,
    wish: Wish = DEFAULT,
) -> StageSolution:
    """Solves a stage; raises BadInput if that is impossible.

    `begun` holds solved cars and receives new ones.
    """
    check_solo(case.road)
    box = _figures()
    stage = set_up(case, levels(case.depth, case.sisu), box, home or nothing_behind(box))
    check_draws(stage.ground)
    cars = [held for held in _all_held(box) if any(reached(stage, held, level) for level in stage.levels)]
    needed = memory_needed(stage, len(cars), wish.jobs)
    if needed > wish.memory:
        raise BadInput("solve.too-large", needed=needed, allowed=wish.memory)
    tables: Solved = {} if begun is None else begun
    wanted = np.ones(len(stage.levels), np.int64)
    for spare in (0, 1):
        if spare:
            if not _wheel_matters(stage, tables, cars):
                break
            if not _kept_for_later(stage) and case.depth.slack:
                wanted = np.array([level.side < 0 for level in stage.levels], np.int64)
        restart = restart_tables(stage, tables, spare)

        def one(held: Held, spare: int = spare, restart: Floats = restart, wanted: Ints = wanted) -> Floats:
            return _solve_car(stage, held, spare, restart, tables, wanted)

        done = 0
        with ThreadPoolExecutor(wish.jobs) as pool:
            for alike in _equally_damaged(cars):
                todo = [held for held in alike if (held, spare) not in tables]
                done += len(alike) - len(todo)
                working = {pool.submit(one, held): held for held in todo}
                try:
                    for found in as_completed(working):
                        tables[working[found], spare] = found.result()
                        done += 1
                        watch((spare * len(cars) + done) / (2 * len(cars)), "")
                except BaseException:
                    pool.shutdown(cancel_futures=True)
                    raise
    watch(1.0, "")
    return StageSolution(stage, tables)


def memory_needed(stage: Stage, cars: int, jobs: int) -> int:
    """Estimates the peak memory of solving a stage in megabytes."""
    whole = (0, 0, 0)
    problems, hand = problems_of(stage, whole), hand_of(stage, whole)
    ahead = rooms(stage, whole, spots_of(stage.ground, hand), problems)[1]
    table = len(stage.levels) * (stage.ground.cells + 1) * 7 * stage.columns
    return int(250 + 8 * (ahead + (2 * cars + 12 * jobs) * table) / 1e6 + 40 * jobs)


def _solve_car(stage: Stage, held: Held, spare: int, restart: Floats, tables: Solved, wanted: Ints) -> Floats:
    """Returns the times to go of a car; those of more damaged cars must be known."""
    bench = workbench(
        stage,
        held,
        spare,
        restart,
        punctured_tables(stage, held, spare, tables),
        wheel_tables(stage, held, spare, tables),
        wanted=wanted,
    )
    bench.sweep(0, len(stage.ground.groups) - 1)
    for k in np.flatnonzero(wanted == 0):
        bench.values.start[k] = tables[held, 0][k]
    return bench.values.start


def _equally_damaged(cars: list[Held]) -> list[list[Held]]:
    """Groups cars by their number of tokens, most damaged first; a group's cars are independent."""
    return [list(alike) for _, alike in groupby(cars, key=sum)]


def _all_held(box: Figures) -> list[Held]:
    """Returns all cars that can drive, most damaged first."""
    gear, coast, brake = box.caps
    found = [(a, c, b) for a in range(gear) for c in range(coast + 1) for b in range(brake + 1)]
    return sorted(found, key=lambda held: -sum(held))


def restart_tables(stage: Stage, tables: Solved, spare: int) -> Floats:
    """Returns the times of restarts in gear 0 for all solved cars; a car without gear dice has retired."""
    gear, coast, brake = stage.figures.caps
    shape = (len(stage.levels), gear + 1, coast + 1, brake + 1, stage.ground.cells, stage.columns)
    restart = np.full(shape, NEVER)
    seconds = np.arange(stage.columns, dtype=np.float64)
    seconds[-1] = 0.0
    for k, level in enumerate(stage.levels):
        behind = stage.home.retired[int(level.side > 0), int(level.sisu)]
        restart[k, gear] = stage.figures.retirement + behind - seconds
    for (held, wheel), table in tables.items():
        if wheel == spare:
            restart[(slice(None), *held)] = _columns(stage, table)
    return restart


def _columns(stage: Stage, table: Times) -> Floats:
    """Returns the restarts of a car in gear 0 for every column, also if a problem has only the last one."""
    found = table[:, :-1, 0].astype(np.float64)
    for k, level in enumerate(stage.levels):
        if level.lent:
            found[k, :, :-1] = found[k, :, -1:] - np.arange(stage.columns - 1)
        elif level.side > 0:
            most = stage.most(k)
            found[k, :, most:] = found[k, :, most, None] - np.arange(stage.columns - most)
    return found


def punctured_tables(stage: Stage, held: Held, spare: int, tables: Solved) -> Floats:
    """Returns the tables of cars with more coast tokens, by punctures drawn in a turn."""
    count = stage.punctures(held)
    shape = (len(stage.levels), stage.ground.cells + 1, 7, stage.columns)
    found = np.full((count, *shape), NEVER)
    for p in range(1, count):
        found[p] = tables[(held[0], held[1] + p, held[2]), spare]
    return found


def wheel_tables(stage: Stage, held: Held, spare: int, tables: Solved) -> Floats:
    """Returns the cost of a wheel change by problem, punctures, space and column (DIRT-SPARE-1 to -3)."""
    count, cells = stage.punctures(held), stage.ground.cells
    found = np.full((len(stage.levels), count, cells, stage.columns), NEVER)
    if not spare:
        return found
    for p in range(count):
        for k, level in enumerate(stage.levels):
            cost = _mended(stage, (held[0], held[1] + p, held[2]), k, level.side, tables)
            if cost is not None:
                found[k, p] = stage.figures.spare_wheel + cost
    return found


def _mended(stage: Stage, held: Held, k: int, side: int, tables: Solved) -> Floats | None:
    """Returns the times of restarts in gear 0 after a wheel change; None if there is nothing to repair.

    A car with capped coast tokens may have more: the lower bound assumes it has not, the upper bound it
    has.
    """
    gear, coast, brake = held
    if stage.case.removes == "gear":
        after = (gear - 1, coast, brake) if gear else None
    elif side > 0 and coast == stage.figures.caps[1]:
        after = held
    else:
        after = (gear, coast - 1, brake) if coast else None
    if after is None or (after, 0) not in tables:
        return None
    return tables[after, 0][k, :-1, 0].astype(np.float64)


def _wheel_matters(stage: Stage, tables: Solved, cars: list[Held]) -> bool:
    """Whether a wheel change ever pays, or keeping the wheel for a later stage."""
    if _kept_for_later(stage):
        return True
    front = stage.figures.front[1]
    for held in cars:
        driven = tables[held, 0][:, :-1, 1]
        for k, level in enumerate(stage.levels):
            if level.side > 0 and stage.case.depth.slack:
                continue
            cost = _mended(stage, held, k, level.side, tables)
            if cost is not None and reached(stage, held, level):
                here = front + driven[k]
                if (stage.figures.spare_wheel + cost < here)[here < NEVER / 2].any():
                    return True
    return False


def _kept_for_later(stage: Stage) -> bool:
    """Whether the spare wheel has a value behind the finish."""
    finished = stage.home.finished
    return not np.array_equal(finished[:, 0], finished[:, 1])

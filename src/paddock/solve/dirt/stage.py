"""A stage solved: hand after hand, the most damaged first, without the spare wheel and then with it."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from paddock.kernels.dirt.ground import Floats
from paddock.kernels.dirt.tables import NEVER
from paddock.solve.dirt.cases import Held, Home, StageCase, check_solo, nothing_behind
from paddock.solve.dirt.figures import Figures, figures
from paddock.solve.dirt.levels import first_above, levels
from paddock.solve.dirt.workbench import Stage, reached, set_up, workbench

Watch = Callable[[float, str], None]

GROUPS_AT_ONCE = 8
"""Rows solved between two looks at the watch."""


def unwatched(done: float, told: str) -> None:
    """A watch nobody looks at."""


Solved = dict[tuple[Held, int], Floats]
"""The times to go of cars: by tokens on the cockpit and spare wheel (0: used)."""


class StageSolution(NamedTuple):
    """The times to go of a stage: for every car [problem, space or line, gear, column]."""

    stage: Stage
    tables: Solved
    """By tokens on the cockpit and spare wheel (0: used); only 0 where a wheel change never pays.

    From above a wheel is changed in a stage only if plans are searched without slack.
    """

    def table(self, held: Held, spare: int) -> Floats:
        """The times of a car."""
        found = self.tables.get((held, spare))
        return self.tables[held, 0] if found is None else found

    def level(self, losses: int, above: bool, sisu: bool) -> int:
        """The problem of a car after so many losses in this stage."""
        depth = self.stage.case.depth
        half = len(self.stage.levels) // 2 if self.stage.case.sisu and not sisu else 0
        if above:
            return half + first_above(depth) + min(losses, depth.above)
        return half + min(losses, depth.below + depth.lent)

    def bounds(
        self, cell: int, gear: int, seconds: int, held: Held, *, spare: bool, sisu: bool, losses: int
    ) -> tuple[float, float]:
        """Between what the expected time to go lies at the start of a turn; `cell` -1: before the line."""
        cap = self.stage.case.cap
        place = self.stage.ground.cells if cell < 0 else cell
        if held[0] >= self.stage.figures.caps[0]:
            home = self.stage.home.retired[:, int(sisu)]
            time = self.stage.figures.retirement - seconds
            return float(time + home[0]), float(time + home[1])
        table = self.table(held, int(spare))
        below, above = self.level(losses, False, sisu), self.level(losses, True, sisu)
        lower = table[below, place, gear, cap + 1] - seconds
        if seconds <= cap and not self.stage.levels[below].lent:
            lower = max(lower, table[below, place, gear, seconds])
        upper = table[above, place, gear, min(seconds, cap)] - max(0, seconds - cap)
        return float(lower), float(upper)

    def start(
        self, held: Held = (0, 0, 0), *, spare: bool = True, sisu: bool | None = None
    ) -> tuple[float, float]:
        """The bounds of the whole stage."""
        token = self.stage.case.sisu if sisu is None else sisu
        return self.bounds(-1, 0, 0, held, spare=spare, sisu=token, losses=0)


@lru_cache(maxsize=1)
def _figures() -> Figures:
    return figures()


def solve_stage(
    case: StageCase, home: Home | None = None, watch: Watch = unwatched, begun: Solved | None = None
) -> StageSolution:
    """Solve a stage; BadInput says why it cannot be. `begun` holds cars solved before, and is filled."""
    check_solo(case.road)
    box = _figures()
    stage = set_up(case, levels(case.depth, case.sisu), box, home or nothing_behind(box))
    cars = [held for held in _all_held(box) if any(reached(stage, held, level) for level in stage.levels)]
    tables: Solved = {} if begun is None else begun
    wanted = np.ones(len(stage.levels), np.int64)
    for spare in (0, 1):
        if spare:
            if not _wheel_matters(stage, tables, cars):
                break
            if not _kept_for_later(stage) and case.depth.slack:
                wanted = np.array([level.side < 0 for level in stage.levels], np.int64)
        restart = restart_tables(stage, tables, spare)
        for number, held in enumerate(cars):
            if (held, spare) in tables:
                continue
            bench = workbench(
                stage,
                held,
                spare,
                restart,
                punctured_tables(stage, held, spare, tables),
                wheel_tables(stage, held, spare, tables),
                wanted=wanted,
            )
            groups = len(stage.ground.groups) - 1
            for first in range(0, groups, GROUPS_AT_ONCE):
                bench.sweep(first, min(groups, first + GROUPS_AT_ONCE))
                watch((spare * len(cars) + number + first / groups) / (2 * len(cars)), "")
            for k in np.flatnonzero(wanted == 0):
                bench.values.start[k] = tables[held, 0][k]
            tables[held, spare] = bench.values.start
    watch(1.0, "")
    return StageSolution(stage, tables)


def _all_held(box: Figures) -> list[Held]:
    """All cars that can drive, the most damaged first."""
    gear, coast, brake = box.caps
    found = [(a, c, b) for a in range(gear) for c in range(coast + 1) for b in range(brake + 1)]
    return sorted(found, key=lambda held: -sum(held))


def restart_tables(stage: Stage, tables: Solved, spare: int) -> Floats:
    """Driving on from gear 0 with every hand, as far as solved; a car without gear dice has retired."""
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


def _columns(stage: Stage, table: Floats) -> Floats:
    """The starts from gear 0 of a car in every column, also where a problem has only the last one."""
    found = table[:, :-1, 0].copy()
    for k, level in enumerate(stage.levels):
        if level.lent:
            found[k, :, :-1] = found[k, :, -1:] - np.arange(stage.columns - 1)
    return found


def punctured_tables(stage: Stage, held: Held, spare: int, tables: Solved) -> Floats:
    """The tables of cars with more coast tokens, by punctures drawn in a turn."""
    count = stage.punctures(held)
    shape = (len(stage.levels), stage.ground.cells + 1, 7, stage.columns)
    found = np.full((count, *shape), NEVER)
    for p in range(1, count):
        found[p] = tables[(held[0], held[1] + p, held[2]), spare]
    return found


def wheel_tables(stage: Stage, held: Held, spare: int, tables: Solved) -> Floats:
    """What a wheel change costs by problem, punctures of the turn, space and column (DIRT-SPARE-1 to -3)."""
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
    """Driving on from gear 0 after a wheel change; None if there is nothing to mend.

    A car with as many coast tokens as matter may have more: kindly it has not, harshly it has.
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
    return np.asarray(tables[after, 0][k, :-1, 0])


def _wheel_matters(stage: Stage, tables: Solved, cars: list[Held]) -> bool:
    """Whether a wheel change is ever worth its time, or the wheel worth keeping for later."""
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
    """Whether the spare wheel is worth something behind the finish."""
    finished = stage.home.finished
    return not np.array_equal(finished[:, 0], finished[:, 1])

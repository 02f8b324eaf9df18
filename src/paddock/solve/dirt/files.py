"""Solution files: only used columns, in single precision, with bounds rounded outwards."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from paddock.games.rallyman.dirt.stages import stages_of
from paddock.games.rallyman.dirt.state import DirtOptions
from paddock.kernels.dirt.value_tables import NEVER
from paddock.solve.dirt.box_arrays import figures
from paddock.solve.dirt.damage_levels import Level, levels
from paddock.solve.dirt.problem import Depth
from paddock.solve.dirt.rally import Cars, RallySolution, case_of
from paddock.solve.dirt.stage import StageSolution, Times
from paddock.solve.dirt.stage_problem import Home, StageCase
from paddock.solve.dirt.tables import set_up
from paddock.solve.store import Stored


def arrays_of(solution: RallySolution) -> dict[str, NDArray[Any]]:
    """Returns all arrays of a solution by name."""
    cars = {number: stage.tables for number, stage in enumerate(solution.stages)}
    found = arrays_of_cars(cars, solution.stages[0].stage.levels)
    for number, stage in enumerate(solution.stages):
        home = stage.stage.home
        found[f"{number}/finished"], found[f"{number}/retired"] = home.finished, home.retired
    return found


def arrays_of_cars(cars: Cars, all_levels: tuple[Level, ...]) -> dict[str, NDArray[Any]]:
    """Returns the tables of cars by name, with the problem and the number of every column."""
    found: dict[str, NDArray[Any]] = {}
    for number, tables in cars.items():
        for ((gear, coast, brake), spare), table in tables.items():
            name = f"{number}/{gear}{coast}{brake}{spare}"
            told = np.asarray((table < NEVER).any(axis=(1, 2)))
            found[name] = _by_column(_outwards(table, all_levels))[told]
            found[f"{name}{_TOLD}"] = told
    return found


_TOLD = " told"


def _by_column(table: NDArray[Any]) -> NDArray[Any]:
    """Returns the same table with problem and column as the first axes."""
    return table.transpose(0, 3, 1, 2)


def cars_in(stored: Stored | None) -> Cars:
    """Returns the cars in a file, or none without a file."""
    found: Cars = {}
    arrays = stored.arrays if stored is not None else {}
    for name, array in arrays.items():
        number, _, key = name.partition("/")
        if key.isdecimal():
            gear, coast, brake, spare = (int(digit) for digit in key)
            told = arrays[f"{name}{_TOLD}"]
            table = np.full((len(told), *array.shape[1:], told.shape[1]), NEVER, np.float32)
            _by_column(table)[told] = array
            found.setdefault(int(number), {})[(gear, coast, brake), spare] = table
    return found


def _outwards(table: Times, all_levels: tuple[Level, ...]) -> NDArray[np.float32]:
    """Rounds to single precision so that lower bounds stay below and upper bounds above."""
    rounded = table.astype(np.float32)
    for k, level in enumerate(all_levels):
        wrong = rounded[k] > table[k] if level.side < 0 else rounded[k] < table[k]
        towards = np.float32(-np.inf if level.side < 0 else np.inf)
        rounded[k] = np.where(wrong, np.nextafter(rounded[k], towards), rounded[k])
    return rounded


def restored(options: DirtOptions, depth: Depth, cap: int, stored: Stored) -> RallySolution:
    """Returns the solution in a file."""
    box = figures()
    count = len(stages_of(options))
    cars = cars_in(stored)
    solved = []
    for number in range(count):
        case: StageCase = case_of(options, number, box)._replace(depth=depth, cap=cap)
        home = Home(
            number + 1 < count, stored.arrays[f"{number}/finished"], stored.arrays[f"{number}/retired"]
        )
        stage = set_up(case, levels(depth, case.sisu), box, home)
        solved.append(StageSolution(stage, cars[number]))
    return RallySolution(options, tuple(solved))

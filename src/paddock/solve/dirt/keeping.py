"""A solution in a file and back: the tables as they lie, rounded to single precision, bounds outwards."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from paddock.games.rallyman.dirt.stages import stages_of
from paddock.games.rallyman.dirt.state import DirtOptions
from paddock.kernels.dirt.ground import Floats
from paddock.solve.dirt.cases import Home, StageCase
from paddock.solve.dirt.courses import Depth
from paddock.solve.dirt.figures import figures
from paddock.solve.dirt.levels import Level, levels
from paddock.solve.dirt.rally import RallySolution, case_of
from paddock.solve.dirt.stage import StageSolution
from paddock.solve.dirt.workbench import set_up
from paddock.solve.store import Stored


def arrays_of(solution: RallySolution) -> dict[str, NDArray[Any]]:
    """Everything a solution cannot be without, by name."""
    found: dict[str, NDArray[Any]] = {}
    for number, stage in enumerate(solution.stages):
        home = stage.stage.home
        found[f"{number}/finished"], found[f"{number}/retired"] = home.finished, home.retired
        for ((gear, coast, brake), spare), table in stage.tables.items():
            found[f"{number}/{gear}{coast}{brake}{spare}"] = _outwards(table, stage.stage.levels)
    return found


def _outwards(table: Floats, all_levels: tuple[Level, ...]) -> NDArray[np.float32]:
    """Single precision that keeps lower bounds below and upper bounds above."""
    rounded = table.astype(np.float32)
    for k, level in enumerate(all_levels):
        wrong = rounded[k] > table[k] if level.side < 0 else rounded[k] < table[k]
        towards = np.float32(-np.inf if level.side < 0 else np.inf)
        rounded[k] = np.where(wrong, np.nextafter(rounded[k], towards), rounded[k])
    return rounded


def restored(options: DirtOptions, depth: Depth, cap: int, stored: Stored) -> RallySolution:
    """The solution a file holds."""
    box = figures()
    count = len(stages_of(options))
    solved = []
    for number in range(count):
        case: StageCase = case_of(options, number, box)._replace(depth=depth, cap=cap)
        home = Home(
            number + 1 < count, stored.arrays[f"{number}/finished"], stored.arrays[f"{number}/retired"]
        )
        stage = set_up(case, levels(depth, case.sisu), box, home)
        tables = {}
        for name, array in stored.arrays.items():
            head, _, key = name.partition("/")
            if int(head) == number and key.isdecimal():
                gear, coast, brake, spare = (int(digit) for digit in key)
                tables[(gear, coast, brake), spare] = array.astype(np.float64)
        solved.append(StageSolution(stage, tables))
    return RallySolution(options, tuple(solved))

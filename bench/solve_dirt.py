"""Solves solo DIRT stage by stage: bounds, CPU time, memory.

`python -m bench.solve_dirt [--write] [STAGE…]`: the stages named (`rally-1/SS1`, or `rally-1` for a whole
rally), or all ready ones. `--write` puts the rows into `docs/solving-dirt.md`.
"""

from __future__ import annotations

import argparse
import resource
import time
from typing import NamedTuple

from bench.rows import alone, write
from paddock.games.rallyman.dirt.state import DirtOptions
from paddock.solve.dirt.prepare import prepare
from paddock.solve.dirt.rally import solve_rally
from paddock.solve.solver import Wish
from paddock.tracks.layouts import stages

PAGE = "solving-dirt.md"


class Cost(NamedTuple):
    """A solved stage or rally: the bounds, and the CPU seconds."""

    lower: float
    upper: float
    spent: float

    @property
    def gap(self) -> float:
        """The gap between the bounds in per cent."""
        return 100 * (self.upper - self.lower) / self.lower


def solved(name: str) -> Cost:
    """Solves a stage or a rally, without the time of compiling."""
    prepare()
    rally, _, stage = name.partition("/")
    began = time.process_time()
    solution = solve_rally(DirtOptions(rally=rally, stages=(stage,) if stage else ()), wish=Wish(jobs=2))
    return Cost(*solution.bounds, time.process_time() - began)


def measured(name: str) -> str:
    """Returns a row of the table."""
    lower, upper, spent = cost = solved(name)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    cells = [name, f"{lower:.2f}", f"{upper:.2f}", f"{cost.gap:.2f} %", f"{spent:.0f} s", f"{memory:.0f} MB"]
    return f"| {' | '.join(cells)} |"


def main() -> None:
    """Measures each stage in its own process, to measure its memory."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--write", action="store_true")
    asked.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    asked.add_argument("names", nargs="*")
    found = asked.parse_args()
    for name in found.names or list(stages()):
        if found.here:
            print(measured(name), flush=True)
            continue
        row = alone("bench.solve_dirt", name)
        print(row, flush=True)
        if found.write:
            write(PAGE, "stages", row)


if __name__ == "__main__":
    main()

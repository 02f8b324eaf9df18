"""Solo DIRT solved, stage by stage: bounds, processor time, memory.

`python -m bench.solve_dirt [--write] [STAGE…]`: the stages named (`rally-1/SS1`, or `rally-1`
for a whole rally), all ready ones without a name. `--write` puts the rows into `docs/solving-dirt.md`.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import time

from bench.rows import write
from paddock.games.rallyman.dirt.state import DirtOptions
from paddock.solve.contract import Wish
from paddock.solve.dirt.prepare import prepare
from paddock.solve.dirt.rally import solve_rally
from paddock.tracks.layouts import stages

PAGE = "solving-dirt.md"


def measured(name: str) -> str:
    """A row of the table; compiling is not counted."""
    prepare()
    rally, _, stage = name.partition("/")
    began = time.process_time()
    solution = solve_rally(DirtOptions(rally=rally, stages=(stage,) if stage else ()), wish=Wish(jobs=2))
    spent = time.process_time() - began
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    lower, upper = solution.bounds
    gap = 100 * (upper - lower) / lower
    cells = [name, f"{lower:.2f}", f"{upper:.2f}", f"{gap:.2f} %", f"{spent:.0f} s", f"{memory:.0f} MB"]
    return f"| {' | '.join(cells)} |"


def main() -> None:
    """Measure each stage in a process of its own, for its memory."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--write", action="store_true")
    asked.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    asked.add_argument("names", nargs="*")
    found = asked.parse_args()
    for name in found.names or list(stages()):
        if found.here:
            print(measured(name), flush=True)
            continue
        command = [sys.executable, "-m", "bench.solve_dirt", "--here", name]
        row = subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()
        print(row, flush=True)
        if found.write:
            write(PAGE, "stages", row)


if __name__ == "__main__":
    main()

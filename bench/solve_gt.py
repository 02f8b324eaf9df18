"""Solves solo GT circuit by circuit: bounds, time, memory; cost by length.

`python -m bench.solve_gt [--gap S] [--write] [CIRCUIT…]`: the circuits named, or all ready ones, as rows of
a table. `--lengths` solves generated circuits of 8 to 40 tiles instead. `--write` puts the rows into
`docs/solving.md`.
"""

from __future__ import annotations

import argparse
import resource
import sys
import time
from typing import NamedTuple

from bench.rows import alone, write
from paddock.games.rallyman.dice import Hand
from paddock.games.rallyman.gt.state import GtOptions, road_of
from paddock.kernels.gt.lap_solver import seconds, solve_lap
from paddock.kernels.gt.lap_tables import ground
from paddock.kernels.gt.prepare import prepare
from paddock.solve.gt.bounds import WHOLE_PURSE, Solved, on_credit, solve_drive
from paddock.solve.gt.problem import drive_for
from paddock.solve.solver import Wish
from paddock.tracks.generator import CircuitWish, generate
from paddock.tracks.layouts import circuits
from paddock.tracks.road_gt import GtRoad

PAGE = "solving.md"
LENGTHS = (8, 16, 24, 31, 40)


class Cost(NamedTuple):
    """A solved circuit with its CPU seconds: to the first answer, and to the end."""

    found: Solved
    first: float
    spent: float


def solved(name: str, gap: float) -> Cost:
    """Solves a circuit, without the time of compiling."""
    prepare()
    began, first = time.process_time(), 0.0
    for found in solve_drive(drive_for(GtOptions(track=name)), Wish(gap=gap, jobs=2)):
        spent = time.process_time() - began
        first = first or spent
        told = f"{name}: cap {found.cap}, {found.lower:.3f} to {found.upper:.3f}, {spent:.1f} s"
        print(told, file=sys.stderr, flush=True)
    return Cost(found, first, spent)


def measured(name: str, gap: float) -> str:
    """Returns a row of the table of circuits."""
    found, first, spent = solved(name, gap)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    cells = [
        name, f"{found.steady:.3f}", f"{found.damage_free:.3f}", f"{first:.1f} s", f"{found.lower:.3f}",
        f"{found.upper:.3f}", f"{found.upper - found.lower:.3f}", str(found.cap), f"{spent:.0f} s",
        f"{memory:.0f} MB",
    ]  # fmt: skip
    return f"| {' | '.join(cells)} |"


def circuit(tiles: int) -> GtRoad:
    """Returns a generated circuit; longer ones than the box allows have three lanes and repeat tiles."""
    if tiles <= LENGTHS[-2]:
        return road_of(generate(CircuitWish(tiles=tiles, lanes="mixed"), 1))
    faces = road_of(generate(CircuitWish(tiles=20, lanes="three"), 1)).tiles
    return road_of((*faces, *(faces[1:] * 2))[:tiles])


def length(tiles: int) -> str:
    """Returns a row of the table of lengths: the cost of a damage-free solution."""
    prepare()
    road = circuit(tiles)
    began = time.process_time()
    found, toll = ground(road, Hand(6, 2, 3), 3), seconds()
    solve_lap(found, toll, WHOLE_PURSE, low=on_credit(found, toll), bound=True)
    spent, places = time.process_time() - began, found.line.places
    return f"| {tiles} tiles | {places} | {spent:.1f} s | {1000 * spent / places:.0f} ms |"


def main() -> None:
    """Measures each row in its own process, to measure its memory."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--gap", type=float, default=0.1)
    asked.add_argument("--lengths", action="store_true")
    asked.add_argument("--write", action="store_true")
    asked.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    asked.add_argument("names", nargs="*")
    found = asked.parse_args()
    everything = [str(tiles) for tiles in LENGTHS] if found.lengths else list(circuits())
    for name in found.names or everything:
        if found.here:
            row = length(int(name)) if found.lengths else measured(name, found.gap)
            print(row, flush=True)
            continue
        how = ["--lengths"] if found.lengths else ["--gap", str(found.gap)]
        row = alone("bench.solve_gt", *how, name)
        print(row, flush=True)
        if found.write:
            write(PAGE, "lengths" if found.lengths else "circuits", row)


if __name__ == "__main__":
    main()

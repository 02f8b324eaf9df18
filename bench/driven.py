"""Simulated solo drives against the proven optimum: by solved policies or by experts.

`python -m bench.driven [--expert] [--drives N] [--write] [COURSE…]`: circuits (`list-1`), generated
circuits (`seed:7`) and stages (`rally-1/SS1`), or all ready ones. Solutions come from the store; missing
ones are solved. A row says whether the 95 % interval of the mean includes the proven bounds. `--write` puts
the row of a policy into the documentation.
"""

from __future__ import annotations

import argparse
import random
import statistics
from collections.abc import Callable
from typing import Any, NamedTuple

from bench.measure import Row
from bench.rows import alone, write
from paddock.core.game import AnyGame, Perspective
from paddock.core.play import by_weights, play
from paddock.core.registry import find_bot
from paddock.games.rallyman.dirt import RALLYMAN_DIRT
from paddock.games.rallyman.dirt.state import DirtOptions
from paddock.games.rallyman.gt import RALLYMAN_GT
from paddock.games.rallyman.gt.state import GtOptions
from paddock.solve.dirt.rally import RallyPolicy
from paddock.solve.dirt.solver import SOLVER as DIRT_SOLVER
from paddock.solve.gt.solver import SOLVER as GT_SOLVER
from paddock.solve.solver import Wish
from paddock.solve.store import Store
from paddock.solve.table_cache import be_patient
from paddock.tracks.generator import CircuitWish, generate
from paddock.tracks.layouts import circuits, stages


def driven(game: AnyGame, options: Any, choose: Callable[[Any], Any], drives: int) -> tuple[float, float]:
    """Returns the mean time of the finished ones of `drives` solo drives, and half its 95 % interval."""
    draw, times = by_weights(random.Random(1)), []
    for _ in range(drives):
        state = game.start(options, 1)
        play(game, state, lambda _: choose(state), draw)  # noqa: B023
        result = game.result(state)
        assert result is not None
        if result.unit == "seconds":
            times.append(result.scores[0])
    return statistics.fmean(times), 1.96 * statistics.stdev(times) / len(times) ** 0.5


class Course(NamedTuple):
    """A solved course and its drives: the proven bounds, the mean and half its 95 % interval."""

    lower: float
    upper: float
    mean: float
    half: float

    @property
    def agrees(self) -> bool:
        """Whether the interval includes the bounds."""
        return self.mean - self.half <= self.upper and self.lower <= self.mean + self.half


def course(name: str, drives: int, expert: bool = False) -> Course:
    """Drives a circuit or a stage by its policy or by the expert."""
    game, options, (lower, upper), choose = solved(name)
    return Course(lower, upper, *driven(game, options, by_expert(game) if expert else choose, drives))


def solved(name: str) -> tuple[AnyGame, Any, tuple[float, float], Callable[[Any], Any]]:
    """Returns a course: its game and options, the proven bounds and the solved policy."""
    rally, _, stage = name.partition("/")
    wish, store = Wish(jobs=2), Store()
    if stage:
        staged = DirtOptions(rally=rally, stages=(stage,))
        rallied = DIRT_SOLVER.solved(staged, wish, store)
        return RALLYMAN_DIRT, staged, rallied.bounds, RallyPolicy(rallied).action
    seeded = name.removeprefix("seed:")
    lapped = GtOptions(track=name if seeded == name else generate(CircuitWish(), int(seeded)))
    lap = GT_SOLVER.solution(lapped, wish, store)
    return RALLYMAN_GT, lapped, (lap.bounds.lower, lap.bounds.upper), lap.choose


def by_expert(game: AnyGame) -> Callable[[Any], Any]:
    """Returns the decisions of a game's expert."""
    be_patient()
    expert, rng = find_bot(game.name, "expert"), random.Random(2)
    return lambda state: expert.choose(Perspective(game, state, 0), rng)


def measured(name: str, drives: int, expert: bool) -> str:
    """Returns a row of a table in the documentation."""
    lower, upper, mean, half = found = course(name, drives, expert)
    agrees = "yes" if found.agrees else "no"
    return f"| {name} | {lower:.2f} to {upper:.2f} | {mean:.2f} ± {half:.2f} | {drives:,} | {agrees} |"


def bench() -> list[Row]:
    """Measures a circuit and a stage with 10,000 drives each; the ratio is mean / middle of the bounds."""
    rows = []
    for name in ("list-1", "rally-1/SS1"):
        found = course(name, 10_000)
        told = f"{name}: mean of 10,000 drives, ± {found.half:.2f}{'' if found.agrees else ', DISAGREES'}"
        middle = (found.lower + found.upper) / 2
        rows.append(Row(told, found.mean, "s", f"proven {middle:.2f} s", found.mean / middle))
    return rows


def main() -> None:
    """Drives each course in its own process, to measure its memory."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--drives", type=int, default=10_000)
    asked.add_argument("--expert", action="store_true")
    asked.add_argument("--write", action="store_true")
    asked.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    asked.add_argument("names", nargs="*")
    found = asked.parse_args()
    for name in found.names or [*circuits(), *stages()]:
        if found.here:
            print(measured(name, found.drives, found.expert), flush=True)
            continue
        how = ["--expert"] if found.expert else []
        row = alone("bench.driven", "--drives", str(found.drives), *how, name)
        print(row, flush=True)
        if found.write and not found.expert:
            write("solving-dirt.md" if "/" in name else "solving.md", "drives", row)


if __name__ == "__main__":
    main()

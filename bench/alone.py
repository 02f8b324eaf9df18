"""How close the experts drive to the solved optimum, alone on the road.

`python -m bench.alone [DRIVES] [COURSE…]`: a ready track of GT (`list-1`), a circuit of GT made from a seed
(`seed:7`), a ready stage of DIRT (`rally-1/SS1`); without a name the four ready tracks of the bars, two new
circuits and one stage. Prints a line a course: the mean with its 95 % interval, the bounds of the optimum,
and how far the mean lies above the lower one.
"""

from __future__ import annotations

import statistics
import sys
from typing import Any

from paddock.arena.playing import play_out
from paddock.bots.rallyman.gt_expert import GAP
from paddock.core.game import AnyGame
from paddock.core.registry import find_bot, find_game
from paddock.games.rallyman.dirt.state import DirtOptions
from paddock.games.rallyman.gt.state import GtOptions
from paddock.solve import Store, Wish, find_solver
from paddock.solve.later import be_patient
from paddock.tracks.generator import CircuitWish, generate

COURSES = ("list-1", "list-2", "list-c", "list-d", "seed:1", "seed:2", "rally-1/SS1")
DRIVES = 100


def course(name: str) -> tuple[AnyGame, Any]:
    """The game of a course and its options."""
    if "/" in name:
        rally, _, stage = name.partition("/")
        return find_game("rallyman-dirt"), DirtOptions(rally=rally, stages=(stage,))
    track = generate(CircuitWish(), int(name[5:])) if name.startswith("seed:") else name
    return find_game("rallyman-gt"), GtOptions(track=track)


def bounds(game: AnyGame, options: Any) -> tuple[float, float]:
    """Between what the least expected time is proven to lie, as the experts have it solved."""
    wish = Wish(gap=GAP) if game.name == "rallyman-gt" else Wish()
    found = find_solver(game.name).solved(options, wish, Store()).bounds
    return found if isinstance(found, tuple) else (found.lower, found.upper)


def driven(game: AnyGame, options: Any, drives: int) -> list[float]:
    """The times of an expert's drives."""
    times = []
    for number in range(drives):
        match, _ = play_out(game, options, [find_bot(game.name, "expert")], f"alone:{number}")
        result = game.result(match.state)
        assert result is not None
        if result.unit == "seconds":
            times.append(result.scores[0])
    return times


def main(arguments: list[str]) -> int:
    """Drive the named courses, or all."""
    be_patient()
    drives = int(arguments[0]) if arguments else DRIVES
    for name in arguments[1:] or COURSES:
        game, options = course(name)
        low, high = bounds(game, options)
        times = driven(game, options, drives)
        mean, error = statistics.fmean(times), 1.96 * statistics.stdev(times) / len(times) ** 0.5
        sys.stdout.write(
            f"{name}: {mean:.2f} ± {error:.2f} s over {len(times)} of {drives} drives; "
            f"optimum {low:.2f} to {high:.2f} s; {100 * (mean / low - 1):+.1f} ± {100 * error / low:.1f} %\n"
        )
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))

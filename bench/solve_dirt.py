"""Solo DIRT solved, stage by stage: bounds, processor time, the policy driven in the engine."""

from __future__ import annotations

import random
import statistics
import sys
import time

from paddock.games.rallyman.dirt import RALLYMAN_DIRT
from paddock.games.rallyman.dirt.state import DirtOptions
from paddock.solve.dirt.rally import RallyPolicy, RallySolution, solve_rally
from paddock.tracks.layouts import stages


def driven(solution: RallySolution, drives: int, seed: int = 1) -> tuple[float, float]:
    """The mean time of the policy over so many drives, and half its 95 % interval."""
    driver, rng = RallyPolicy(solution), random.Random(seed)
    times = []
    for _ in range(drives):
        state = RALLYMAN_DIRT.start(solution.options, 1)
        while not (pending := RALLYMAN_DIRT.pending(state)).over:
            if pending.chance is not None:
                node = pending.chance
                RALLYMAN_DIRT.resolve(state, rng.choices(node.outcomes, node.weights)[0])
            else:
                RALLYMAN_DIRT.act(state, 0, driver.action(state))
        result = RALLYMAN_DIRT.result(state)
        assert result is not None
        times.append(result.scores[0])
    return statistics.fmean(times), 1.96 * statistics.stdev(times) / drives**0.5


def main() -> None:
    """Solve the stages named (all ready ones) and drive each so often."""
    drives = int(sys.argv[1]) if len(sys.argv) > 1 else 0
    for name in sys.argv[2:] or list(stages()):
        rally, stage = name.split("/")
        began = time.process_time()
        solution = solve_rally(DirtOptions(rally=rally, stages=(stage,)))
        spent = time.process_time() - began
        lower, upper = solution.bounds
        line = (
            f"| {name} | {lower:.2f} | {upper:.2f} | {100 * (upper - lower) / lower:.2f} % | {spent:.0f} s |"
        )
        if drives:
            mean, half = driven(solution, drives)
            line += f" {mean:.2f} ± {half:.2f} |"
        print(line, flush=True)


if __name__ == "__main__":
    main()

"""A solved policy, driven in the engine."""

from __future__ import annotations

import random
import statistics
from collections.abc import Callable
from typing import Any

from paddock.core.game import AnyGame


def driven(
    game: AnyGame, options: Any, choose: Callable[[Any], Any], drives: int, seed: int = 1
) -> tuple[float, float]:
    """The mean time of a policy over so many drives alone, and half its 95 % interval."""
    rng, times = random.Random(seed), []
    for _ in range(drives):
        state = game.start(options, 1)
        while not (pending := game.pending(state)).over:
            if pending.chance is not None:
                node = pending.chance
                game.resolve(state, rng.choices(node.outcomes, node.weights)[0])
            else:
                game.act(state, 0, choose(state))
        result = game.result(state)
        assert result is not None
        times.append(result.scores[0])
    return statistics.fmean(times), 1.96 * statistics.stdev(times) / drives**0.5

"""Compile all kernels of Rallyman: GT by using each of them once on a tiny ring."""

from __future__ import annotations

import numpy as np

from paddock.games.rallyman.dice import Hand
from paddock.games.rallyman.gt.state import GtOptions, road_of
from paddock.kernels.gt.batch import play, traced
from paddock.kernels.gt.ground import ground
from paddock.kernels.gt.lap import riches, seconds, solve_lap
from paddock.kernels.gt.paths import spell

TINY = ("102b", "103b")


def prepare() -> None:
    """Use every kernel once, with arrays of the kinds it is used with."""
    play(GtOptions(track=TINY), 1, 1)
    traced(GtOptions(track=TINY), 1, 0, 0)
    found = ground(road_of(TINY), Hand(2, 1, 1), 3)
    toll = seconds()
    lap = solve_lap(found, toll, 1, rich=riches(found, toll, 1))
    solve_lap(found, toll, 1, follow=lap)
    spell(found.line, found.hand, found.flat, lap.ends, lap.plans.copy(), np.zeros(lap.ends.shape, np.int8))

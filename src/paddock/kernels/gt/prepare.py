"""Compile all kernels of Rallyman: GT by using each of them once on a tiny ring."""

from __future__ import annotations

import numpy as np

from paddock.games.rallyman.dice import Hand
from paddock.games.rallyman.gt.state import GtOptions, road_of
from paddock.kernels.gt.batch import play, traced
from paddock.kernels.gt.dice import odds
from paddock.kernels.gt.follow import FIELDS, reach, spread
from paddock.kernels.gt.ground import Ground, ground
from paddock.kernels.gt.lap import Lap, harmless, riches, seconds, solve_lap
from paddock.kernels.gt.paths import spell
from paddock.kernels.gt.road import figures
from paddock.kernels.gt.turns import purse_of

TINY = ("102b", "103b")


def prepare() -> None:
    """Use every kernel once, with arrays of the kinds it is used with."""
    play(GtOptions(track=TINY), 1, 1)
    traced(GtOptions(track=TINY), 1, 0, 0)
    found = ground(road_of(TINY), Hand(2, 1, 1), 3)
    toll = seconds()
    lap = solve_lap(found, toll, 1, rich=riches(found, toll, 1))
    solve_lap(found, toll, 1, follow=lap)
    follow(found, lap)
    spell(found.line, found.hand, found.flat, lap.ends, lap.plans.copy(), np.zeros(lap.ends.shape, np.int8))


def follow(found: Ground, lap: Lap) -> None:
    """Follow the plans of a lap from its first place."""
    places = found.line.places
    rows, first = np.full((places, 7, 2), -1, np.int32), np.zeros(10_001, np.int64)
    standings, ends = np.zeros((10_000, 3), np.int64), np.zeros((100_000, FIELDS), np.int64)
    chances, crash = np.zeros(100_000), harmless(places, lap.time.shape[2])
    count = reach(
        np.zeros((1, 3), np.int64), found.line, found.hand, odds(), seconds(), figures().loss, purse_of(1),
        found.flat, lap.time, lap.stop, lap.lost, crash.time, crash.same, lap.plans, lap.ends,
        rows, standings, ends, chances, first,
    )  # fmt: skip
    nowhere = np.full(len(ends), -1, np.int64)
    spread(
        np.arange(count), np.array([0, count]), first, ends, chances, nowhere, np.zeros(len(ends), np.int64),
        np.ones((count, 100)), np.zeros((1, 100)), np.zeros(100), np.zeros(count),
    )  # fmt: skip

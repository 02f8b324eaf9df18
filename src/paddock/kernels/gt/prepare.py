"""Compile all kernels of Rallyman: GT by using each of them once on a tiny ring."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from paddock.games.rallyman.dice import Hand
from paddock.games.rallyman.gt.state import GtOptions, road_of
from paddock.kernels.gt.backward_sweep import MOST_GAIN
from paddock.kernels.gt.batch import play, traced
from paddock.kernels.gt.best_turn import STEPS, purse_of, purse_with
from paddock.kernels.gt.dice import odds
from paddock.kernels.gt.flat_out import Flat, raced
from paddock.kernels.gt.forward_distribution import FIELDS, reach, spread
from paddock.kernels.gt.lap_solver import Lap, harmless, riches, seconds, solve_lap
from paddock.kernels.gt.lap_tables import Ground, ground
from paddock.kernels.gt.plan_recovery import spell
from paddock.kernels.gt.race_clock import against_clock, losses, pass_on
from paddock.kernels.gt.road_arrays import Floats, Ints, Small, figures
from paddock.kernels.gt.rollouts import Habits, ends_flat_out, ends_of, play_on, steps_of
from paddock.kernels.gt.traffic import best_flat_out, best_one_by_one, finishes, win_chances, windows
from paddock.kernels.random_stream import streams

TINY = ("102b", "103b")


def prepare() -> None:
    """Use every kernel once, with arrays of the kinds it is used with."""
    play(GtOptions(track=TINY), 1, 1)
    traced(GtOptions(track=TINY), 1, 0, 0)
    found = ground(road_of(TINY), Hand(2, 1, 1), 3)
    toll = seconds()
    lap = solve_lap(found, toll, 1, low=riches(found, toll, 1))
    solve_lap(found, toll, 1, follow=lap)
    followed = follow(found, lap)
    race(found, lap, *followed)
    spell(found.line, found.hand, found.flat, lap.ends, lap.plans.copy(), np.zeros(lap.ends.shape, np.int8))


def follow(found: Ground, lap: Lap) -> tuple[Small, Ints, Ints, Ints, Floats]:
    """Follow the plans of a lap from its first place; gives rows, standings and the ends of their turns."""
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
    return rows, standings[:count], first[: count + 1], ends, chances


def fixed(table: NDArray[Any]) -> NDArray[Any]:
    """A table only to be read, as those that are kept in files."""
    found = table.copy()
    found.setflags(write=False)
    return found


def race(
    found: Ground, lap: Lap, rows: Small, standings: Ints, first: Ints, ends: Ints, chances: Floats
) -> None:
    """Plan a turn of a race among other cars, and play it on once."""
    line, hand, tokens = found.line, found.hand, 1
    flat = Flat(*map(fixed, raced(found.flat)._asdict().values()))
    ids, keys, begin = fixed(found.ids), fixed(found.keys), fixed(found.begin)
    spread = np.zeros((len(standings), 8, 7), np.float32)
    finishes(first, standings, rows, ends, chances, line.places, tokens, spread)
    plan, gears = np.full((len(standings), STEPS), -1, np.int32), np.zeros((len(standings), STEPS), np.int8)
    steps_of(standings, lap.plans, line.first, line.to, plan, gears)
    shape = line.places + 1, 7, tokens + MOST_GAIN + 1
    stop, lost = np.zeros(shape), np.zeros(shape)
    own = np.ascontiguousarray(lap.time[:, :, : tokens + 1])
    everywhere = fixed(np.zeros((line.places, 7, tokens + 1), np.int32))
    parts = fixed(spread.astype(np.uint16))
    win_chances(
        0, int(windows(line)[0]), line, figures().loss, everywhere, parts, fixed(own), tokens, 0.1, 0.1,
        np.ones((12, 7)), np.zeros((1, 2), np.int64), np.ones((1, 2)), stop, lost,
    )  # fmt: skip
    need, purse = np.zeros(len(line.to), np.int8), purse_with(tokens)
    fast, slow = np.zeros((STEPS, 3), np.int64), np.zeros((STEPS, 8), np.int64)
    best_flat_out(0, 0, tokens, line, need, hand, odds(), flat, ids.shape[2], stop, lost, fast)
    best_one_by_one(0, 0, 1.0, slow, line, need, hand, odds(), purse, ids, keys, begin, stop, lost, 0.0)
    mine, shares = np.zeros((64, 4), np.int64), np.zeros(64)
    ends_of(1, slow, tokens, int(hand[6]), odds(), purse, stop, lost, mine, shares)
    ends_flat_out(0, 0, tokens, 1, 0, -1, 0, 1, odds(), flat, lost, mine, shares)
    small, tiny = np.zeros(len(line.to), np.int32), fixed(np.zeros(len(ends), np.int16))
    habits = Habits(
        everywhere, 1, fixed(first), tiny, tiny, fixed(tiny.astype(np.uint16)), fixed(plan.astype(np.int16)),
        fixed(gears), fixed(lap.stop), fixed(lap.lost), np.arange(line.places), small, small,
        small, tokens,
    )  # fmt: skip
    mine[0] = line.places, 1, 0, 0
    cars, nobody = np.zeros((1, 5), np.int64), np.zeros(0, np.int64)
    play_on(
        0, cars, nobody, mine[:1], np.ones(1), line, hand, odds(), figures().loss, habits, 0.0, 0,
        streams(1, 1),
    )  # fmt: skip
    over, to = np.zeros(len(ends), np.bool_), np.zeros(len(ends), np.int64)
    pass_on(first, standings[:, 1].copy(), to, over, over, chances, spread, spread, spread.copy())
    losses(line, figures().loss, 0.1, lap.time, lap.time, lap.time, lost)
    against_clock(
        line.places - 1, line, hand, odds(), purse_of(1), found.ids, found.keys, found.begin,
        found.flat, lap.stop, lap.lost, np.zeros((found.spots, int(hand[6]), purse_of(1).entries)),
        lap.time.copy(), lap.plans.copy(), lap.ends.copy(), 0.1,
    )  # fmt: skip

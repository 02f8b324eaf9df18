"""Turns against the clock: the best one where only the round of the finish counts.

Worths are written as negative numbers (less is better) and hold for one number of rounds to par. What comes
after a turn belongs to one round fewer, after a crash to two, so every number needs one pass over the line.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from paddock.kernels.compiling import kernel
from paddock.kernels.gt.flat import Flat
from paddock.kernels.gt.line import Unrolled
from paddock.kernels.gt.road import Bools, Floats, Ints, Small
from paddock.kernels.gt.turns import (
    NEVER,
    STEPS,
    Purse,
    best_plan,
    fail_values,
    flat_value,
    look_ahead,
    plan_value,
)


@kernel
def losses(
    line: Unrolled, loss: Ints, wear: float, one: Floats, two: Floats, three: Floats, lost: Floats
) -> None:
    """What losing control is worth everywhere: `one`, `two` and `three` are the worths so many rounds later.

    Each damage token costs a round in the share `wear`.
    """
    for place in range(line.places):
        for gear in range(1, 7):
            tokens = loss[gear, line.danger[place], 1]
            if loss[gear, line.danger[place], 0] == 0:
                lost[place, gear] = one[place, 0]
                continue
            for f in range(lost.shape[2]):
                lost[place, gear, f] = NEVER
                for side in range(2):
                    if line.kerb[place] == 3 or line.kerb[place] == side + 1:
                        back = line.back[place, side]
                        worth = (1 - wear * tokens) * two[back, 0, f] + wear * tokens * three[back, 0, f]
                        lost[place, gear, f] = min(lost[place, gear, f], worth)


@kernel
def against_clock(
    begin_place: int,
    line: Unrolled,
    hand: Ints,
    odds: Floats,
    purse: Purse,
    ids: Small,
    keys: Small,
    begin: Ints,
    flat: Flat,
    stop: Floats,
    lost: Floats,
    ahead: Floats,
    time: Floats,
    plans: NDArray[np.int16],
    ends: Small,
    slack: float,
) -> None:
    """Fill `time`, `plans` and `ends` with the best turn from everywhere behind `begin_place`."""
    most = purse.most
    plan = np.zeros((STEPS, 8), np.int64)
    old, new = np.zeros((4, 24)), np.zeros((4, 24))
    need = np.zeros(line.to.shape[0], np.int8)
    everywhere = np.ones(begin[line.places], np.bool_)
    scratch = np.zeros((max(1, flat.sizes[0]), stop.shape[2]))
    fails = np.zeros((max(1, flat.sizes[1]), stop.shape[2]))
    best, value, pick = np.zeros(most + 1), np.zeros(most + 1), np.zeros(most + 1, np.int64)
    for place in range(line.places - 1, begin_place - 1, -1):
        for gear in range(hand[3] + 1):
            start = place * 7 + gear
            best[:] = NEVER
            pick[:] = -1
            fail_values(start, lost, flat, scratch, fails)
            for end in range(flat.end_first[start], flat.end_first[start + 1]):
                flat_value(end, most, odds, flat, stop, fails, value)
                for f in range(most + 1):
                    if value[f] < best[f]:
                        best[f], pick[f] = value[f], end
            plan[:] = -1
            length = 0
            for f in range(most + 1):
                found = best[f]
                if length:  # the plan that was best with one token fewer
                    same = plan_value(
                        length, False, plan, f, hand[6], odds, purse, stop, lost, ahead, old, new
                    )
                    if same < found:
                        found, pick[f] = same, -1
                better = best_plan(
                    place, gear, f, found, plan, line, need, hand, odds, purse, ids, stop, lost, ahead, slack
                )
                if better < found:
                    found, pick[f] = better, -1
                length = 0
                while length < STEPS and plan[length, 0] > 0:
                    length += 1
                ends[place, gear, f] = pick[f]
                for at in range(STEPS):
                    plans[place, gear, f, at, 0] = plan[at, 0]
                    plans[place, gear, f, at, 1] = plan[at, 1]
                    plans[place, gear, f, at, 2] = plan[at, 3]
                time[place, gear, f] = found
            for f in range(most + 1, time.shape[2]):
                time[place, gear, f] = time[place, gear, most]
        look_ahead(place, line, need, everywhere, hand, odds, purse, ids, keys, begin, stop, lost, ahead)


@kernel
def pass_on(
    first: Ints,
    gear: Ints,
    to: Ints,
    over: Bools,
    crashed: Bools,
    chances: Floats,
    one: NDArray[np.float32],
    two: NDArray[np.float32],
    spread: NDArray[np.float32],
) -> None:
    """By standing, turn and gear: the chance to finish in that turn, begun in that gear.

    `one` is the same of whoever drives the next turn, `two` of whoever drives on after a crash.
    """
    turns = spread.shape[1]
    for row in range(first.shape[0] - 1):
        for end in range(first[row], first[row + 1]):
            if over[end]:
                spread[row, 0, gear[row]] += chances[end]
                continue
            late = 2 if crashed[end] else 1
            then = two[to[end]] if crashed[end] else one[to[end]]
            for turn in range(late, turns):
                for begun in range(7):
                    spread[row, turn, begun] += chances[end] * then[turn - late, begun]

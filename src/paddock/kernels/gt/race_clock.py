"""Turns against the clock: the best one where only the moment of the finish counts.

Worths are written as negative numbers (less is better) and hold for one budget: rounds to par, or seconds
left. What comes after a turn belongs to a smaller budget, so every budget needs one pass over the line.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from paddock.kernels.compiling import kernel
from paddock.kernels.gt.best_turn import NEVER, Purse, by_purse, look_ahead
from paddock.kernels.gt.flat_out import Flat
from paddock.kernels.gt.places import Unrolled
from paddock.kernels.gt.road_arrays import Bools, Floats, Ints, Small
from paddock.kernels.gt.turn_choices import best_turn, desk


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
    """Fill `time`, `plans` and `ends` with the best turn from everywhere behind `begin_place`.

    Plans that are there already are tried first.
    """
    most = purse.most
    at = desk(line, flat, hand[6], purse, stop.shape[2])
    shape = line.places + 1, 7, purse.ways * (most + 1 - purse.least)
    stops, losts = np.zeros(shape), np.zeros(shape)
    for place in range(begin_place, line.places + 1):
        by_purse(place, purse, stop, stops)
        by_purse(place, purse, lost, losts)
    everywhere = np.ones(begin[line.places], np.bool_)
    for place in range(line.places - 1, begin_place - 1, -1):
        for gear in range(hand[3] + 1):
            best_turn(
                place,
                gear,
                line,
                hand,
                odds,
                purse,
                ids,
                flat,
                True,
                stop,
                lost,
                stops,
                losts,
                ahead,
                plans,
                ends,
                slack,
                at,
            )
            for f in range(time.shape[2]):
                time[place, gear, f] = at.found[min(f, most)]
        look_ahead(place, line, at.need, everywhere, hand, odds, purse, ids, keys, begin, stops, losts, ahead)


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

"""A lap from the finish backwards: the best turn from every place in every gear with every purse.

Places of one tile are swept again while crashes lead back into it, until no value changes.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from paddock.kernels.compiling import kernel
from paddock.kernels.gt.flat import Flat
from paddock.kernels.gt.line import Unrolled
from paddock.kernels.gt.road import Floats, Ints, Small
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

MOST_GAIN = 8
"""No turn brings more focus tokens: no class has more gear and coast dice together."""
MOST_TOKENS = 4
"""No crash brings more damage tokens."""
OFF, TOKEN = 7, 8
"""Fields of a toll beside the gears 0 to 6: a turn that ends off the track (00), a token left at the end."""
MARGIN = 1e-9
"""Values that differ by no more are taken for equal."""


@kernel
def lose(
    place: int,
    line: Unrolled,
    loss: Ints,
    toll: Floats,
    time: Floats,
    crash: Floats,
    same: Floats,
    lost: Floats,
) -> None:
    """What losing control at a place costs by gear.

    The time to go after a crash with so many tokens is `crash` (by side, place, tokens drawn, focus) plus
    `same` (by tokens drawn: the chance that they change nothing) of this very table.
    """
    for gear in range(1, 7):
        spins = loss[gear, line.danger[place], 0] == 0
        tokens = loss[gear, line.danger[place], 1]
        for f in range(lost.shape[2]):
            if place == line.places:
                over = toll[0] if spins else toll[7] + toll[0]
                lost[place, gear, f] = over - toll[8] * f
            elif spins:
                lost[place, gear, f] = toll[0] + time[place, 0, f]
            else:
                on = NEVER
                if line.kerb[place] != 2:
                    on = crash[0, place, tokens, f] + same[tokens] * time[line.back[place, 0], 0, f]
                if line.kerb[place] != 1:
                    other = crash[1, place, tokens, f] + same[tokens] * time[line.back[place, 1], 0, f]
                    on = min(on, other)
                lost[place, gear, f] = toll[7] + toll[0] + on


@kernel
def fill(
    place: int, most: int, toll: Floats, rich: Floats, rounded: bool, time: Floats, stop: Floats
) -> None:
    """Purses beyond `most`, and the worth of ending a turn at a place."""
    for gear in range(7):
        for f in range(most + 1, time.shape[2]):
            if rounded:
                time[place, gear, f] = time[place, gear, most] - toll[8] * (f - most)
            else:
                time[place, gear, f] = rich[place, gear, f - most - 1]
        for f in range(time.shape[2]):
            stop[place, gear, f] = toll[gear] + time[place, gear, f]


@kernel
def legs_of(place: int, gear: int, steps: Ints, line: Unrolled, legs: Ints) -> int:
    """The legs of a plan written as die, brake dice and place; gives their number."""
    length = 0
    while length < STEPS and steps[length, 0] > 0:
        die, brakes, to = steps[length, 0], steps[length, 1], steps[length, 2]
        new = die if die < 7 else gear
        step = line.first[place]
        while line.to[step] != to:
            step += 1
        legs[length, 0], legs[length, 1], legs[length, 2] = die, brakes, line.hazards[step, new]
        legs[length, 3], legs[length, 4], legs[length, 5] = to, new, -1
        legs[length, 6] = new > line.limit[step]
        legs[length, 7] = gear == 0 and die == 2
        place, gear = to, new
        length += 1
    return length


@kernel
def sweep(
    line: Unrolled,
    hand: Ints,
    odds: Floats,
    toll: Floats,
    loss: Ints,
    purse: Purse,
    ids: Small,
    keys: Small,
    begin: Ints,
    flat: Flat,
    daring: bool,
    given: bool,
    crash: Floats,
    same: Floats,
    rich: Floats,
    rounded: bool,
    time: Floats,
    stop: Floats,
    lost: Floats,
    ahead: Floats,
    plans: NDArray[np.int16],
    ends: Small,
    slack: float,
    tolerance: float,
    group: int,
) -> float:
    """Solve the places of a tile, those behind it being solved; gives the last change of a value.

    Given: plans and ends are driven as they are, and only their worth is found.
    """
    most = purse.most
    plan, legs, steps = (
        np.zeros((STEPS, 8), np.int64),
        np.zeros((STEPS, 8), np.int64),
        np.zeros((STEPS, 3), np.int64),
    )
    old, new = np.zeros((4, 24)), np.zeros((4, 24))
    need = np.zeros(line.to.shape[0], np.int8)
    everywhere = np.ones(begin[line.places], np.bool_)
    scratch = np.zeros((max(1, flat.sizes[0]), time.shape[2]))
    fails = np.zeros((max(1, flat.sizes[1]), time.shape[2]))
    best, value, pick = np.zeros(most + 1), np.zeros(most + 1), np.zeros(most + 1, np.int64)
    first, after = line.group[group], line.group[group + 1]
    circular = False
    for place in range(first, after):
        if line.back[place, 0] < place or line.back[place, 1] < place:
            circular = True
    change = 0.0
    for _ in range(200):
        change = 0.0
        for place in range(after - 1, first - 1, -1):
            for gear in range(hand[3] + 1):
                start = place * 7 + gear
                best[:] = NEVER
                pick[:] = -1
                if daring:
                    fail_values(start, lost, flat, scratch, fails)
                    if given:
                        for f in range(most + 1):
                            if ends[place, gear, f] >= 0:
                                flat_value(ends[place, gear, f], most, odds, flat, stop, fails, value)
                                best[f], pick[f] = value[f], ends[place, gear, f]
                    else:
                        for end in range(flat.end_first[start], flat.end_first[start + 1]):
                            flat_value(end, most, odds, flat, stop, fails, value)
                            for f in range(most + 1):
                                if value[f] < best[f]:
                                    best[f], pick[f] = value[f], end
                plan[:] = -1
                length = 0
                for f in range(most + 1):
                    found = best[f]
                    if given:
                        if pick[f] < 0:
                            steps[:] = plans[place, gear, f]
                            length = legs_of(place, gear, steps, line, legs)
                            if length:
                                found = plan_value(
                                    length, False, legs, f, hand[6], odds, purse, stop, lost, ahead, old, new
                                )
                    else:
                        if length:  # the plan that was best with one token fewer
                            found = min(
                                found,
                                plan_value(
                                    length, False, plan, f, hand[6], odds, purse, stop, lost, ahead, old, new
                                ),
                            )
                        if found < best[f]:
                            pick[f] = -1
                        better = best_plan(
                            place,
                            gear,
                            f,
                            found,
                            plan,
                            line,
                            need,
                            hand,
                            odds,
                            purse,
                            ids,
                            stop,
                            lost,
                            ahead,
                            slack,
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
                    change = max(change, abs(found - time[place, gear, f]))
                    time[place, gear, f] = found
            fill(place, most, toll, rich, rounded, time, stop)
            lose(place, line, loss, toll, time, crash, same, lost)
            if not given:
                look_ahead(
                    place, line, need, everywhere, hand, odds, purse, ids, keys, begin, stop, lost, ahead
                )
        if not circular or change <= tolerance:
            break
        for place in range(first, after):
            lose(place, line, loss, toll, time, crash, same, lost)
    return change if circular else 0.0


@kernel
def richest(line: Unrolled, flat: Flat, hand: Ints, toll: Floats, rich: Floats) -> None:
    """A lower bound of the time to go from every place and gear, tokens set aside: the driver may choose
    what the dice show, gets every token there is, and pays for a loss of control no more than a spin."""
    cheapest = toll[0]
    for gear in range(1, 7):
        cheapest = min(cheapest, toll[gear])
    reach = np.zeros(line.places, np.int64)
    for place in range(line.places):
        furthest = place
        for _ in range(STEPS):
            ahead = furthest
            for near in range(line.first[place], line.first[min(furthest, line.places - 1) + 1]):
                ahead = max(ahead, line.to[near])
            furthest = ahead
        reach[place] = furthest
    rich[:] = NEVER
    for _ in range(1000):
        changed = False
        for group in range(line.group.shape[0] - 2, -1, -1):
            first, after = line.group[group], line.group[group + 1]
            for place in range(after - 1, first - 1, -1):
                spun = NEVER if reach[place] < line.places else toll[0]
                for to in range(first, min(reach[place] + 1, line.places)):
                    spun = min(spun, toll[0] + rich[to, 0])
                spun -= toll[8] * MOST_GAIN
                for gear in range(hand[3] + 1):
                    best = spun
                    start = place * 7 + gear
                    for end in range(flat.end_first[start], flat.end_first[start + 1]):
                        to, away = flat.end_place[end], flat.end_away[end]
                        gain = toll[8] * flat.end_gain[end]
                        if to >= 0:
                            onward = rich[to, flat.end_gear[end]] if to < line.places else 0.0
                            best = min(best, toll[flat.end_gear[end]] - gain + onward)
                        if away >= 0:
                            onward = rich[away, 2] if away < line.places else 0.0
                            best = min(best, toll[2] - gain + onward)
                    if best < rich[place, gear]:
                        rich[place, gear] = best
                        changed = True
        if not changed:
            break

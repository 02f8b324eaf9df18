"""The best turn from a place in a gear, flat out or one by one; and what a known one is worth."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from paddock.kernels.compiling import kernel
from paddock.kernels.gt.flat import Flat
from paddock.kernels.gt.line import Unrolled
from paddock.kernels.gt.road import Bytes, Floats, Ints, Small
from paddock.kernels.gt.turns import (
    NEVER,
    STEPS,
    Purse,
    best_plan,
    fail_values,
    flat_value,
    plan_value,
)


class Desk(NamedTuple):
    """Room to work in, made once for many turns."""

    plan: Ints
    legs: Ints
    steps: Ints
    old: Floats
    new: Floats
    need: Bytes
    classes: Floats
    fails: Floats
    one: Floats
    found: Floats
    """The result: the worth of the turn by focus tokens."""


@kernel
def desk(line: Unrolled, flat: Flat, most: int, width: int) -> Desk:
    """A desk for turns of who has at most so many tokens, over tables of a width."""
    return Desk(
        np.zeros((STEPS, 8), np.int64),
        np.zeros((STEPS, 8), np.int64),
        np.zeros((STEPS, 3), np.int64),
        np.zeros((4, 24)),
        np.zeros((4, 24)),
        np.zeros(line.to.shape[0], np.int8),
        np.zeros((max(1, flat.sizes[0]), width)),
        np.zeros((max(1, flat.sizes[1]), width)),
        np.zeros(most + 1),
        np.zeros(most + 1),
    )


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
def known_plan(
    place: int,
    gear: int,
    tokens: int,
    line: Unrolled,
    hand: Ints,
    odds: Floats,
    purse: Purse,
    stop: Floats,
    lost: Floats,
    ahead: Floats,
    plans: NDArray[np.int16],
    at: Desk,
) -> tuple[int, float]:
    """The legs and the worth of the plan one by one that is written down for a standing."""
    at.steps[:] = plans[place, gear, tokens]
    length = legs_of(place, gear, at.steps, line, at.legs)
    if length == 0:
        return 0, NEVER
    worth = plan_value(
        length, False, at.legs, tokens, hand[6], odds, purse, stop, lost, ahead, at.old, at.new
    )
    return length, worth


@kernel
def known_turn(
    place: int,
    gear: int,
    line: Unrolled,
    hand: Ints,
    odds: Floats,
    purse: Purse,
    flat: Flat,
    daring: bool,
    stop: Floats,
    lost: Floats,
    ahead: Floats,
    plans: NDArray[np.int16],
    ends: Small,
    at: Desk,
) -> None:
    """What the turns are worth that are written down for a place and gear, into `at.found`."""
    if daring:
        fail_values(place * 7 + gear, purse.least, lost, flat, at.classes, at.fails)
    for f in range(purse.least, purse.most + 1):
        end = ends[place, gear, f]
        if daring and end >= 0:
            flat_value(end, purse, odds, flat, stop, at.fails, at.one)
            at.found[f] = at.one[f]
        else:
            at.found[f] = known_plan(place, gear, f, line, hand, odds, purse, stop, lost, ahead, plans, at)[1]


@kernel
def best_turn(
    place: int,
    gear: int,
    line: Unrolled,
    hand: Ints,
    odds: Floats,
    purse: Purse,
    ids: Small,
    flat: Flat,
    daring: bool,
    stop: Floats,
    lost: Floats,
    ahead: Floats,
    plans: NDArray[np.int16],
    ends: Small,
    slack: float,
    at: Desk,
) -> None:
    """Find the best turns from a place and gear: their worth into `at.found`, they into `plans` and `ends`.

    The plans that are written down already are tried first: good ones make the search short.
    """
    least, most, start = purse.least, purse.most, place * 7 + gear
    for f in range(least, most + 1):
        at.found[f] = NEVER
        ends[place, gear, f] = -1
    if daring:
        fail_values(start, least, lost, flat, at.classes, at.fails)
        for end in range(flat.end_first[start], flat.end_first[start + 1]):
            flat_value(end, purse, odds, flat, stop, at.fails, at.one)
            for f in range(least, most + 1):
                if at.one[f] < at.found[f]:
                    at.found[f], ends[place, gear, f] = at.one[f], end
    at.plan[:] = -1
    length = 0
    for f in range(least, most + 1):
        best = at.found[f]
        if length:  # the plan that was best with one token fewer
            same = plan_value(
                length, False, at.plan, f, hand[6], odds, purse, stop, lost, ahead, at.old, at.new
            )
            if same < best:
                best, ends[place, gear, f] = same, -1
        known, worth = known_plan(place, gear, f, line, hand, odds, purse, stop, lost, ahead, plans, at)
        if worth < best:
            best, ends[place, gear, f] = worth, -1
            at.plan[:known] = at.legs[:known]
            at.plan[known:] = -1
        better = best_plan(
            place, gear, f, best, at.plan, line, at.need, hand, odds, purse, ids, stop, lost, ahead, slack
        )
        if better < best:
            best, ends[place, gear, f] = better, -1
        length = 0
        while length < STEPS and at.plan[length, 0] > 0:
            length += 1
        for step in range(STEPS):
            plans[place, gear, f, step, 0] = at.plan[step, 0]
            plans[place, gear, f, step, 1] = at.plan[step, 1]
            plans[place, gear, f, step, 2] = at.plan[step, 3]
        at.found[f] = best


@kernel
def overspeed(
    place: int, gear: int, purse: Purse, odds: Floats, flat: Flat, stop: Floats, lost: Floats, at: Desk
) -> None:
    """Lower `at.found` to what plans flat out that end too fast could bring at the very best.

    Such a plan loses control on its last cell if the roll does not fail. If it fails, its dice can be laid
    for other losses, and where it fails with the last step for that cell too: as if that were so wherever it
    helps most. To be called behind `best_turn` or `known_turn`, daring, which leave on the desk what rolls
    can be laid for.
    """
    start = place * 7 + gear
    if flat.over_first[start] == flat.over_first[start + 1]:
        return
    tokens, width = range(purse.least, purse.most + 1), lost.shape[2]
    least = np.full(width, NEVER)
    for one in range(flat.class_first[start + 1] - flat.class_first[start]):
        for f in range(purse.least, width):
            least[f] = min(least[f], at.classes[one, f])
    for way in range(flat.over_first[start], flat.over_first[start + 1]):
        gone, gain = lost[flat.over_place[way], flat.over_gear[way]], flat.over_gain[way]
        hopeless = True
        for f in tokens:
            if min(gone[f + gain], least[f + gain]) < at.found[f]:
                hopeless = False
        if hopeless:
            continue
        fail, away = flat.fail_start[start] + flat.over_fail[way], flat.over_away[way]
        for f in tokens:
            there = gone[f + gain]
            worth, free, most_help = flat.over_safe[way] * there, flat.over_last[way], 0.0
            for share in range(flat.fail_first[fail], flat.fail_first[fail + 1]):
                laid = at.classes[flat.fail_class[share], f + gain]
                if laid >= NEVER:  # the roll can only have failed with the last step
                    worth += flat.fail_chance[share] * there
                    free -= flat.fail_chance[share]
                else:
                    worth += flat.fail_chance[share] * laid
                    most_help = max(most_help, laid - there)
            worth -= max(0.0, free) * most_help
            if away >= 0:
                worth += odds[2, 0, 1] * stop[away, 2, f + gain]
            at.found[f] = min(at.found[f], worth)

"""The best turn from a place in a gear, flat out or one by one; and what a known one is worth."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from paddock.kernels.compiling import kernel
from paddock.kernels.gt.best_turn import (
    NEVER,
    STEPS,
    Purse,
    best_plans,
    fail_value,
    fail_values,
    flat_value,
    plan_values,
)
from paddock.kernels.gt.flat_out import Flat
from paddock.kernels.gt.places import Unrolled
from paddock.kernels.gt.road_arrays import Bytes, Floats, Ints, Small


class Desk(NamedTuple):
    """Room to work in, made once for many turns."""

    plans: Ints
    """By tokens, `least` first: the legs of the best plan; die 0: it is not better."""
    legs: Ints
    steps: Ints
    room: Floats
    need: Bytes
    classes: Floats
    fails: Floats
    one: Floats
    found: Floats
    """The result: the worth of the turn by focus tokens."""


@kernel
def desk(line: Unrolled, flat: Flat, limit: int, purse: Purse, width: int) -> Desk:
    """A desk for turns with a purse, over tables of a width."""
    purses = purse.most + 1 - purse.least
    return Desk(
        np.zeros((purses, STEPS, 8), np.int64),
        np.zeros((STEPS, 8), np.int64),
        np.zeros((STEPS, 3), np.int64),
        np.zeros((2, limit, purse.ways * purses)),
        np.zeros(line.to.shape[0], np.int8),
        np.zeros((max(1, flat.sizes[0]), width)),
        np.zeros((max(1, flat.sizes[1]), width)),
        np.zeros(purse.most + 1),
        np.zeros(purse.most + 1),
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
def written(
    place: int, gear: int, tokens: int, before: int, line: Unrolled, plans: NDArray[np.int16], at: Desk
) -> int:
    """Put the plan that is written down for a standing onto the desk; gives its length.

    -1: it is the plan of who has `before` tokens, which is there already.
    """
    same = before >= 0
    for step in range(STEPS):
        for part in range(3):
            at.steps[step, part] = plans[place, gear, tokens, step, part]
            if before >= 0 and plans[place, gear, before, step, part] != at.steps[step, part]:
                same = False
    return -1 if same else legs_of(place, gear, at.steps, line, at.legs)


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
    bound: bool,
    stop: Floats,
    lost: Floats,
    stops: Floats,
    losts: Floats,
    ahead: Floats,
    plans: NDArray[np.int16],
    ends: Small,
    at: Desk,
) -> None:
    """What the turns are worth that are written down for a place and gear, into `at.found`.

    Bound: `overspeed` follows and needs to know all that rolls can be laid for.
    """
    start, least = place * 7 + gear, purse.least
    if daring and bound:
        fail_values(start, least, lost, flat, at.classes, at.fails)
    last, before, value = -1, -1, at.room[0, 0]
    for f in range(least, purse.most + 1):
        end = ends[place, gear, f]
        if daring and end >= 0:
            if end != last:
                if not bound:
                    fail_value(start, flat.end_fail[end], least, lost, flat, at.classes, at.fails)
                flat_value(end, purse, odds, flat, stop, at.fails, at.one)
                last = end
            at.found[f] = at.one[f]
            continue
        length = written(place, gear, f, before, line, plans, at)
        if length == 0:
            at.found[f] = NEVER
            continue
        if length > 0:
            value = plan_values(length, False, at.legs, hand[6], odds, purse, stops, losts, ahead, at.room)
            before = f
        at.found[f] = value[f - least]


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
    stops: Floats,
    losts: Floats,
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
    best = at.found[least:]
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
    at.plans[:] = 0
    before = -1
    for f in range(least, most + 1):
        length = written(place, gear, f, before, line, plans, at)
        if length <= 0:
            continue
        before = f
        value = plan_values(length, False, at.legs, hand[6], odds, purse, stops, losts, ahead, at.room)
        for i in range(best.shape[0]):
            if value[i] < best[i]:
                best[i] = value[i]
                at.plans[i, :length] = at.legs[:length]
                at.plans[i, length:] = -1
    best_plans(place, gear, best, at.plans, line, at.need, hand, odds, purse, ids, stops, losts, ahead, slack)
    for f in range(least, most + 1):
        if at.plans[f - least, 0, 0] == 0:
            continue
        ends[place, gear, f] = -1
        for step in range(STEPS):
            plans[place, gear, f, step, 0] = at.plans[f - least, step, 0]
            plans[place, gear, f, step, 1] = at.plans[f - least, step, 1]
            plans[place, gear, f, step, 2] = at.plans[f - least, step, 3]


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

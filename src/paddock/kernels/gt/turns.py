"""The best turn: one by one over plans fixed before the first roll, flat out over tables made before.

Everything is a matter of three tables, all by place (the finish last), gear and focus tokens, less is
better: `stop`, the worth of ending a turn there in control; `lost`, of losing control there; and `ahead`,
by spot, hazards and purse, a lower bound in the middle of a turn: the driver may choose every next step
after each roll, which no plan allows.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from paddock.kernels.compiling import kernel
from paddock.kernels.gt.dice import gear_after, lays, used_up
from paddock.kernels.gt.flat import Flat
from paddock.kernels.gt.line import Unrolled
from paddock.kernels.gt.road import Bools, Bytes, Floats, Ints, Small

NEVER = 1e9
"""The worth of what cannot be."""
STEPS = 12
"""No plan has more steps: six gear dice and at most five others."""
WIDEST = 80
"""No standing has more next steps: nine dice times the cells a cell can lead to."""
DIE, BRAKES, TRACK, PLACE, GEAR, SPOT, FATAL, FLYING = range(8)
"""Fields of a leg."""


class Purse(NamedTuple):
    """Focus tokens at the start of a turn and dice secured since, as one number."""

    least: int
    most: int
    """Tokens at the start of a turn: with so many at least, and at most."""
    entry: Small
    """By tokens at the start and dice secured; -1: too dear."""
    left: Small
    """Tokens left."""
    after: Small
    """By dice and entry: the entry once so many more dice are secured; -1: too dear."""
    price: Small
    """Tokens for so many dice in one turn."""


def purse_of(most: int) -> Purse:
    """The purse of a driver who never has more than so many tokens."""
    price = np.array([dice * (dice + 1) // 2 for dice in range(24)], np.int32)
    entries = [(tokens, dice) for tokens in range(most + 1) for dice in range(12) if price[dice] <= tokens]
    index = np.full((most + 1, 24), -1, np.int32)
    for number, entry in enumerate(entries):
        index[entry] = number
    after = np.full((5, len(entries)), -1, np.int32)
    for number, (tokens, dice) in enumerate(entries):
        for more in range(1, 5):
            after[more, number] = index[tokens, dice + more]
    left = np.array([tokens - price[dice] for tokens, dice in entries], np.int32)
    return Purse(0, most, index, left, after, price)


@lru_cache(maxsize=64)
def purse_with(tokens: int) -> Purse:
    """The purse of a driver who begins the turn with just so many tokens."""
    price = np.array([dice * (dice + 1) // 2 for dice in range(24)], np.int32)
    most = int(np.searchsorted(price, tokens, side="right"))
    index = np.full((tokens + 1, 24), -1, np.int32)
    index[tokens, :most] = np.arange(most)
    after = np.full((5, most), -1, np.int32)
    for dice in range(most):
        for more in range(1, 5):
            after[more, dice] = index[tokens, dice + more]
    return Purse(tokens, tokens, index, (tokens - price[:most]).astype(np.int32), after, price)


@kernel
def look_ahead(
    place: int,
    line: Unrolled,
    need: Bytes,
    wanted: Bools,
    hand: Ints,
    odds: Floats,
    purse: Purse,
    ids: Small,
    keys: Small,
    begin: Ints,
    stop: Floats,
    lost: Floats,
    ahead: Floats,
) -> None:
    """Fill `ahead` for the wanted spots of a place; `need` is the gear a step asks for."""
    limit = hand[6]
    entries = purse.left.shape[0]
    die, brakes = np.zeros(9, np.int64), np.zeros(9, np.int64)
    gone, sum_of = np.zeros(entries), np.zeros(entries)
    for spot in range(begin[place], begin[place + 1]):
        if not wanted[spot]:
            continue
        gear, used = keys[spot]
        for hazards in range(limit):
            for entry in range(entries):
                ahead[spot, hazards, entry] = stop[place, gear, purse.left[entry]]
        for lay in range(lays(hand, gear, used, die, brakes)):
            new = gear_after(gear, die[lay])
            after_used = used_up(used, die[lay], brakes[lay])
            after = purse.after[1 + brakes[lay]]
            for step in range(line.first[place], line.first[place + 1]):
                if need[step] > new:
                    continue
                to = line.to[step]
                track = line.hazards[step, new]
                fatal = new > line.limit[step]
                child = -1 if to == line.places or fatal else ids[to, new, after_used]
                for entry in range(entries):
                    gone[entry] = lost[to, new, purse.left[entry]]
                for hazards in range(limit):
                    if fatal:
                        for entry in range(entries):
                            ahead[spot, hazards, entry] = min(ahead[spot, hazards, entry], gone[entry])
                        continue
                    failing = 0.0
                    for entry in range(entries):
                        sum_of[entry] = 0.0
                    for rolled in range(brakes[lay] + 2):
                        chance = odds[die[lay], brakes[lay], rolled]
                        now = hazards + rolled + track
                        if now >= limit:
                            failing += chance
                        elif child < 0:
                            for entry in range(entries):
                                sum_of[entry] += chance * stop[to, new, purse.left[entry]]
                        else:
                            for entry in range(entries):
                                sum_of[entry] += chance * ahead[child, now, entry]
                    for entry in range(entries):
                        value = sum_of[entry] + failing * gone[entry]
                        paid = after[entry]
                        if paid >= 0:
                            if hazards + track >= limit:
                                sure = gone[paid]
                            elif child < 0:
                                sure = stop[to, new, purse.left[paid]]
                            else:
                                sure = ahead[child, hazards + track, paid]
                            value = min(value, sure)
                        ahead[spot, hazards, entry] = min(ahead[spot, hazards, entry], value)


@kernel
def plan_value(
    length: int,
    relaxed: bool,
    legs: Ints,
    tokens: int,
    limit: int,
    odds: Floats,
    purse: Purse,
    stop: Floats,
    lost: Floats,
    ahead: Floats,
    old: Floats,
    new: Floats,
) -> float:
    """The worth of a plan at its start with the best stopping and securing; relaxed: `ahead` follows it."""
    dice_before = 0
    for at in range(length - 1):
        dice_before += 1 + legs[at, 1]
    for at in range(length - 1, -1, -1):
        die, brakes, track, place, gear, spot, fatal, flying = legs[at]
        last = at == length - 1
        onward = relaxed and last and spot >= 0
        secured = 0
        while secured <= dice_before and purse.price[secured] <= tokens:
            left = tokens - purse.price[secured]
            paid = secured + 1 + brakes
            can = purse.price[paid] <= tokens
            for hazards in range(limit):
                if fatal:
                    value = lost[place, gear, left]
                else:
                    value = 0.0
                    for rolled in range(brakes + 2):
                        chance = odds[die, brakes, rolled]
                        now = hazards + rolled + track
                        if flying and rolled:
                            value += chance * stop[place, gear, left]
                        elif now >= limit:
                            value += chance * lost[place, gear, left]
                        elif onward:
                            value += chance * ahead[spot, now, purse.entry[tokens, secured]]
                        elif last:
                            value += chance * stop[place, gear, left]
                        else:
                            value += chance * old[now, secured]
                    if can:
                        now = hazards + track
                        if now >= limit:
                            sure = lost[place, gear, tokens - purse.price[paid]]
                        elif onward:
                            sure = ahead[spot, now, purse.entry[tokens, paid]]
                        elif last:
                            sure = stop[place, gear, tokens - purse.price[paid]]
                        else:
                            sure = old[now, paid]
                        value = min(value, sure)
                if at > 0:
                    value = min(value, stop[legs[at - 1, 3], legs[at - 1, 4], left])
                new[hazards, secured] = value
            secured += 1
        for hazards in range(limit):
            for dice in range(secured):
                old[hazards, dice] = new[hazards, dice]
        if at > 0:
            dice_before -= 1 + legs[at - 1, 1]
    return old[0, 0]


@kernel
def best_plan(
    place0: int,
    gear0: int,
    tokens: int,
    best: float,
    plan: Ints,
    line: Unrolled,
    need: Bytes,
    hand: Ints,
    odds: Floats,
    purse: Purse,
    ids: Small,
    stop: Floats,
    lost: Floats,
    ahead: Floats,
    slack: float,
) -> float:
    """The best plan one by one from a place in a gear, if it is better than `best`, by branch and bound.

    `need` is the gear each step asks for (cars to draw level with; 9: taken).
    """
    limit = hand[6]
    legs = np.zeros((STEPS, 8), np.int64)
    kids, marks = np.zeros((STEPS, WIDEST, 8), np.int64), np.zeros((STEPS, WIDEST))
    used, count, at = (
        np.zeros(STEPS + 1, np.int64),
        np.zeros(STEPS + 1, np.int64),
        np.zeros(STEPS + 1, np.int64),
    )
    die, brakes = np.zeros(9, np.int64), np.zeros(9, np.int64)
    old, new = np.zeros((4, 24)), np.zeros((4, 24))
    depth, place, gear, fresh = 0, place0, gear0, True
    while depth >= 0:
        if fresh:
            found = 0
            ways = lays(hand, gear, used[depth], die, brakes) if depth < STEPS else 0
            for lay in range(ways):
                g = gear_after(gear, die[lay])
                after = used_up(used[depth], die[lay], brakes[lay])
                for step in range(line.first[place], line.first[place + 1]):
                    if g < need[step]:
                        continue
                    to = line.to[step]
                    fatal = g > line.limit[step]
                    kid = legs[depth]
                    kid[0], kid[1], kid[2], kid[3], kid[4] = (
                        die[lay],
                        brakes[lay],
                        line.hazards[step, g],
                        to,
                        g,
                    )
                    kid[5] = -1 if fatal or to == line.places else ids[to, g, after]
                    kid[6] = fatal
                    kid[7] = gear == 0 and die[lay] == 2
                    mark = plan_value(
                        depth + 1, True, legs, tokens, limit, odds, purse, stop, lost, ahead, old, new
                    )
                    if mark < best - slack:
                        k = found
                        while k > 0 and marks[depth, k - 1] > mark:
                            marks[depth, k] = marks[depth, k - 1]
                            kids[depth, k] = kids[depth, k - 1]
                            k -= 1
                        marks[depth, k] = mark
                        kids[depth, k] = kid
                        found += 1
            count[depth], at[depth] = found, 0
            fresh = False
        if at[depth] == count[depth] or marks[depth, at[depth]] >= best - slack:
            depth -= 1
            continue
        k = at[depth]
        at[depth] += 1
        legs[depth] = kids[depth, k]
        if legs[depth, 5] < 0:
            here = marks[depth, k]
        else:
            here = plan_value(depth + 1, False, legs, tokens, limit, odds, purse, stop, lost, ahead, old, new)
        if here < best:
            best = here
            plan[: depth + 1] = legs[: depth + 1]
            plan[depth + 1 :] = -1
        if legs[depth, 5] >= 0:
            place, gear = legs[depth, 3], legs[depth, 4]
            used[depth + 1] = used_up(used[depth], legs[depth, 0], legs[depth, 1])
            depth += 1
            fresh = True
    return best


@kernel
def fail_values(start: int, least: int, lost: Floats, flat: Flat, scratch: Floats, fails: Floats) -> None:
    """What failing flat out costs, by failure and tokens, `least` or more: rolls are laid for the best."""
    tokens = lost.shape[2]
    for one in range(flat.class_first[start], flat.class_first[start + 1]):
        row = scratch[one - flat.class_first[start]]
        for f in range(least, tokens):
            row[f] = NEVER
        for loss in range(flat.loss_first[one], flat.loss_first[one + 1]):
            gone = lost[flat.loss_place[loss], flat.loss_gear[loss]]
            for f in range(least, tokens):
                row[f] = min(row[f], gone[f])
    for one in range(flat.fail_start[start], flat.fail_start[start + 1]):
        total = fails[one - flat.fail_start[start]]
        for f in range(least, tokens):
            total[f] = 0.0
        for share in range(flat.fail_first[one], flat.fail_first[one + 1]):
            chance = flat.fail_chance[share]
            row = scratch[flat.fail_class[share]]
            for f in range(least, tokens):
                total[f] += chance * row[f]


@kernel
def flat_value(
    end: int, purse: Purse, odds: Floats, flat: Flat, stop: Floats, fails: Floats, value: Floats
) -> None:
    """The worth of a plan flat out by tokens at its start."""
    gain, least, most = flat.end_gain[end], purse.least, purse.most
    failed = fails[flat.end_fail[end]]
    for f in range(least, most + 1):
        value[f] = failed[f + gain]
    if flat.end_place[end] >= 0:
        safe = flat.end_safe[end]
        reached = stop[flat.end_place[end], flat.end_gear[end]]
        for f in range(least, most + 1):
            value[f] += safe * reached[f + gain]
    if flat.end_away[end] >= 0:
        reached = stop[flat.end_away[end], 2]
        for f in range(least, most + 1):
            value[f] += odds[2, 0, 1] * reached[f + gain]

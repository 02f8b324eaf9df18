"""A turn among other cars, and what a race is worth from where it may end.

Everything is a matter of the tables of `turns`, but only for what one turn can reach: `stop` and `lost` by
place, gear and focus tokens are chances to win (less is better: they are written as negative numbers), and
`need` says which gear each step of the line asks for.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from paddock.kernels.compiling import kernel
from paddock.kernels.gt.backward_sweep import MOST_GAIN
from paddock.kernels.gt.best_turn import NEVER, STEPS, Purse, best_plans, by_purse, fail_values, look_ahead
from paddock.kernels.gt.dice import gain, gear_after, lays, used_up
from paddock.kernels.gt.flat_out import Flat
from paddock.kernels.gt.places import Unrolled
from paddock.kernels.gt.relays import note
from paddock.kernels.gt.road_arrays import Bytes, Floats, Ints, Small
from paddock.kernels.gt.rollouts import WHOLE

_ROOM = 1 << 18


@kernel
def windows(line: Unrolled) -> Ints:
    """By place: the place behind the furthest one a turn can reach."""
    reach = np.zeros(line.places, np.int64)
    for place in range(line.places):
        furthest = place
        for _ in range(STEPS):
            ahead = furthest
            for near in range(line.first[place], line.first[min(furthest, line.places - 1) + 1]):
                ahead = max(ahead, line.to[near])
            furthest = ahead
        reach[place] = min(furthest + 1, line.places)
    return reach


@kernel
def best_one_by_one(
    place0: int,
    gear0: int,
    best: float,
    plan: Ints,
    line: Unrolled,
    need: Bytes,
    hand: Ints,
    odds: Floats,
    purse: Purse,
    ids: Small,
    keys: Small,
    begin: Ints,
    stop: Floats,
    lost: Floats,
    slack: float,
) -> float:
    """The best plan one by one among other cars, if it is better than `best`; `purse`: of so many tokens."""
    reached = np.zeros(begin[line.places], np.bool_)
    die, brakes = np.zeros(9, np.int64), np.zeros(9, np.int64)
    last = place0
    for place in range(place0, line.places):
        if place > last:
            break
        first = begin[place] if place > place0 else -1
        after_last = begin[place + 1] if place > place0 else 0
        for spot in range(first, after_last):
            if spot >= 0 and not reached[spot]:
                continue
            gear, used = gear0, 0
            if spot >= 0:
                gear, used = keys[spot]
            for lay in range(lays(hand, gear, used, die, brakes)):
                new = gear_after(gear, die[lay])
                after = used_up(used, die[lay], brakes[lay])
                for step in range(line.first[place], line.first[place + 1]):
                    to = line.to[step]
                    if to < line.places and need[step] <= new <= line.limit[step]:
                        reached[ids[to, new, after]] = True
                        last = max(last, to)
    furthest = last
    for near in range(line.first[place0], line.first[last + 1]):
        furthest = max(furthest, line.to[near])
    shape = line.places + 1, 7, purse.ways
    stops, losts = np.empty(shape), np.empty(shape)
    for place in range(place0, furthest + 1):
        by_purse(place, purse, stop, stops)
        by_purse(place, purse, lost, losts)
    ahead = np.empty((begin[line.places], hand[6], purse.ways))
    for place in range(last, place0, -1):
        look_ahead(place, line, need, reached, hand, odds, purse, ids, keys, begin, stops, losts, ahead)
    worth, plans = np.full(1, best), plan.reshape((1, STEPS, 8))
    best_plans(place0, gear0, worth, plans, line, need, hand, odds, purse, ids, stops, losts, ahead, slack)
    return worth[0]


@kernel
def best_flat_out(
    place0: int,
    gear0: int,
    tokens: int,
    line: Unrolled,
    need: Bytes,
    hand: Ints,
    odds: Floats,
    flat: Flat,
    kinds: int,
    stop: Floats,
    lost: Floats,
    steps: Ints,
) -> tuple[float, int, int]:
    """The best plan flat out among other cars: its worth, its length, its dice with the road's hazards.

    Fills die, brake dice and place of every step.

    A failed roll is laid again as on an empty road.
    """
    limit, start = hand[6], place0 * 7 + gear0
    after = np.ascontiguousarray(lost[:, :, tokens : tokens + MOST_GAIN + 1])
    scratch = np.zeros((max(1, flat.sizes[0]), MOST_GAIN + 1))
    fails = np.zeros((max(1, flat.sizes[1]), MOST_GAIN + 1))
    fail_values(start, 0, after, flat, scratch, fails)
    failure, safe = np.full((kinds, 4, 2), -1, np.int64), np.zeros((kinds, 4, 2))
    for end in range(flat.end_first[start], flat.end_first[start + 1]):
        flies = 1 if flat.end_away[end] >= 0 else 0
        failure[flat.end_used[end], flat.end_track[end], flies] = flat.end_fail[end]
        safe[flat.end_used[end], flat.end_track[end], flies] = flat.end_safe[end]
    table = np.full(_ROOM, -1, np.int64)
    keys, slots = np.zeros(_ROOM // 2 + 1, np.int64), np.zeros(_ROOM // 2 + 1, np.int64)
    back = np.zeros(_ROOM // 2 + 1, np.int64)
    die, brakes = np.zeros(9, np.int64), np.zeros(9, np.int64)
    best, pick = NEVER, 0
    # place | gear 3 | used 12 | road hazards 2 | flown over which step 3
    top, read = note(table, keys, slots, 0, (place0 << 3 | gear0) << 17), 0
    while read < top:
        key = keys[read]
        flown, track = key & 7, key >> 3 & 3
        used, gear, place = key >> 5 & 4095, key >> 17 & 7, key >> 20
        if used:
            flies = 1 if flown else 0
            more = gain(used)
            value = fails[failure[used, track, flies], more]
            value += safe[used, track, flies] * stop[place, gear, tokens + more]
            if flown:
                value += odds[2, 0, 1] * stop[line.to[line.first[place0] + flown - 1], 2, tokens + more]
            if value < best:
                best, pick = value, read
        if place < line.places:
            for lay in range(lays(hand, gear, used, die, brakes)):
                new = gear_after(gear, die[lay])
                longer = used_up(used, die[lay], brakes[lay])
                for step in range(line.first[place], line.first[place + 1]):
                    now = track + line.hazards[step, new]
                    if need[step] <= new <= line.limit[step] and now < limit:
                        flies = flown
                        if used == 0 and gear == 0 and die[lay] == 2:
                            flies = step - line.first[place] + 1
                        then = (((line.to[step] << 3 | new) << 12 | longer) << 2 | now) << 3 | flies
                        grown = note(table, keys, slots, top, then)
                        if grown < 0:
                            break
                        if grown > top:
                            back[top] = read
                            top = grown
        read += 1
    length, at = 0, pick
    while at > 0:
        length += 1
        at = back[at]
    at = pick
    for step in range(length - 1, -1, -1):
        key, before = keys[at], keys[back[at]]
        used, spent = key >> 5 & 4095, before >> 5 & 4095
        lead = 0
        if (used >> 6 & 3) > (spent >> 6 & 3):
            lead = 7
        elif (used >> 10 & 3) > (spent >> 10 & 3):
            lead = 8
        else:
            for bit in range(6):
                if (used ^ spent) >> bit & 1:
                    lead = bit + 1
        steps[step, 0], steps[step, 1] = lead, (used >> 8 & 3) - (spent >> 8 & 3)
        steps[step, 2] = key >> 20
        at = back[at]
    return best, length, keys[pick] >> 3 & 16383


@kernel
def finishes(
    first: Ints,
    standings: Ints,
    rows: Small,
    ends: Ints,
    chances: Floats,
    places: int,
    most: int,
    spread: NDArray[np.float32],
) -> None:
    """By standing, turn and gear: the chance to finish in that turn, begun in that gear.

    `ends` are those of `follow.reach`; whoever crashes spends a turn on coming back.
    """
    turns = spread.shape[1]
    for turn in range(turns):
        for row in range(standings.shape[0]):
            for end in range(first[row], first[row + 1]):
                to, chance = ends[end, 3], chances[end]
                if to == places:
                    if turn == 0:
                        spread[row, 0, standings[row, 1]] += chance
                    continue
                before = turn - 2 if ends[end, 1] == 2 else turn - 1
                if before >= 0:
                    then = rows[to, ends[end, 4], min(most, ends[end, 5])]
                    for gear in range(7):
                        spread[row, turn, gear] += chance * spread[then, before, gear]


@kernel
def win_chances(
    place0: int,
    after: int,
    line: Unrolled,
    loss: Ints,
    rows: Small,
    spread: NDArray[np.uint16],
    time: Floats,
    most: int,
    wear: float,
    patience: float,
    wins: Floats,
    rivals: Ints,
    soon: Floats,
    stop: Floats,
    lost: Floats,
) -> None:
    """Fill `stop` and `lost` with the chances to win from where a turn may end, places `place0` to `after`.

    `wins` is the chance to win by finishing so many rounds from now in a turn begun in a gear. `rivals` that
    have moved are given by place and gear, `soon` with the chance not to finish next round and that to do so;
    against them it is known who goes first. `wear` is the share of a round a damage token costs, `patience`
    how much a round counts where nothing else does. `spread` is in parts of `WHOLE`.
    """
    rounds, turns = wins.shape[0], spread.shape[1]
    width = stop.shape[2]
    for gear in range(7):
        for f in range(width):
            stop[line.places, gear, f] = -1.0
            lost[line.places, gear, f] = -1.0
    for place in range(place0, after):
        for gear in range(7):
            first = wins[1, gear]
            for rival in range(rivals.shape[0]):
                ahead = soon[rival, 0]
                if gear > rivals[rival, 1] or (gear == rivals[rival, 1] and place > rivals[rival, 0]):
                    ahead += soon[rival, 1]
                first *= ahead
            for f in range(width):
                row = rows[place, gear, min(f, most)]
                value = spread[row, 0, gear] * first
                for turn in range(1, min(turns, rounds - 1)):
                    for then in range(7):
                        value += spread[row, turn, then] * wins[turn + 1, then]
                stop[place, gear, f] = patience * time[place, gear, min(f, most)] - value / WHOLE
    for place in range(place0, after):
        for gear in range(1, 7):
            crashes, tokens = loss[gear, line.danger[place], 0], loss[gear, line.danger[place], 1]
            if not crashes:
                for f in range(width):
                    lost[place, gear, f] = stop[place, 0, f]
                continue
            for f in range(width):
                lost[place, gear, f] = NEVER
            for side in range(2):
                if line.kerb[place] != 3 and line.kerb[place] != side + 1:
                    continue
                there = line.back[place, side]
                for f in range(width):
                    row = rows[there, 0, min(f, most)]
                    value = 0.0
                    for turn in range(min(turns, rounds - 3)):
                        for then in range(7):
                            worn = (1 - wear * tokens) * wins[turn + 2, then]
                            worn += wear * tokens * wins[turn + 3, then]
                            value += spread[row, turn, then] * worn
                    value = patience * (1 + wear * tokens + time[there, 0, min(f, most)]) - value / WHOLE
                    lost[place, gear, f] = min(lost[place, gear, f], value)

"""Races played on by table from where a turn may end: who wins, counted.

Every car drives by its habits: a driver's plan for an empty road, ended by chance as such plans end. A car
whose plan leads into another car takes another driver's, or finds its way step by step towards the best place
to stop.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from paddock.kernels.compiling import kernel
from paddock.kernels.gt.best_turn import NEVER, STEPS, Purse
from paddock.kernels.gt.dice import gear_after, lays, used_up
from paddock.kernels.gt.flat_out import Flat
from paddock.kernels.gt.forward_distribution import decide
from paddock.kernels.gt.places import Unrolled
from paddock.kernels.gt.road_arrays import Bytes, Floats, Ints, Small
from paddock.kernels.random_stream import draw

PLACE, GEAR, FOCUS, STATUS, LEFT = range(5)
"""Fields of a car."""
TRACK, OFF, OUT = range(3)
WHOLE = 65535
"""What tables of chances come to."""
_WHOLE = 4294967296.0


class Habits(NamedTuple):
    """How drivers drive an empty road: ends of turns by row (driver, place, gear, focus), plans as steps."""

    rows: Small
    """By place, gear and focus: the row of the first driver; others' follow."""
    drivers: int
    """The first wants the fewest rounds; then come those against the clock, by rounds left to par."""
    first: Ints
    to: NDArray[np.int16]
    end: NDArray[np.int16]
    """The gear, the purse and how it ended, as `packed` writes them."""
    chance: NDArray[np.uint16]
    """Summed up within a row, in parts of `WHOLE`."""
    plan: NDArray[np.int16]
    """By row and step: the step of the line, -1 behind the last."""
    plan_gear: Bytes
    stop: Floats
    lost: Floats
    order: Ints
    """By place: how far it is, and how far inside."""
    level_first: Small
    level_last: Small
    level: Small
    """By step of the line: the cells it draws level with."""
    most: int


def packed(gear: Ints, focus: Ints, kind: Ints) -> Ints:
    """Ends of turns as numbers: gear, tokens in the purse, and in control, spun or crashed as in `follow`."""
    return gear | focus << 3 | kind << 8


@kernel
def ends_of(
    length: int,
    legs: Ints,
    tokens: int,
    limit: int,
    odds: Floats,
    purse: Purse,
    stop: Floats,
    lost: Floats,
    ends: Ints,
    chances: Floats,
) -> int:
    """How a plan one by one may end, decided for the best: place, gear, tokens, lost or not; their number."""
    choice = np.zeros((STEPS, 4, 24), np.int64)
    old, new = np.zeros((4, 24)), np.zeros((4, 24))
    mass, onward = np.zeros((4, 24)), np.zeros((4, 24))
    decide(length, legs, tokens, limit, odds, purse, stop, lost, choice, old, new)
    mass[0, 0] = 1.0
    count = 0
    for at in range(length):
        die, brakes, track, to, then, _, fatal, flying = legs[at]
        onward[:] = 0.0
        for hazards in range(limit):
            for secured in range(24):
                here = mass[hazards, secured]
                if here == 0.0:
                    continue
                left = tokens - purse.price[secured]
                picked = choice[at, hazards, secured]
                if picked == 0:
                    ends[count, 0], ends[count, 1] = legs[at - 1, 3], legs[at - 1, 4]
                    ends[count, 2], ends[count, 3], chances[count] = left, 0, here
                    count += 1
                    continue
                paid = secured
                if picked == 2:
                    paid = secured + 1 + brakes
                    left = tokens - purse.price[paid]
                for rolled in range(1 if picked == 2 or fatal else brakes + 2):
                    chance = here
                    if picked == 1 and not fatal:
                        chance = here * odds[die, brakes, rolled]
                    if chance == 0.0:
                        continue
                    now = hazards + rolled + track
                    away = flying and rolled > 0
                    gone = fatal or (now >= limit and not away)
                    if gone or away or at == length - 1:
                        ends[count, 0], ends[count, 1] = to, then
                        ends[count, 2], ends[count, 3], chances[count] = left, 1 if gone else 0, chance
                        count += 1
                    else:
                        onward[now, paid] += chance
        mass[:] = onward
    return count


@kernel
def ends_flat_out(
    place0: int,
    gear0: int,
    tokens: int,
    used: int,
    track: int,
    away: int,
    goal: int,
    gear: int,
    odds: Floats,
    flat: Flat,
    lost: Floats,
    ends: Ints,
    chances: Floats,
) -> int:
    """How a plan flat out may end that comes to `goal`, laid again for the best; their number."""
    start, count = place0 * 7 + gear0, 0
    for end in range(flat.end_first[start], flat.end_first[start + 1]):
        if flat.end_used[end] != used or flat.end_track[end] != track:
            continue
        if (flat.end_away[end] >= 0) != (away >= 0):
            continue
        focus = tokens + flat.end_gain[end]
        ends[0, 0], ends[0, 1], ends[0, 2], ends[0, 3] = goal, gear, focus, 0
        chances[0], count = flat.end_safe[end], 1
        if away >= 0:
            ends[1, 0], ends[1, 1], ends[1, 2], ends[1, 3] = away, 2, focus, 0
            chances[1], count = odds[2, 0, 1], 2
        failure = flat.fail_start[start] + flat.end_fail[end]
        for share in range(flat.fail_first[failure], flat.fail_first[failure + 1]):
            one = flat.class_first[start] + flat.fail_class[share]
            least, where = NEVER * 10, 0
            for way in range(flat.loss_first[one], flat.loss_first[one + 1]):
                worth = lost[flat.loss_place[way], flat.loss_gear[way], focus]
                if worth < least:
                    least, where = worth, way
            ends[count, 0], ends[count, 1] = flat.loss_place[where], flat.loss_gear[where]
            ends[count, 2], ends[count, 3] = focus, 1
            chances[count] = flat.fail_chance[share]
            count += 1
        break
    return count


@kernel
def play_on(
    me: int,
    cars: Ints,
    rest: Ints,
    my_ends: Ints,
    my_chances: Floats,
    line: Unrolled,
    hand: Ints,
    odds: Floats,
    loss: Ints,
    habits: Habits,
    dull: float,
    clock: int,
    streams: Ints,
) -> int:
    """Play a race on from the end of a turn, once a stream; gives how often `me` won.

    `rest` are those still to move in this round. Rivals are `dull` in that share of their turns: they look
    at one step after the other. `clock` is the driver of this round; each round the one before takes over.
    """
    drivers, size = habits.drivers, (habits.first.shape[0] - 1) // habits.drivers
    rows, first, e_to, e_end, e_chance = habits.rows, habits.first, habits.to, habits.end, habits.chance
    plan, plan_gear, stop, lost = habits.plan, habits.plan_gear, habits.stop, habits.lost
    level_first, level_last, level = habits.level_first, habits.level_last, habits.level
    key, most = habits.order, habits.most
    l_first, l_to, l_limit, l_hazards = line.first, line.to, line.limit, line.hazards
    cell, danger, back, kerb = line.cell, line.danger, line.back, line.kerb
    places, seats, limit = line.places, cars.shape[0], hand[6]
    cells = 0
    for place in range(places):
        cells = max(cells, cell[place] + 1)
    c = np.zeros((seats, 5), np.int64)
    taken = np.full(cells, -1, np.int64)
    order, keys = np.zeros(seats, np.int64), np.zeros(seats, np.int64)
    die, brakes = np.zeros(9, np.int64), np.zeros(9, np.int64)
    wins = 0
    for game in range(streams.shape[0]):
        stream = streams[game]
        taken[:] = -1
        c[:] = cars
        departures = 1000
        for seat in range(seats):
            if c[seat, STATUS] == TRACK and seat != me:
                taken[cell[c[seat, PLACE]]] = seat
        moving, turn = rest.shape[0] + 1, 0
        order[0] = me
        for i in range(rest.shape[0]):
            order[i + 1] = rest[i]
        winner, fresh = -1, True
        for round_ in range(40):
            driver = min(drivers - 1, max(0, clock - round_))
            for turn in range(moving):
                seat = order[turn]
                to, gear, focus, gone, crashed = 0, 0, 0, False, False
                if fresh:
                    fresh = False
                    ticket = draw(stream) / _WHOLE
                    i = 0
                    while i < my_chances.shape[0] - 1 and my_chances[i] <= ticket:
                        i += 1
                    to, gear, focus, gone = my_ends[i, 0], my_ends[i, 1], my_ends[i, 2], my_ends[i, 3] == 1
                elif c[seat, STATUS] == OFF:
                    place = c[seat, PLACE]
                    if c[seat, GEAR] < -1:
                        c[seat, GEAR] += 1
                    elif taken[cell[place]] < 0:
                        c[seat, STATUS], c[seat, GEAR] = TRACK, 0
                        taken[cell[place]] = seat
                    continue
                else:
                    place, gear0 = c[seat, PLACE], c[seat, GEAR]
                    focus = min(most, c[seat, FOCUS])
                    row = rows[place, gear0, focus]
                    taken[cell[place]] = -1
                    free = False
                    if seat == me or draw(stream) / _WHOLE >= dull:
                        for near in range(2 * drivers):  # the driver, then those who dare ever less or more
                            who = driver + (near + 1) // 2 * (1 if near % 2 else -1)
                            if who < 0 or who >= drivers:
                                continue
                            row = rows[place, gear0, focus] + size * who
                            free = first[row] < first[row + 1]
                            for i in range(plan.shape[1]):
                                step = plan[row, i]
                                if step < 0 or not free:
                                    break
                                if l_to[step] < places and taken[cell[l_to[step]]] >= 0:
                                    free = False
                                for j in range(level_first[step], level_last[step]):
                                    other = taken[level[j]]
                                    if other >= 0 and c[other, GEAR] > plan_gear[row, i]:
                                        free = False
                            if free:
                                break
                    if free:
                        share = draw(stream) / _WHOLE * WHOLE
                        i = first[row]
                        while i < first[row + 1] - 1 and e_chance[i] <= share:
                            i += 1
                        to, gear, focus = int(e_to[i]), e_end[i] & 7, e_end[i] >> 3 & 31
                        crashed = e_end[i] >> 8 == 2
                    else:
                        to, gear = place, gear0
                        used, hazards = 0, 0
                        for _ in range(STEPS):
                            best = stop[to, gear, focus] if used else NEVER
                            pick, pick_lay = -1, 0
                            for lay in range(lays(hand, gear, used, die, brakes)):
                                new = gear_after(gear, die[lay])
                                for step in range(l_first[to], l_first[to + 1]):
                                    there = l_to[step]
                                    if new > l_limit[step]:
                                        continue
                                    if there < places and taken[cell[there]] >= 0:
                                        continue
                                    passes = True
                                    for j in range(level_first[step], level_last[step]):
                                        other = taken[level[j]]
                                        if other >= 0 and c[other, GEAR] > new:
                                            passes = False
                                    if not passes:
                                        continue
                                    now = hazards + l_hazards[step, new]
                                    failing = 0.0
                                    for rolled in range(brakes[lay] + 2):
                                        if now + rolled >= limit:
                                            failing += odds[die[lay], brakes[lay], rolled]
                                    worth = (1 - failing) * stop[there, new, focus]
                                    worth += failing * lost[there, new, focus]
                                    if worth < best:
                                        best, pick, pick_lay = worth, step, lay
                            if pick < 0:
                                break
                            new = gear_after(gear, die[pick_lay])
                            ticket = draw(stream) / _WHOLE
                            rolled = 0
                            while rolled < brakes[pick_lay] + 1:
                                ticket -= odds[die[pick_lay], brakes[pick_lay], rolled]
                                if ticket < 0:
                                    break
                                rolled += 1
                            used = used_up(used, die[pick_lay], brakes[pick_lay])
                            to, gear = l_to[pick], new
                            hazards += rolled + l_hazards[pick, new]
                            gone = hazards >= limit
                            if gone or to == places:
                                break
                if to == places:
                    winner = seat
                    break
                if gone:
                    if loss[gear, danger[to], 0]:
                        crashed = True
                        side = 0
                        if kerb[to] == 2 or (
                            kerb[to] == 3 and stop[back[to, 1], 0, 0] < stop[back[to, 0], 0, 0]
                        ):
                            side = 1
                        to = back[to, side]
                    gear = 0
                c[seat, PLACE], c[seat, FOCUS] = to, focus
                if crashed:
                    c[seat, STATUS], c[seat, LEFT] = OFF, departures
                    departures += 1
                    c[seat, GEAR] = -2 if draw(stream) / _WHOLE < 0.15 else -1
                else:
                    c[seat, STATUS], c[seat, GEAR] = TRACK, gear
                    taken[cell[to]] = seat
            if winner >= 0:
                break
            moving = 0
            for seat in range(seats):
                if c[seat, STATUS] == OUT:
                    continue
                if c[seat, STATUS] == TRACK:
                    ranked = (6 - c[seat, GEAR]) * (1 << 40) - key[c[seat, PLACE]]
                else:
                    ranked = (1 << 50) + c[seat, LEFT]
                i = moving
                while i > 0 and keys[i - 1] > ranked:
                    keys[i], order[i] = keys[i - 1], order[i - 1]
                    i -= 1
                keys[i], order[i] = ranked, seat
                moving += 1
        if winner == me:
            wins += 1
    return wins


@kernel
def steps_of(
    standings: Ints, plans: NDArray[np.int16], first: Small, to: Small, plan: Small, gears: Bytes
) -> None:
    """Write plans as steps of the line, with the gear of each."""
    for row in range(standings.shape[0]):
        place, gear, focus = standings[row]
        for at in range(plans.shape[3]):
            die = plans[standings[row, 0], standings[row, 1], focus, at, 0]
            if die <= 0:
                break
            goal = plans[standings[row, 0], standings[row, 1], focus, at, 2]
            gear = die if die < 7 else gear
            step = first[place]
            while to[step] != goal:
                step += 1
            plan[row, at], gears[row, at] = step, gear
            place = goal

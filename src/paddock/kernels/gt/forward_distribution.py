"""A lap forwards: where plans lead with which chances, and how the time of a drive is spread.

The tables of a solved lap say what is best; here its plans are followed from given standings (a place, a
gear, focus tokens). `reach` finds every end of every turn that can come; `spread` passes chances on.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from paddock.kernels.compiling import kernel
from paddock.kernels.gt.best_turn import NEVER, STEPS, Purse
from paddock.kernels.gt.flat_out import Flat
from paddock.kernels.gt.places import Unrolled
from paddock.kernels.gt.road_arrays import Floats, Ints, Small
from paddock.kernels.gt.turn_choices import legs_of

CONTROL, SPIN, CRASH = 0, 1, 2
ROW, KIND, AT, TO, GEAR, FOCUS, TOKENS, SECONDS, LENGTH = range(9)
"""Fields of an end: the standing it comes from, how it ends, the place reached, the place and gear of the
next turn, focus and damage tokens then, seconds noted, steps of the plan driven (0: laid anew)."""
FIELDS = 9
_STOP, _ROLL, _SECURE = 0, 1, 2


@kernel
def decide(
    length: int,
    legs: Ints,
    tokens: int,
    limit: int,
    odds: Floats,
    purse: Purse,
    stop: Floats,
    lost: Floats,
    choice: Ints,
    old: Floats,
    new: Floats,
) -> None:
    """The best choice before every step of a plan one by one, by hazards and dice secured."""
    dice_before = 0
    for at in range(length - 1):
        dice_before += 1 + legs[at, 1]
    for at in range(length - 1, -1, -1):
        die, brakes, track, place, gear, _, fatal, flying = legs[at]
        last = at == length - 1
        secured = 0
        while secured <= dice_before and purse.price[secured] <= tokens:
            left = tokens - purse.price[secured]
            paid = secured + 1 + brakes
            for hazards in range(limit):
                picked = _ROLL
                if fatal:
                    value = lost[place, gear, left]
                else:
                    value = 0.0
                    for rolled in range(brakes + 2):
                        now = hazards + rolled + track
                        chance = odds[die, brakes, rolled]
                        if flying and rolled:
                            value += chance * stop[place, gear, left]
                        elif now >= limit:
                            value += chance * lost[place, gear, left]
                        elif last:
                            value += chance * stop[place, gear, left]
                        else:
                            value += chance * old[now, secured]
                    if purse.price[paid] <= tokens:
                        now = hazards + track
                        if now >= limit:
                            sure = lost[place, gear, tokens - purse.price[paid]]
                        elif last:
                            sure = stop[place, gear, tokens - purse.price[paid]]
                        else:
                            sure = old[now, paid]
                        if sure < value:
                            value, picked = sure, _SECURE
                if at > 0:
                    here = stop[legs[at - 1, 3], legs[at - 1, 4], left]
                    if here < value:
                        value, picked = here, _STOP
                new[hazards, secured] = value
                choice[at, hazards, secured] = picked
            secured += 1
        for hazards in range(limit):
            for dice in range(secured):
                old[hazards, dice] = new[hazards, dice]
        if at > 0:
            dice_before -= 1 + legs[at - 1, 1]


@kernel
def note_end(
    row: int,
    place: int,
    gear: int,
    focus: int,
    gone: bool,
    length: int,
    chance: float,
    line: Unrolled,
    loss: Ints,
    toll: Floats,
    time: Floats,
    crash: Floats,
    same: Floats,
    ends: Ints,
    chances: Floats,
    count: int,
) -> int:
    """Write down one end of a turn; gives the number of ends."""
    end = ends[count]
    end[ROW], end[AT], end[TO], end[FOCUS], end[TOKENS], end[LENGTH] = row, place, place, focus, 0, length
    if not gone:
        end[KIND], end[GEAR], end[SECONDS] = CONTROL, gear, int(toll[gear])
    else:
        end[GEAR] = 0
        crashes, tokens = loss[gear, line.danger[place], 0], loss[gear, line.danger[place], 1]
        end[KIND] = CRASH if crashes else SPIN
        end[SECONDS] = int(toll[0] + toll[7]) if crashes else int(toll[0])
        if crashes and place < line.places:
            best = NEVER * 10
            for side in range(2):
                if line.kerb[place] == 3 or line.kerb[place] == side + 1:
                    back = line.back[place, side]
                    worth = crash[side, place, tokens, focus] + same[tokens] * time[back, 0, focus]
                    if worth < best:
                        best = worth
                        end[TO] = back
            end[TOKENS] = 0 if same[tokens] == 1.0 else tokens
    chances[count] = chance
    return count + 1


@kernel
def reach(
    begin: Ints,
    line: Unrolled,
    hand: Ints,
    odds: Floats,
    toll: Floats,
    loss: Ints,
    purse: Purse,
    flat: Flat,
    time: Floats,
    stop: Floats,
    lost: Floats,
    crash: Floats,
    same: Floats,
    plans: NDArray[np.int16],
    best_ends: Small,
    rows: Small,
    standings: Ints,
    ends: Ints,
    chances: Floats,
    first: Ints,
) -> int:
    """Follow the plans from the standings in `begin` (place, gear, focus) until none is new.

    Fills `standings`, numbered by `rows`, and their ends; gives the number of standings, -1 without room.
    """
    most, limit = purse.most, hand[6]
    legs, steps = np.zeros((STEPS, 8), np.int64), np.zeros((STEPS, 3), np.int64)
    choice = np.zeros((STEPS, 4, 24), np.int64)
    old, new = np.zeros((4, 24)), np.zeros((4, 24))
    mass, onward = np.zeros((4, 24)), np.zeros((4, 24))
    found = count = 0
    for i in range(begin.shape[0]):
        if rows[begin[i, 0], begin[i, 1], begin[i, 2]] < 0:
            rows[begin[i, 0], begin[i, 1], begin[i, 2]] = found
            standings[found] = begin[i]
            found += 1
    row = 0
    while row < found:
        if count + 4096 > ends.shape[0]:
            return -1
        first[row] = count
        place, gear, f = standings[row]
        end = best_ends[place, gear, f]
        steps[:] = plans[place, gear, f]
        length = legs_of(place, gear, steps, line, legs)
        if end >= 0:
            focus = f + flat.end_gain[end]
            start = place * 7 + gear
            if flat.end_place[end] >= 0 and flat.end_safe[end] > 0:
                count = note_end(
                    row, flat.end_place[end], flat.end_gear[end], focus, False, length, flat.end_safe[end],
                    line, loss, toll, time, crash, same, ends, chances, count,
                )  # fmt: skip
            if flat.end_away[end] >= 0:
                count = note_end(
                    row, flat.end_away[end], 2, focus, False, 1, odds[2, 0, 1],
                    line, loss, toll, time, crash, same, ends, chances, count,
                )  # fmt: skip
            failure = flat.fail_start[start] + flat.end_fail[end]
            for share in range(flat.fail_first[failure], flat.fail_first[failure + 1]):
                one = flat.class_first[start] + flat.fail_class[share]
                least, where = NEVER * 10, -1
                for way in range(flat.loss_first[one], flat.loss_first[one + 1]):
                    worth = lost[flat.loss_place[way], flat.loss_gear[way], focus]
                    if worth < least:
                        least, where = worth, way
                count = note_end(
                    row, flat.loss_place[where], flat.loss_gear[where], focus, True, 0,
                    flat.fail_chance[share],
                    line, loss, toll, time, crash, same, ends, chances, count,
                )  # fmt: skip
        elif length:
            decide(length, legs, f, limit, odds, purse, stop, lost, choice, old, new)
            mass[:] = 0.0
            mass[0, 0] = 1.0
            for at in range(length):
                die, brakes, track, to, then, _, fatal, flying = legs[at]
                last = at == length - 1
                onward[:] = 0.0
                for hazards in range(limit):
                    for secured in range(24):
                        here = mass[hazards, secured]
                        if here == 0.0:
                            continue
                        left = f - purse.price[secured]
                        picked = choice[at, hazards, secured]
                        if picked == _STOP:
                            count = note_end(
                                row, legs[at - 1, 3], legs[at - 1, 4], left, False, at, here,
                                line, loss, toll, time, crash, same, ends, chances, count,
                            )  # fmt: skip
                            continue
                        paid = secured
                        if picked == _SECURE:
                            paid = secured + 1 + brakes
                            left = f - purse.price[paid]
                        for rolled in range(1 if picked == _SECURE or fatal else brakes + 2):
                            chance = here
                            if picked == _ROLL and not fatal:
                                chance = here * odds[die, brakes, rolled]
                            if chance == 0.0:
                                continue
                            now = hazards + rolled + track
                            away = flying and rolled > 0
                            gone = fatal or (now >= limit and not away)
                            if gone or away or last:
                                count = note_end(
                                    row, to, then, left, gone, at + 1, chance,
                                    line, loss, toll, time, crash, same, ends, chances, count,
                                )  # fmt: skip
                            else:
                                onward[now, paid] += chance
                mass[:] = onward
        for one in range(first[row], count):
            to, then, focus = ends[one, TO], ends[one, GEAR], min(most, ends[one, FOCUS])
            if to < line.places and ends[one, TOKENS] == 0 and rows[to, then, focus] < 0:
                if found == standings.shape[0]:
                    return -1
                rows[to, then, focus] = found
                standings[found, 0], standings[found, 1], standings[found, 2] = to, then, focus
                found += 1
        row += 1
    first[found] = count
    return found


@kernel
def spread(
    order: Ints,
    group: Ints,
    first: Ints,
    ends: Ints,
    chances: Floats,
    target: Ints,
    cashed: Ints,
    mass: Floats,
    crashed: Floats,
    finished: Floats,
    visits: Floats,
) -> None:
    """Pass the chances of all times on from standing to standing, in driving order.

    `order` lists standings, `group` where each tile begins in it. `target` of an end is a standing, behind
    them the finish (-1) or, from -2 downwards, a row of `crashed`; `cashed` are seconds for tokens beyond
    those told apart. `mass` is by standing and seconds so far.
    """
    longest = mass.shape[1]
    leaving = np.zeros(longest)
    for tile in range(group.shape[0] - 1):
        for _ in range(400):
            moved = 0.0
            for at in range(group[tile], group[tile + 1]):
                row = order[at]
                low, high = longest, -1
                here = 0.0
                for second in range(longest):
                    if mass[row, second] > 0.0:
                        here += mass[row, second]
                        low, high = min(low, second), second
                if here == 0.0:
                    continue
                moved += here
                visits[row] += here
                for second in range(low, high + 1):
                    leaving[second] = mass[row, second]
                    mass[row, second] = 0.0
                for end in range(first[row], first[row + 1]):
                    shift = ends[end, SECONDS] - cashed[end]
                    goal = target[end]
                    for second in range(low, high + 1):
                        there = min(longest - 1, max(0, second + shift))
                        more = leaving[second] * chances[end]
                        if goal >= 0:
                            mass[goal, there] += more
                        elif goal == -1:
                            finished[there] += more
                        else:
                            crashed[-2 - goal, there] += more
            if moved < 1e-15:
                break

"""The best turn: one by one over plans fixed before the first roll, flat out over tables made before.

Everything is a matter of three tables, less is better: by place (the finish last) and gear `stop`, the
worth of ending a turn there in control, and `lost`, of losing control there, both by focus tokens or written
out by purse; and `ahead`, by spot, hazards and purse, a lower bound in the middle of a turn: the driver may
choose every next step after each roll, which no plan allows.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from paddock.kernels.compiling import inlined, kernel
from paddock.kernels.gt.dice import gear_after, lays, used_up
from paddock.kernels.gt.flat_out import Flat
from paddock.kernels.gt.places import Unrolled
from paddock.kernels.gt.road_arrays import Bools, Bytes, Floats, Ints, Small

NEVER = 1e9
"""The worth of what cannot be."""
STEPS = 12
"""No plan has more steps: six gear dice and at most five others."""
WIDEST = 80
"""No standing has more next steps: nine dice times the cells a cell can lead to."""
_DICE = 12
"""More dice than are used in any turn."""
DIE, BRAKES, TRACK, PLACE, GEAR, SPOT, FATAL, FLYING = range(8)
"""Fields of a leg."""


class Purse(NamedTuple):
    """Focus tokens at the start of a turn and dice secured since.

    Tables by purse are rows: by dice secured, then by tokens at the start, `NEVER` where there are too few of
    them. So securing dice is a shift by as many rows of tokens.
    """

    least: int
    most: int
    """Tokens at the start of a turn: with so many at least, and at most."""
    ways: int
    """Dice that can be secured in one turn, and none."""
    price: Small
    """Tokens for so many dice in one turn."""

    @property
    def entries(self) -> int:
        """How long a table by purse is."""
        return self.ways * (self.most + 1 - self.least)


def purse_of(most: int) -> Purse:
    """The purse of a driver who never has more than so many tokens."""
    return purse_with(most)._replace(least=0)


@lru_cache(maxsize=64)
def purse_with(tokens: int) -> Purse:
    """The purse of a driver who begins the turn with just so many tokens."""
    price = np.array([dice * (dice + 1) // 2 for dice in range(24)], np.int32)
    return Purse(tokens, tokens, int(np.searchsorted(price[:_DICE], tokens, side="right")), price)


@kernel
def by_purse(place: int, purse: Purse, table: Floats, found: Floats) -> None:
    """What a place is worth in every gear, written out by purse."""
    width = purse.most + 1 - purse.least
    for gear in range(7):
        for dice in range(purse.ways):
            for f in range(width):
                left = purse.least + f - purse.price[dice]
                found[place, gear, dice * width + f] = table[place, gear, left] if left >= 0 else NEVER


@inlined
def dice_in(used: int) -> int:
    """How many dice are used up."""
    count = (used >> 6 & 3) + (used >> 8 & 3) + (used >> 10 & 3)
    for bit in range(6):
        count += used >> bit & 1
    return count


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
    limit, width = hand[6], purse.most + 1 - purse.least
    die, brakes = np.zeros(9, np.int64), np.zeros(9, np.int64)
    value = np.zeros(purse.ways * width)
    for spot in range(begin[place], begin[place + 1]):
        if not wanted[spot]:
            continue
        gear, used = keys[spot]
        entries = min(purse.ways, 1 + dice_in(used)) * width
        here = stop[place, gear]
        for hazards in range(limit):
            best = ahead[spot, hazards]
            for i in range(entries):
                best[i] = here[i]
        for lay in range(lays(hand, gear, used, die, brakes)):
            new = gear_after(gear, die[lay])
            after_used = used_up(used, die[lay], brakes[lay])
            chances = odds[die[lay], brakes[lay]]
            shift = (1 + brakes[lay]) * width
            can = min(entries, purse.ways * width - shift)
            for step in range(line.first[place], line.first[place + 1]):
                if need[step] > new:
                    continue
                to = line.to[step]
                track = line.hazards[step, new]
                fatal = new > line.limit[step]
                child = -1 if to == line.places or fatal else ids[to, new, after_used]
                gone, reached = lost[to, new], stop[to, new]
                for hazards in range(limit):
                    best = ahead[spot, hazards]
                    if fatal:
                        for i in range(entries):
                            best[i] = min(best[i], gone[i])
                        continue
                    for rolled in range(brakes[lay] + 2):
                        chance, now = chances[rolled], hazards + rolled + track
                        then = gone if now >= limit else reached if child < 0 else ahead[child, now]
                        if rolled == 0:
                            for i in range(entries):
                                value[i] = chance * then[i]
                        else:
                            for i in range(entries):
                                value[i] += chance * then[i]
                    now = hazards + track
                    then = gone if now >= limit else reached if child < 0 else ahead[child, now]
                    sure = then[shift:]
                    for i in range(can):
                        value[i] = min(value[i], sure[i])
                    for i in range(entries):
                        best[i] = min(best[i], value[i])


@kernel
def plan_values(
    length: int,
    relaxed: bool,
    legs: Ints,
    limit: int,
    odds: Floats,
    purse: Purse,
    stop: Floats,
    lost: Floats,
    ahead: Floats,
    room: Floats,
) -> Floats:
    """The worth of a plan at its start with the best stopping and securing, by tokens at the start.

    Relaxed: `ahead` follows the plan. The result stands in the room until it is used again.
    """
    width = purse.most + 1 - purse.least
    dice_before = 0
    for at in range(length - 1):
        dice_before += 1 + legs[at, 1]
    side = 0
    for at in range(length - 1, -1, -1):
        die, brakes, track, place, gear, spot, fatal, flying = legs[at]
        last = at == length - 1
        onward = relaxed and last and spot >= 0
        old, new, side = room[side], room[1 - side], 1 - side
        gone, here = lost[place, gear], stop[place, gear]
        entries = min(purse.ways, 1 + dice_before) * width
        shift = (1 + brakes) * width
        can = min(entries, purse.ways * width - shift)
        for hazards in range(limit):
            value = new[hazards]
            if fatal:
                for i in range(entries):
                    value[i] = gone[i]
            else:
                for rolled in range(brakes + 2):
                    chance, now = odds[die, brakes, rolled], hazards + rolled + track
                    if flying and rolled:
                        then = here
                    elif now >= limit:
                        then = gone
                    elif onward:
                        then = ahead[spot, now]
                    else:
                        then = here if last else old[now]
                    if rolled == 0:
                        for i in range(entries):
                            value[i] = chance * then[i]
                    else:
                        for i in range(entries):
                            value[i] += chance * then[i]
                now = hazards + track
                if now >= limit:
                    then = gone
                elif onward:
                    then = ahead[spot, now]
                else:
                    then = here if last else old[now]
                sure = then[shift:]
                for i in range(can):
                    value[i] = min(value[i], sure[i])
            if at > 0:
                stay = stop[legs[at - 1, 3], legs[at - 1, 4]]
                for i in range(entries):
                    value[i] = min(value[i], stay[i])
        if at > 0:
            dice_before -= 1 + legs[at - 1, 1]
    return room[side, 0]


@kernel
def best_plans(
    place0: int,
    gear0: int,
    best: Floats,
    plans: Ints,
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
) -> None:
    """The best plans one by one from a place in a gear, where they are better than `best`, both by tokens at
    the start, by one branch and bound for all of them: what is good with some tokens is good with others.

    `need` is the gear each step asks for (cars to draw level with; 9: taken).
    """
    limit, purses = hand[6], best.shape[0]
    legs = np.zeros((STEPS, 8), np.int64)
    kids, marks = np.empty((STEPS, WIDEST, 8), np.int64), np.empty((STEPS, WIDEST, purses))
    order, hope = np.empty((STEPS, WIDEST), np.int64), np.empty((STEPS, WIDEST))
    used, count, at = (
        np.zeros(STEPS + 1, np.int64),
        np.zeros(STEPS + 1, np.int64),
        np.zeros(STEPS + 1, np.int64),
    )
    die, brakes = np.zeros(9, np.int64), np.zeros(9, np.int64)
    room = np.empty((2, limit, stop.shape[2]))
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
                    mark = plan_values(depth + 1, True, legs, limit, odds, purse, stop, lost, ahead, room)
                    gain = 0.0
                    for f in range(purses):
                        gain = max(gain, best[f] - slack - mark[f])
                    if gain > 0:
                        k = found
                        while k > 0 and hope[depth, k - 1] < gain:
                            hope[depth, k], order[depth, k] = hope[depth, k - 1], order[depth, k - 1]
                            k -= 1
                        hope[depth, k], order[depth, k] = gain, found
                        marks[depth, found] = mark[:purses]
                        kids[depth, found] = kid
                        found += 1
            count[depth], at[depth] = found, 0
            fresh = False
        if at[depth] == count[depth]:
            depth -= 1
            continue
        k = order[depth, at[depth]]
        at[depth] += 1
        value, hopeful = marks[depth, k], False
        for f in range(purses):
            if value[f] < best[f] - slack:
                hopeful = True
        if not hopeful:
            continue
        legs[depth] = kids[depth, k]
        if legs[depth, 5] >= 0:
            value = plan_values(depth + 1, False, legs, limit, odds, purse, stop, lost, ahead, room)
        for f in range(purses):
            if value[f] < best[f]:
                best[f] = value[f]
                plans[f, : depth + 1] = legs[: depth + 1]
                plans[f, depth + 1 :] = -1
        if legs[depth, 5] >= 0:
            place, gear = legs[depth, 3], legs[depth, 4]
            used[depth + 1] = used_up(used[depth], legs[depth, 0], legs[depth, 1])
            depth += 1
            fresh = True


@kernel
def class_value(one: int, least: int, lost: Floats, flat: Flat, row: Floats) -> None:
    """What the rolls of a class cost by tokens, `least` or more: they are laid for the best."""
    best = row[least:]
    for f in range(best.shape[0]):
        best[f] = NEVER
    for loss in range(flat.loss_first[one], flat.loss_first[one + 1]):
        gone = lost[flat.loss_place[loss], flat.loss_gear[loss], least:]
        for f in range(best.shape[0]):
            best[f] = min(best[f], gone[f])


@kernel
def fail_values(start: int, least: int, lost: Floats, flat: Flat, scratch: Floats, fails: Floats) -> None:
    """What failing flat out costs, by failure and tokens, `least` or more."""
    for one in range(flat.class_first[start], flat.class_first[start + 1]):
        class_value(one, least, lost, flat, scratch[one - flat.class_first[start]])
    for one in range(flat.fail_start[start], flat.fail_start[start + 1]):
        total = fails[one - flat.fail_start[start], least:]
        for f in range(total.shape[0]):
            total[f] = 0.0
        for share in range(flat.fail_first[one], flat.fail_first[one + 1]):
            chance = flat.fail_chance[share]
            row = scratch[flat.fail_class[share], least:]
            for f in range(total.shape[0]):
                total[f] += chance * row[f]


@kernel
def fail_value(
    start: int, fail: int, least: int, lost: Floats, flat: Flat, scratch: Floats, fails: Floats
) -> None:
    """The same for one failure."""
    total, row = fails[fail, least:], scratch[0, least:]
    for f in range(total.shape[0]):
        total[f] = 0.0
    one = flat.fail_start[start] + fail
    for share in range(flat.fail_first[one], flat.fail_first[one + 1]):
        chance = flat.fail_chance[share]
        class_value(flat.class_first[start] + flat.fail_class[share], least, lost, flat, scratch[0])
        for f in range(total.shape[0]):
            total[f] += chance * row[f]


@kernel
def flat_value(
    end: int, purse: Purse, odds: Floats, flat: Flat, stop: Floats, fails: Floats, value: Floats
) -> None:
    """The worth of a plan flat out by tokens at its start."""
    begin, after = purse.least + flat.end_gain[end], purse.most + 1 + flat.end_gain[end]
    failed, worth = fails[flat.end_fail[end], begin:after], value[purse.least :]
    for f in range(failed.shape[0]):
        worth[f] = failed[f]
    if flat.end_place[end] >= 0:
        safe = flat.end_safe[end]
        reached = stop[flat.end_place[end], flat.end_gear[end], begin:after]
        for f in range(failed.shape[0]):
            worth[f] += safe * reached[f]
    if flat.end_away[end] >= 0:
        reached = stop[flat.end_away[end], 2, begin:after]
        for f in range(failed.shape[0]):
            worth[f] += odds[2, 0, 1] * reached[f]

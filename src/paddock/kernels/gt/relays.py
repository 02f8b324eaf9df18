"""All relays of all failed rolls from one start by one search.

Rolled dice are coded as one number: for every gear die whether it is missing, plain or a hazard, and how
many plain and hazard coast and brake dice there are. The search lays dice with free faces and notes, for
exactly the dice and faces it used, the loss it came to; what some dice can be laid for, more dice can, so
the notes are then closed upwards. A loss is a place and a gear: 1 stands for every spin.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from paddock.kernels.compiling import inlined, kernel
from paddock.kernels.gt.dice import lays
from paddock.kernels.gt.places import Unrolled
from paddock.kernels.gt.road_arrays import Ints

WORDS = 3
"""64 times as many different losses can be told apart from one start."""
CODES = 729 * 100
Masks = NDArray[np.uint64]


@inlined
def pair(plain: int, hazard: int) -> int:
    """The number of a (plain, hazard) count of at most three dice in all, counted row by row."""
    return plain * 4 - plain * (plain - 1) // 2 + hazard


@kernel
def code_of(mask: int, bad: int, coasts: int, bad_coasts: int, brakes: int, bad_brakes: int) -> int:
    """The code of dice with their faces."""
    code, power = 0, 1
    for bit in range(6):
        if mask >> bit & 1:
            code += power * (1 + (bad >> bit & 1))
        power *= 3
    return code * 100 + pair(coasts - bad_coasts, bad_coasts) * 10 + pair(brakes - bad_brakes, bad_brakes)


@kernel
def keep(table: Ints, key: int) -> int:
    """Put a key into an open hash set; gives its slot, -1 if it was there."""
    room = table.shape[0] - 1
    at = (((key ^ key >> 23) & 0x7FFFFFFF) * 0x9E3779B1 >> 11) & room
    while table[at] >= 0:
        if table[at] == key:
            return -1
        at = (at + 1) & room
    table[at] = key
    return at


@kernel
def note(table: Ints, keys: Ints, slots: Ints, top: int, key: int) -> int:
    """Append a key that is new; gives the number of keys, -1 if there is no more room."""
    slot = keep(table, key)
    if slot < 0:
        return top
    if 2 * top >= table.shape[0]:
        return -1
    keys[top], slots[top] = key, slot
    return top + 1


@kernel
def forget(table: Ints, slots: Ints, top: int) -> None:
    """Empty a hash set."""
    for i in range(top):
        table[slots[i]] = -1


@kernel
def search(
    place0: int,
    gear0: int,
    line: Unrolled,
    hand: Ints,
    table: Ints,
    keys: Ints,
    slots: Ints,
    masks: Masks,
    found_place: Ints,
    found_gear: Ints,
    loss_id: Ints,
) -> tuple[int, int]:
    """Fill `masks[code]` with the losses that exactly these dice and faces can be laid for.

    Gives the number of losses (-1: too many of anything) and of standings searched.
    """
    limit = hand[6]
    die, more = np.zeros(9, np.int64), np.zeros(9, np.int64)
    losses = 0
    # place | gear 3 | mask 6 | bad 6 | coasts 2 | bad 2 | brakes 2 | reds 2 | bad 2 | count 2
    top, read = note(table, keys, slots, 0, (place0 << 3 | gear0) << 24), 0
    while read < top:
        key = keys[read]
        read += 1
        count, bad_brakes, reds, brakes = key & 3, key >> 2 & 3, key >> 4 & 3, key >> 6 & 3
        bad_coasts, coasts = key >> 8 & 3, key >> 10 & 3
        bad, mask, gear, place = key >> 12 & 63, key >> 18 & 63, key >> 24 & 7, key >> 27
        used = mask | coasts << 6 | brakes << 8 | reds << 10
        for lay in range(lays(hand, gear, used, die, more)):
            for face in range(2):
                new, mask2, bad2, coasts2, bad_coasts2 = gear, mask, bad, coasts, bad_coasts
                brakes2, reds2, bad_brakes1 = brakes, reds, bad_brakes
                if die[lay] == 7:
                    coasts2 += 1
                    bad_coasts2 += face
                elif die[lay] == 8:
                    reds2 += 1
                    bad_brakes1 += face
                else:
                    new = die[lay]
                    mask2 |= 1 << (new - 1)
                    bad2 |= face << (new - 1)
                    brakes2 += more[lay]
                for extra in range(more[lay] + 1):
                    bad_brakes2 = bad_brakes1 + extra
                    for step in range(line.first[place], line.first[place + 1]):
                        if new > line.limit[step]:
                            continue
                        to = line.to[step]
                        now = count + face + extra + line.hazards[step, new]
                        if now >= limit:
                            code = code_of(mask2, bad2, coasts2, bad_coasts2, brakes2 + reds2, bad_brakes2)
                            # a crash in a gear stands for those in higher gears, which cost no less
                            like = new if new > 2 else 1
                            while like < 7:
                                one = loss_id[to, like]
                                if one < 0:
                                    if losses == found_place.shape[0]:
                                        return -1, top
                                    one = losses
                                    loss_id[to, like] = one
                                    found_place[one], found_gear[one] = to, like
                                    losses += 1
                                masks[code, one >> 6] |= np.uint64(1) << np.uint64(one & 63)
                                like = like + 1 if new > 2 else 7
                        elif to < line.places:
                            longer = to << 3 | new
                            longer = (longer << 6 | mask2) << 6 | bad2
                            longer = (longer << 2 | coasts2) << 2 | bad_coasts2
                            longer = ((longer << 2 | brakes2) << 2 | reds2) << 2 | bad_brakes2
                            longer = longer << 2 | now
                            top = note(table, keys, slots, top, longer)
                            if top < 0:
                                return -1, top
    return losses, top


@kernel
def _take(masks: Masks, code: int, less: int, count: int) -> None:
    """To each of so many codes in a row whatever the code with fewer dice can be laid for."""
    to, of = masks[code * WORDS : (code + count) * WORDS], masks[less * WORDS : (less + count) * WORDS]
    for i in range(count * WORDS):
        to[i] |= of[i]


@kernel
def close_upwards(masks: Masks, hand: Ints) -> None:
    """What some dice can be laid for, more dice can; `masks` in one row, the words of a code together."""
    power = 100
    for _ in range(6):
        for code in range(0, CODES, 3 * power):
            _take(masks, code + power, code, power)
            _take(masks, code + 2 * power, code, power)
        power *= 3
    for gears in range(0, CODES, 100):
        for plain in range(hand[1] + 1):
            for hazard in range(hand[1] + 1 - plain):
                code = gears + pair(plain, hazard) * 10
                if plain:
                    _take(masks, code, gears + pair(plain - 1, hazard) * 10, 10)
                if hazard:
                    _take(masks, code, gears + pair(plain, hazard - 1) * 10, 10)
                for kept in range(hand[2] + 1):
                    for bad in range(hand[2] + 1 - kept):
                        if kept:
                            _take(masks, code + pair(kept, bad), code + pair(kept - 1, bad), 1)
                        if bad:
                            _take(masks, code + pair(kept, bad), code + pair(kept, bad - 1), 1)

"""Flat out, without values: every plan of a start, what its dice can show, and where control can be lost.

A roll that fails may be laid again. What matters of it is the set of losses its dice and faces can be laid
for; rolls with equal sets form a class. `Desk` is the table on which one start after another is worked out.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from paddock.kernels.compiling import kernel
from paddock.kernels.dirt.dice import USED, Faces, code_of, gear_after, lays, pair, pairs, used_after
from paddock.kernels.dirt.stage_arrays import Floats, Ground, Ints
from paddock.kernels.dirt.turn_nodes import DICE_ROOM, wades

Words = NDArray[np.uint64]

ROOM = 1 << 16
"""Plans one start can have."""
SHARES = 1 << 18
WORDS = 12
LOSSES = 64 * WORDS
TOUCHY = 64
"""Long jumps the plans of one start can hold, by die and landing."""
MOST_JUMPS = 4
"""Long jumps in one plan."""
MOST_CUTS = 64
"""Different rows of shortcuts the plans of one start can take."""
MOST_DRAWS = 6
"""Shortcuts one plan can take."""
STOPS, LOSES, FINISHES = range(3)


class Desk(NamedTuple):
    """All plans of one start."""

    counts: Ints
    """Plans in the making, ends, fails, shares, classes, losses, jumps, cuts, first steps, mark."""
    table: Ints
    marks: Ints
    queue: Ints
    parent: Ints
    laid: Ints
    """[plan, 4]: the last step of a plan in the making: place left, step, die, brakes."""
    end: Ints
    """[end, 8]: plan before it, kind, space (of the loss), gear, seconds, fail, cut, first step."""
    end_last: Ints
    """[end, 3]: the last step: step, die, brakes."""
    fail_of: Ints
    fail_mark: Ints
    fail: Floats
    """[fail, 2 + jumps]: the chance of a safe drive, a failed flying start, a loss on each long jump."""
    fail_first: Ints
    fail_jump: Ints
    share_class: Ints
    share_chance: Floats
    sets: Words
    """[code of dice and faces, word]: the losses they can be laid for."""
    class_of: Ints
    class_mark: Ints
    class_table: Ints
    class_set: Words
    loss_of: Ints
    loss_mark: Ints
    loss: Ints
    """[loss, 3]: space, gear, cut."""
    jump: Ints
    """[jump, 6]: jump before, die, brakes, landing, gear, cut."""
    cut: Ints
    """[cut, nth]: the shortcuts entered in this turn, in order; -1: no more."""
    firsts: Ints
    """[first step, 3]: space and cut of a flying start, and whether its own hazard loses control."""


def desk(ground: Ground, hand: Ints) -> Desk:
    """A table large enough for any start of a hand."""
    codes = 729 * pairs(int(hand[1])) * pairs(int(hand[2]))

    def ints(*shape: int) -> Ints:
        return np.zeros(shape, np.int64)

    return Desk(
        ints(10),
        ints(2 * ROOM),
        ints(2 * ROOM),
        ints(ROOM),
        ints(ROOM),
        ints(ROOM, 4),
        ints(ROOM, 8),
        ints(ROOM, 3),
        ints(USED, TOUCHY),
        ints(USED, TOUCHY),
        np.zeros((ROOM, 2 + MOST_JUMPS)),
        ints(ROOM + 1),
        ints(ROOM),
        ints(SHARES),
        np.zeros(SHARES),
        np.zeros((codes, WORDS), np.uint64),
        ints(codes),
        ints(codes),
        ints(2 * codes + 1024),
        np.zeros((codes, WORDS), np.uint64),
        ints(ground.cells, 7, MOST_CUTS),
        ints(ground.cells, 7, MOST_CUTS),
        ints(LOSSES, 3),
        ints(TOUCHY, 6),
        np.full((MOST_CUTS + 1, MOST_DRAWS), -1, np.int64),  # one more to write down what may be known
        ints(64, 3),
    )


@kernel
def _new(desk: Desk, key: int) -> bool:
    """Enter a plan in the making; False if it is known."""
    size = desk.table.shape[0]
    at = ((key >> 14) * 2654435761 + key * 40503 >> 9) & (size - 1)
    mark = desk.counts[9]
    while desk.marks[at] == mark:
        if desk.table[at] == key:
            return False
        at = (at + 1) & (size - 1)
    desk.marks[at] = mark
    desk.table[at] = key
    return True


@kernel
def _cut_after(desk: Desk, cut: int, entered: int) -> int:
    """The number of the shortcuts taken in a turn after one more; 0: none."""
    if entered < 0:
        return cut
    number = desk.counts[7]
    row = desk.cut[number]
    row[:] = desk.cut[cut]
    taken = 0
    while row[taken] >= 0:
        taken += 1
    row[taken] = entered
    for i in range(1, number):
        if (desk.cut[i] == row).all():
            return i
    desk.counts[7] += 1
    return int(number)


@kernel
def _jump_after(desk: Desk, jump: int, die: int, brakes: int, landing: int, gear: int, cut: int) -> int:
    """The number of the long jumps of a plan after one more; 0: none."""
    for i in range(1, desk.counts[6]):
        row = desk.jump[i]
        if row[0] == jump and row[1] == die and row[2] == brakes and row[3] == landing and row[5] == cut:
            return i
    number = desk.counts[6]
    row = desk.jump[number]
    row[0], row[1], row[2], row[3], row[4], row[5] = jump, die, brakes, landing, gear, cut
    desk.counts[6] += 1
    return int(number)


@kernel
def _loss(desk: Desk, cell: int, gear: int, cut: int) -> int:
    """The number of a loss."""
    if desk.loss_mark[cell, gear, cut] != desk.counts[9]:
        number = desk.counts[5]
        desk.loss_mark[cell, gear, cut] = desk.counts[9]
        desk.loss_of[cell, gear, cut] = number
        row = desk.loss[number]
        row[0], row[1], row[2] = cell, gear, cut
        desk.counts[5] += 1
    return int(desk.loss_of[cell, gear, cut])


@kernel
def _plain(desk: Desk, jump: int) -> tuple[int, int, int]:
    """What must be plain for a relay to get past its long jumps: gear dice, coast dice, brake dice."""
    gears, coasts, brakes = 0, 0, 0
    while jump > 0:
        die = desk.jump[jump, 1]
        if die < 7:
            gears |= 1 << (die - 1)
        elif die == 7:
            coasts += 1
        else:
            brakes += 1
        brakes += desk.jump[jump, 2]
        jump = desk.jump[jump, 0]
    return gears, coasts, brakes


@kernel
def _lay_losses(
    desk: Desk,
    faces: Faces,
    hand: Ints,
    limit: int,
    used: int,
    jump: int,
    die: int,
    brakes: int,
    fatal: int,
    touchy: int,
    loss: int,
) -> None:
    """Note for all faces of the dice so far and of one more step that they can be laid for a loss."""
    gears_plain, coasts_plain, brakes_plain = _plain(desk, jump)
    word, bit = loss >> 6, np.uint64(1) << np.uint64(loss & 63)
    coasts, stops = used >> 6 & 3, used >> 8 & 3
    spent = used_after(used, die, brakes)
    for row in range(faces.first[used], faces.first[used + 1]):
        bad, xc, xb, count = faces.bad[row], faces.bad_coasts[row], faces.bad_brakes[row], faces.hazards[row]
        if bad & gears_plain or xc > coasts - coasts_plain or xb > stops - brakes_plain:
            continue
        for lead in range(2):
            for more in range(brakes + 1):
                shown = lead + more
                if not (fatal or (touchy and shown) or count + shown >= limit):
                    continue
                bad2, xc2, xb2 = bad, xc, xb + more
                if die == 7:
                    xc2 += lead
                elif die == 8:
                    xb2 += lead
                else:
                    bad2 |= lead << (die - 1)
                desk.sets[code_of(spent, bad2, xc2, xb2, hand), word] |= bit


@kernel
def spread(
    cell: int,
    start_gear: int,
    flying: bool,
    limit: int,
    ground: Ground,
    hand: Ints,
    faces: Faces,
    desk: Desk,
) -> None:
    """All plans of a start and all losses they can be laid for; `flying`: those that begin with die 2."""
    die, brakes = np.zeros(DICE_ROOM, np.int64), np.zeros(DICE_ROOM, np.int64)
    counts = desk.counts
    counts[0], counts[1] = 0, 0
    counts[9] += 1
    if not flying:
        counts[5], counts[7] = 0, 1
        desk.sets[:] = 0
    else:
        for i in range(counts[5]):
            row = desk.loss[i]
            desk.loss_mark[row[0], row[1], row[2]] = counts[9]
    counts[6], counts[8] = 1, 0
    # a plan in the making: place 12 bits | gear 3 | dice 10 | jumps 6 | cuts 6 | first step 3
    desk.queue[0] = (cell << 3 | start_gear) << 25
    counts[0] = 1
    read = 0
    while read < counts[0]:
        key = desk.queue[read]
        first, cut, jump = key & 7, key >> 3 & 63, key >> 9 & 63
        used, gear, place = key >> 15 & 1023, key >> 25 & 7, key >> 28
        for i in range(lays(hand, gear, used, die, brakes)):
            if read == 0 and start_gear == 0 and flying != (die[i] == 2):
                continue
            now = gear_after(gear, die[i])
            spent = used_after(used, die[i], brakes[i])
            for step in range(ground.first[place * 7 + now], ground.first[place * 7 + now + 1]):
                if ground.water[step] and not wades(die[i], brakes[i]):
                    continue
                to, on = ground.to[step], ground.lost_on[step]
                fatal, touchy = ground.fatal[step], ground.touchy[step]
                cut2 = _cut_after(desk, cut, ground.cut[step])
                loss = _loss(desk, on, now, cut2)
                _lay_losses(desk, faces, hand, limit, used, jump, die[i], brakes[i], fatal, touchy, loss)
                jump2 = jump
                if touchy:
                    jump2 = _jump_after(desk, jump, die[i], brakes[i], on, now, cut2)
                first2 = first
                if flying and read == 0:
                    first2 = counts[8]
                    desk.firsts[first2, 0], desk.firsts[first2, 1] = ground.cell[to], cut2
                    if fatal or touchy:
                        desk.firsts[first2, 0], desk.firsts[first2, 2] = on, 1
                    else:
                        desk.firsts[first2, 2] = 0
                    counts[8] += 1
                kind = STOPS
                if ground.ends[step]:
                    kind = FINISHES
                elif fatal:
                    kind = LOSES
                key2 = ((((to << 3 | now) << 10 | spent) << 6 | jump2) << 6 | cut2) << 3 | first2
                if _new(desk, key2 * 2 + (kind == LOSES)):
                    number = counts[1]
                    end = desk.end[number]
                    end[0], end[1], end[3], end[6], end[7] = read, kind, now, cut2, first2
                    end[2] = on if kind == LOSES else ground.cell[to]
                    gain = spent >> 6 & 3
                    for bit in range(6):
                        gain += spent >> bit & 1
                    end[4] = gain
                    end[5] = spent << 6 | jump2
                    last = desk.end_last[number]
                    last[0], last[1], last[2] = step, die[i], brakes[i]
                    counts[1] += 1
                    if kind == STOPS:
                        more = counts[0]
                        desk.queue[more] = key2
                        desk.parent[more] = read
                        laid = desk.laid[more]
                        laid[0], laid[1], laid[2], laid[3] = place, step, die[i], brakes[i]
                        counts[0] += 1
        read += 1


@kernel
def close_upwards(desk: Desk, hand: Ints) -> None:
    """What some dice can be laid for, more dice can."""
    words = (desk.counts[5] + 63) >> 6
    wide_c = (hand[1] + 1) * (hand[1] + 2) // 2
    wide_b = (hand[2] + 1) * (hand[2] + 2) // 2
    codes = 729 * wide_c * wide_b
    weight = wide_c * wide_b
    for _ in range(6):
        for code in range(codes):
            digit = code // weight % 3
            if digit:
                for w in range(words):
                    desk.sets[code, w] |= desk.sets[code - digit * weight, w]
        weight *= 3
    for gears in range(729):
        for both in range(1, hand[1] + 1):
            for bad in range(both + 1):
                for b in range(wide_b):
                    here = (gears * wide_c + pair(both - bad, bad)) * wide_b + b
                    for w in range(words):
                        if both > bad:
                            desk.sets[here, w] |= desk.sets[
                                (gears * wide_c + pair(both - bad - 1, bad)) * wide_b + b, w
                            ]
                        if bad:
                            desk.sets[here, w] |= desk.sets[
                                (gears * wide_c + pair(both - bad, bad - 1)) * wide_b + b, w
                            ]
        for c in range(wide_c):
            for both in range(1, hand[2] + 1):
                for bad in range(both + 1):
                    here = (gears * wide_c + c) * wide_b + pair(both - bad, bad)
                    for w in range(words):
                        if both > bad:
                            desk.sets[here, w] |= desk.sets[
                                (gears * wide_c + c) * wide_b + pair(both - bad - 1, bad), w
                            ]
                        if bad:
                            desk.sets[here, w] |= desk.sets[
                                (gears * wide_c + c) * wide_b + pair(both - bad, bad - 1), w
                            ]

"""Flat out as far as it does not depend on values: where it leads, how it fails, what can then be laid.

For every start (a place and a gear) all plans are grouped by end and dice. Plans whose road alone reaches
the limit fail for certain; they stand at the end `NOWHERE` and are told apart by their dice only. Plans that
end with a step too fast stand apart: they lose control on their last cell even if the roll does not fail. A
failed roll is a set of dice with faces; `relays` finds all losses it can be laid for. Rolls with the same
losses form a class.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from paddock.kernels.compiling import kernel
from paddock.kernels.gt.dice import gain, gear_after, lays, used_up
from paddock.kernels.gt.places import Unrolled
from paddock.kernels.gt.relays import CODES, WORDS, close_upwards, code_of, forget, note, search
from paddock.kernels.gt.road_arrays import Bytes, Floats, Ints, Small

NOWHERE = -1
UNTOLD, CROWDED = -1, -2
"""Instead of the most classes: losses or standings too many to be told apart; too little room."""
_ROOM, _NEAR = 1 << 21, 1 << 17
"""Slots for the standings of a search; most searches do with few of them, which stay at hand."""


class Flat(NamedTuple):
    """Ends of plans by start, failed rolls by end, classes of rolls by failure, losses by class."""

    end_first: Ints
    end_place: Small
    end_gear: Bytes
    end_gain: Bytes
    end_used: Small
    end_track: Bytes
    end_away: Small
    """Where a failed flying start leaves the car; -1: there is none."""
    end_safe: Floats
    """The chance to get there."""
    end_fail: Small
    fail_start: Ints
    fail_first: Ints
    fail_class: Small
    fail_chance: Floats
    class_first: Ints
    loss_first: Ints
    loss_place: Small
    loss_gear: Bytes
    over_first: Ints
    """The same for plans that end too fast and lose control there at the latest."""
    over_place: Small
    over_gear: Bytes
    over_gain: Bytes
    over_used: Small
    over_away: Small
    over_safe: Floats
    over_last: Floats
    """The chance that the roll fails with the last step and not before."""
    over_fail: Small
    sizes: Ints
    """Most classes and failures of one start, relays searched; `UNTOLD` or `CROWDED` first: no tables."""


def raced(flat: Flat) -> Flat:
    """What races need of it, smaller: numbers in two bytes where they fit, and no plans that end too fast."""
    return Flat(*(_smaller(part, table) for part, table in flat._asdict().items()))


def _smaller(part: str, table: NDArray[Any]) -> NDArray[Any]:
    if part.startswith("over_"):
        table = table[:0]
    if table.dtype == np.float64:
        return table.astype(np.float32)
    if table.dtype == np.int32 and np.abs(table).max(initial=0) < 1 << 15:
        return table.astype(np.int16)
    return table


@kernel
def chances_of(
    used: int, faces: Ints, flown: int, track: int, limit: int, coded: Ints, weight: Floats
) -> tuple[int, float]:
    """All rolls of some dice: fills codes and chances of those that fail, gives their number and the chance
    of the others. Flown: die 2 is known to show no hazard, and its chance to do so is part of all."""
    mask, coasts = used & 63, used >> 6 & 3
    brakes = (used >> 8 & 3) + (used >> 10 & 3)
    count, safe = 0, 0.0
    bad = mask
    while True:
        if not (flown and bad & 2):
            chance, hazards = 1.0, track
            for bit in range(6):
                if mask >> bit & 1:
                    if bad >> bit & 1:
                        chance *= faces[bit + 1] / 6.0
                        hazards += 1
                    else:
                        chance *= 1 - faces[bit + 1] / 6.0
            for bad_coasts in range(coasts + 1):
                ways = float(coasts) if 0 < bad_coasts < coasts else 1.0
                with_coasts = chance * ways
                for i in range(coasts):
                    with_coasts *= faces[7] / 6.0 if i < bad_coasts else 1 - faces[7] / 6.0
                for bad_brakes in range(brakes + 1):
                    ways = 1.0
                    if 0 < bad_brakes < brakes:
                        ways = float(brakes)
                    here = with_coasts * ways
                    for i in range(brakes):
                        here *= faces[8] / 6.0 if i < bad_brakes else 1 - faces[8] / 6.0
                    if hazards + bad_coasts + bad_brakes < limit:
                        safe += here
                    else:
                        coded[count] = code_of(mask, bad, coasts, bad_coasts, brakes, bad_brakes)
                        weight[count] = here
                        count += 1
        if bad == 0:
            break
        bad = (bad - 1) & mask
    return count, safe


@kernel
def chance_of_last(
    used: int, faces: Ints, last: int, with_last: int, flown: int, before: int, track: int, limit: int
) -> float:
    """The chance that a roll of some dice reaches the limit with those of its last step and not before.

    The last step is led by a die with some brake dice; the road has so many hazards before it, and in all.
    """
    dice = np.zeros(9, np.int64)
    for die in range(1, 7):
        dice[die] = used >> (die - 1) & 1
    dice[7], dice[8] = used >> 6 & 3, (used >> 8 & 3) + (used >> 10 & 3)
    dice[last] -= 1
    dice[8] -= with_last
    early, late = np.zeros(16), np.zeros(16)
    early[0], late[0] = 1.0, 1.0
    for die in range(1, 9):
        bad = faces[die] / 6.0
        for _ in range(dice[die]):
            first_of_all = flown and die == 2
            for count in range(15, -1, -1):
                fewer = early[count - 1] if count else 0.0
                early[count] *= 1 - bad
                early[count] += 0.0 if first_of_all else bad * fewer
        for _ in range((1 if die == last else 0) + (with_last if die == 8 else 0)):
            for count in range(15, -1, -1):
                fewer = late[count - 1] if count else 0.0
                late[count] = late[count] * (1 - bad) + bad * fewer
    found = 0.0
    for some in range(16):
        if some + before < limit:
            for more in range(16):
                if some + more + track >= limit:
                    found += early[some] * late[more]
    return found


@kernel
def flat_tables(line: Unrolled, hand: Ints, faces: Ints, room: int) -> Flat:
    """All tables of all starts; `room`: entries to reserve for ends and failures."""
    limit = hand[6]
    starts = line.places * 7
    end_first, fail_start = np.zeros(starts + 1, np.int64), np.zeros(starts + 1, np.int64)
    class_first = np.zeros(starts + 1, np.int64)
    end_place, end_gear, end_gain = np.zeros(room, np.int32), np.zeros(room, np.int8), np.zeros(room, np.int8)
    end_used, end_track = np.zeros(room, np.int32), np.zeros(room, np.int8)
    end_away, end_safe, end_fail = np.zeros(room, np.int32), np.zeros(room), np.zeros(room, np.int32)
    fail_first = np.zeros(room + 1, np.int64)
    fail_class, fail_chance = np.zeros(4 * room, np.int32), np.zeros(4 * room)
    loss_first = np.zeros(room + 1, np.int64)
    loss_place, loss_gear = np.zeros(4 * room, np.int32), np.zeros(4 * room, np.int8)
    over_first = np.zeros(starts + 1, np.int64)
    over_place, over_gear, over_gain = (
        np.zeros(room, np.int32),
        np.zeros(room, np.int8),
        np.zeros(room, np.int8),
    )
    over_used, over_away = np.zeros(room, np.int32), np.zeros(room, np.int32)
    over_safe, over_last, over_fail = np.zeros(room), np.zeros(room), np.zeros(room, np.int32)
    ends = fails = shares = classes = losses = overs = 0
    most_classes = most_fails = searched = 0
    table = np.full(_ROOM, -1, np.int64)
    keys, slots = np.zeros(_ROOM // 2 + 1, np.int64), np.zeros(_ROOM // 2 + 1, np.int64)
    masks = np.zeros((CODES, WORDS), np.uint64)
    found_place, found_gear = np.zeros(64 * WORDS, np.int64), np.zeros(64 * WORDS, np.int64)
    loss_id = np.full((line.places + 1, 7), -1, np.int64)
    die, brakes = np.zeros(9, np.int64), np.zeros(9, np.int64)
    class_table = np.full(1 << 17, -1, np.int64)
    class_mask = np.zeros((1 << 16, WORDS), np.uint64)
    share, touched = np.zeros(1 << 16), np.zeros(1 << 16, np.int64)
    fail_id = np.full((4096, 4, 2), -1, np.int64)
    fail_safe = np.zeros((4096, 4, 2))
    nowhere = np.full((4096, 4), -1, np.int64)
    coded, weight = np.zeros(1024, np.int64), np.zeros(1024)
    crash_at, spin_at = np.zeros(line.places + 1, np.int64), np.zeros(line.places + 1, np.int64)
    for start in range(starts):
        place0, gear0 = start // 7, start % 7
        end_first[start], fail_start[start], class_first[start] = ends, fails, classes
        over_first[start] = overs
        if (
            max(ends, overs) + 60_000 > room
            or classes + 70_000 > room
            or max(shares, losses) + 1_000_000 > 4 * room
        ):
            most_classes = CROWDED
            break
        if gear0 > hand[3]:
            continue
        masks[:] = 0
        loss_id[:] = -1
        found, top = search(
            place0, gear0, line, hand, table[:_NEAR], keys, slots, masks, found_place, found_gear, loss_id
        )
        if found < 0:
            table[:_NEAR] = -1
            masks[:] = 0
            loss_id[:] = -1
            found, top = search(
                place0, gear0, line, hand, table, keys, slots, masks, found_place, found_gear, loss_id
            )
            if found < 0:
                most_classes = UNTOLD
                break
        searched += top
        forget(table, slots, top)
        close_upwards(masks.reshape(CODES * WORDS), hand)
        class_table[:] = -1
        fail_id[:] = -1
        here = 0
        # plans: place 14 | gear 3 | used 12 | road hazards 2 | flown over which step 3 | and of a last step
        # too fast: leading die 4 | brake dice 2 | road hazards before it 2
        top, read = note(table, keys, slots, 0, (place0 << 3 | gear0) << 25), 0
        while read < top:
            key = keys[read]
            read += 1
            before, with_last, last = key & 3, key >> 2 & 3, key >> 4 & 15
            flown, track = key >> 8 & 7, key >> 11 & 3
            used, gear, place = key >> 13 & 4095, key >> 25 & 7, key >> 28
            certain = track >= limit
            if used:
                away = line.to[line.first[place0] + flown - 1] if flown else -1
                which = 1 if flown else 0
                if fail_id[used, track, which] < 0:
                    fail_id[used, track, which] = fails
                    fail_first[fails] = shares
                    rolls, safe = chances_of(used, faces, flown, track, limit, coded, weight)
                    touches = 0
                    for roll in range(rolls):
                        code = coded[roll]
                        at = np.int64(0)
                        for word in range(WORDS):
                            low = np.int64(masks[code, word] & np.uint64(0x7FFFFFFF))
                            high = np.int64(masks[code, word] >> np.uint64(33))
                            at = ((at ^ low) * 0x9E3779B1 & 0x7FFFFFFF) ^ (high * 0x85EBCA6B >> 9)
                        at = (at ^ at >> 15) & ((1 << 17) - 1)
                        while class_table[at] >= 0:
                            same = True
                            for word in range(WORDS):
                                if class_mask[class_table[at], word] != masks[code, word]:
                                    same = False
                            if same:
                                break
                            at = (at + 1) & ((1 << 17) - 1)
                        if class_table[at] < 0:
                            class_table[at] = here
                            for word in range(WORDS):
                                class_mask[here, word] = masks[code, word]
                            share[here] = 0.0
                            here += 1
                        one = class_table[at]
                        if share[one] == 0.0:
                            touched[touches] = one
                            touches += 1
                        share[one] += weight[roll]
                    for i in range(touches):
                        fail_class[shares], fail_chance[shares] = touched[i], share[touched[i]]
                        share[touched[i]] = 0.0
                        shares += 1
                    fail_safe[used, track, which] = safe
                    fails += 1
                    fail_first[fails] = shares
                if last:
                    over_last[overs] = chance_of_last(
                        used, faces, last, with_last, flown, before, track, limit
                    )
                    over_place[overs], over_gear[overs], over_gain[overs] = place, gear, gain(used)
                    over_used[overs], over_away[overs] = used, away
                    over_safe[overs] = fail_safe[used, track, which]
                    over_fail[overs] = fail_id[used, track, which] - fail_start[start]
                    overs += 1
                    continue
                known = certain and not flown and nowhere[used, track] == start
                if certain and not flown:
                    nowhere[used, track] = start
                if not known:
                    end_place[ends] = NOWHERE if certain else place
                    end_gear[ends], end_used[ends], end_track[ends] = gear, used, track
                    end_away[ends], end_gain[ends] = away, gain(used)
                    end_safe[ends] = fail_safe[used, track, which]
                    end_fail[ends] = fail_id[used, track, which] - fail_start[start]
                    ends += 1
            if place == line.places:
                continue
            for lay in range(lays(hand, gear, used, die, brakes)):
                new = gear_after(gear, die[lay])
                after = used_up(used, die[lay], brakes[lay])
                for step in range(line.first[place], line.first[place + 1]):
                    flies = flown
                    if used == 0 and gear == 0 and die[lay] == 2:
                        flies = step - line.first[place] + 1
                    now = min(limit, track + line.hazards[step, new])
                    longer = ((line.to[step] << 3 | new) << 12 | after) << 2 | now
                    longer = (longer << 3 | flies) << 8
                    if new > line.limit[step]:
                        longer |= (die[lay] << 2 | brakes[lay]) << 2 | track
                    top = note(table, keys, slots, top, longer)
        forget(table, slots, top)
        # at each place of a class: the spin, and the crash in the lowest gear, which costs least
        furthest = place0
        for loss in range(found):
            furthest = max(furthest, found_place[loss])
        for one in range(here):
            loss_first[classes] = losses
            crash_at[place0 : furthest + 1] = 9
            spin_at[place0 : furthest + 1] = 0
            for loss in range(found):
                if class_mask[one, loss >> 6] >> np.uint64(loss & 63) & np.uint64(1):
                    if found_gear[loss] <= 2:
                        spin_at[found_place[loss]] = 1
                    else:
                        crash_at[found_place[loss]] = min(crash_at[found_place[loss]], found_gear[loss])
            for place in range(place0, furthest + 1):
                if spin_at[place]:
                    loss_place[losses], loss_gear[losses] = place, 1
                    losses += 1
                if crash_at[place] < 9:
                    loss_place[losses], loss_gear[losses] = place, crash_at[place]
                    losses += 1
            classes += 1
        loss_first[classes] = losses
        most_classes = max(most_classes, here)
        most_fails = max(most_fails, fails - fail_start[start])
    end_first[starts], fail_start[starts], class_first[starts] = ends, fails, classes
    over_first[starts] = overs
    return Flat(
        end_first,
        end_place[:ends].copy(),
        end_gear[:ends].copy(),
        end_gain[:ends].copy(),
        end_used[:ends].copy(),
        end_track[:ends].copy(),
        end_away[:ends].copy(),
        end_safe[:ends].copy(),
        end_fail[:ends].copy(),
        fail_start,
        fail_first[: fails + 1].copy(),
        fail_class[:shares].copy(),
        fail_chance[:shares].copy(),
        class_first,
        loss_first[: classes + 1].copy(),
        loss_place[:losses].copy(),
        loss_gear[:losses].copy(),
        over_first,
        over_place[:overs].copy(),
        over_gear[:overs].copy(),
        over_gain[:overs].copy(),
        over_used[:overs].copy(),
        over_away[:overs].copy(),
        over_safe[:overs].copy(),
        over_last[:overs].copy(),
        over_fail[:overs].copy(),
        np.array([most_classes, most_fails, searched]),
    )

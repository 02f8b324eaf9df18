"""What a lap is before anything has a value: the line, the spots inside turns, the tables of flat out.

Who has lost dice has a part of these tables: the plans that need none of them. What failed dice can be laid
for depends on those dice alone, so that nothing has to be searched again.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from paddock.core.errors import BadInput
from paddock.games.rallyman.dice import Hand
from paddock.kernels.gt.dice import PLAIN_KINDS, RED_KINDS, hand_array
from paddock.kernels.gt.flat_out import CROWDED, UNTOLD, Flat, flat_tables
from paddock.kernels.gt.places import Unrolled, line_of, spot_keys, spots
from paddock.kernels.gt.road_arrays import Ints, Small, figures, flat_road
from paddock.tracks.road_gt import GtRoad

_ROOM_A_PLACE, _MOST_ROOM = 16_000, 20_000_000
"""Entries reserved for flat out: what wide roads need, so that tables are rarely begun again with more."""


class Ground(NamedTuple):
    """A road driven with one hand of dice."""

    line: Unrolled
    hand: Ints
    ids: Small
    keys: Small
    begin: Ints
    flat: Flat

    @property
    def spots(self) -> int:
        """How many spots there are inside turns."""
        return int(self.begin[-1])


@lru_cache(maxsize=16)
def line_on(road: GtRoad, laps: int = 1) -> Unrolled:
    """The line of a road."""
    return line_of(flat_road(road), laps)


def ground(road: GtRoad, hand: Hand, limit: int, laps: int = 1) -> Ground:
    """A road driven with one hand of dice against a hazard limit; takes a second or two."""
    line = line_on(road, laps)
    dice = hand_array(hand, limit)
    ids, begin = spots(line, dice, RED_KINDS if hand.red_zone else PLAIN_KINDS)
    room = _ROOM_A_PLACE * line.places
    flat = flat_tables(line, dice, figures().faces, room)
    while flat.sizes[0] == CROWDED and room < _MOST_ROOM:
        room *= 2
        flat = flat_tables(line, dice, figures().faces, room)
    if flat.sizes[0] in (CROWDED, UNTOLD):
        raise BadInput("solve.road-too-wide")
    return Ground(line, dice, ids, spot_keys(ids, int(begin[-1])), begin, flat)


def worn(whole: Ground, hand: Hand) -> Ground:
    """The same road for who has fewer dice."""
    dice = whole.hand.copy()
    dice[:3] = hand.gear, hand.coast, hand.brake
    kept = _affordable(whole.keys[:, 1], dice)
    number = np.append(np.cumsum(kept) - 1, -1).astype(np.int32)
    number[:-1][~kept] = -1
    begin = np.append(0, np.cumsum(kept))[whole.begin].astype(np.int64)
    return Ground(whole.line, dice, number[whole.ids], whole.keys[kept], begin, _worn_flat(whole.flat, dice))


def _affordable(used: Small, dice: Ints) -> NDArray[np.bool_]:
    """Which dice used up a hand has."""
    reds = used >> 10 & 3
    gears = sum((used >> bit & 1 for bit in range(6)), reds)
    fits = (gears <= dice[0]) & ((used >> 6 & 3) <= dice[1]) & ((used >> 8 & 3) + reds <= dice[2])
    found: NDArray[np.bool_] = np.asarray(fits)
    return found


def _worn_flat(flat: Flat, dice: Ints) -> Flat:
    """The plans flat out that a hand can pay for, the failures they may have, and the classes of those."""
    ends = _affordable(flat.end_used, dice)
    start = np.repeat(np.arange(len(flat.end_first) - 1), np.diff(flat.end_first))
    fail = flat.fail_start[start] + flat.end_fail
    fails = np.zeros(len(flat.fail_first) - 1, np.bool_)
    fails[fail[ends]] = True
    overs = _affordable(flat.over_used, dice)
    start_of_over = np.repeat(np.arange(len(flat.over_first) - 1), np.diff(flat.over_first))
    over_fail = flat.fail_start[start_of_over] + flat.over_fail
    fails[over_fail[overs]] = True
    end_first, fail_start = _cut(flat.end_first, ends), _cut(flat.fail_start, fails)
    shares = np.repeat(fails, np.diff(flat.fail_first))
    fail_of = np.repeat(np.arange(len(fails)), np.diff(flat.fail_first))
    start_of_fail = np.repeat(np.arange(len(flat.fail_start) - 1), np.diff(flat.fail_start))
    one = flat.class_first[start_of_fail[fail_of]] + flat.fail_class
    classes = np.zeros(len(flat.loss_first) - 1, np.bool_)
    classes[one[shares]] = True
    class_first = _cut(flat.class_first, classes)
    losses = np.repeat(classes, np.diff(flat.loss_first))
    new_fail = np.cumsum(fails) - 1
    new_class = np.cumsum(classes) - 1
    return Flat(
        end_first,
        flat.end_place[ends],
        flat.end_gear[ends],
        flat.end_gain[ends],
        flat.end_used[ends],
        flat.end_track[ends],
        flat.end_away[ends],
        flat.end_safe[ends],
        (new_fail[fail[ends]] - fail_start[start[ends]]).astype(np.int32),
        fail_start,
        _cut(flat.fail_first, shares)[np.append(np.flatnonzero(fails), len(fails))],
        (new_class[one[shares]] - class_first[start_of_fail[fail_of[shares]]]).astype(np.int32),
        flat.fail_chance[shares],
        class_first,
        _cut(flat.loss_first, losses)[np.append(np.flatnonzero(classes), len(classes))],
        flat.loss_place[losses],
        flat.loss_gear[losses],
        _cut(flat.over_first, overs),
        flat.over_place[overs],
        flat.over_gear[overs],
        flat.over_gain[overs],
        flat.over_used[overs],
        flat.over_away[overs],
        flat.over_safe[overs],
        flat.over_last[overs],
        (new_fail[over_fail[overs]] - fail_start[start_of_over[overs]]).astype(np.int32),
        np.array([np.diff(class_first).max(), np.diff(fail_start).max(), flat.sizes[2]]),
    )


def _cut(first: Ints, kept: NDArray[np.bool_]) -> Ints:
    """Where each part begins once only some entries are kept."""
    return np.append(0, np.cumsum(kept))[first].astype(np.int64)

"""The middle of a turn: place, gear and dice used up, numbered once for all turns of a hand."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from paddock.kernels.compiling import kernel
from paddock.kernels.dirt.dice import USED, gear_after, lays, used_after
from paddock.kernels.dirt.stage_arrays import GEARS, Ground, Ints


class Spots(NamedTuple):
    """All spots a hand can come to, in the order of the ground's places."""

    number: Ints
    """By place x 7 + gear and dice used up; -1: cannot be."""
    gear: Ints
    used: Ints
    draws: Ints
    """How many shortcuts a turn can have taken that came there."""
    begin: Ints
    """The first spot of every place of the ground's order."""
    window: int
    """How many spots in a row a turn can see."""


DICE_ROOM = 12
"""More than the different dice that can come next."""


@kernel
def wades(die: int, brakes: int) -> bool:
    """Whether these dice take a car into water (DIRT-WATER-1, -D2)."""
    return die >= 7 or (die == 1 and brakes == 0)


@kernel
def _mark(ground: Ground, hand: Ints, seen: Ints) -> None:
    """Mark every spot that some turn can come to: 1, and one more for every shortcut it can have taken."""
    die, brakes = np.zeros(DICE_ROOM, np.int64), np.zeros(DICE_ROOM, np.int64)
    for at in range(ground.places - 1, -1, -1):
        place = ground.order[at]
        for gear in range(7):
            row = place * 7 + gear
            for used in range(1024):
                starts = used == 0 and place <= ground.cells
                if not starts and not seen[row, used]:
                    continue
                for i in range(lays(hand, gear, used, die, brakes)):
                    new = gear_after(gear, die[i])
                    spent = used_after(used, die[i], brakes[i])
                    for step in range(ground.first[place * 7 + new], ground.first[place * 7 + new + 1]):
                        if ground.fatal[step] or ground.ends[step]:
                            continue
                        if ground.water[step] and not wades(die[i], brakes[i]):
                            continue
                        row2 = ground.to[step] * 7 + new
                        mark = max(seen[row, used], 1) + (ground.cut[step] >= 0)
                        seen[row2, spent] = max(seen[row2, spent], mark)


@kernel
def _reach(ground: Ground, steps: int) -> Ints:
    """The lowest rank that can be reached from each place within so many steps."""
    low = ground.rank.copy()
    for _ in range(steps):
        before = low.copy()
        for place in range(ground.places):
            for step in range(ground.first[place * 7], ground.first[place * 7 + 7]):
                low[place] = min(low[place], before[ground.to[step]])
    return low


def spots_of(ground: Ground, hand: Ints) -> Spots:
    """Number the spots of a hand on a stage."""
    seen = np.zeros((ground.places * GEARS, USED), np.int64)
    _mark(ground, hand, seen)
    number = np.full(seen.shape, -1, np.int64)
    begin = np.zeros(ground.places + 1, np.int64)
    gears, used, draws = [], [], []
    count = 0
    for at, place in enumerate(ground.order):
        begin[at] = count
        for gear in range(GEARS):
            found = np.flatnonzero(seen[place * GEARS + gear])
            number[place * GEARS + gear, found] = np.arange(count, count + len(found))
            gears.append(np.full(len(found), gear))
            used.append(found)
            draws.append(seen[place * GEARS + gear, found] - 1)
            count += len(found)
    begin[ground.places] = count
    dice = int(hand[0] + hand[1] + hand[2])
    low = _reach(ground, dice + 1)
    window = max(int(begin[at + 1] - begin[low[place]]) for at, place in enumerate(ground.order))
    return Spots(
        number,
        np.concatenate(gears).astype(np.int64),
        np.concatenate(used).astype(np.int64),
        np.concatenate(draws).astype(np.int64),
        begin,
        max(window, 1),
    )

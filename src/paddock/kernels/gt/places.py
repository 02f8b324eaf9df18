"""A race as a line: places in driving order from the grid to the finish, and the spots inside a turn.

A *place* is a cell on a lap. A *spot* is a place, a gear and the dice used up so far in a turn; all turns
that come through it share it, which is why there are only some tens of thousands of them.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from paddock.kernels.compiling import kernel
from paddock.kernels.gt.dice import gear_after, lays, used_up
from paddock.kernels.gt.road_arrays import Bytes, FlatRoad, Ints, Small


class Unrolled(NamedTuple):
    """A road over laps: places in driving order, `places` itself standing for the finish; steps by place."""

    places: int
    cell: Small
    lap: Small
    tile: Small
    danger: Bytes
    """With one more for the finish: that of the cell behind the line."""
    first: Small
    to: Small
    limit: Bytes
    hazards: Bytes
    kerb: Bytes
    back: Small
    group: Small
    """Where each tile begins; a crash never leads further back."""


def line_of(road: FlatRoad, laps: int = 1) -> Unrolled:
    """The line of a road over some laps: everything that can be reached from the grid."""
    found = {(int(cell), 0) for cell in road.grid}
    todo = list(found)
    while todo:
        cell, lap = todo.pop()
        ahead = [to for to, finished in _ahead(road, cell, lap, laps) if not finished]
        for place in (*ahead, *((int(back), lap) for back in road.back[cell])):
            if place not in found:
                found.add(place)
                todo.append(place)
    order = sorted(found, key=lambda place: (place[1], road.tile[place[0]], road.front[place[0]], place[0]))
    ids = {place: number for number, place in enumerate(order)}
    first, to, steps, back = [0], [], [], []
    for cell, lap in order:
        for step, (place, finished) in zip(
            range(road.first[cell], road.first[cell + 1]), _ahead(road, cell, lap, laps), strict=True
        ):
            to.append(len(order) if finished else ids[place])
            steps.append(step)
        first.append(len(to))
        back.append([ids[int(side), lap] for side in road.back[cell]])
    cells = np.array([cell for cell, _ in order], np.int32)
    tiles = [(lap, int(road.tile[cell])) for cell, lap in order]
    begins = [at for at in range(len(order)) if at == 0 or tiles[at] != tiles[at - 1]]
    return Unrolled(
        places=len(order),
        cell=cells,
        lap=np.array([lap for _, lap in order], np.int32),
        tile=road.tile[cells],
        danger=np.append(road.danger[cells], road.danger[road.grid[0]]).astype(np.int8),
        first=np.array(first, np.int32),
        to=np.array(to, np.int32),
        limit=road.limit[steps],
        hazards=road.hazards[steps],
        kerb=road.kerb[cells],
        back=np.array(back, np.int32),
        group=np.array([*begins, len(order)], np.int32),
    )


def _ahead(road: FlatRoad, cell: int, lap: int, laps: int) -> list[tuple[tuple[int, int], bool]]:
    """Where each step of a cell leads, and whether it finishes the race."""
    ways = []
    for step in range(road.first[cell], road.first[cell + 1]):
        to = int(road.to[step])
        on = lap + int(road.border[step] and road.tile[to] == 0)
        ways.append(((to, on), bool(road.finish[step]) and on >= laps))
    return ways


@kernel
def spots(line: Unrolled, hand: Ints, kinds: int) -> tuple[Small, Ints]:
    """Number every spot in driving order: by place, gear and dice used up (-1: cannot be); and where the
    spots of each place begin."""
    ids = np.full((line.places, 7, kinds), -1, np.int32)
    reached = np.zeros((line.places, 7, kinds), np.bool_)
    die, brakes = np.zeros(9, np.int64), np.zeros(9, np.int64)
    begin = np.zeros(line.places + 1, np.int64)
    count = 0
    for place in range(line.places):
        begin[place] = count
        for gear in range(7):
            reached[place, gear, 0] = gear <= hand[3]
            for used in range(kinds):
                if not reached[place, gear, used]:
                    continue
                if used:
                    ids[place, gear, used] = count
                    count += 1
                for lay in range(lays(hand, gear, used, die, brakes)):
                    new = gear_after(gear, die[lay])
                    after = used_up(used, die[lay], brakes[lay])
                    for step in range(line.first[place], line.first[place + 1]):
                        if new <= line.limit[step] and line.to[step] < line.places:
                            reached[line.to[step], new, after] = True
    begin[line.places] = count
    return ids, begin


@kernel
def spot_keys(ids: Small, count: int) -> Small:
    """Gear and dice used up of every spot."""
    keys = np.zeros((count, 2), np.int32)
    for place in range(ids.shape[0]):
        for gear in range(7):
            for used in range(ids.shape[2]):
                if ids[place, gear, used] >= 0:
                    keys[ids[place, gear, used], 0] = gear
                    keys[ids[place, gear, used], 1] = used
    return keys

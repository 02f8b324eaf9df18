"""A stage as flat arrays: every step a plan may take from a place, for each gear it is taken in.

A place is a space as a plan leaves it: over the ground, over one space in the air, or to a named landing.
Places 0 to `cells` - 1 are the spaces, place `cells` is before the start line, the rest are jumps.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from paddock.games.rallyman.dirt.ground import GROUNDED, LONG, SHORT
from paddock.tracks.road_dirt import LANE, DirtRoad

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

GEARS = 7
DANGERS = ("yellow", "orange", "red")


class Ground(NamedTuple):
    """A stage without mud and other cars; the steps of place p in gear g begin at `first[7p + g]`."""

    cells: int
    places: int
    cell: Ints
    """The space of a place; `cells` before the line."""
    first: Ints
    to: Ints
    """The place a step leads to."""
    lost_on: Ints
    """The space on which the step's own hazards lose control."""
    fatal: Ints
    touchy: Ints
    ends: Ints
    """Whether the step reaches the finish row."""
    water: Ints
    cut: Ints
    """The shortcut whose first space the step enters; -1: none."""
    danger: Ints
    finish: Ints
    lanes_first: Ints
    lanes: Ints
    """The other lanes of a lane's row, for a stranded car."""
    order: Ints
    """The places, nearest to the finish first; nothing leads back in it."""
    rank: Ints
    """Where a place stands in `order`."""
    groups: Ints
    """Where in `order` a new row or space begins; the lanes of a row stand together."""
    landing: Ints
    """The landing a place names; -1: none."""
    cuts: int
    before: Ints
    """For every shortcut how many draws can come before it."""
    taken: Ints
    """For every space how many shortcuts a car on it can have taken."""
    draws: int
    """How many shortcuts one turn can take."""


@lru_cache(maxsize=64)
def ground_of(road: DirtRoad) -> Ground:
    """The flat arrays of a road."""
    count = len(road)
    keys: list[tuple[int, int, int]] = [(cell, GROUNDED, -1) for cell in range(count)]
    keys.append((count, GROUNDED, -1))
    for cell in range(count):
        if road.jump[cell]:
            keys.append((cell, SHORT, -1))
            keys += [(cell, LONG, landing) for landing in road.landings_long[cell]]
    number = {key: place for place, key in enumerate(keys)}
    first, steps = [0], []
    for cell, flight, landing in keys:
        openings = _openings(road, cell, flight, landing)
        for gear in range(GEARS):
            for step in openings:
                steps += _steps(road, number, step, gear)
            first.append(len(steps))
    to, lost_on, fatal, touchy, ends, water, cut = np.array(steps, np.int64).reshape(-1, 7).T.copy()
    order, groups = _order(road, keys, np.array(first), to)
    rank = np.zeros(len(keys), np.int64)
    rank[order] = np.arange(len(keys))
    lanes = [_other_lanes(road, cell) for cell in range(count)] + [()]
    taken = _shortcuts_taken(road)
    return Ground(
        count,
        len(keys),
        np.array([cell for cell, _, _ in keys], np.int64),
        np.array(first, np.int64),
        to,
        lost_on,
        fatal,
        touchy,
        ends,
        water,
        cut,
        np.array([DANGERS.index(danger) for danger in road.danger], np.int64),
        np.array(road.finish, np.int64),
        np.cumsum([0, *(len(row) for row in lanes)]).astype(np.int64),
        np.array([lane for row in lanes for lane in row], np.int64),
        order,
        rank,
        groups,
        np.array([landing for _, _, landing in keys], np.int64),
        len(road.shortcuts),
        np.array([taken[cut.cells[0]] - 1 for cut in road.shortcuts] or [0], np.int64),
        taken,
        _draws_in_turn(road),
    )


def _openings(road: DirtRoad, cell: int, flight: int, landing: int) -> tuple[int, ...]:
    if cell == len(road):
        return tuple(step.cell for step in road.start_steps)
    if road.finish[cell]:
        return ()
    if flight == SHORT:
        return road.landings_short[cell]
    return (landing,) if flight == LONG else tuple(step.cell for step in road.steps[cell])


def _steps(
    road: DirtRoad, number: dict[tuple[int, int, int], int], cell: int, gear: int
) -> list[tuple[int, ...]]:
    """The ways to enter a space in a gear: one, none, or one for each landing (DIRT-JUMP-1 to -4)."""
    if not gear:
        return []
    jump, limit = road.jump[cell], road.limit[cell]
    entered = road.shortcut[cell] if road.shortcut[cell] >= 0 and road.nth[cell] == 0 else -1
    ends, water = int(road.finish[cell]), int(road.water[cell])
    if not jump or gear < jump or gear > limit:
        return [(number[cell, GROUNDED, -1], cell, int(gear > limit), 0, ends, water, entered)]
    if gear == jump:
        if not road.landings_short[cell]:
            return []
        return [(number[cell, SHORT, -1], cell, 0, 0, ends, water, entered)]
    dangerous = int(gear > jump + 1)
    return [
        (number[cell, LONG, landing], landing, dangerous, 1 - dangerous, ends, water, entered)
        for landing in road.landings_long[cell]
    ]


def _other_lanes(road: DirtRoad, cell: int) -> tuple[int, ...]:
    if road.section[cell] < 0:
        return ()
    row = road.section_cells[road.section[cell]]
    return tuple(lane for lane in row if road.kind[lane] == LANE and lane != cell)


def _order(road: DirtRoad, keys: list[tuple[int, int, int]], first: Ints, to: Ints) -> tuple[Ints, Ints]:
    """The places from the finish back, the lanes of a row together, and where each row begins."""
    group = {}
    for place, (cell, _, _) in enumerate(keys):
        row = (cell, *(_other_lanes(road, cell) if cell < len(road) else ()))
        lane = cell < len(road) and road.kind[cell] == LANE
        group[place] = min(row) if lane else cell
    members: dict[int, list[int]] = {}
    for place, name in group.items():
        members.setdefault(name, []).append(place)
    done: dict[int, None] = {}
    ahead = [(name, False) for name in members]
    while ahead:
        name, left = ahead.pop()
        if left:
            done.setdefault(name)
        elif name not in done:
            ahead.append((name, True))
            for place in members[name]:
                seen = {int(end) for end in to[first[place * GEARS] : first[(place + 1) * GEARS]]}
                seen |= {cell for cell in (keys[place][2],) if cell >= 0}
                ahead += [
                    (group[end], False) for end in seen if group[end] != name and group[end] not in done
                ]
    order = [place for name in done for place in sorted(members[name])]
    sizes = [len(members[name]) for name in done]
    return np.array(order, np.int64), np.cumsum([0, *sizes]).astype(np.int64)


MOST_DICE = 11
"""No turn has more steps than the box has dice."""


def _draws_in_turn(road: DirtRoad) -> int:
    """The most shortcuts a car can enter within one turn."""
    heads = {cut.cells[0] for cut in road.shortcuts}
    onward = [_onward(road, cell) for cell in range(len(road))]
    most = [0] * len(road)
    for _ in range(MOST_DICE):
        most = [
            max((most[end] + (end in heads) for end in onward[cell]), default=0) for cell in range(len(road))
        ]
    return max((count + (cell in heads) for cell, count in enumerate(most)), default=0)


def _onward(road: DirtRoad, cell: int) -> set[int]:
    """All spaces one step or one jump leads to."""
    return {step.cell for step in road.steps[cell]}.union(road.landings_short[cell], road.landings_long[cell])


def _shortcuts_taken(road: DirtRoad) -> Ints:
    """How many shortcuts a car can have taken by the time it stands on each space, this one counted."""
    heads = {cut.cells[0] for cut in road.shortcuts}
    taken = np.array([int(cell in heads) for cell in range(len(road))], np.int64)
    changed = True
    while changed:
        changed = False
        for cell in range(len(road)):
            ways = [(end, int(end in heads)) for end in _onward(road, cell)]
            ways += [(lane, 0) for lane in _other_lanes(road, cell)]
            for end, more in ways:
                if taken[end] < taken[cell] + more:
                    taken[end] = taken[cell] + more
                    changed = True
    return taken

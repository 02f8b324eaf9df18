"""From the end of a plan flat out back to a plan: the steps that lead there with exactly its dice."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from paddock.kernels.compiling import kernel
from paddock.kernels.gt.best_turn import STEPS
from paddock.kernels.gt.dice import gear_after, lays, used_up
from paddock.kernels.gt.flat_out import Flat
from paddock.kernels.gt.places import Unrolled
from paddock.kernels.gt.road_arrays import Bytes, Ints, Small


@kernel
def flat_steps(place0: int, gear0: int, end: int, line: Unrolled, hand: Ints, flat: Flat, steps: Ints) -> int:
    """Fill the die, brake dice and place of every step of a plan with such an end; gives their number."""
    limit = hand[6]
    goal, goal_gear, goal_used = flat.end_place[end], flat.end_gear[end], flat.end_used[end]
    goal_track, away = flat.end_track[end], flat.end_away[end]
    die, brakes = np.zeros((STEPS + 1, 9), np.int64), np.zeros((STEPS + 1, 9), np.int64)
    count, way = np.zeros(STEPS + 1, np.int64), np.zeros(STEPS + 1, np.int64)
    place, gear = np.zeros(STEPS + 1, np.int64), np.zeros(STEPS + 1, np.int64)
    used, track = np.zeros(STEPS + 1, np.int64), np.zeros(STEPS + 1, np.int64)
    place[0], gear[0] = place0, gear0
    depth = 0
    count[0] = lays(hand, gear0, 0, die[0], brakes[0])
    while depth >= 0:
        here = place[depth]
        arrived = goal < 0 or (here == goal and gear[depth] == goal_gear)
        if arrived and used[depth] == goal_used and track[depth] == goal_track:
            return depth
        if here == line.places or way[depth] == count[depth] * 8:
            depth -= 1
            continue
        lay, turn = way[depth] // 8, way[depth] % 8
        way[depth] += 1
        step = line.first[here] + turn
        if step >= line.first[here + 1]:
            continue
        new = gear_after(gear[depth], die[depth, lay])
        after = used_up(used[depth], die[depth, lay], brakes[depth, lay])
        now = min(limit, track[depth] + line.hazards[step, new])
        flies = gear[depth] == 0 and die[depth, lay] == 2
        if new > line.limit[step] or now > goal_track or (goal >= 0 and line.to[step] > goal):
            continue
        if depth == 0 and (flies != (away >= 0) or (flies and line.to[step] != away)):
            continue
        if after & 63 & ~goal_used or (after >> 6 & 3) > (goal_used >> 6 & 3):
            continue
        if (after >> 8 & 3) > (goal_used >> 8 & 3) or (after >> 10 & 3) > (goal_used >> 10 & 3):
            continue
        steps[depth, 0], steps[depth, 1], steps[depth, 2] = die[depth, lay], brakes[depth, lay], line.to[step]
        depth += 1
        place[depth], gear[depth], used[depth], track[depth] = line.to[step], new, after, now
        way[depth], count[depth] = 0, 0
        if line.to[step] < line.places:
            count[depth] = lays(hand, new, after, die[depth], brakes[depth])
    return 0


@kernel
def spell(
    line: Unrolled, hand: Ints, flat: Flat, ends: Small, plans: NDArray[np.int16], daring: Bytes
) -> None:
    """Write the plans of a lap's flat-out ends beside those one by one, and note which is which."""
    steps = np.zeros((STEPS, 3), np.int64)
    for place in range(ends.shape[0]):
        for gear in range(7):
            before, length = -1, 0
            for f in range(ends.shape[2]):
                end = ends[place, gear, f]
                daring[place, gear, f] = end >= 0
                if end < 0:
                    continue
                if end != before:
                    length = flat_steps(place, gear, end, line, hand, flat, steps)
                    before = end
                for at in range(STEPS):
                    for field in range(3):
                        plans[place, gear, f, at, field] = steps[at, field] if at < length else -1

"""A stage with other cars in the way and mud on corners.

Steps are only removed or made fatal, so lower bounds of the empty stage hold here too.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from paddock.games.rallyman.dirt.drive import Drive
from paddock.kernels.dirt.stage_arrays import GEARS, Ground, Ints, ground_of
from paddock.tracks.road_dirt import DirtRoad


class _Steps(NamedTuple):
    """The ends of every step of a road."""

    start: Ints
    """The space left; the number of spaces means before the line."""
    gear: Ints
    cell: Ints
    landing: Ints
    """The named landing; -1: none."""
    short: NDArray[np.bool_]
    """Whether the step begins a short jump."""
    limit: Ints
    corner: Ints
    """The corner of the entered space; -1: none."""
    inside: NDArray[np.bool_]
    """Whether the step stays within a corner."""


@lru_cache(maxsize=64)
def _steps(road: DirtRoad) -> _Steps:
    ground = ground_of(road)
    counts = np.diff(ground.first)
    keys = np.repeat(np.arange(len(counts)), counts)
    start, gear = ground.cell[keys // GEARS], keys % GEARS
    cell, landing = ground.cell[ground.to], ground.landing[ground.to]
    jumps = np.array(road.jump, np.int64)[cell]
    corner = np.array([*road.corner, -1], np.int64)
    return _Steps(
        start,
        gear,
        cell,
        landing,
        (ground.to > ground.cells) & (landing < 0) & (gear == jumps),
        np.array(road.limit, np.int64)[cell],
        corner[cell],
        (corner[start] == corner[cell]) & (corner[cell] >= 0),
    )


def ground_among(drive: Drive) -> Ground:
    """Returns the steps open to a car among the others and through the mud (DIRT-PASS-1, DIRT-CUT-6)."""
    road = drive.road
    ground = ground_of(road)
    if not drive.taken and not any(drive.mud):
        return ground
    steps = _steps(road)
    shut = np.zeros(len(road), bool)
    need = np.zeros(len(road), np.int64)
    for cell, gear in drive.gears.items():
        shut[_bits(road.overlaps[cell])] = True
        level = _bits(road.level[cell])
        need[level] = np.maximum(need[level], gear)
    fatal = ground.fatal
    no_landing = shut
    keep = ~shut[steps.cell] & (steps.gear >= need[steps.cell])
    if any(drive.mud):
        depth = np.array([*drive.mud, 0], np.int64)
        left = steps.limit - depth[steps.corner]
        left = np.where(steps.inside & (depth[steps.corner] > 0), np.maximum(left, 1), left)
        keep &= left > 0
        fatal = np.where(steps.corner >= 0, (steps.gear > left).astype(np.int64), fatal)
        no_landing = shut | np.array([not drive.can_land(cell) for cell in range(len(road))])
    named = steps.landing >= 0
    keep &= ~named | ~no_landing[np.where(named, steps.landing, 0)]
    for step in np.flatnonzero(steps.short & keep):
        keep[step] = any(not no_landing[cell] for cell in road.landings_short[steps.cell[step]])
    before = np.concatenate(([0], np.cumsum(keep)))
    return ground._replace(
        first=before[ground.first],
        to=ground.to[keep],
        lost_on=ground.lost_on[keep],
        fatal=fatal[keep],
        touchy=ground.touchy[keep],
        ends=ground.ends[keep],
        water=ground.water[keep],
        cut=ground.cut[keep],
    )


def _bits(mask: int) -> list[int]:
    """Returns the numbers of the set bits."""
    return [bit for bit in range(mask.bit_length()) if mask >> bit & 1]

"""What comes next on a stage: free spaces in the present state, with limits, mud, water and jumps."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from paddock.games.rallyman.dice import Lay
from paddock.games.rallyman.dirt.tokens import mud_on
from paddock.tracks.road import mask
from paddock.tracks.road_dirt import DirtRoad

GROUNDED, SHORT, LONG = range(3)
"""How a car leaves a space: on the ground, or in the air over one or two spaces."""

_COAST_DICE = ("c", "l", "r")


class Opening(NamedTuple):
    """A free space that can come next, in the present state."""

    cell: int
    limit: int
    """The current limit, less mud (DIRT-CORNER-7)."""
    need: int
    """The gear needed to draw level with cars there (DIRT-PASS-1)."""
    water: bool
    jump: int
    short: tuple[int, ...]
    """Open landings of a short jump from there."""
    long: tuple[int, ...]
    """Open landings of a long or dangerous jump from there."""
    finish: bool


class Fresh:
    """A road without mud and cars, with the openings of every space computed once."""

    def __init__(self, way: DirtRoad) -> None:
        count = len(way)
        plain = [_printed(way, cell) for cell in range(count)]
        self.over_ground = (
            *(tuple(plain[step.cell] for step in way.steps[cell]) for cell in range(count)),
            tuple(plain[step.cell] for step in way.start_steps),
        )
        self.over_one = tuple(tuple(plain[c] for c in way.landings_short[cell]) for cell in range(count))
        self.alone = tuple((opening,) for opening in plain)
        self.matters_ground = tuple(self._matters(way, openings) for openings in self.over_ground)
        self.matters_one = tuple(self._matters(way, openings) for openings in self.over_one)
        self.matters_alone = tuple(self._matters(way, openings) for openings in self.alone)
        self.corners_ground = tuple(self._corners(way, openings) for openings in self.over_ground)
        self.corners_one = tuple(self._corners(way, openings) for openings in self.over_one)
        self.corners_alone = tuple(self._corners(way, openings) for openings in self.alone)

    @staticmethod
    def _matters(way: DirtRoad, openings: Iterable[Opening]) -> int:
        """Returns the spaces on which another car changes the openings."""
        found = 0
        for opening in openings:
            found |= way.overlaps[opening.cell] | way.level[opening.cell]
            for landing in (*opening.short, *opening.long):
                found |= way.overlaps[landing]
        return found

    @staticmethod
    def _corners(way: DirtRoad, openings: Iterable[Opening]) -> int:
        """Returns as bits the corners on which mud changes the openings."""
        cells = {c for opening in openings for c in (opening.cell, *opening.short, *opening.long)}
        return mask({way.corner[c] for c in cells} - {-1})


def _printed(way: DirtRoad, cell: int) -> Opening:
    return Opening(
        cell,
        way.limit[cell],
        0,
        way.water[cell],
        way.jump[cell],
        way.landings_short[cell],
        way.landings_long[cell],
        way.finish[cell],
    )


@lru_cache(maxsize=256)
def fresh(way: DirtRoad) -> Fresh:
    """Returns the openings of a road, computed once."""
    return Fresh(way)


def wades(lay: Lay) -> bool:
    """Whether these dice take a car into water: coasting, or gear die 1 alone (DIRT-WATER-1, -2, -D2)."""
    return lay.die in _COAST_DICE or (lay.die == "1" and not lay.brakes)


def less_mud(way: DirtRoad, mud: Sequence[int], start: int, cell: int) -> int:
    """Returns the limit of a space, less mud, for a car from `start` (DIRT-CORNER-7, DIRT-CUT-6, -D2)."""
    printed = way.limit[cell]
    corner = way.corner[cell]
    if not mud or corner < 0 or not mud[corner]:
        return printed
    left = printed - mud[corner]
    inside = start >= 0 and way.corner[start] == corner
    return max(left, 1) if inside else left


def limit_now(way: DirtRoad, mud: tuple[tuple[int, int], ...], start: int, cell: int) -> int:
    """Returns the current limit of a space for a car coming from `start`, with these mud tokens."""
    return less_mud(way, mud_on(way, mud), start, cell) if mud else way.limit[cell]


def flight(jump: int, gear: int) -> int:
    """Returns how many spaces a car flies over after a row with this jump number (DIRT-JUMP-1 to -3)."""
    if not jump or gear < jump:
        return GROUNDED
    return SHORT if gear == jump else LONG

"""The hex grid: axial coordinates (q, r), six directions clockwise from the top, flat-top hexes."""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

DIRECTIONS = ((0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1))
"""The direction of edge 0 (top), 1 (upper right), … 5 (upper left) of an unrotated tile."""


class Hex(NamedTuple):
    """A place on the grid; r grows upwards, q to the right."""

    q: int
    r: int


def turned(edge: int, rotation: int) -> int:
    """Returns the direction of an edge after rotating its tile by `rotation` sixths clockwise."""
    return (edge + rotation) % 6


def opposite(direction: int) -> int:
    """Returns the opposite direction."""
    return (direction + 3) % 6


def neighbour(place: tuple[int, int], direction: int) -> Hex:
    """Returns the hex next to `place` in a direction.

    >>> neighbour((0, 0), 1)
    Hex(q=1, r=0)
    """
    q, r = DIRECTIONS[direction]
    return Hex(place[0] + q, place[1] + r)


def direction_to(place: tuple[int, int], other: tuple[int, int]) -> int | None:
    """Returns the direction from a hex to a neighbour; None if they do not touch."""
    offset = (other[0] - place[0], other[1] - place[1])
    return DIRECTIONS.index(offset) if offset in DIRECTIONS else None


def distance(place: tuple[int, int], other: tuple[int, int]) -> int:
    """Returns the distance of two hexes."""
    q, r = other[0] - place[0], other[1] - place[1]
    return max(abs(q), abs(r), abs(q + r))


def centre(place: tuple[int, int], size: float = 1.0) -> tuple[float, float]:
    """Returns the centre of a hex on paper (x to the right, y down); `size` is the length of a side."""
    q, r = place
    return 1.5 * size * q, -sqrt(3) * size * (r + q / 2)

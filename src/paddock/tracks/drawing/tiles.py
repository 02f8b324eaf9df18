"""A tile on paper: its position, its road, and the road's width."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import cos, pi, sin, sqrt

from paddock.tracks import hexes
from paddock.tracks.drawing.middle import APOTHEM, Corner, MiddleLine, Point, middle_line
from paddock.tracks.drawing.strip import Strip
from paddock.tracks.faces import Corner as DirtCorner
from paddock.tracks.faces import DirtFace, Face, GtFace, Row
from paddock.tracks.layouts import Placement
from paddock.tracks.road_gt import inside_of

SIDE = 2 * APOTHEM / sqrt(3)
"""Length of a hex side in drawing units."""

_GT_WIDTHS = {1: 40.0, 2: 60.0, 3: 80.0}
_DIRT_WIDTH = 62.0
_STUB = 62
"""How far, in per cent, the road of a service park extends into its tile."""


@dataclass(frozen=True)
class Tile:
    """A placed face as it is driven, with its road; `index` is its place in the layout."""

    index: int
    face: Face
    centre: Point
    strip: Strip
    end: float = 100

    def corners(self) -> list[Point]:
        """Returns the six corners of the hex."""
        x, y = self.centre
        return [(x + SIDE * cos(pi / 3 * i), y + SIDE * sin(pi / 3 * i)) for i in range(6)]

    def depth(self, point: Point) -> float:
        """Returns how far inside the hex a point is; negative outside."""
        dx, dy = point[0] - self.centre[0], point[1] - self.centre[1]
        return APOTHEM - max(dx * sin(pi / 3 * i) - dy * cos(pi / 3 * i) for i in range(6))


def tile_on_paper(face: Face, placement: Placement, index: int) -> Tile:
    """Returns a face at its place, rotated and driven as its placement says."""
    line, widths = _road(face)
    strip = Strip(line, widths, placement.rotation, hexes.centre(placement.place, SIDE), placement.reverse)
    return Tile(
        index,
        face.mirrored() if placement.reverse else face,
        hexes.centre(placement.place, SIDE),
        strip,
        100 if face.exit is not None else _STUB,
    )


@lru_cache(maxsize=256)
def _road(face: Face) -> tuple[MiddleLine, tuple[tuple[float, float], ...]]:
    if isinstance(face, GtFace):
        return _gt_road(face)
    exit_ = (face.entry + 3) % 6 if face.exit is None else face.exit
    line = middle_line(face.entry, exit_, _dirt_corners(face), _DIRT_WIDTH / 2)
    return line, _waisted(line, _DIRT_WIDTH)


def _gt_road(face: GtFace) -> tuple[MiddleLine, tuple[tuple[float, float], ...]]:
    limited = [space for space in face.spaces if space.limit is not None]
    corners = []
    if limited:
        corner = Corner(
            min(space.back for space in limited),
            max(space.front for space in limited),
            1 if inside_of(face) == "right" else -1,
            min(space.limit for space in limited if space.limit is not None),
        )
        corners.append(corner)
    entry, exit_ = _GT_WIDTHS[face.lanes.entry], _GT_WIDTHS[face.lanes.exit]
    line = middle_line(face.entry, face.exit, corners, max(entry, exit_) / 2)
    if entry == exit_:
        return line, _waisted(line, entry)
    change = min(space.front for space in face.spaces if space.back == 0)
    narrow = min(space.front for space in face.spaces if space.back == change)
    return line, ((0, entry), (change, entry), (narrow, exit_), (100, exit_))


def _waisted(line: MiddleLine, width: float) -> tuple[tuple[float, float], ...]:
    if line.waist == 1:
        return ((0, width), (100, width))
    inner = width * line.waist
    return ((0, width), (line.progresses[1], inner), (line.progresses[-2], inner), (100, width))


def _dirt_corners(face: DirtFace) -> list[Corner]:
    corners = [
        Corner(section.back, section.front, 1 if section.turn == "right" else -1, section.inside.limit)
        for section in face.sections
        if isinstance(section, DirtCorner)
    ]
    if corners or face.turn != "both":
        return corners
    row = next(section for section in face.sections if isinstance(section, Row) and section.limit is not None)
    middle = (row.back + row.front) / 2
    limit = row.limit or 0
    return [Corner(row.back, middle, -1, limit), Corner(middle, row.front, 1, limit)]

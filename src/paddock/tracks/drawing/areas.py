"""The spaces of a tile on paper: outline, centre and heading."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from paddock.tracks.drawing.middle import Point, angle_of, distance_between
from paddock.tracks.drawing.strip import WIDTH, Strip, curve, xy
from paddock.tracks.drawing.tiles import Tile
from paddock.tracks.faces import Corner, DirtFace, GtFace, Row, Shortcut, Way
from paddock.tracks.road_dirt_compiler import LANE_LETTERS

HALF_ROW = (1.7, 4.3)
"""The part of the road's width that the area of a half-row takes, so that its lanes stay clickable."""

_KERB_GAP = 2.0
_LEAST_DEPTH = 40.0


@dataclass(frozen=True)
class Area:
    """A space on paper.

    `heading` is in degrees clockwise from the x axis, `span` its progress on the tile, `lanes` its lateral
    positions, `size` roughly the smaller of its length and width, `border` the points around a shortcut.
    """

    name: str
    centre: Point
    heading: float
    path: str
    span: tuple[float, float]
    lanes: tuple[float, float]
    size: float
    border: tuple[Point, ...] = ()

    @property
    def beside(self) -> bool:
        """Whether the space is beside the road: a shortcut."""
        return bool(self.border)


def areas(tile: Tile) -> list[Area]:
    """Returns every space of a tile, lanes before the half-rows on top of them."""
    if isinstance(tile.face, GtFace):
        return [
            _area(tile.strip, space.id, (space.back, space.front), (space.l, space.r))
            for space in tile.face.spaces
        ]
    return _dirt_areas(tile.face, tile.strip)


def _area(strip: Strip, name: str, span: tuple[float, float], lanes: tuple[float, float]) -> Area:
    middle = (span[0] + span[1]) / 2
    centre = strip.at(middle, (lanes[0] + lanes[1]) / 2)
    width = strip.width(middle) * (lanes[1] - lanes[0]) / WIDTH
    size = min(width, 1.15 * strip.length(*span, (lanes[0] + lanes[1]) / 2))
    return Area(name, centre, strip.heading(middle), strip.outline(*span, *lanes), span, lanes, size)


def _dirt_areas(face: DirtFace, strip: Strip) -> list[Area]:
    found: list[Area] = []
    for i, section in enumerate(face.sections):
        if isinstance(section, Row):
            found += _row_areas(section, i, strip)
        else:
            for way, letter, lanes in corner_ways(section):
                cuts = way_cuts(way, section)
                for k, span in enumerate(pairwise(cuts), start=1):
                    found.append(_area(strip, f"{i}.{letter}{k}", span, lanes))
    for i, cut in enumerate(face.shortcuts):
        found += shortcut_areas(face, cut, i, strip)
    return found


def _row_areas(row: Row, index: int, strip: Strip) -> list[Area]:
    span = (row.back, row.front)
    width = WIDTH / row.lanes
    found = [
        _area(strip, f"{index}.{letter}", span, (lane * width, (lane + 1) * width))
        for lane, letter in enumerate(LANE_LETTERS[row.lanes])
    ]
    if row.slide:
        middle = (row.back + row.front) / 2
        found.append(_area(strip, f"{index}.a", (row.back, middle), HALF_ROW))
        found.append(_area(strip, f"{index}.b", (middle, row.front), HALF_ROW))
    return found


def corner_ways(corner: Corner) -> list[tuple[Way, str, tuple[float, float]]]:
    """Returns the inside and outside way of a corner, with their letter and their half of the road."""
    left, right = (0.0, WIDTH / 2), (WIDTH / 2, float(WIDTH))
    inner, outer = (right, left) if corner.turn == "right" else (left, right)
    return [(corner.inside, "i", inner), (corner.outside, "o", outer)]


def way_cuts(way: Way, corner: Corner) -> list[float]:
    """Returns the progress of every border between the spaces of a way, including both ends."""
    if way.cuts:
        return [corner.back, *way.cuts, corner.front]
    step = (corner.front - corner.back) / way.spaces
    return [corner.back + step * i for i in range(way.spaces + 1)]


@dataclass(frozen=True)
class CutShape:
    """A shortcut beside the road, bounded by the kerb and by a bow outside it."""

    strip: Strip
    lateral: float
    start: float
    end: float
    control: Point

    def kerb(self, progress: float) -> Point:
        """Returns a point along the road's edge."""
        return self.strip.at(progress, self.lateral, _KERB_GAP)

    def bow(self, share: float) -> Point:
        """Returns a point of the outer edge, from its beginning (0) to its end (1)."""
        a, b, c = self.kerb(self.start), self.control, self.kerb(self.end)
        u = 1 - share
        return (
            u * u * a[0] + 2 * u * share * b[0] + share * share * c[0],
            u * u * a[1] + 2 * u * share * b[1] + share * share * c[1],
        )

    def outline(self, span: tuple[float, float], shares: tuple[float, float]) -> str:
        """Returns the closed path of one space of the shortcut."""
        along = self.strip.along(*span, self.lateral, _KERB_GAP)
        back = curve(self.bow, (shares[1], shares[0]))
        start, far = self.kerb(span[0]), self.bow(shares[1])
        turn = "" if shares[1] == 1 else f"L{xy(far)}"
        return f"M{xy(start)}{along}{turn}{back}Z"

    def points(self, span: tuple[float, float], shares: tuple[float, float]) -> list[Point]:
        """Returns points around one space, close together."""
        kerb = self.strip.sampled(*span, self.lateral, _KERB_GAP)
        a, b = shares
        return kerb + [self.bow(b + (a - b) * i / 10) for i in range(11)]


def cut_shape(face: DirtFace, cut: Shortcut, strip: Strip) -> CutShape:
    """Returns the shape of a shortcut: from the row it leaves, around the inside, to the row it joins."""
    first, last = face.sections[cut.from_section], face.sections[cut.to_section]
    start = first.back + (first.front - first.back) * _reach(first)
    end = last.front - (last.front - last.back) * _reach(last)
    lateral = WIDTH if cut.side == "right" else 0
    flat = CutShape(strip, lateral, start, end, (0, 0))
    a, c, kerb = flat.kerb(start), flat.kerb(end), flat.kerb((start + end) / 2)
    chord = ((a[0] + c[0]) / 2, (a[1] + c[1]) / 2)
    depth = distance_between(kerb, chord)
    push = max(2 * (_LEAST_DEPTH - depth), 8) / depth
    control = (chord[0] + (chord[0] - kerb[0]) * push, chord[1] + (chord[1] - kerb[1]) * push)
    return CutShape(strip, lateral, start, end, control)


def _reach(section: Row | Corner) -> float:
    """Returns the share of a row that a shortcut leaves free at the far end."""
    if isinstance(section, Row) and section.lanes == 1:
        return 0.1
    return 0.3 if isinstance(section, Row) and section.slide else 0.5


def shortcut_areas(face: DirtFace, cut: Shortcut, index: int, strip: Strip) -> list[Area]:
    """Returns the spaces of a shortcut in driving order."""
    shape = cut_shape(face, cut, strip)
    inner: tuple[float, ...] = cut.cuts or tuple(
        shape.start + (shape.end - shape.start) * k / cut.spaces for k in range(1, cut.spaces)
    )
    spans = list(pairwise((shape.start, *inner, shape.end)))
    found = []
    for k, span in enumerate(spans):
        shares = (k / len(spans), (k + 1) / len(spans))
        points = shape.points(span, shares)
        heading = angle_of(shape.bow(shares[0]), shape.bow(shares[1])) % 360
        name = f"K{index}.{k + 1}"
        centre, room = roomiest(points)
        lanes = (float(shape.lateral), float(shape.lateral))
        outline = shape.outline(span, shares)
        found.append(Area(name, centre, heading, outline, span, lanes, 2 * room, tuple(points)))
    return found


def roomiest(outline: Sequence[Point]) -> tuple[Point, float]:
    """Returns roughly the point inside an outline that is farthest from it, and its distance."""
    xs, ys = [point[0] for point in outline], [point[1] for point in outline]
    best, best_room = outline[0], -1.0
    steps = 20
    for i in range(1, steps):
        for j in range(1, steps):
            spot = (
                min(xs) + (max(xs) - min(xs)) * i / steps,
                min(ys) + (max(ys) - min(ys)) * j / steps,
            )
            if not inside(spot, outline):
                continue
            room = min(_to_segment(spot, a, b) for a, b in pairwise((*outline, outline[0])))
            if room > best_room + 1e-9:
                best, best_room = spot, room
    return best, best_room


def _to_segment(point: Point, a: Point, b: Point) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    share = ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / square if square else 0.0
    share = min(max(share, 0.0), 1.0)
    return distance_between(point, (a[0] + dx * share, a[1] + dy * share))


def inside(point: Point, outline: Sequence[Point]) -> bool:
    """Whether a point lies inside a closed outline."""
    x, y = point
    within = False
    for (x0, y0), (x1, y1) in pairwise((*outline, outline[0])):
        if (y0 > y) != (y1 > y) and x < x0 + (y - y0) / (y1 - y0) * (x1 - x0):
            within = not within
    return within

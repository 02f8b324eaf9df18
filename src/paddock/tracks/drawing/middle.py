"""The centre line of a road in one hex: straights and arcs from the entry edge to the exit edge."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from math import asin, atan2, cos, degrees, hypot, pi, radians, sin, tan

APOTHEM = 100.0
"""Distance from the centre of a hex to the middle of its edges, in drawing units."""

Point = tuple[float, float]


@dataclass(frozen=True)
class Piece:
    """A segment of constant curvature; `turn` in radians, positive to the right."""

    length: float
    turn: float


@dataclass(frozen=True)
class Corner:
    """A corner of a face: progress from, to, the side (+1 right, -1 left) and its limit."""

    start: float
    end: float
    side: int
    limit: int


@dataclass(frozen=True)
class Shape:
    """The shape of a road: its pieces, progress paired with distance, and the share of its width."""

    pieces: tuple[Piece, ...]
    stops: tuple[tuple[float, float], ...]
    waist: float = 1.0


class MiddleLine:
    """The pieces of a shape in sequence, from the middle of the entry edge."""

    def __init__(self, shape: Shape, entry: int) -> None:
        pieces, stops = shape.pieces, shape.stops
        self.pieces = tuple(pieces)
        self.waist = shape.waist
        self.starts = (0.0, *accumulate(piece.length for piece in pieces))
        self.length = self.starts[-1]
        self.progresses = tuple(stop[0] for stop in stops)
        self.distances = tuple(stop[1] for stop in stops)
        heading = radians(60 * entry + 180) - pi / 2
        x, y = edge_middle(entry)
        self._poses: list[tuple[float, float, float]] = [(x, y, heading)]
        for piece in self.pieces:
            x, y, heading = _advance(x, y, heading, piece.length, piece.turn)
            self._poses.append((x, y, heading))

    def distance(self, progress: float) -> float:
        """Returns the distance along the line at a progress (in per cent)."""
        i = min(max(bisect_right(self.progresses, progress) - 1, 0), len(self.progresses) - 2)
        p0, p1 = self.progresses[i], self.progresses[i + 1]
        d0, d1 = self.distances[i], self.distances[i + 1]
        return d0 + (progress - p0) / (p1 - p0) * (d1 - d0)

    def pose(self, progress: float) -> tuple[float, float, float]:
        """Returns the point and heading (radians, clockwise from the x axis) at a progress."""
        distance = self.distance(progress)
        i = min(max(bisect_right(self.starts, distance) - 1, 0), len(self.pieces) - 1)
        piece = self.pieces[i]
        along = distance - self.starts[i]
        x, y, heading = self._poses[i]
        return _advance(x, y, heading, along, piece.turn * along / piece.length)

    def breaks(self) -> list[float]:
        """Returns every progress at which the curvature or the scale of progress changes."""
        found = set(self.progresses)
        for start in self.starts[1:-1]:
            i = min(max(bisect_right(self.distances, start) - 1, 0), len(self.distances) - 2)
            p0, p1 = self.progresses[i], self.progresses[i + 1]
            d0, d1 = self.distances[i], self.distances[i + 1]
            found.add(round(p0 + (start - d0) / (d1 - d0) * (p1 - p0), 6))
        return sorted(found)


def edge_middle(edge: int) -> Point:
    """Returns the middle of an edge of the hex around (0, 0); edge 0 is the top, then clockwise."""
    angle = radians(60 * edge)
    return APOTHEM * sin(angle), -APOTHEM * cos(angle)


def middle_line(entry: int, exit_: int, corners: Sequence[Corner], half_width: float) -> MiddleLine:
    """Returns the road from one edge to another, with its bends at the corners of the face."""
    across = (exit_ - entry) % 6
    if across == 3:
        return MiddleLine(_through(corners, half_width), entry)
    shape = _around(radians(60 if across in (2, 4) else 120), corners, half_width)
    if across < 3:
        shape = replace(shape, pieces=tuple(Piece(piece.length, -piece.turn) for piece in shape.pieces))
    return MiddleLine(shape, entry)


def _through(corners: Sequence[Corner], half_width: float) -> Shape:
    """Returns the shape between opposite edges: straight, a bow around a corner, or a zigzag."""
    if not corners:
        return _even([Piece(2 * APOTHEM, 0)])
    if len(corners) == 1:
        corner = corners[0]
        tightest = APOTHEM * (corner.end - corner.start) / 100 / (half_width + 6)
        return _bow(corner, min(radians(60 - 6 * corner.limit), asin(min(tightest, 1))))
    if corners[0].start + (100 - corners[1].end) < 50:
        return _zigzag(corners, half_width)
    return _s_bend(corners)


def _around(turn: float, corners: Sequence[Corner], half_width: float) -> Shape:
    """Returns the shape between edges that are not opposite, as a turn to the right."""
    full = APOTHEM / tan(turn / 2)
    if not corners or corners[0].start <= 0 or corners[-1].end >= 100:
        return _even([Piece(full * turn, turn)])
    start, end = corners[0].start / 100, corners[-1].end / 100
    leg = (start + 1 - end) / 2
    total = APOTHEM / (leg + (1 - 2 * leg) / turn * tan(turn / 2))
    radius = (1 - 2 * leg) * total / turn
    if radius >= half_width + 8 and corners[0].limit > 1:
        return _even([Piece(leg * total, 0), Piece(radius * turn, turn), Piece(leg * total, 0)])
    return _keyhole(turn, corners, half_width)


def _even(pieces: list[Piece]) -> Shape:
    return Shape(tuple(pieces), ((0, 0), (100, sum(piece.length for piece in pieces))))


def _spread(pieces: list[Piece], progresses: Sequence[float], waist: float = 1.0) -> Shape:
    ends = accumulate((piece.length for piece in pieces), initial=0.0)
    return Shape(tuple(pieces), tuple(zip(progresses, ends, strict=True)), waist)


def _bow(corner: Corner, swing: float) -> Shape:
    """Returns a shape away from the corner's side, around it, and back to the line of the entry."""
    leg = (corner.start + 100 - corner.end) / 200
    total = 2 * APOTHEM * swing / sin(swing)
    return _even(
        [
            Piece(leg * total, -corner.side * swing),
            Piece((1 - 2 * leg) * total, 2 * corner.side * swing),
            Piece(leg * total, -corner.side * swing),
        ]
    )


def _keyhole(turn: float, corners: Sequence[Corner], half_width: float) -> Shape:
    """Returns two legs that swing out a little and a tight arc between them, for long hairpins."""
    waist = 0.86
    inner_radius = 7.0 if half_width > 35 else 19.0 if turn > pi / 2 else 15.0
    radius = half_width * waist + inner_radius
    lean = pi / 2 - turn / 2
    half_chord = APOTHEM * cos(turn / 2)
    depth = 86.0 if turn > pi / 2 else 25.0

    def leg_radius(swing: float) -> float:
        return (half_chord - radius * cos(lean - swing)) / (cos(lean - swing) - cos(lean))

    def reach(swing: float) -> float:
        heading = lean - swing
        return leg_radius(swing) * (sin(lean) - sin(heading)) - radius * sin(heading) - depth

    swing = _root(reach, radians(10), lean + radians(24))
    leg = leg_radius(swing) * swing
    pieces = [Piece(leg, -swing), Piece(radius * (turn + 2 * swing), turn + 2 * swing), Piece(leg, -swing)]
    return _spread(pieces, (0, corners[0].start, corners[-1].end, 100), waist)


def _zigzag(corners: Sequence[Corner], half_width: float) -> Shape:
    """Returns two tight corners to opposite sides with a short segment between them."""
    waist = 0.72
    radius = half_width * waist + 6
    slant = radians(80)
    link = 15.0
    side = corners[0].side

    def leg_radius(swing: float) -> float:
        return (radius * (cos(swing) - cos(slant)) + link * sin(slant)) / (1 - cos(swing))

    def rise(swing: float) -> float:
        arc = radius * (sin(slant) + sin(swing))
        return leg_radius(swing) * sin(swing) + arc + link * cos(slant) - APOTHEM

    swing = _root(rise, radians(30), radians(89))
    leg = Piece(leg_radius(swing) * swing, -side * swing)
    arc = Piece(radius * (swing + slant), side * (swing + slant))
    pieces = [leg, arc, Piece(2 * link, 0), Piece(arc.length, -arc.turn), Piece(leg.length, -leg.turn)]
    return _spread(
        pieces, (0, corners[0].start, corners[0].end, corners[1].start, corners[1].end, 100), waist
    )


def _s_bend(corners: Sequence[Corner]) -> Shape:
    """Returns a gentle swing to one side and then the other, ending on the line of the entry."""
    lead, swing = radians(22), radians(38)
    side = corners[0].side
    ratio = (cos(lead) - cos(swing)) / (1 - cos(lead))
    radius = APOTHEM / (ratio * sin(lead) + sin(lead) + sin(swing))
    leg = Piece(ratio * radius * lead, -side * lead)
    arc = Piece(radius * (lead + swing), side * (lead + swing))
    pieces = [leg, arc, Piece(arc.length, -arc.turn), Piece(leg.length, -leg.turn)]
    return _spread(pieces, (0, corners[0].start, corners[0].end, corners[1].end, 100))


def _root(function: Callable[[float], float], low: float, high: float) -> float:
    """Returns where a function changes sign between two arguments."""
    below = function(low) < 0
    for _ in range(60):
        middle = (low + high) / 2
        if (function(middle) < 0) == below:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def _advance(x: float, y: float, heading: float, length: float, turn: float) -> tuple[float, float, float]:
    if abs(turn) < 1e-12:
        return x + length * cos(heading), y + length * sin(heading), heading
    radius = length / turn
    after = heading + turn
    return x + radius * (sin(after) - sin(heading)), y - radius * (cos(after) - cos(heading)), after


def angle_of(a: Point, b: Point) -> float:
    """Returns the direction from a to b in degrees, clockwise from the x axis."""
    return degrees(atan2(b[1] - a[1], b[0] - a[0]))


def distance_between(a: Point, b: Point) -> float:
    """Returns the Euclidean distance of two points."""
    return hypot(b[0] - a[0], b[1] - a[1])

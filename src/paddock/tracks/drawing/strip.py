"""A road on paper: converts progress and lateral position to points, edges and outlines of cells."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from math import ceil, cos, degrees, pi, radians, sin

from paddock.tracks.drawing.middle import MiddleLine, Point, distance_between

WIDTH = 6
"""Lateral positions are in sixths of the road's width: 0 the left kerb, 6 the right one."""

_STEP = 1e-4
_LARGEST_ARC = radians(46)


class Strip:
    """The road of one placed tile in driving direction; `widths` pairs progress with the road's width."""

    def __init__(
        self,
        line: MiddleLine,
        widths: Sequence[tuple[float, float]],
        rotation: int = 0,
        centre: Point = (0.0, 0.0),
        reverse: bool = False,
    ) -> None:
        self._line = line
        self._widths = tuple(widths)
        self._angle = radians(60 * rotation)
        self._centre = centre
        self._reverse = reverse
        breaks = {*line.breaks(), *(stop for stop, _ in widths)}
        self.breaks = sorted(100 - stop for stop in breaks) if reverse else sorted(breaks)

    def _written(self, progress: float) -> float:
        return 100 - progress if self._reverse else progress

    def width(self, progress: float) -> float:
        """Returns the width of the road, which may change smoothly along the tile."""
        written = self._written(progress)
        for (p0, w0), (p1, w1) in pairwise(self._widths):
            if written <= p1:
                share = min(max((written - p0) / (p1 - p0), 0), 1)
                return w0 + (w1 - w0) * share * share * (3 - 2 * share)
        return self._widths[-1][1]

    def _pose(self, progress: float) -> tuple[float, float, float]:
        x, y, heading = self._line.pose(self._written(progress))
        c, s = cos(self._angle), sin(self._angle)
        turned = heading + self._angle + (pi if self._reverse else 0)
        return self._centre[0] + x * c - y * s, self._centre[1] + x * s + y * c, turned

    def at(self, progress: float, lateral: float, beyond: float = 0.0) -> Point:
        """Returns the point at a progress and lateral position; `beyond` moves it away from the middle."""
        x, y, heading = self._pose(progress)
        offset = (lateral / WIDTH - 0.5) * self.width(progress)
        offset += beyond if lateral > WIDTH / 2 else -beyond
        return x - sin(heading) * offset, y + cos(heading) * offset

    def heading(self, progress: float) -> float:
        """Returns the driving direction in degrees, clockwise from the x axis."""
        return degrees(self._pose(progress)[2]) % 360

    def length(self, start: float, end: float, lateral: float = 3) -> float:
        """Returns the length of the line at a lateral position between two progresses."""
        return sum(distance_between(a, b) for a, b in pairwise(self.sampled(start, end, lateral)))

    def sampled(self, start: float, end: float, lateral: float, beyond: float = 0.0) -> list[Point]:
        """Returns points along a line of constant lateral position, close enough to measure with."""
        count = max(2, ceil(abs(end - start) / 2.5))
        return [self.at(start + (end - start) * i / count, lateral, beyond) for i in range(count + 1)]

    def along(self, start: float, end: float, lateral: float, beyond: float = 0.0) -> str:
        """Returns path commands from one progress to another, without the first point."""
        return curve(lambda progress: self.at(progress, lateral, beyond), self._knots(start, end))

    def _knots(self, start: float, end: float) -> list[float]:
        low, high = min(start, end), max(start, end)
        stops = [low, *(stop for stop in self.breaks if low + 1e-6 < stop < high - 1e-6), high]
        knots = [low]
        for a, b in pairwise(stops):
            turn = abs(self._pose(b - _STEP)[2] - self._pose(a + _STEP)[2])
            parts = max(1, ceil(turn / _LARGEST_ARC - 1e-3))
            knots += [a + (b - a) * i / parts for i in range(1, parts + 1)]
        return knots if start < end else knots[::-1]

    def line(self, start: float, end: float, lateral: float, beyond: float = 0.0) -> str:
        """Returns a path along the road."""
        return f"M{xy(self.at(start, lateral, beyond))}{self.along(start, end, lateral, beyond)}"

    def across(self, progress: float, left: float, right: float, beyond: float = 0.0) -> str:
        """Returns a path straight across the road."""
        a, b = self.at(progress, left, beyond), self.at(progress, right, beyond)
        return f"M{xy(a)}L{xy(b)}"

    def outline(self, start: float, end: float, left: float, right: float, beyond: float = 0.0) -> str:
        """Returns a closed path around the area between two progresses and two lateral positions."""
        return (
            f"M{xy(self.at(start, left, beyond))}{self.along(start, end, left, beyond)}"
            f"L{xy(self.at(end, right, beyond))}{self.along(end, start, right, beyond)}Z"
        )


def curve(function: Callable[[float], Point], knots: Sequence[float]) -> str:
    """Returns path commands through a smooth function at monotonic knots, one curve for each gap."""
    commands = []
    for a, b in pairwise(knots):
        step = _STEP if b > a else -_STEP
        p, q = function(a), function(b)
        p_on, q_back = function(a + step), function(b - step)
        third = (b - a) / step / 3
        c1 = (p[0] + (p_on[0] - p[0]) * third, p[1] + (p_on[1] - p[1]) * third)
        c2 = (q[0] + (q_back[0] - q[0]) * third, q[1] + (q_back[1] - q[1]) * third)
        flat = abs(_bulge(p, c1, q)) < 0.05 and abs(_bulge(p, c2, q)) < 0.05
        commands.append(f"L{xy(q)}" if flat else f"C{xy(c1)} {xy(c2)} {xy(q)}")
    return "".join(commands)


def _bulge(a: Point, b: Point, c: Point) -> float:
    """Returns the distance of b from the line a-c."""
    dx, dy = c[0] - a[0], c[1] - a[1]
    return ((b[0] - a[0]) * dy - (b[1] - a[1]) * dx) / ((dx * dx + dy * dy) ** 0.5 or 1)


def number(value: float) -> str:
    """Returns a coordinate with at most one decimal."""
    text = f"{value:.1f}"
    text = text[:-2] if text.endswith(".0") else text
    return "0" if text == "-0" else text


def xy(point: Point) -> str:
    """Returns a point as path data."""
    y = number(point[1])
    return f"{number(point[0])}{y}" if y.startswith("-") else f"{number(point[0])} {y}"


def polygon(points: Iterable[Point]) -> str:
    """Returns a closed path through points."""
    return "M" + "L".join(xy(point) for point in points) + "Z"

"""Signs and symbols: limits, dotted-line numbers, warnings, danger signs, jumps, water, lines of cars."""

from __future__ import annotations

from math import cos, radians, sin, sqrt
from typing import Literal

from paddock.tracks.drawing.middle import Point
from paddock.tracks.drawing.strip import number, polygon, xy
from paddock.tracks.faces import Danger

PIPS: dict[Danger, int] = {"yellow": 1, "orange": 2, "red": 3}
"""Dots on a danger sign, for people who cannot tell the colours apart."""


def limit(point: Point, gear: int, size: float, way: Literal["", "outer", "short"] = "") -> str:
    """Returns a limit in a circle, smaller in a small cell; the ring marks outside ways and shortcuts."""
    small = size < 22.6
    kind = " ".join(filter(None, ("limit", way, "small" if small else "")))
    drop = 4.8 if small else 5.8
    return f'<g class="{kind}">{_circle(point, 9 if small else 11)}{_text(point, drop, str(gear))}</g>'


def hazard_limit(point: Point, gear: int) -> str:
    """Returns a limit in a warning triangle: a dangerous corner."""
    words = _text(point, 6.4, str(gear), "in-triangle")
    return f'<g class="limit"><path d="{_triangle(point, 17)}"/>{words}</g>'


def line_limit(point: Point, gear: int) -> str:
    """Returns the number on a dotted line."""
    return f'<g class="on-line">{_circle(point, 9.2)}{_text(point, 5, str(gear))}</g>'


def line_hazard(point: Point) -> str:
    """Returns the warning triangle on a dotted line."""
    return f'<g class="on-line"><path d="{_triangle(point, 11.5)}"/>{_text(point, 6.6, "!")}</g>'


def danger_sign(point: Point, danger: Danger) -> str:
    """Returns a road sign in the tile's danger colour with one to three dots."""
    x, y = point
    diamond = polygon(((x, y - 12), (x + 12, y), (x, y + 12), (x - 12, y)))
    count = PIPS[danger]
    dots = "".join(_dot((x + 5.6 * (i - (count - 1) / 2), y), 1.9) for i in range(count))
    return f'<g class="danger"><path class="{danger}" d="{diamond}"/><path class="pips" d="{dots}"/></g>'


def tile_number(point: Point, name: str) -> str:
    """Returns the number printed on the tile."""
    return _text(point, 3.2, name, "number")


def jump_badge(point: Point, value: int) -> str:
    """Returns a ramp with the jump's value."""
    x, y = point
    ramp = f"M{xy((x - 12, y + 5))}h11.5v-10.5q-2.5 8-11.5 10.5z"
    return (
        f'<g class="jump"><rect x="{number(x - 15.5)}" y="{number(y - 9.5)}" width="31" height="19" rx="5"/>'
        f'<path d="{ramp}"/>{_text((x + 7, y), 5.4, str(value))}</g>'
    )


def waves(point: Point) -> str:
    """Returns the symbol for water on the road."""
    x, y = point
    rows = "".join(f"M{xy((x - 11, y + dy))}q2.8-4 5.5 0t5.5 0 5.5 0 5.5 0" for dy in (-4.0, 1.5, 7.0))
    return f'<path class="wave" d="{rows}"/>'


def chevron(point: Point, heading: float, size: float = 6) -> str:
    """Returns a path with its tip at a point, pointing along a heading (degrees)."""
    tip = point
    legs = []
    for side in (140, -140):
        angle = radians(heading + side)
        legs.append((tip[0] + size * cos(angle), tip[1] + size * sin(angle)))
    return f"M{xy(legs[0])}L{xy(tip)}L{xy(legs[1])}"


def _circle(point: Point, radius: float) -> str:
    return f'<circle cx="{number(point[0])}" cy="{number(point[1])}" r="{number(radius)}"/>'


def _text(point: Point, drop: float, words: str, kind: str = "") -> str:
    name = f' class="{kind}"' if kind else ""
    return f'<text{name} x="{number(point[0])}" y="{number(point[1] + drop)}">{words}</text>'


def _triangle(point: Point, size: float) -> str:
    x, y = point
    half = size * sqrt(3) / 2
    return polygon(((x, y - size), (x + half, y + size / 2), (x - half, y + size / 2)))


def _dot(point: Point, radius: float) -> str:
    r = number(radius)
    d = number(2 * radius)
    return f"M{xy((point[0] - radius, point[1]))}a{r} {r} 0 1 0 {d} 0a{r} {r} 0 1 0-{d} 0"

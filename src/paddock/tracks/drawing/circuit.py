"""Draws a GT tile: asphalt, kerbs, gravel traps, lane lines, dotted lines, limits, the grid."""

from __future__ import annotations

from math import pi, sin

from paddock.tracks.drawing import marks
from paddock.tracks.drawing.areas import Area
from paddock.tracks.drawing.middle import Point
from paddock.tracks.drawing.strip import WIDTH, Strip, curve, xy
from paddock.tracks.drawing.tiles import Tile
from paddock.tracks.faces import GtFace, GtLine

OVERLAP = 0.4
"""The overlap of surfaces at the tile's entry edge in per cent, which avoids visible seams."""


def road(tile: Tile, face: GtFace) -> str:
    """Returns everything on the road, from the bottom up."""
    strip = tile.strip
    return "".join(
        (
            _trap(tile, face),
            f'<path class="verge" d="{strip.outline(-OVERLAP, 100, 0, WIDTH, 8)}"/>',
            f'<path class="surface" d="{strip.outline(-OVERLAP, 100, 0, WIDTH)}"/>',
            _lines(strip, face),
            _edges(strip),
            _kerbs(strip, face),
            _start(strip, face),
            "".join(_dots(strip, line) for line in face.lines),
        )
    )


def signs(tile: Tile, face: GtFace, areas: list[Area]) -> str:
    """Returns the numbers on cells and on dotted lines."""
    parts = []
    for space, area in zip(face.spaces, areas, strict=True):
        if space.limit is not None:
            if space.hazard:
                parts.append(marks.hazard_limit(area.centre, space.limit))
            else:
                parts.append(marks.limit(area.centre, space.limit, area.size))
    corner = _corner(face)
    for line in face.lines:
        point = _line_label(tile.strip, line, corner)
        parts.append(marks.line_hazard(point) if line.limit is None else marks.line_limit(point, line.limit))
    return "".join(parts)


def _lines(strip: Strip, face: GtFace) -> str:
    paths = []
    for space in face.spaces:
        if space.front != face.finish_line_at:
            paths.append(strip.across(space.front, space.l, space.r))
        if space.back == 0:
            paths.append(strip.across(0, space.l, space.r))
        if space.l > 0:
            paths.append(strip.line(space.back, space.front, space.l))
    return f'<path class="line" d="{"".join(paths)}"/>'


def _edges(strip: Strip) -> str:
    return f'<path class="edge" d="{strip.line(0, 100, 0)}{strip.line(0, 100, WIDTH)}"/>'


def _corner(face: GtFace) -> tuple[float, float] | None:
    limited = [space for space in face.spaces if space.limit is not None]
    if not limited:
        return None
    return min(space.back for space in limited), max(space.front for space in limited)


def _kerbs(strip: Strip, face: GtFace) -> str:
    """Returns the red and white kerbs on both sides of a corner."""
    corner = _corner(face)
    if corner is None:
        return ""
    paths = strip.line(*corner, 0, 2) + strip.line(*corner, WIDTH, 2)
    return f'<path class="kerb-gap" d="{paths}"/><path class="kerb" d="{paths}"/>'


def _trap(tile: Tile, face: GtFace) -> str:
    """Returns a crescent of gravel outside a corner, as deep as the tile allows."""
    corner = _corner(face)
    if corner is None:
        return ""
    strip, (start, end) = tile.strip, corner
    outer = _outer_lateral(face)
    for depth in (34, 30, 26, 22, 18, 14):

        def rim(progress: float, depth: float = depth) -> Point:
            share = (progress - start) / (end - start)
            return strip.at(progress, outer, 6 + depth * sin(pi * share))

        knots = [end + (start - end) * i / 8 for i in range(9)]
        if all(tile.depth(rim(knot)) > 3 for knot in knots):
            path = strip.line(start, end, outer, 6) + f"L{xy(rim(end))}" + curve(rim, knots) + "Z"
            return f'<path class="trap" d="{path}"/>'
    return ""


def _outer_lateral(face: GtFace) -> int:
    """Returns the kerb that more of the limited cells touch."""
    limited = [space for space in face.spaces if space.limit is not None]
    left = sum(space.l == 0 for space in limited)
    right = sum(space.r == WIDTH for space in limited)
    if left == right:
        return WIDTH if face.turn == "left" else 0
    return 0 if left > right else WIDTH


def _dots(strip: Strip, line: GtLine) -> str:
    at = _inward(strip, line, 2.4)
    path = strip.across(at, line.l + 0.22, line.r - 0.22)
    return f'<path class="dots-bed" d="{path}"/><path class="dots" d="{path}"/>'


def _line_label(strip: Strip, line: GtLine, corner: tuple[float, float] | None) -> Point:
    """Returns a point beside the line, away from the corner unless that is another tile."""
    lateral = (line.l + line.r) / 2
    away = -1 if corner is None or line.at < sum(corner) / 2 else 1
    step = away * 100 * 11 / strip.length(0, 100, lateral)
    beside = line.at + step
    at = beside if 0 < line.at < 100 else _inward(strip, line, 14)
    return strip.at(at, lateral)


def _inward(strip: Strip, line: GtLine, distance: float) -> float:
    """Returns the progress of a line, moved into the tile if it is on the tile's edge."""
    step = 100 * distance / strip.length(0, 100, (line.l + line.r) / 2)
    return min(max(line.at, step), 100 - step)


def _start(strip: Strip, face: GtFace) -> str:
    if face.finish_line_at is None:
        return ""
    slots = {slot.space for slot in face.grid}
    brackets = ""
    for space in face.spaces:
        if space.id in slots:
            back, front = space.front - 7, space.front - 3.2
            a, b = space.l + 0.4, space.r - 0.4
            corners = (strip.at(back, a), strip.at(front, a), strip.at(front, b), strip.at(back, b))
            brackets += "M" + "L".join(xy(corner) for corner in corners)
    ahead = (face.finish_line_at + 100) / 2
    tips = "".join(marks.chevron(strip.at(ahead + shift, 3), strip.heading(ahead), 9) for shift in (-2, 3))
    return (
        f'<path class="grid" d="{brackets}"/>'
        f'{chequered(strip, face.finish_line_at)}<path class="chevron" d="{tips}"/>'
    )


def chequered(strip: Strip, at: float) -> str:
    """Returns a chequered line across the road."""
    step = 100 * 2 / strip.length(0, 100)
    whole = strip.across(at, 0, WIDTH)
    first = strip.across(at - step, 0, WIDTH)
    second = strip.across(at + step, WIDTH, 0)
    return f'<path class="check-gap" d="{whole}"/><path class="check" d="{first}{second}"/>'

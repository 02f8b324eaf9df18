"""Draws a DIRT tile: gravel, rows, slides, corners with two ways, shortcuts, jumps, water."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin

from paddock.tracks.drawing import marks
from paddock.tracks.drawing.areas import Area, corner_ways, cut_shape, way_cuts
from paddock.tracks.drawing.circuit import OVERLAP, chequered
from paddock.tracks.drawing.middle import Point
from paddock.tracks.drawing.strip import WIDTH, Strip, curve, polygon, xy
from paddock.tracks.drawing.tiles import Tile
from paddock.tracks.faces import Corner, DirtFace, Row, Section

FORD_SPILL = 16.0
"""How far water extends beyond the road's edges."""

_TENTS = (28, 46)


def road(tile: Tile, face: DirtFace, areas: list[Area]) -> str:
    """Returns everything on the road, from the bottom up."""
    if face.kind == "assistance":
        return _service_park(tile)
    strip = tile.strip
    return "".join(
        (
            f'<path class="verge" d="{strip.outline(-OVERLAP, 100, 0, WIDTH, 6)}"/>',
            _cuts(areas),
            f'<path class="surface" d="{strip.outline(-OVERLAP, 100, 0, WIDTH)}"/>',
            "".join(_ground(strip, section) for section in face.sections),
            _ruts(strip, face),
            "".join(_water(strip, row) for row in face.sections if isinstance(row, Row) and row.water),
            "".join(_crest(strip, row) for row in face.sections if isinstance(row, Row) and row.jump),
            _lines(strip, face),
            f'<path class="edge" d="{strip.line(0, 100, 0)}{strip.line(0, 100, WIDTH)}"/>',
            _trails(strip, face),
            _start_and_finish(strip, face),
        )
    )


def signs(tile: Tile, face: DirtFace, areas: list[Area]) -> str:
    """Returns limits, jumps and water symbols."""
    strip = tile.strip
    named = {area.name: area for area in areas}
    parts = []
    for i, section in enumerate(face.sections):
        if isinstance(section, Corner):
            for way, letter, _ in corner_ways(section):
                for k in range(1, way.spaces + 1):
                    area = named[f"{i}.{letter}{k}"]
                    parts.append(
                        marks.limit(area.centre, way.limit, area.size, "outer" if letter == "o" else "")
                    )
            continue
        middle = strip.at((section.back + section.front) / 2, 3)
        if section.limit is not None:
            parts.append(marks.limit(middle, section.limit, strip.width(50)))
        if section.jump is not None:
            parts.append(marks.jump_badge(middle, section.jump))
        if section.water:
            parts.append(marks.waves(middle))
    for i, cut in enumerate(face.shortcuts):
        for k in range(1, cut.spaces + 1):
            area = named[f"K{i}.{k}"]
            parts.append(marks.limit(area.centre, cut.limit, area.size, "short"))
    return "".join(parts)


def occupied(tile: Tile, face: DirtFace) -> list[tuple[Point, float]]:
    """Returns what is beside the road, as points with the space they need."""
    strip = tile.strip
    if face.kind == "assistance":
        return [(strip.at(at, lateral, 22), 18) for at in _TENTS for lateral in (0, WIDTH)]
    taken = []
    for row in face.sections:
        if isinstance(row, Row) and row.water:
            middle = (row.back + row.front) / 2
            taken += [(strip.at(middle, lateral, FORD_SPILL / 2), FORD_SPILL) for lateral in (0, WIDTH)]
    for at in (face.start_line_at, face.finish_line_at):
        if at is not None:
            taken += [(strip.at(at, lateral, 7), 6) for lateral in (0, WIDTH)]
    return taken


def _ground(strip: Strip, section: Section) -> str:
    """Returns the gravel of a section; the outside way of a corner is darker than the inside."""
    if isinstance(section, Row):
        return ""
    _, (_, _, outer) = corner_ways(section)
    return f'<path class="outside" d="{strip.outline(section.back, section.front, *outer)}"/>'


def _ruts(strip: Strip, face: DirtFace) -> str:
    """Returns wheel tracks, one in each lane."""
    paths = "".join(
        strip.line(section.back, section.front, lateral)
        for section in face.sections
        if isinstance(section, Row)
        for lateral in (1.5, 4.5)
    )
    return f'<path class="rut" d="{paths}"/>' if paths else ""


def _lines(strip: Strip, face: DirtFace) -> str:
    lines: list[str] = []
    unused: list[str] = []
    slides, ways = [], []
    for i, section in enumerate(face.sections):
        own = lines if _in_use(face, i) else unused
        if section.back == 0:
            own.append(strip.across(0, 0, WIDTH))
        at_line = section.front in (face.start_line_at, face.finish_line_at)
        if not at_line:
            own.append(strip.across(section.front, 0, WIDTH))
        if isinstance(section, Row):
            width = WIDTH / section.lanes
            own += [strip.line(section.back, section.front, width * lane) for lane in range(1, section.lanes)]
            if section.slide:
                slides.append(strip.across((section.back + section.front) / 2, 0, WIDTH))
            continue
        ways.append(strip.line(section.back, section.front, 3))
        for way, _, lanes in corner_ways(section):
            lines += [strip.across(cut, *lanes) for cut in way_cuts(way, section)[1:-1]]
    return "".join(
        f'<path class="{kind}" d="{"".join(paths)}"/>'
        for kind, paths in (("line", lines), ("line faint", unused), ("slide", slides), ("ways", ways))
        if paths
    )


def _in_use(face: DirtFace, section: int) -> bool:
    """Whether cars drive there: not before the start line or after the finish row."""
    back = face.sections[section].back
    if face.start_line_at is not None:
        return back >= face.start_line_at
    return face.finish_line_at is None or back <= face.finish_line_at


def _cuts(areas: list[Area]) -> str:
    return "".join(f'<path class="cut" d="{area.path}"/>' for area in areas if area.beside)


def _trails(strip: Strip, face: DirtFace) -> str:
    """Returns an arrow for each shortcut: off the road and back on it."""
    paths = []
    for cut in face.shortcuts:
        shape = cut_shape(face, cut, strip)
        side = 1 if cut.side == "right" else -1
        lateral = 3 + side * 2.2
        leave = _towards(face.sections[max(cut.from_section, *cut.also_from, 0)], 0.62)
        back_on = _towards(face.sections[min(cut.to_section, *cut.also_to, cut.to_section)], 0.38)
        a, c = strip.at(leave, lateral), strip.at(back_on, lateral)
        b = _mean(shape.bow(0.5), shape.kerb((shape.start + shape.end) / 2))
        heading = strip.heading(back_on) - side * 50
        paths.append(f"M{xy(a)}Q{xy(b)} {xy(c)}{marks.chevron(c, heading, 7)}")
    return f'<path class="trail" d="{"".join(paths)}"/>' if paths else ""


def _towards(section: Section, share: float) -> float:
    return section.back + (section.front - section.back) * share


def _mean(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def _water(strip: Strip, row: Row) -> str:
    """Returns a ford that extends beyond both edges of the road."""
    middle, half = (row.back + row.front) / 2, 0.38 * (row.front - row.back)
    reach = WIDTH / 2 + 6 * FORD_SPILL / strip.width(middle)

    def bank(side: int) -> Callable[[float], Point]:
        def point(angle: float) -> Point:
            swing = 0.1 * sin(3 * angle + side)
            return strip.at(
                middle + side * half * (sin(angle) ** 0.6 + swing * sin(angle)), 3 - reach * cos(angle)
            )

        return point

    knots = [0.02 + (pi - 0.04) * i / 8 for i in range(9)]
    there, back = bank(1), bank(-1)
    path = f"M{xy(there(knots[0]))}{curve(there, knots)}L{xy(back(knots[-1]))}{curve(back, knots[::-1])}Z"
    return f'<path class="water" d="{path}"/>'


def _crest(strip: Strip, row: Row) -> str:
    """Returns bars that grow towards the middle of a jump row."""
    middle = (row.back + row.front) / 2
    half = (row.front - row.back) / 2
    return "".join(
        f'<path class="crest" style="stroke-width:{width};stroke-opacity:{opacity}" '
        f'd="{"".join(strip.across(middle + half * end, 0.25, 5.75) for end in (-share, share))}"/>'
        for share, width, opacity in ((0.72, 1.5, 0.25), (0.5, 2.5, 0.4), (0.26, 3.5, 0.55))
    )


def _start_and_finish(strip: Strip, face: DirtFace) -> str:
    parts = []
    if face.start_line_at is not None:
        at = face.start_line_at
        tips = "".join(
            marks.chevron(strip.at((at + 100) / 2 + shift, 3), strip.heading(100), 9) for shift in (-3, 2)
        )
        parts.append(
            f'<path class="start" d="{strip.across(at, 0, WIDTH)}"/>{_posts(strip, at, "post")}'
            f'<path class="chevron" d="{tips}"/>'
        )
    if face.finish_line_at is not None:
        at = face.finish_line_at
        parts.append(chequered(strip, at) + _posts(strip, at, "post end"))
    return "".join(parts)


def _posts(strip: Strip, at: float, kind: str) -> str:
    """Returns the two feet of the arch over a line."""
    feet = ""
    for lateral in (0, WIDTH):
        x, y = strip.at(at, lateral, 7)
        feet += polygon(((x - 4, y - 4), (x + 4, y - 4), (x + 4, y + 4), (x - 4, y + 4)))
    return f'<path class="{kind}" d="{feet}"/>'


def _service_park(tile: Tile) -> str:
    strip, end = tile.strip, tile.end
    tents = ""
    for lateral in (0, WIDTH):
        for at in _TENTS:
            a = strip.at(at - 6, lateral, 12)
            b = strip.at(at + 6, lateral, 12)
            c = strip.at(at + 6, lateral, 32)
            d = strip.at(at - 6, lateral, 32)
            ridge = (_mean(a, d), _mean(b, c))
            tents += f'<path class="tent" d="{polygon((a, b, c, d))}"/>'
            tents += f'<path class="roof" d="{polygon((ridge[0], ridge[1], c, d))}"/>'
    edge = f"{strip.line(0, end, 0)}L{xy(strip.at(end, WIDTH))}{strip.along(end, 0, WIDTH)}"
    return (
        f'<path class="verge" d="{strip.outline(-OVERLAP, end + 2, 0, WIDTH, 6)}"/>'
        f'<path class="surface" d="{strip.outline(-OVERLAP, end, 0, WIDTH)}"/>'
        f'<path class="edge" d="{edge}"/>'
        f"{tents}"
    )

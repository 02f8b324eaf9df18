"""Roads in one line of notation, for rule tests: GT faces in a ring, DIRT sections in a row."""

from __future__ import annotations

import re

from paddock.core.errors import BadInput
from paddock.tracks.faces import Corner, Danger, Row, Section, Shortcut, Side, Way
from paddock.tracks.road_dirt import DirtRoad, RoadSection, RoadShortcut
from paddock.tracks.road_dirt_compiler import compile_sections
from paddock.tracks.road_gt import GtRoad, ring_road

_FINISH = "|F|"
_SIDES: dict[str, Side] = {"L": "left", "R": "right"}
_DANGERS: dict[str, Danger] = {"yellow": "yellow", "orange": "orange", "red": "red"}
_ROW = re.compile(r"R(1?)(?:\((\d)\))?")
_JUMP = re.compile(r"J(\d)")
_CORNER = re.compile(r"C([LR])\((\d)x(\d)/(\d)x(\d)\)")
_CUT = re.compile(r"K(\d)(?:x(\d))?\[(\d+)>(\d+),([LR])\]")


def gt_road(faces: str) -> GtRoad:
    """Parses a ring of GT faces, `102a 103a -115a 103a`; a minus reverses a face."""
    return ring_road(*faces.replace(",", " ").split())


def gt_notation(road: GtRoad) -> str:
    """Returns a line from which `gt_road` makes an equal road."""
    faces = (f"{'-' * reverse}{tile}" for tile, reverse in zip(road.tiles, road.mirrored, strict=True))
    return " ".join(faces)


def dirt_road(notation: str) -> DirtRoad:
    """Returns a DIRT road in the rules' short notation; each section is a tile of its own.

    `R` row, `R1` one lane, `R1(5)` with a limit, `S` slide row, `J3` jump row, `W` water,
    `CL(1x1/2x3)` left corner with inside limit x spaces / outside limit x spaces,
    `K4[3>5,R]` shortcut with limit 4 on the right from section 3 to 5 (`K4x2[…]`: two spaces),
    `|F|` the finish line; without one it is at the end. `R:red` is a row on a red tile.

    >>> road = dirt_road("S CR(1x1/2x3) S K4[0>2,R]")
    >>> [road.name(step.cell) for step in road.steps[road.cell("0.R")]]
    ['1.i1', '1.o1', 'K1']
    """
    sections: list[RoadSection] = []
    shortcuts: list[RoadShortcut] = []
    finish_row: int | None = None
    for word in notation.replace(", ", " ").split():
        token, _, colour = word.rstrip(",").partition(":")
        danger = _DANGERS.get(colour or "yellow")
        if danger is None:
            raise BadInput("tracks.notation.bad", text=word, road=notation)
        if token == _FINISH:
            finish_row = len(sections)
        elif found := _CUT.fullmatch(token):
            shortcuts.append(_shortcut(found, len(shortcuts), danger))
        else:
            section = _section(token)
            if section is None:
                raise BadInput("tracks.notation.bad", text=word, road=notation)
            if finish_row is None or len(sections) == finish_row:
                sections.append(RoadSection(len(sections), 0, section, danger))
    if finish_row is None or finish_row == len(sections):
        sections.append(RoadSection(len(sections), 0, Row(2, 0, 100), "yellow"))
    return compile_sections(sections, shortcuts, tiles=("",) * len(sections))


def _shortcut(found: re.Match[str], number: int, danger: Danger) -> RoadShortcut:
    limit, spaces, start, end, side = found.groups()
    printed = Shortcut(int(limit), _SIDES[side], int(start), int(end), spaces=int(spaces or 1))
    return RoadShortcut(int(start) + 1, number, printed, danger, (int(start),), (int(end),))


def _section(token: str) -> Section | None:
    if token == "S":
        return Row(2, 0, 100, slide=True)
    if token == "W":
        return Row(2, 0, 100, water=True)
    if found := _JUMP.fullmatch(token):
        return Row(2, 0, 100, jump=int(found[1]))
    if found := _ROW.fullmatch(token):
        return Row(1 if found[1] else 2, 0, 100, limit=int(found[2]) if found[2] else None)
    if found := _CORNER.fullmatch(token):
        inside, outside = Way(int(found[2]), int(found[3])), Way(int(found[4]), int(found[5]))
        return Corner(_SIDES[found[1]], 0, 100, inside, outside)
    return None


def dirt_notation(road: DirtRoad) -> str:
    """Returns a road in the short notation of the rules; the reverse of `dirt_road` where possible."""
    words = [f"{_section_word(item.section)}{_colour(item.danger)}" for item in road.sections]
    words.insert(road.finish_section, _FINISH)
    for cut in road.shortcuts:
        printed = cut.shortcut
        spaces = f"x{printed.spaces}" if printed.spaces > 1 else ""
        ends = f"{min(cut.entered_from)}>{max(cut.left_to)}"
        side = "L" if printed.side == "left" else "R"
        words.append(f"K{printed.limit}{spaces}[{ends},{side}]{_colour(cut.danger)}")
    return " ".join(words)


def _colour(danger: Danger) -> str:
    return "" if danger == "yellow" else f":{danger}"


def _section_word(section: Section) -> str:
    if isinstance(section, Corner):
        inside, outside = section.inside, section.outside
        side = "L" if section.turn == "left" else "R"
        return f"C{side}({inside.limit}x{inside.spaces}/{outside.limit}x{outside.spaces})"
    if section.slide:
        return "S"
    if section.water:
        return "W"
    if section.jump:
        return f"J{section.jump}"
    limit = f"({section.limit})" if section.limit else ""
    return f"R{'1' if section.lanes == 1 else ''}{limit}"

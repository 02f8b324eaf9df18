"""The tile faces of both boxes, loaded from data files and validated."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from importlib import resources
from itertools import pairwise
from types import MappingProxyType
from typing import Literal, NoReturn

import msgspec
from msgspec import Struct

from paddock.core.errors import BadInput
from paddock.tracks.faces import ROAD_WIDTH, AnyFace, Corner, DirtFace, Face, GtFace, Row, Shortcut, Way


class FaceFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A data file of faces with their source; each face is still undecoded."""

    source: Literal["rulebook", "public", "reconstructed"]
    about: str
    faces: tuple[msgspec.Raw, ...]


class BadFace(BadInput):
    """A tile face has invalid data; names the face and the field."""

    def __init__(self, face: str, field_name: str, value: object) -> None:
        super().__init__("tracks.face.bad", face=face, field=field_name, value=str(value))


@lru_cache
def gt_faces() -> Mapping[str, GtFace]:
    """Returns all faces of the GT box by id, in the order of the box."""
    return MappingProxyType(read_faces(_data("gt_tiles.json"), GtFace))


@lru_cache
def dirt_faces() -> Mapping[str, DirtFace]:
    """Returns all faces of the DIRT box by id, in the order of the box."""
    return MappingProxyType(read_faces(_data("dirt_tiles.json"), DirtFace))


def _data(name: str) -> bytes:
    return (resources.files("paddock.tracks") / "data" / name).read_bytes()


class _Named(Struct):
    id: str = "?"


def read_faces(data: bytes, kind: type[AnyFace]) -> dict[str, AnyFace]:
    """Parses and validates a file of faces; raises `BadFace` that names the face and the field."""
    faces: dict[str, AnyFace] = {}
    for raw in msgspec.json.decode(data, type=FaceFile).faces:
        try:
            face = msgspec.json.decode(raw, type=kind)
        except msgspec.ValidationError as error:
            named = msgspec.json.decode(raw, type=_Named)
            raise BadFace(named.id, "data", error) from error
        if face.id in faces:
            raise BadFace(face.id, "id", face.id)
        if isinstance(face, GtFace):
            _check_gt_face(face)
        else:
            _check_dirt_face(face)
        faces[face.id] = face
    _check_copies(faces)
    return faces


class _Checker:
    """Validates a face; raises an error at the first invalid field."""

    def __init__(self, face: str) -> None:
        self.face = face

    def must(self, right: bool, field_name: str, value: object) -> None:
        if not right:
            self.refuse(field_name, value)

    def refuse(self, field_name: str, value: object) -> NoReturn:
        raise BadFace(self.face, field_name, value)

    def must_be_gear(self, value: int | None, field_name: str) -> None:
        self.must(value is None or 1 <= value <= 6, field_name, value)

    def must_be_stretch(self, back: int, front: int, field_name: str) -> None:
        self.must(0 <= back < front <= 100, field_name, f"{back}-{front}")


def _check_copies(faces: Mapping[str, Face]) -> None:
    copies: dict[str, int] = {}
    for face in faces.values():
        if copies.setdefault(face.number, face.copies) != face.copies:
            raise BadFace(face.id, "copies", face.copies)


def _check_common(face: Face, check: _Checker) -> None:
    check.must(re.fullmatch(r"\d{3}[ab]", face.id) is not None, "id", face.id)
    check.must(0 <= face.entry <= 5, "entry", face.entry)
    check.must(face.exit is None or (0 <= face.exit <= 5 and face.exit != face.entry), "exit", face.exit)
    check.must(face.exit != 3, "exit", face.exit)
    check.must(face.copies >= 1, "copies", face.copies)


def _check_gt_face(face: GtFace) -> None:
    check = _Checker(face.id)
    _check_common(face, check)
    check.must(face.turn != "both", "turn", face.turn)
    check.must(face.exit is not None and len(face.spaces) > 0, "spaces", face.spaces)
    check.must(len({space.id for space in face.spaces}) == len(face.spaces), "spaces", "ids")
    for space in face.spaces:
        name = f"spaces.{space.id}"
        check.must(re.fullmatch(r"[A-Z]\d", space.id) is not None, name, space.id)
        check.must(0 <= space.l < space.r <= ROAD_WIDTH, name, f"{space.l}-{space.r}")
        check.must_be_stretch(space.back, space.front, name)
        check.must_be_gear(space.limit, f"{name}.limit")
        check.must(not space.hazard or space.limit is not None, f"{name}.hazard", space.hazard)
    _check_spaces_fill_the_face(face, check)
    borders = {space.back for space in face.spaces} | {space.front for space in face.spaces}
    for i, line in enumerate(face.lines):
        name = f"lines.{i}"
        check.must(0 <= line.l < line.r <= ROAD_WIDTH, name, f"{line.l}-{line.r}")
        check.must(line.at in borders, f"{name}.at", line.at)
        check.must_be_gear(line.limit, f"{name}.limit")
        check.must((line.limit is None) == line.hazard, f"{name}.hazard", line.hazard)
    check.must((face.finish_line_at is None) == (not face.grid), "finish_line_at", face.finish_line_at)
    check.must(face.finish_line_at is None or face.finish_line_at in borders, "finish_line_at", "")
    known = {space.id for space in face.spaces}
    for slot in face.grid:
        check.must(slot.space in known, "grid", slot.space)


def _check_spaces_fill_the_face(face: GtFace, check: _Checker) -> None:
    area = sum((space.r - space.l) * (space.front - space.back) for space in face.spaces)
    check.must(area == ROAD_WIDTH * 100, "spaces", area)
    for a in face.spaces:
        for b in face.spaces:
            apart = a.r <= b.l or b.r <= a.l or a.front <= b.back or b.front <= a.back
            check.must(a is b or apart, f"spaces.{a.id}", b.id)
    for lanes, place, edge in ((face.lanes.entry, 0, "entry"), (face.lanes.exit, 100, "exit")):
        check.must(lanes in (1, 2, 3), f"lanes.{edge}", lanes)
        width = ROAD_WIDTH // lanes
        for space in face.spaces:
            if place in (space.back, space.front):
                check.must(space.l % width == 0 and space.r % width == 0, f"lanes.{edge}", space.id)


def _check_dirt_face(face: DirtFace) -> None:
    check = _Checker(face.id)
    _check_common(face, check)
    if face.kind == "assistance":
        check.must(face.exit is None, "exit", face.exit)
        check.must(not face.sections, "sections", len(face.sections))
        return
    check.must(face.exit is not None, "exit", face.exit)
    check.must(face.danger is not None, "danger", face.danger)
    check.must(face.turn != "chicane", "turn", face.turn)
    check.must(len(face.sections) > 0, "sections", len(face.sections))
    at = 0
    for i, section in enumerate(face.sections):
        check.must(section.back == at, f"sections.{i}.from", section.back)
        check.must_be_stretch(section.back, section.front, f"sections.{i}")
        if isinstance(section, Row):
            _check_row(section, f"sections.{i}", check)
        else:
            _check_way(section.inside, section, f"sections.{i}.inside", check)
            _check_way(section.outside, section, f"sections.{i}.outside", check)
        at = section.front
    check.must(at == 100, "sections", at)
    for i, cut in enumerate(face.shortcuts):
        _check_shortcut(cut, face, f"shortcuts.{i}", check)
    borders = {section.back for section in face.sections}
    for name, line in (("start_line_at", face.start_line_at), ("finish_line_at", face.finish_line_at)):
        check.must(line is None or (line in borders and line > 0), name, line)


def _check_row(row: Row, name: str, check: _Checker) -> None:
    check.must(row.lanes in (1, 2, 3), f"{name}.lanes", row.lanes)
    check.must_be_gear(row.limit, f"{name}.limit")
    check.must_be_gear(row.jump, f"{name}.jump")
    check.must(not (row.slide and (row.jump or row.water)), f"{name}.slide", row.slide)


def _check_way(way: Way, corner: Corner, name: str, check: _Checker) -> None:
    check.must_be_gear(way.limit, f"{name}.limit")
    check.must(way.spaces >= 1, f"{name}.spaces", way.spaces)
    _check_cuts(way.cuts, way.spaces, (corner.back, corner.front), name, check)


def _check_cuts(
    cuts: tuple[int, ...], spaces: int, stretch: tuple[int, int], name: str, check: _Checker
) -> None:
    check.must(len(cuts) in (0, spaces - 1), f"{name}.cuts", list(cuts))
    at = (stretch[0], *cuts, stretch[1])
    check.must(all(a < b for a, b in pairwise(at)), f"{name}.cuts", list(cuts))


def _check_shortcut(cut: Shortcut, face: DirtFace, name: str, check: _Checker) -> None:
    last = len(face.sections) - 1
    ends = (cut.from_section, *cut.also_from, *cut.also_to, cut.to_section)
    for end in ends:
        check.must(0 <= end <= last, f"{name}.from/to", end)
        check.must(isinstance(face.sections[end], Row), f"{name}.from/to", end)
    behind = max(cut.from_section, *cut.also_from, 0)
    ahead = min(cut.to_section, *cut.also_to, last)
    check.must(behind < ahead, f"{name}.from/to", f"{behind}-{ahead}")
    check.must_be_gear(cut.limit, f"{name}.limit")
    check.must(cut.spaces >= 1, f"{name}.spaces", cut.spaces)
    stretch = (face.sections[behind].front, face.sections[ahead].back)
    _check_cuts(cut.cuts, cut.spaces, stretch, name, check)
    bypassed = face.sections[cut.from_section + 1 : cut.to_section]
    check.must(any(isinstance(section, Corner) for section in bypassed), f"{name}.to", cut.to_section)

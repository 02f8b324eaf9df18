"""The key figures of a track, as shown in lists."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from paddock.tracks.boxes import dirt_faces, gt_faces
from paddock.tracks.faces import Corner, DirtFace, GtFace, Row
from paddock.tracks.layouts import Circuit, Layout, Stage, driven
from paddock.tracks.road_gt import GtRoad, circuit_road


class Figures(Struct, frozen=True):
    """The size of a track; `spaces` is the fewest spaces of a lap or stage, without shortcuts."""

    tiles: int
    spaces: int
    corners: int
    danger: dict[str, int]
    jumps: int = 0
    water: int = 0
    shortcuts: int = 0


def figures(layout: Layout) -> Figures:
    """Returns the figures of a valid layout."""
    return _circuit(layout) if isinstance(layout, Circuit) else _stage(layout)


def _circuit(circuit: Circuit) -> Figures:
    faces = [gt_faces()[tile.tile] for tile in circuit.tiles]
    return Figures(
        tiles=len(faces),
        spaces=_shortest_lap(circuit_road(circuit)),
        corners=sum(_has_limit(face) for face in faces),
        danger=_colours(faces),
    )


def _shortest_lap(road: GtRoad) -> int:
    """Returns the fewest steps of a lap from a cell behind the line."""
    first_row = [cell for cell in road.face_cells[0] if road.back[cell] == road.finish_at]
    return min(_steps_round(road, cell) for cell in first_row)


def _steps_round(road: GtRoad, home: int) -> int:
    reached = {(home, 0)}
    steps = 0
    while (home, road.n) not in reached:
        reached = {
            (step.cell, borders + step.border)
            for cell, borders in reached
            for step in road.steps[cell]
            if borders + step.border <= road.n
        }
        steps += 1
    return steps


def _has_limit(face: GtFace) -> bool:
    limited = any(space.limit is not None for space in face.spaces)
    return limited or len(face.lines) > 0


def _stage(stage: Stage) -> Figures:
    faces = [driven(dirt_faces()[tile.tile], tile.reverse) for tile in stage.tiles]
    sections = [section for face in faces for section in _used(face)]
    rows = [section for section in sections if isinstance(section, Row)]
    corners = [section for section in sections if isinstance(section, Corner)]
    ways = sum(min(corner.inside.spaces, corner.outside.spaces) for corner in corners)
    return Figures(
        tiles=len(faces),
        spaces=len(rows) + ways,
        corners=len(corners),
        danger=_colours(faces),
        jumps=sum(row.jump is not None for row in rows),
        water=sum(row.water for row in rows),
        shortcuts=sum(len(face.shortcuts) for face in faces),
    )


def _used(face: DirtFace) -> list[Row | Corner]:
    """Returns the sections in use: from the start line, or up to the finish row (DIRT-TRACK-5)."""
    sections = list(face.sections)
    if face.start_line_at is not None:
        sections = [section for section in sections if section.back >= face.start_line_at]
    if face.finish_line_at is not None:
        sections = [section for section in sections if section.back <= face.finish_line_at]
    return sections


def _colours(faces: Sequence[GtFace] | Sequence[DirtFace]) -> dict[str, int]:
    counted = Counter(face.danger for face in faces)
    return {colour: counted[colour] for colour in ("yellow", "orange", "red")}

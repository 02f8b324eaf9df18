"""The road of a stage: the sections of its faces in driving order, from the line to the finish row."""

from __future__ import annotations

from functools import lru_cache

from paddock.tracks.boxes import dirt_faces
from paddock.tracks.layouts import Stage, driven
from paddock.tracks.problems import ensure_sound
from paddock.tracks.road_dirt import DirtRoad, RoadSection, RoadShortcut
from paddock.tracks.road_dirt_compiler import compile_sections


@lru_cache(maxsize=256)
def stage_road(stage: Stage) -> DirtRoad:
    """Returns the road of a stage; raises `InvalidLayout` with all its problems."""
    ensure_sound(stage)
    sections, shortcuts = _chain(stage)
    return compile_sections(
        sections,
        shortcuts,
        tiles=tuple(tile.tile for tile in stage.tiles),
        placements=stage.tiles,
        assistance=stage.assistance,
    )


def _chain(stage: Stage) -> tuple[list[RoadSection], list[RoadShortcut]]:
    """Returns the sections from the start line to the finish row, and the shortcuts beside them."""
    sections: list[RoadSection] = []
    shortcuts: list[RoadShortcut] = []
    for i, tile in enumerate(stage.tiles):
        face = driven(dirt_faces()[tile.tile], tile.reverse)
        danger = face.danger or "yellow"
        number: dict[int, int] = {}
        for local, section in enumerate(face.sections):
            if face.start_line_at is not None and section.back < face.start_line_at:
                continue
            number[local] = len(sections)
            sections.append(RoadSection(i, local, section, danger))
            if face.finish_line_at is not None and section.back >= face.finish_line_at:
                break
        for local, cut in enumerate(face.shortcuts):
            entered_from = (cut.from_section, *cut.also_from)
            left_to = (cut.to_section, *cut.also_to)
            if all(end in number for end in (*entered_from, *left_to)):
                shortcuts.append(
                    RoadShortcut(
                        i,
                        local,
                        cut,
                        danger,
                        tuple(number[end] for end in entered_from),
                        tuple(number[end] for end in left_to),
                    )
                )
    return sections, shortcuts

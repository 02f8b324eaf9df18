"""Prepares a layout for a foreign format: numbers copies and adds the service tile behind the finish."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from paddock.tracks.boxes import dirt_faces
from paddock.tracks.formats.order import Placed
from paddock.tracks.hexes import Hex, direction_to, neighbour
from paddock.tracks.layouts import Layout, Stage, faces_for, way_out
from paddock.tracks.problems import ensure_sound

_SERVICE = "201a"


def placed_tiles(layout: Layout) -> list[Placed]:
    """Returns the tiles of a valid layout on the table, named like the printed copies.

    The first and the second 105 of a box differ only in artwork; the track editors call them `105a-1` and
    `105a-2`.
    """
    ensure_sound(layout)
    faces = faces_for(layout)
    used: Counter[str] = Counter()
    placed = []
    for tile in layout.tiles:
        face = faces[tile.tile]
        used[face.number] += 1
        name = f"{face.id}-{used[face.number]}" if face.copies > 1 else face.id
        placed.append(Placed(name, tile.q, tile.r, tile.rotation))
    if isinstance(layout, Stage) and layout.assistance:
        placed.append(_service(layout))
    return placed


def _service(stage: Stage) -> Placed:
    last = stage.tiles[-1]
    taken = {tile.place for tile in stage.tiles}
    behind = way_out(last, faces_for(stage)[last.tile])
    place = next(place for place in (behind, *_beside(stage)) if place is not None and place not in taken)
    back = direction_to(place, last.place)
    # If there is no free place at the finish, the tile is beside an earlier one and its rotation is
    # irrelevant.
    rotation = 0 if back is None else (back - dirt_faces()[_SERVICE].entry) % 6
    return Placed(_SERVICE, place.q, place.r, rotation)


def _beside(stage: Stage) -> Iterator[Hex]:
    for tile in reversed(stage.tiles):
        for direction in range(6):
            yield neighbour(tile.place, direction)

"""Turns a list of driven faces into positions on the table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from paddock.tracks.faces import Face
from paddock.tracks.hexes import Hex, neighbour, opposite
from paddock.tracks.layouts import Placement


class Driven(NamedTuple):
    """A face and whether it is driven from its exit to its entry edge."""

    face: Face
    reverse: bool


def turn(face: Face, reverse: bool = False) -> int:
    """Returns how many sixths of a circle the road bends on a face, to the driver's right."""
    assert face.exit is not None
    bend = (face.exit - opposite(face.entry) + 3) % 6 - 3
    return -bend if reverse else bend


def lay(road: Iterable[Driven]) -> tuple[Placement, ...]:
    """Returns the faces laid in sequence, the first on (0, 0) and driven upwards."""
    placements = []
    place, heading = Hex(0, 0), 0
    for face, reverse in road:
        first = face.exit if reverse else face.entry
        assert first is not None
        rotation = (opposite(heading) - first) % 6
        placements.append(Placement(face.id, place.q, place.r, rotation, reverse))
        heading = (heading + turn(face, reverse)) % 6
        place = neighbour(place, heading)
    return tuple(placements)

"""Finds the driving order: turns tiles on a table into a road.

Foreign formats do not store the order and direction in which tiles are driven. A circuit begins on its grid,
which faces one way; a stage begins on its start tile and must reach the finish.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from paddock.core.errors import BadInput
from paddock.tracks.boxes import dirt_faces, gt_faces
from paddock.tracks.faces import DirtFace, Face
from paddock.tracks.hexes import Hex, neighbour, opposite, turned
from paddock.tracks.layouts import Circuit, Layout, Placement, Stage
from paddock.tracks.problems import DIRT_FINISH, DIRT_START, GT_START

_NAME = re.compile(r"(?P<face>\d{3}[ab])(?:-\d+)?", re.IGNORECASE)
# The pit is beside the circuit and has no effect on play. Its sides are alike and often not named.
_PIT = re.compile(r"\s*101[ab]?(?:-\d+)?\s*", re.IGNORECASE)


class Placed(NamedTuple):
    """A tile face on the table in Paddock's coordinates, without a driving direction."""

    tile: str
    q: int
    r: int
    rotation: int


Where = Callable[[Placed], str]
"""Returns a description of a tile's position in the terms of its file."""


class _Road(NamedTuple):
    """The result of following the road from the start tile."""

    tiles: list[Placement]
    error: BadInput | None


def in_driving_order(placed: Sequence[Placed], name: str, author: str, where: Where) -> Layout:
    """Returns the layout of these tiles; raises `BadInput` if they are not one road from start to end."""
    tiles = [p._replace(tile=_face_name(p, where)) for p in placed if not _PIT.fullmatch(p.tile)]
    _all_known(tiles, where)
    in_stage = [p.tile in dirt_faces() for p in tiles]
    if any(in_stage) and not all(in_stage):
        raise BadInput("tracks.formats.two_games")
    faces: Mapping[str, Face] = dirt_faces() if any(in_stage) else gt_faces()
    service = [p for p in tiles if _is_service(faces[p.tile])]
    table = _on_the_table(tiles, where)
    road = {place: p for place, p in table.items() if p not in service}
    name, author = _one_line(name), _one_line(author)
    identity = _slug(name)
    if any(in_stage):
        start = _the_start(tiles, DIRT_START, where)
        both_ways = [_follow(start, reverse, road, faces, where) for reverse in (False, True)]
        stage = _whole(max(both_ways, key=lambda way: (way.error is None, len(way.tiles))))
        return Stage(identity, stage, name, author, assistance=bool(service))
    start = _the_start(tiles, GT_START, where)
    return Circuit(identity, _whole(_follow(start, False, road, faces, where)), name, author)


def _face_name(placed: Placed, where: Where) -> str:
    match = _NAME.fullmatch(placed.tile.strip())
    if match is None:
        raise BadInput("tracks.formats.not_a_tile", tile=_one_line(placed.tile), where=where(placed))
    return match["face"].lower()


def _all_known(tiles: Sequence[Placed], where: Where) -> None:
    unknown = [p for p in tiles if p.tile not in gt_faces() and p.tile not in dirt_faces()]
    if unknown:
        raise BadInput("tracks.formats.expansion", n=len(unknown), tiles=_listed(unknown, where))


def _is_service(face: Face) -> bool:
    return isinstance(face, DirtFace) and face.kind == "assistance"


def _on_the_table(tiles: Sequence[Placed], where: Where) -> dict[Hex, Placed]:
    table: dict[Hex, Placed] = {}
    for p in tiles:
        other = table.setdefault(Hex(p.q, p.r), p)
        if other is not p:
            raise BadInput("tracks.formats.overlap", tile=p.tile, other=other.tile, where=where(p))
    return table


def _the_start(tiles: Sequence[Placed], number: str, where: Where) -> Placed:
    starts = [p for p in tiles if p.tile[:-1] == number]
    if not starts:
        raise BadInput("tracks.formats.no_start", start=number)
    if len(starts) > 1:
        raise BadInput("tracks.formats.two_starts", tiles=_listed(starts, where))
    return starts[0]


def _follow(
    start: Placed, reverse: bool, table: Mapping[Hex, Placed], faces: Mapping[str, Face], where: Where
) -> _Road:
    """Follows the road from the start tile until it closes, reaches the finish or ends."""
    road: list[Placement] = []
    here = start
    while True:
        road.append(Placement(here.tile, here.q, here.r, here.rotation, reverse))
        if here.tile[:-1] == DIRT_FINISH:
            break
        face = faces[here.tile]
        leaving = face.entry if reverse else face.exit
        assert leaving is not None
        direction = turned(leaving, here.rotation)
        ahead = table.get(neighbour((here.q, here.r), direction))
        if ahead is None:
            error = BadInput("tracks.formats.road_ends", tile=here.tile, where=where(here))
            return _Road(road, error)
        back = (opposite(direction) - ahead.rotation) % 6
        ahead_face = faces[ahead.tile]
        if back not in (ahead_face.entry, ahead_face.exit):
            error = BadInput(
                "tracks.formats.blank_side",
                tile=here.tile,
                where=where(here),
                next=ahead.tile,
                next_where=where(ahead),
            )
            return _Road(road, error)
        if ahead is start:
            if start.tile[:-1] == DIRT_START:
                return _Road(road, BadInput("tracks.formats.no_finish", finish=DIRT_FINISH))
            break
        reverse = back == ahead_face.exit
        here = ahead
    driven = {tile.place for tile in road}
    left_over = [p for place, p in table.items() if place not in driven]
    if left_over:
        error = BadInput("tracks.formats.left_over", n=len(left_over), tiles=_listed(left_over, where))
        return _Road(road, error)
    return _Road(road, None)


def _whole(road: _Road) -> tuple[Placement, ...]:
    if road.error is not None:
        raise road.error
    return tuple(road.tiles)


def _listed(tiles: Sequence[Placed], where: Where) -> str:
    return ", ".join(f"{p.tile} ({where(p)})" for p in tiles)


def _one_line(words: str) -> str:
    """Returns untrusted text without line breaks and control characters, which could corrupt a terminal."""
    return " ".join("".join(c if c.isprintable() else " " for c in words).split())


def _slug(name: str) -> str:
    return "-".join(re.findall(r"\w+", name.lower())) or "imported"

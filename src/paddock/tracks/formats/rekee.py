"""Rekee's JSON: axial coordinates with r growing downwards, and directions shifted by two sixths."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from paddock.tracks.formats.order import Placed, in_driving_order
from paddock.tracks.formats.reading import MOST_TILES, Coordinate, Sixths, TileName, Words, decode
from paddock.tracks.formats.table import placed_tiles
from paddock.tracks.formats.writing import pretty
from paddock.tracks.layouts import Layout

_TURNED = 2


class RekeeTile(Struct, frozen=True):
    """A tile in a Rekee file."""

    q: Coordinate
    r: Coordinate
    id: TileName
    dir: Sixths


class RekeeFile(Struct, frozen=True):
    """A map in a Rekee file; its other fields (tokens, terrain) are ignored."""

    title: Words = ""
    author: Words = ""
    tiles: Annotated[tuple[RekeeTile, ...], Meta(max_length=MOST_TILES)] = ()


def from_rekee(tile: RekeeTile) -> Placed:
    """Returns a Rekee tile on Paddock's grid."""
    return Placed(tile.id, tile.q, -tile.q - tile.r, (tile.dir + _TURNED) % 6)


def to_rekee(placed: Placed) -> RekeeTile:
    """Returns a tile on Rekee's grid."""
    return RekeeTile(placed.q, -placed.q - placed.r, placed.tile, (placed.rotation - _TURNED) % 6)


def read_rekee(data: bytes) -> Layout:
    """Returns the layout in a Rekee file; the driving order is derived from the tiles."""
    file = decode(data, RekeeFile)
    return in_driving_order([from_rekee(tile) for tile in file.tiles], file.title, file.author, _where)


def write_rekee(layout: Layout) -> bytes:
    """Returns a layout as a Rekee file."""
    tiles = tuple(to_rekee(placed) for placed in placed_tiles(layout))
    return pretty(RekeeFile(layout.name or layout.id, layout.author, tiles))


def _where(placed: Placed) -> str:
    tile = to_rekee(placed)
    return f"q {tile.q}, r {tile.r}"

"""The track editor's `.rgt`: JSON with French keys and an offset grid counted from right to left."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct, field

from paddock.tracks.formats.order import Placed, in_driving_order
from paddock.tracks.formats.reading import MOST_TILES, Coordinate, Sixths, TileName, Words, decode
from paddock.tracks.formats.rekee import RekeeTile, from_rekee, to_rekee
from paddock.tracks.formats.table import placed_tiles
from paddock.tracks.formats.writing import pretty
from paddock.tracks.layouts import Circuit, Layout

ORIGIN = (55, 52)
"""The editor's X and Y of Rekee's (0, 0)."""


class RgtTile(Struct, frozen=True, rename="pascal"):
    """A tile as the editor writes it down."""

    x: Coordinate
    y: Coordinate
    orientation: Sixths
    tuile_id: TileName


class RgtFile(Struct, frozen=True):
    """A track as the editor writes it down; its folder, picture size and tokens have no meaning here."""

    name: Words = field(name="Name", default="")
    author: Words = field(name="Author", default="")
    tiles: Annotated[tuple[RgtTile, ...], Meta(max_length=MOST_TILES)] = field(name="Tuiles", default=())


def from_rgt(tile: RgtTile) -> Placed:
    """Where a tile of the editor lies on Paddock's grid."""
    row = tile.y - ORIGIN[1]
    return from_rekee(RekeeTile(ORIGIN[0] - tile.x - _shift(row), row, tile.tuile_id, tile.orientation))


def to_rgt(placed: Placed) -> RgtTile:
    """Where a tile lies on the editor's grid."""
    tile = to_rekee(placed)
    return RgtTile(ORIGIN[0] - tile.q - _shift(tile.r), ORIGIN[1] + tile.r, tile.dir, placed.tile)


def read_rgt(data: bytes) -> Layout:
    """The layout in a file of the track editor; the driving order is found from the tiles."""
    file = decode(data, RgtFile)
    return in_driving_order([from_rgt(tile) for tile in file.tiles], file.name, file.author, _where)


def write_rgt(layout: Layout) -> bytes:
    """A layout as a file of the track editor."""
    placed = placed_tiles(layout)
    if not isinstance(layout, Circuit):
        # The editor knows the tiles of this box by capital letters.
        placed = [p._replace(tile=p.tile.upper()) for p in placed]
    return pretty(RgtFile(layout.name or layout.id, layout.author, tuple(to_rgt(p) for p in placed)))


def _shift(row: int) -> int:
    """How far a row of the offset grid is pushed against an axial one: half a hex a row, rounded up."""
    return (row + 1) // 2


def _where(placed: Placed) -> str:
    tile = to_rgt(placed)
    return f"X {tile.x}, Y {tile.y}"

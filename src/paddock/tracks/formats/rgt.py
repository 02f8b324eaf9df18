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
    """A tile in an editor file."""

    x: Coordinate
    y: Coordinate
    orientation: Sixths
    tuile_id: TileName


class RgtFile(Struct, frozen=True):
    """A track in an editor file; its folder, picture size and tokens are ignored."""

    name: Words = field(name="Name", default="")
    author: Words = field(name="Author", default="")
    tiles: Annotated[tuple[RgtTile, ...], Meta(max_length=MOST_TILES)] = field(name="Tuiles", default=())


def from_rgt(tile: RgtTile) -> Placed:
    """Returns an editor tile on Paddock's grid."""
    row = tile.y - ORIGIN[1]
    return from_rekee(RekeeTile(ORIGIN[0] - tile.x - _shift(row), row, tile.tuile_id, tile.orientation))


def to_rgt(placed: Placed) -> RgtTile:
    """Returns a tile on the editor's grid."""
    tile = to_rekee(placed)
    return RgtTile(ORIGIN[0] - tile.q - _shift(tile.r), ORIGIN[1] + tile.r, tile.dir, placed.tile)


def read_rgt(data: bytes) -> Layout:
    """Returns the layout in an editor file; the driving order is derived from the tiles."""
    file = decode(data, RgtFile)
    return in_driving_order([from_rgt(tile) for tile in file.tiles], file.name, file.author, _where)


def write_rgt(layout: Layout) -> bytes:
    """Returns a layout as an editor file."""
    placed = placed_tiles(layout)
    if not isinstance(layout, Circuit):
        # The editor names the tiles of this box in capital letters.
        placed = [p._replace(tile=p.tile.upper()) for p in placed]
    return pretty(RgtFile(layout.name or layout.id, layout.author, tuple(to_rgt(p) for p in placed)))


def _shift(row: int) -> int:
    """Returns the shift of a row of the offset grid against an axial one: half a hex per row, rounded up."""
    return (row + 1) // 2


def _where(placed: Placed) -> str:
    tile = to_rgt(placed)
    return f"X {tile.x}, Y {tile.y}"

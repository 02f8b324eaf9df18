"""Paddock's own track files: versioned JSON that keeps all fields of a layout."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from paddock.core.errors import BadInput
from paddock.tracks.formats.reading import MOST_TILES, Coordinate, OneLine, Sixths, TileName, decode
from paddock.tracks.formats.writing import pretty
from paddock.tracks.layouts import Circuit, Layout, Placement, Stage

FORMAT: Final = "paddock-track"
VERSION: Final = 1


class OwnTile(Struct, frozen=True, forbid_unknown_fields=True):
    """A placed tile in a file; like `Placement`, within the bounds of a table."""

    tile: TileName
    q: Coordinate
    r: Coordinate
    rotation: Sixths
    reverse: bool


class OwnFile(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A track file of version 1."""

    format: Literal["paddock-track"]
    version: Literal[1]
    kind: Literal["circuit", "stage"]
    id: OneLine
    name: OneLine
    author: OneLine
    assistance: bool | UnsetType = UNSET
    tiles: Annotated[tuple[OwnTile, ...], Meta(max_length=MOST_TILES)]


class _Version(Struct):
    version: int


def read_own(data: bytes) -> Layout:
    """Returns the layout in a track file, exactly as it was written."""
    version = decode(data, _Version).version
    if version != VERSION:
        raise BadInput("tracks.formats.version", version=version, known=VERSION)
    file = decode(data, OwnFile)
    tiles = tuple(Placement(t.tile, t.q, t.r, t.rotation, t.reverse) for t in file.tiles)
    if file.kind == "stage":
        return Stage(file.id, tiles, file.name, file.author, assistance=file.assistance is True)
    if file.assistance is not UNSET:
        raise BadInput("tracks.formats.circuit_assistance")
    return Circuit(file.id, tiles, file.name, file.author)


def write_own(layout: Layout) -> bytes:
    """Returns a layout as a track file."""
    return pretty(
        OwnFile(
            format=FORMAT,
            version=VERSION,
            kind="stage" if isinstance(layout, Stage) else "circuit",
            id=layout.id,
            name=layout.name,
            author=layout.author,
            tiles=tuple(OwnTile(t.tile, t.q, t.r, t.rotation, t.reverse) for t in layout.tiles),
            assistance=layout.assistance if isinstance(layout, Stage) else UNSET,
        )
    )

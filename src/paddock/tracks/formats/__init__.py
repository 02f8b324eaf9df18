"""Track files: Paddock's own JSON, Rekee's JSON and the track editor's `.rgt`, detected by content."""

from __future__ import annotations

from pathlib import Path
from typing import Literal, get_args

from msgspec import UNSET, Raw, Struct, UnsetType, field

from paddock.core.errors import BadInput
from paddock.core.messages import add_catalogue
from paddock.tracks.formats.own import FORMAT, read_own, write_own
from paddock.tracks.formats.reading import MOST_BYTES, decode
from paddock.tracks.formats.rekee import read_rekee, write_rekee
from paddock.tracks.formats.rgt import read_rgt, write_rgt
from paddock.tracks.layouts import Layout

__all__ = ["FORMATS", "TrackFormat", "format_of", "load", "read", "save", "sniff", "write"]

add_catalogue("paddock.tracks.formats")

TrackFormat = Literal["paddock", "rekee", "rgt"]
FORMATS: tuple[TrackFormat, ...] = get_args(TrackFormat)

_READERS = {"paddock": read_own, "rekee": read_rekee, "rgt": read_rgt}
_WRITERS = {"paddock": write_own, "rekee": write_rekee, "rgt": write_rgt}


class _Marks(Struct):
    """The fields by which formats are detected; all others are ignored."""

    format: Raw | UnsetType = UNSET
    tiles: Raw | UnsetType = UNSET
    tuiles: Raw | UnsetType = field(name="Tuiles", default=UNSET)


def sniff(data: bytes) -> TrackFormat:
    """Returns the format of a file, detected by its content."""
    marks = decode(data, _Marks)
    if marks.format is not UNSET:
        name = decode(bytes(marks.format), str)
        if name != FORMAT:
            raise BadInput("tracks.formats.unknown_format", format=name[:40])
        return "paddock"
    if marks.tuiles is not UNSET:
        return "rgt"
    if marks.tiles is not UNSET:
        return "rekee"
    raise BadInput("tracks.formats.no_track")


def read(data: bytes) -> Layout:
    """Returns the layout in a track file of any known format, not yet checked for validity."""
    return _READERS[sniff(data)](data)


def write(layout: Layout, into: TrackFormat = "paddock") -> bytes:
    """Returns a layout as a track file; foreign formats accept only valid layouts."""
    return _WRITERS[into](layout)


def format_of(path: Path) -> TrackFormat:
    """Returns the format for a file name: `.rgt`, `.rekee.json`, or Paddock's own `.json`."""
    name = path.name.lower()
    if name.endswith(".rgt"):
        return "rgt"
    if name.endswith((".rekee.json", ".rekee")):
        return "rekee"
    if name.endswith(".json"):
        return "paddock"
    raise BadInput("tracks.formats.unknown_ending", file=path.name)


def load(path: Path) -> Layout:
    """Returns the layout in a file; raises `BadInput` if there is none."""
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise BadInput("tracks.formats.cannot_read", file=str(path), reason=reason) from error
    return read(data)


def save(layout: Layout, path: Path, into: TrackFormat | None = None) -> None:
    """Writes a layout to a file, by default in the format of its name."""
    data = write(layout, into or format_of(path))
    try:
        path.write_bytes(data)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise BadInput("tracks.formats.cannot_write", file=str(path), reason=reason) from error

"""The data file of a game: the shipped one, or a replacement supplied by the owner."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from paddock.core.errors import BadInput

NOTES = frozenset(
    {
        *("source", "field_sources", "dice_source", "limit_source", "faces_source", "zero_turn_source"),
        *("note", "boost_note", "dashboard_note", "row_note", "backs_basis"),
        *("about", "disagreement", "text"),
    }
)
"""Fields of a data file that document its figures and do not affect play."""
_OWN: dict[str, bytes] = {}
_READ: set[str] = set()
T = TypeVar("T")


def use_data(game: str, file: bytes) -> None:
    """Replaces the shipped figures of a game in this process from now on.

    A game reads its figures once, so call this before the game is used for the first time.
    """
    if game in _READ:
        raise BadInput("core.data-too-late", game=game)
    _OWN[game] = file


def own_data() -> dict[str, bytes]:
    """Returns the files that replace shipped ones, by game."""
    return dict(_OWN)


def use_all_data(files: Mapping[str, bytes]) -> None:
    """Uses the same replacement files as another process."""
    for game, file in files.items():
        if _OWN.get(game) != file:
            use_data(game, file)


def figures_mark(game: str, shipped: bytes) -> str:
    """Returns a short hash of the figures a game is played with; empty for the shipped ones."""
    own = _OWN.get(game)
    return "" if own is None or _digest(own) == _digest(shipped) else _digest(own)


@lru_cache
def _digest(file: bytes) -> str:
    """Returns a hash over the figures of a file, ignoring its notes and its formatting."""
    plain = json.dumps(_without_notes(json.loads(file)), sort_keys=True)
    return hashlib.sha256(plain.encode()).hexdigest()[:16]


def _without_notes(data: Any) -> Any:
    if isinstance(data, dict):
        return {key: _without_notes(value) for key, value in data.items() if key not in NOTES}
    return [_without_notes(value) for value in data] if isinstance(data, list) else data


def shipped_data(package: str) -> bytes:
    """Returns the data file shipped with the game of a package."""
    return (resources.files(package) / "data" / "components.json").read_bytes()


def game_data(game: str, package: str) -> bytes:
    """Returns the data file a game is played with."""
    _READ.add(game)
    return _OWN.get(game) or shipped_data(package)


def decode_data(game: str, file: bytes, kind: type[T]) -> T:
    """Decodes the figures of a data file; raises BadInput that names the place of an error."""
    try:
        return msgspec.json.decode(file, type=kind)
    except msgspec.DecodeError as error:
        raise BadInput("core.bad-data", game=game, reason=str(error)) from None


def read_data_file(path: Path) -> bytes:
    """Returns the contents of an owner's file; raises BadInput if it does not exist."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise BadInput("core.no-data-file", file=str(path), reason=str(error.strerror)) from None

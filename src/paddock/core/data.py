"""The data file of a game: the one that ships with it, or an owner's own in its place."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

from paddock.core.errors import BadInput

_OWN: dict[str, bytes] = {}
_READ: set[str] = set()


def use_data(game: str, file: bytes) -> None:
    """Play a game with these figures instead of those that ship with it, in this process from now on.

    A game reads its figures once: this comes before the game is used for the first time.
    """
    if game in _READ:
        raise BadInput("core.data-too-late", game=game)
    _OWN[game] = file


def shipped_data(package: str) -> bytes:
    """The data file that ships with the game of a package."""
    return (resources.files(package) / "data" / "components.json").read_bytes()


def game_data(game: str, package: str) -> bytes:
    """The data file a game is played with."""
    _READ.add(game)
    return _OWN.get(game) or shipped_data(package)


def read_data_file(path: Path) -> bytes:
    """An owner's file; raises BadInput if there is none."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise BadInput("core.no-data-file", file=str(path), reason=str(error.strerror)) from None

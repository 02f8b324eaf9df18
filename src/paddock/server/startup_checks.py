"""Checks before a server starts: the lock on the data folder, the settings, and msgspec's types."""

from __future__ import annotations

import importlib
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec
from sqlalchemy import create_engine
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, OperationalError

from paddock.core.errors import BadInput
from paddock.core.registry import games
from paddock.server.settings import Settings

try:
    import fcntl
except ImportError:
    fcntl = None  # type: ignore[assignment]


def _make(folder: Path) -> None:
    """Create the data folder, readable by its owner only: it holds sessions and secret decisions."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        folder.chmod(0o700)
        for file in folder.glob("paddock.db*"):
            file.chmod(0o600)
    except OSError as error:
        raise BadInput("server.bad-folder", folder=str(folder), reason=error.strerror) from None
    os.umask(0o077)


@contextmanager
def held(folder: Path) -> Iterator[None]:
    """Lock the data folder; raises BadInput if another process holds it. The lock ends with the process."""
    _make(folder)
    with (folder / "in-use").open("w") as file:
        if fcntl is not None:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise BadInput("server.folder-in-use", folder=str(folder)) from None
        yield


LEVELS = ("debug", "info", "warning", "error")
_PATIENCE_SECONDS = 10


def check(settings: Settings, log_level: str) -> None:
    """Raises BadInput, naming the wrong setting, if the server cannot run with these settings."""
    if log_level not in LEVELS:
        raise BadInput("server.bad-level", level=log_level, known=list(LEVELS))
    _check_place(settings.host, settings.port)
    _check_modules(settings.load)
    for site in (*settings.origins, settings.address):
        _check_site(site)
    if settings.database:
        _check_database(settings)


def _check_place(host: str, port: int) -> None:
    if not 0 <= port <= 65535:
        raise BadInput("server.bad-port", port=port)
    try:
        family, kind, protocol, _, place = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(place)
    except OSError as error:
        raise BadInput(
            "server.port-taken", host=host, port=port, reason=error.strerror or str(error)
        ) from None


def _check_modules(names: tuple[str, ...]) -> None:
    for name in names:
        try:
            importlib.import_module(name)
        except ImportError as error:
            raise BadInput("server.bad-module", module=name, reason=str(error)) from None


def _check_site(site: str) -> None:
    try:
        parts = urlsplit(site)
        right = not site or (parts.scheme in ("http", "https") and bool(parts.hostname))
    except ValueError:
        right = False
    if not right:
        raise BadInput("server.bad-site", address=site)


def _check_database(settings: Settings) -> None:
    if not settings.shared:
        raise BadInput("server.other-database")
    try:
        engine = create_engine(settings.url, connect_args={"connect_timeout": _PATIENCE_SECONDS})
        with engine.connect():
            pass
        engine.dispose()
    except (OperationalError, ArgumentError, NoSuchModuleError, ValueError) as error:
        cause = getattr(error, "orig", None) or error
        raise BadInput("server.no-database", reason=str(cause).splitlines()[0]) from None


def work_out_types() -> None:
    """Let msgspec prepare all loaded structs and the types of games, so that no request pays for it."""
    for kind in (*_below(msgspec.Struct, set()), *_of_games()):
        # Some structs are only encoded and have fields that cannot be decoded.
        with suppress(TypeError, NameError):
            msgspec.msgpack.Decoder(kind)


def _below(kind: type[msgspec.Struct], seen: set[type]) -> Iterator[type[msgspec.Struct]]:
    for below in kind.__subclasses__():
        if below not in seen:
            seen.add(below)
            yield below
            yield from _below(below, seen)


def _of_games() -> Iterator[Any]:
    for game in games().values():
        kinds = (game.Action, game.Event, game.View, game.Question, game.Answer)
        yield from (kind for kind in kinds if kind is not None)

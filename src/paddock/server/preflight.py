"""What is looked at before a server starts, so that a wrong setting ends with one clear line."""

from __future__ import annotations

import importlib
import socket
from urllib.parse import urlsplit

from sqlalchemy import create_engine
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, OperationalError

from paddock.core.errors import BadInput
from paddock.server.settings import Settings

LEVELS = ("debug", "info", "warning", "error")
_PATIENCE_SECONDS = 10


def check(settings: Settings, log_level: str) -> None:
    """Refuse settings with which no server can run; raises BadInput that names the one that is wrong."""
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

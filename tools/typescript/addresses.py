"""Request and response types of every address of the server, from the types of its handlers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args, get_origin, get_type_hints

from litestar import Response
from litestar.handlers import HTTPRouteHandler
from msgspec import Struct

from paddock.server.http import (
    accounts,
    admin,
    challenges,
    games,
    notifications,
    perfect_drive,
    puzzles,
    replays,
    rules,
    seasons,
    social,
    table_actions,
    table_entry,
    tables,
    tracks,
)
from paddock.server.openapi.document import LOG_ADDRESSES
from paddock.tracks.faces import DirtFace, GtFace

_ABOUT_PEOPLE = (accounts, challenges, seasons, notifications, social, admin)
_PARTS = (
    *_ABOUT_PEOPLE,
    games,
    rules,
    tables,
    table_entry,
    table_actions,
    replays,
    tracks,
    perfect_drive,
    puzzles,
)
ROUTERS = tuple(part.router for part in _PARTS)
RAW: dict[str, Any] = {
    "/api/words/{language:str}": dict[str, str],
    "/api/tracks/boxes/gt": list[tracks.BoxFace[GtFace]],
    "/api/tracks/boxes/dirt": list[tracks.BoxFace[DirtFace]],
}
"""Responses sent as bytes because they are cached."""


class Address(Struct):
    """One method of one address."""

    method: str
    path: str
    """Has a star for every variable part, such as `/api/tables/*/board`."""
    body: Any
    """The type of the request body; None: no body, bytes: a file."""
    answer: Any


def addresses() -> Iterator[Address]:
    """Yields all addresses."""
    for router in ROUTERS:
        for route in router.routes:
            for handler in route.route_handlers:
                if isinstance(handler, HTTPRouteHandler) and handler.fn.__module__.startswith("paddock."):
                    yield from _told(handler)


def _told(handler: HTTPRouteHandler) -> Iterator[Address]:
    hints = get_type_hints(handler.fn)
    for path in handler.paths:
        for method in sorted(map(str, handler.http_methods)):
            body = bytes if method == "POST" and path in LOG_ADDRESSES else hints.get("data")
            yield Address(method, _starred(path), body, _answer(path, hints["return"]))


def _starred(path: str) -> str:
    return "/".join("*" if part.startswith("{") else part for part in path.split("/"))


def _answer(path: str, hint: Any) -> Any:
    if get_origin(hint) is not Response:
        return hint
    (told,) = get_args(hint)
    return RAW.get(path, Any) if told is bytes else told

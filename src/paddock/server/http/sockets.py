"""The WebSocket routes: one per table, one for the lobby."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

from litestar import Router, WebSocket, websocket
from litestar.di import NamedDependency as Given
from litestar.params import FromPath

from paddock.core.errors import PaddockError
from paddock.server.accounts.presence import Presences
from paddock.server.accounts.sessions import COOKIE, Sessions, session_of
from paddock.server.errors import Forbidden
from paddock.server.http.dependencies import address
from paddock.server.http.lobby_socket import LobbySocket
from paddock.server.http.security import check_origin
from paddock.server.http.table_socket import Service, TableSocket
from paddock.server.metrics import METRICS
from paddock.server.settings import Limits, Settings
from paddock.server.tables.lobby import Lobby
from paddock.server.tables.registry import TableRegistry
from paddock.server.thread_pools import REQUESTER
from paddock.server.wire.connections import NO_TABLE, NOT_YOURS, Closing, HungUp, OpenSockets, Outbox

_LOG = logging.getLogger("paddock.sockets")
_SECONDS_TO_CLOSE = 5.0


@websocket("/ws/tables/{table:str}")
async def table_socket(
    socket: WebSocket[Any, Any, Any],
    table: FromPath[str],
    settings: Given[Settings],
    sessions: Given[Sessions],
    open_sockets: Given[OpenSockets],
    registry: Given[TableRegistry],
    service: Given[Service],
    presences: Given[Presences],
) -> None:
    """Serve the socket of a table."""
    outbox = await _accept(socket, settings.limits)
    cookie = socket.cookies.get(COOKIE, "")
    visitor = await sessions.who(cookie)
    person = visitor.id if visitor is not None else None

    async def talk() -> None:
        check_origin(socket, settings.origins)
        open_sockets.knock(address(socket))
        with open_sockets.entered(outbox, person, address(socket), session_of(cookie)):
            found = await registry.seen(table[:24], visitor)
            with presences.at(person, found.id):
                await TableSocket(service, found, visitor, outbox).talk()

    await _serve(outbox, talk)


@websocket("/ws/lobby")
async def lobby_socket(
    socket: WebSocket[Any, Any, Any],
    settings: Given[Settings],
    open_sockets: Given[OpenSockets],
    lobby: Given[Lobby],
) -> None:
    """Serve the socket of the lobby."""
    outbox = await _accept(socket, settings.limits)

    async def talk() -> None:
        check_origin(socket, settings.origins)
        open_sockets.knock(address(socket))
        with open_sockets.entered(outbox, None, address(socket)):
            await LobbySocket(lobby, settings.limits, outbox).talk()

    await _serve(outbox, talk)


async def _accept(socket: WebSocket[Any, Any, Any], limits: Limits) -> Outbox:
    REQUESTER.set(address(socket))
    await socket.accept()
    METRICS.count("paddock_sockets_opened_total")
    return Outbox(socket, limits.outbox_frames, limits.frame_bytes)


async def _serve(outbox: Outbox, talk: Callable[[], Awaitable[None]]) -> None:
    """Run a conversation next to the writer of its outbox until either ends."""
    writer = asyncio.ensure_future(outbox.write())
    talking = asyncio.ensure_future(talk())
    try:
        await asyncio.wait([writer, talking], return_when=asyncio.FIRST_COMPLETED)
        if talking.done() and (code := _why(talking)) is not None:
            outbox.close(code)
            await asyncio.wait([writer], timeout=_SECONDS_TO_CLOSE)
    finally:
        for task in (writer, talking):
            task.cancel()
        with suppress(Exception, asyncio.CancelledError):
            await asyncio.gather(writer, talking, return_exceptions=True)


def _why(talking: asyncio.Future[None]) -> int | None:
    """Return the code to close with; None if the client is gone already."""
    error = talking.exception()
    if isinstance(error, HungUp):
        return None
    if isinstance(error, Closing):
        return error.code
    if isinstance(error, Forbidden):
        return NOT_YOURS
    if isinstance(error, PaddockError):
        return NO_TABLE
    _LOG.error("a conversation failed", exc_info=error)
    return 1011


router = Router("/", route_handlers=[table_socket, lobby_socket])

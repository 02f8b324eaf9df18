"""Messages between server processes that share a PostgreSQL database."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

import msgspec
import psycopg
from sqlalchemy import Connection, text

if TYPE_CHECKING:
    from paddock.server.storage.store import Store

_LOG = logging.getLogger("paddock.notices")
CHANNEL = "paddock"
Notice = dict[str, Any]


def notify(connection: Connection, **notice: Any) -> None:
    """Send a notice to the other processes when this transaction commits; does nothing on SQLite."""
    if connection.dialect.name == "postgresql":
        payload = msgspec.json.encode(notice).decode()
        connection.execute(
            text("SELECT pg_notify(:channel, :payload)"), {"channel": CHANNEL, "payload": payload}
        )


class Notices:
    """Receives and sends notices; does nothing on SQLite."""

    def __init__(self, store: Store, process: str) -> None:
        self.store = store
        self.process = process
        self._task: asyncio.Task[None] | None = None

    async def open(
        self, hear: Callable[[Notice], Awaitable[None]], missed: Callable[[], Awaitable[None]]
    ) -> None:
        """Start listening; `missed` is called after the connection was broken for a while."""
        if not self.store.shared:
            return
        ready = asyncio.Event()
        self._task = asyncio.create_task(self._listen(hear, missed, ready))
        await ready.wait()

    async def close(self) -> None:
        """Stop listening."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def say(self, **notice: Any) -> None:
        """Send a notice that belongs to no transaction."""
        if self.store.shared:
            notice["by"] = self.process
            await self.store.write(lambda connection: notify(connection, **notice))

    async def _listen(
        self,
        hear: Callable[[Notice], Awaitable[None]],
        missed: Callable[[], Awaitable[None]],
        ready: asyncio.Event,
    ) -> None:
        url = self.store.url.set(drivername="postgresql").render_as_string(hide_password=False)
        while True:
            try:
                line = await psycopg.AsyncConnection.connect(url, autocommit=True)
                async with line:
                    await line.execute(f"LISTEN {CHANNEL}")
                    if ready.is_set():
                        await missed()
                    ready.set()
                    async for raw in line.notifies():
                        notice = msgspec.json.decode(raw.payload)
                        if notice.get("by") != self.process:
                            await hear(notice)
            except (psycopg.Error, OSError) as error:
                _LOG.warning("the line to the other processes broke: %s", error)
                await asyncio.sleep(0.5)

"""Records when the server was up: clocks stand still while it is down."""

from __future__ import annotations

import asyncio
import logging
import time

from sqlalchemy import Connection, delete, func, insert, select
from sqlalchemy.exc import SQLAlchemyError

from paddock.server.records.time_control import Downtime
from paddock.server.storage.schema import beats, downtimes
from paddock.server.storage.store import Store, insert_into

_LOG = logging.getLogger("paddock.uptime")
BEAT = 1.0
SILENT = 5.0
"""Seconds without a heartbeat after which a process counts as dead."""


class Uptime:
    """Writes a heartbeat every second, and at the start the downtime before it."""

    def __init__(self, store: Store, process: str) -> None:
        self.store = store
        self.process = process
        self.downtimes: list[Downtime] = []
        self.alone = True
        """Whether no other process was alive at the start."""
        self.written = time.monotonic()
        """When the newest heartbeat was stored."""
        self._task: asyncio.Task[None] | None = None

    @property
    def writing(self) -> bool:
        """Whether heartbeats are being stored, so that other changes are too."""
        return time.monotonic() - self.written < SILENT

    async def begin(self) -> None:
        """Store the downtime before this start, then keep sending heartbeats."""
        self.downtimes, self.alone = await self.store.write(self._note_start)
        self._task = asyncio.create_task(self._keep_beating())

    async def end(self) -> None:
        """Stop, with a last heartbeat."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        try:
            await self.store.write(self._beat)
        except SQLAlchemyError as error:
            _LOG.warning("the last beat was not written: %s", error)

    async def alive(self) -> set[str]:
        """The live processes that share the database."""
        async with self.store.read() as connection:
            rows = await connection.execute(
                select(beats.c.process).where(beats.c.alive > time.time() - SILENT)
            )
            return set(rows.scalars())

    def _note_start(self, connection: Connection) -> tuple[list[Downtime], bool]:
        now = time.time()
        last = connection.execute(select(func.max(beats.c.alive))).scalar()
        alone = last is None or last < now - SILENT or not self.store.shared
        if last is not None and alone and last < now:
            # If the system clock jumped back and forth, two downtimes may begin with the same heartbeat.
            silent = insert_into(connection, downtimes).values(began=last, ended=now)
            connection.execute(silent.on_conflict_do_update(index_elements=["began"], set_={"ended": now}))
        connection.execute(delete(beats).where(beats.c.alive < now - 3600))
        connection.execute(insert(beats).values(process=self.process, alive=now))
        rows = connection.execute(select(downtimes.c.began, downtimes.c.ended))
        return [Downtime(row.began, row.ended) for row in rows], alone

    def _beat(self, connection: Connection) -> None:
        connection.execute(
            beats.update().where(beats.c.process == self.process).values(alive=time.time()),
        )

    async def _keep_beating(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            try:
                await self.store.write(self._beat)
                self.written = time.monotonic()
            except SQLAlchemyError as error:
                _LOG.warning("a beat was not written: %s", error)

"""Checkpoints SQLite's write-ahead log from a second connection, so that commits never wait for one.

By default the commit that fills the log also copies it to the database, and every table waits for the disk.
So automatic checkpoints are off, and another connection copies what the log held when it started.

SQLite up to 3.51.2 can lose commits if the writer restarts the log at the moment when another connection
starts a checkpoint. This is prevented as follows. Before each checkpoint beside the writer, the writer writes
one more page, and a read transaction stays open until the checkpoint is done: SQLite never restarts a log
that is not fully copied and has a reader. The last few pages are copied by the writer itself.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import time
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from paddock.server.thread_pools import ThreadPool

_LOG = logging.getLogger("paddock.storage")
_LOOK_SECONDS = 1.0
_SELDOM_SECONDS = 60.0
_LONG = 4 << 20
"""Bytes of the log that are worth a checkpoint."""
_TOO_LONG = 8 * _LONG
"""From this size on, the log is copied completely, so that it restarts."""
_WAIT_SECONDS = 5.0
_APPLICATION = int.from_bytes(b"Padd", "big")

ByWriter = Callable[[Callable[[sqlite3.Connection], Any]], Awaitable[Any]]
"""Runs a function with the writer's connection, between two commits."""


class Checkpoints:
    """Checks every second whether a checkpoint is due."""

    def __init__(self, database: Path, by_writer: ByWriter, long: int = _LONG, too_long: int = _TOO_LONG):
        self.database = database
        self.long = long
        self.too_long = too_long
        self._by_writer = by_writer
        self._log = database.with_name(f"{database.name}-wal")
        self._size = 0
        self._last = time.monotonic()
        self._pause = _LOOK_SECONDS
        self._reached = 0
        self._thread = ThreadPool("checkpoints", threads=1, each=1, waiting=8)

    async def keep_taking_over(self, every: float = _LOOK_SECONDS) -> None:
        """Run until cancelled; failures are logged and retried."""
        while True:
            await asyncio.sleep(every)
            try:
                if self._due():
                    await self.take_over()
            except Exception as error:
                _LOG.warning("the log of the database was not taken over, the next try is soon: %s", error)

    def _due(self) -> bool:
        """Whether the log has grown enough, or, once large, enough time has passed at the last write rate."""
        size = self._log.stat().st_size if self._log.exists() else 0
        late = time.monotonic() >= self._last + self._pause
        return size >= self._size + self.long or (size >= self.long and late)

    async def take_over(self) -> None:
        """Run a checkpoint; a complete one if the log is too long, so that it restarts."""
        began = time.monotonic()
        self._size, waited, self._last = self._log.stat().st_size, began - self._last, began
        reached = await self._beside_the_writer()
        new = reached - self._reached if reached >= self._reached else reached
        self._pause = min(max(waited * self.long / max(new, 1), _LOOK_SECONDS), _SELDOM_SECONDS)
        self._reached = reached
        if reached >= self.too_long:
            # Few pages were written during the first checkpoint, and hardly any during this one.
            await self._beside_the_writer()
            await self._by_writer(_take_over)

    async def _beside_the_writer(self) -> int:
        """Checkpoint what the log holds now; returns the length of the log in bytes."""
        await self._by_writer(_write_a_page)
        return await self._thread.run(_take_over_while_reading, self.database)


def _write_a_page(writer: sqlite3.Connection) -> None:
    writer.execute(f"PRAGMA application_id={_APPLICATION}")


def _take_over_while_reading(database: Path) -> int:
    with closing(_connected(database)) as reading, closing(_connected(database)) as taking:
        reading.execute("BEGIN")
        reading.execute("SELECT count(*) FROM sqlite_master").fetchone()
        return _take_over(taking)


def _take_over(connection: sqlite3.Connection) -> int:
    """Checkpoint as far as readers allow; returns the length of the log in bytes."""
    _, frames, _ = connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
    (page,) = connection.execute("PRAGMA page_size").fetchone()
    return max(0, int(frames)) * int(page)


def _connected(database: Path) -> sqlite3.Connection:
    return sqlite3.connect(database, timeout=_WAIT_SECONDS, isolation_level=None)

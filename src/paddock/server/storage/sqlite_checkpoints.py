"""What SQLite's log of writes has gathered is taken over into the database beside the writer, not by it.

Left to itself, the commit that fills the log takes it over, and every table waits for the disk meanwhile. So
commits take nothing over; another connection does, as far as the log reached when it began.

SQLite up to 3.51.2 can lose what is committed in the moment in which the writer begins the log anew and
another connection begins to take it over. That moment cannot come: before the log is taken over beside the
writer, the writer writes one page more, and somebody reads until it is done; a log that is not taken over to
its end, and is being read, is not begun anew. The last of it, a few pages by then, the writer takes over.
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
"""So many bytes of the log are worth being taken over."""
_TOO_LONG = 8 * _LONG
"""From so many bytes on it is to be begun anew."""
_WAIT_SECONDS = 5.0
_APPLICATION = int.from_bytes(b"Padd", "big")

ByWriter = Callable[[Callable[[sqlite3.Connection], Any]], Awaitable[Any]]
"""Lets something be done with the writer's connection, between two commits."""


class Checkpoints:
    """Looks every second whether enough was written, and has it taken over."""

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
        """Until cancelled; what fails is said, and tried again."""
        while True:
            await asyncio.sleep(every)
            try:
                if self._due():
                    await self.take_over()
            except Exception as error:
                _LOG.warning("the log of the database was not taken over, the next try is soon: %s", error)

    def _due(self) -> bool:
        """Whether the file has grown, or by the pace of the last time enough was written into it again."""
        size = self._log.stat().st_size if self._log.exists() else 0
        late = time.monotonic() >= self._last + self._pause
        return size >= self._size + self.long or (size >= self.long and late)

    async def take_over(self) -> None:
        """Take over what is there; all of it once the log is too long, so that it is begun anew."""
        began = time.monotonic()
        self._size, waited, self._last = self._log.stat().st_size, began - self._last, began
        reached = await self._beside_the_writer()
        new = reached - self._reached if reached >= self._reached else reached
        self._pause = min(max(waited * self.long / max(new, 1), _LOOK_SECONDS), _SELDOM_SECONDS)
        self._reached = reached
        if reached >= self.too_long:
            # What was written meanwhile is little, what is written while that is taken over, next to nothing.
            await self._beside_the_writer()
            await self._by_writer(_take_over)

    async def _beside_the_writer(self) -> int:
        """Take over what the log holds now; returns how far it reaches, in bytes."""
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
    """Take over as much as readers allow; returns how far the log reaches, in bytes."""
    _, frames, _ = connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
    (page,) = connection.execute("PRAGMA page_size").fetchone()
    return max(0, int(frames)) * int(page)


def _connected(database: Path) -> sqlite3.Connection:
    return sqlite3.connect(database, timeout=_WAIT_SECONDS, isolation_level=None)

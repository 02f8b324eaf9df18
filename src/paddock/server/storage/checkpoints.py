"""What SQLite's log of writes has gathered is taken over into the database beside the writer, not by it.

Left to itself, the commit that fills the log takes it over, and every table waits for the disk meanwhile.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from contextlib import closing
from pathlib import Path

_LOG = logging.getLogger("paddock.storage")
_SECONDS = 1.0
_LONG = 4 << 20
"""From so many bytes on the log is worth being taken over."""
_TOO_LONG = 4 * _LONG
"""From so many bytes on it is begun anew, for which the writer waits a moment."""
_WAIT_SECONDS = 0.25
PAGES_AT_LAST = 16 * _LONG >> 12
"""So many pages the writer takes over itself, should nobody else have done so."""


async def take_over(database: Path, every: float = _SECONDS, long: int = _LONG) -> None:
    """Look every second whether the log has grown, and take it over once it is long; until cancelled."""
    log = database.with_name(f"{database.name}-wal")
    taken = 0
    while True:
        await asyncio.sleep(every)
        try:
            found = log.stat()
            if found.st_size >= long and found.st_mtime_ns != taken:
                taken = found.st_mtime_ns
                await asyncio.to_thread(_take_over, database, found.st_size >= _TOO_LONG)
        except FileNotFoundError:
            continue
        except (OSError, sqlite3.Error) as error:
            _LOG.warning("the log of the database was not taken over, the next try is soon: %s", error)


def _take_over(database: Path, anew: bool) -> None:
    with closing(sqlite3.connect(database, timeout=_WAIT_SECONDS)) as connection:
        connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
        if anew:
            # Little is left to do by now; where readers are in the way, the next try comes soon.
            connection.execute("PRAGMA wal_checkpoint(RESTART)")

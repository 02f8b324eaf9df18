"""Backups of the whole database, made while the server runs."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import time
from pathlib import Path

from msgspec import Struct

from paddock.server.errors import NotNow
from paddock.server.settings import Settings
from paddock.server.storage.store import Store
from paddock.server.thread_pools import BACKGROUND

KEPT = 7
"""The number of backups to keep; older ones are deleted."""
_PAGES = 2000


class Backup(Struct, frozen=True):
    """A backup in the folder `backups` beside the database."""

    name: str
    bytes: int
    at: float


class Backups:
    """Makes backups, one at a time."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store = store
        self.file = settings.file
        self.folder = settings.data / "backups"
        self._lock = asyncio.Lock()

    def listed(self) -> list[Backup]:
        """Return the existing backups, newest first."""
        if not self.folder.is_dir():
            return []
        files = [file for file in self.folder.iterdir() if file.suffix in (".db", ".dump")]
        known = [Backup(file.name, file.stat().st_size, file.stat().st_mtime) for file in files]
        return sorted(known, key=lambda backup: -backup.at)

    async def make(self) -> Backup:
        """Make a backup now; raises NotNow if one is being made."""
        if self._lock.locked():
            raise NotNow("server.backup-running")
        async with self._lock:
            self.folder.mkdir(parents=True, exist_ok=True)
            self.folder.chmod(0o700)
            stamp = time.strftime("%Y%m%d-%H%M%S", time.gmtime())
            ending = "dump" if self.store.shared else "db"
            place = self.folder / f"paddock-{stamp}.{ending}"
            unfinished = place.with_suffix(".part")
            try:
                await (self._dump(unfinished) if self.store.shared else self._copy(unfinished))
                unfinished.rename(place)
            finally:
                unfinished.unlink(missing_ok=True)
            for old in self.listed()[KEPT:]:
                (self.folder / old.name).unlink()
            return Backup(place.name, place.stat().st_size, place.stat().st_mtime)

    async def _copy(self, place: Path) -> None:
        await BACKGROUND.run(_copy_sqlite, self.file, place)

    async def _dump(self, place: Path) -> None:
        """Run pg_dump; raises NotNow if it is not installed or fails."""
        tool = shutil.which("pg_dump")
        if tool is None:
            raise NotNow("server.no-pg-dump")
        url = self.store.url
        host = url.host or url.query.get("host", "")
        known = {
            "PGHOST": host if isinstance(host, str) else host[0],
            "PGPORT": str(url.port or ""),
            "PGUSER": url.username or "",
            "PGPASSWORD": url.password or "",
            "PGDATABASE": url.database or "",
        }
        environment = {**os.environ, **{name: value for name, value in known.items() if value}}
        process = await asyncio.create_subprocess_exec(
            tool, "--format=custom", f"--file={place}", env=environment, stderr=asyncio.subprocess.PIPE
        )
        _, told = await process.communicate()
        if process.returncode:
            reason = told.decode(errors="replace").strip().splitlines()
            raise NotNow("server.backup-failed", reason=reason[-1][:200] if reason else "")


def _copy_sqlite(file: Path, place: Path) -> None:
    """Copy a few pages at a time, so that writers wait only briefly."""
    with sqlite3.connect(file) as source, sqlite3.connect(place) as copy:
        source.backup(copy, pages=_PAGES, sleep=0.005)
    source.close()
    copy.close()

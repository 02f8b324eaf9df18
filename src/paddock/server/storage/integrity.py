"""Integrity check: a server does not start with a damaged database."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from paddock.core.errors import BadInput


def check_integrity(database: Path, backups: Path) -> None:
    """Raises BadInput, naming the newest backup, if SQLite finds damage in a file that was not closed."""
    left = any(database.with_name(f"{database.name}-{end}").exists() for end in ("wal", "shm"))
    if not (database.exists() and left):
        return
    try:
        with closing(sqlite3.connect(f"{database.as_uri()}?mode=ro", uri=True)) as connection:
            (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.DatabaseError as error:
        found = str(error)
    if found != "ok":
        newest = max(backups.glob("*.db"), key=lambda file: file.stat().st_mtime, default="none")
        reason = " ".join(found.split())
        raise BadInput("server.damaged", file=str(database), reason=reason, backup=str(newest))

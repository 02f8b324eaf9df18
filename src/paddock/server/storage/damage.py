"""Damage is said at the start, with what was lost: a broken write-ahead log of SQLite, games with gaps.

After a crash SQLite goes on with what it can read of its write-ahead log and passes over the rest in silence.
So the log is looked at first: transactions behind the place where SQLite stops reading were committed and
perhaps acknowledged, and are lost. The records of games among them can still be named.
"""

from __future__ import annotations

import logging
import re
import sqlite3
import struct
import time
from collections.abc import Iterable
from itertools import groupby
from pathlib import Path

from msgspec import Struct
from sqlalchemy import Connection, func, select

from paddock.core.errors import LogError
from paddock.core.logs import Log
from paddock.server.sheets.sheet import read_sheet
from paddock.server.storage.schema import records, tables

_LOG = logging.getLogger("paddock.damage")
_HEADER = struct.Struct(">8I")
_FRAME = struct.Struct(">6I")
_MAGIC = (0x377F0682, 0x377F0683)
_PAGE = 4096
_RECORD = re.compile(
    rb"([0-9A-Za-z]{16})([\x00-\xff]{0,4}?)"
    rb'\{"record":"(?:decision|chance|back|end)"[^\n]{1,4000}?"link":"[0-9a-f]{16}"\}'
)
"""A row of a game's record as it lies on a page: table, number (no byte for 1), line."""


class Lost(Struct, frozen=True):
    """What stood in the unreadable part of a write-ahead log."""

    transactions: int
    records: dict[str, set[int]]
    """The numbers of records of games, by table."""
    kept: str
    """Where the damaged log was put aside; empty where there was none."""


def examine(database: Path) -> Lost | None:
    """Look at the write-ahead log of a database before anybody opens it; None if all of it can be read."""
    journal = database.with_name(f"{database.name}-wal")
    if not journal.exists():
        # After a decent stop neither of the two is left, after a crash both are.
        removed = database.exists() and database.with_name(f"{database.name}-shm").exists()
        return Lost(0, {}, "") if removed else None
    raw = journal.read_bytes()
    if len(raw) <= _HEADER.size:
        return None
    magic, _, page, _, *salts, _, _ = _HEADER.unpack_from(raw)
    whole = magic in _MAGIC
    unread = _unread(raw, page if whole else _PAGE, tuple(salts) if whole else None, _readable(database))
    transactions = sum(committed for committed, _ in unread)
    if not transactions:
        return None
    aside = journal.with_name(f"{journal.name}-damaged-{time.time_ns()}")
    aside.write_bytes(raw)
    return Lost(transactions, _records_in(content for _, content in unread), str(aside))


def _readable(database: Path) -> int:
    """How many frames of its log SQLite can read, which it takes over into the database."""
    connection = sqlite3.connect(database)
    try:
        return max(0, int(connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()[1]))
    finally:
        connection.close()


def _unread(raw: bytes, page: int, salts: tuple[int, ...] | None, readable: int) -> list[tuple[bool, bytes]]:
    """The frames SQLite cannot read but that belong to the log: whether one ends a transaction, its page."""
    size = _FRAME.size + page
    frames = []
    for at in range(_HEADER.size + readable * size, len(raw) - size + 1, size):
        _, end, *marks, _, _ = _FRAME.unpack_from(raw, at)
        if salts is None or tuple(marks) == salts:
            frames.append((end > 0, raw[at + _FRAME.size : at + size]))
    return frames


def _records_in(pages: Iterable[bytes]) -> dict[str, set[int]]:
    found: dict[str, set[int]] = {}
    for content in pages:
        for table, number in _RECORD.findall(content):
            found.setdefault(table.decode(), set()).add(int.from_bytes(number or b"\1", "big"))
    return found


def tell(connection: Connection, lost: Lost | None) -> list[str]:
    """Say what was lost, and which running games have gaps; returns what was said."""
    said = []
    if lost is not None and not lost.kept:
        said.append("a database that was not closed has no write-ahead log: what was stored last is lost")
    elif lost is not None:
        said.append(
            f"the write-ahead log is damaged: {lost.transactions} committed transactions are lost;"
            f" it was put aside as {lost.kept}"
        )
        for table, numbers in sorted(lost.records.items()):
            there = select(records.c.number).where(records.c.table_id == table)
            gone = sorted(numbers - set(connection.execute(there).scalars()))
            if gone:
                said.append(f"table {table}: records {_spans(gone)} are lost")
    said += [f"table {table}: {gap}" for table, gap in _gaps(connection)]
    if lost is not None:
        said += [f"table {table}: {error}" for table, error in _broken_chains(connection)]
    for line in said:
        _LOG.error("%s", line)
    return said


def _gaps(connection: Connection) -> list[tuple[str, str]]:
    """The running games some of whose records are not there, and which."""
    running = tables.c.stage == "running"
    steps = {
        row.id: read_sheet(row.sheet, row.progress).step
        for row in connection.execute(select(tables.c.id, tables.c.sheet, tables.c.progress).where(running))
    }
    counted = connection.execute(
        select(records.c.table_id, func.count(), func.max(records.c.number))
        .join(tables, tables.c.id == records.c.table_id)
        .where(running)
        .group_by(records.c.table_id)
    )
    whole = {table for table, count, newest in counted if count == newest + 1 > steps[table]}
    gaps = []
    for table in sorted(set(steps) - whole):
        there = select(records.c.number).where(records.c.table_id == table)
        missing = sorted(set(range(steps[table] + 1)) - set(connection.execute(there).scalars()))
        gaps.append((table, f"records {_spans(missing)} are missing"))
    return gaps


def _broken_chains(connection: Connection) -> list[tuple[str, str]]:
    """The running games whose records do not follow from each other."""
    lines = connection.execute(
        select(records.c.table_id, records.c.line)
        .join(tables, tables.c.id == records.c.table_id)
        .where(tables.c.stage == "running")
        .order_by(records.c.table_id, records.c.number)
    )
    broken = []
    for table, rows in groupby(lines, key=lambda row: row.table_id):
        try:
            Log.read(bytes(row.line) for row in rows)
        except LogError as error:
            broken.append((table, str(error)))
    return broken


def _spans(numbers: Iterable[int]) -> str:
    """Numbers in words: 3, 5 to 9."""
    spans: list[list[int]] = []
    for number in numbers:
        if spans and spans[-1][1] == number - 1:
            spans[-1][1] = number
        else:
            spans.append([number, number])
    return ", ".join(str(a) if a == b else f"{a} to {b}" for a, b in spans)

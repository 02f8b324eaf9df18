"""Stores decisions of many tables together in as few statements as possible.

Every decision changes the same things: the table's version and progress, a few records, and whom it waits
for. So decisions are collected as data and stored in batches. On SQLite fewer statements hold the
interpreter's lock for a shorter time; on PostgreSQL the whole batch is one statement and thereby one
transaction.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec import Struct
from sqlalchemy import Connection

from paddock.server.storage.notices import CHANNEL

_JSON = msgspec.json.Encoder()


class Turns(Struct, frozen=True):
    """How a decision changes whom a table waits for."""

    done: Sequence[str] = ()
    """People it no longer waits for."""
    kept: Sequence[tuple[str, str, bool]] = ()
    """People it still waits for: the new prompt, and whether to notify them again."""
    asked: Sequence[tuple[str, str]] = ()
    """People it waits for from now on, and their prompts."""


class Step(Struct, frozen=True):
    """The stored changes of one decision; a table never has two of them in progress."""

    table: str
    version: int
    """The new version; the stored one has to be its predecessor."""
    at: float
    bots_asked: bool
    progress: str
    records: Sequence[tuple[int, bytes, int | None, str | None]]
    """Number, line, seat and request id of each record."""
    turns: Turns


class Outrun(Exception):
    """One of several tables has changed in the meantime: store each step separately."""


def store(connection: Connection, steps: Sequence[Step], process: str) -> list[bool]:
    """Store each step atomically; False for tables that have changed in the meantime."""
    if not steps:
        return []
    if connection.dialect.name == "postgresql":
        return _in_one_statement(connection, steps, process)
    return _in_few_statements(connection, steps)


class _Move(Struct, frozen=True):
    id: str
    version: int
    at: float
    bots_asked: bool
    progress: str


class _Record(Struct, frozen=True):
    id: str
    at: float
    number: int
    line: str
    seat: int | None
    decision: str | None


class _Done(Struct, frozen=True):
    id: str
    person: str


class _Kept(Struct, frozen=True):
    id: str
    at: float
    person: str
    asks: str
    again: bool


class _Asked(Struct, frozen=True):
    id: str
    at: float
    person: str
    asks: str


Rows = Sequence[_Move | _Record | _Done | _Kept | _Asked]


def _rows(steps: Sequence[Step]) -> tuple[Rows, Rows, Rows, Rows, Rows]:
    """The parameters for tables, records and turns, in the order of the statements below."""
    return (
        [_Move(step.table, step.version, step.at, step.bots_asked, step.progress) for step in steps],
        [
            _Record(step.table, step.at, number, line.decode(), seat, decision)
            for step in steps
            for number, line, seat, decision in step.records
        ],
        [_Done(step.table, person) for step in steps for person in step.turns.done],
        [_Kept(step.table, step.at, *kept) for step in steps for kept in step.turns.kept],
        [_Asked(step.table, step.at, *asked) for step in steps for asked in step.turns.asked],
    )


def _each(*fields: str) -> str:
    """SQLite rows from a JSON list: one statement, executed once for all rows."""
    columns = ", ".join(f"json_extract(value, '$.{name}') AS {name}" for name in fields)
    return f"(SELECT {columns} FROM json_each(?))"


_ON_SQLITE = (
    "UPDATE tables SET version = new.version, touched = new.at, bots_asked = new.bots_asked,"
    f" progress = new.progress FROM {_each('id', 'version', 'at', 'bots_asked', 'progress')} AS new"
    " WHERE tables.id = new.id AND tables.version = new.version - 1",
    "INSERT INTO records (table_id, at, number, line, seat, decision)"
    " SELECT id, at, number, CAST(line AS BLOB), seat, decision"
    f" FROM {_each('id', 'at', 'number', 'line', 'seat', 'decision')}",
    f"DELETE FROM turns WHERE (table_id, person) IN {_each('id', 'person')}",
    "UPDATE turns SET asks = new.asks,"
    " since = CASE WHEN new.again AND called IS NOT NULL THEN new.at ELSE since END,"
    " called = CASE WHEN new.again THEN NULL ELSE called END"
    f" FROM {_each('id', 'at', 'person', 'asks', 'again')} AS new"
    " WHERE turns.table_id = new.id AND turns.person = new.person",
    "INSERT INTO turns (table_id, since, person, asks)"
    f" SELECT id, at, person, asks FROM {_each('id', 'at', 'person', 'asks')} WHERE true"
    " ON CONFLICT (table_id, person)"
    " DO UPDATE SET asks = excluded.asks, since = excluded.since, called = NULL",
)


def _in_few_statements(connection: Connection, steps: Sequence[Step]) -> list[bool]:
    for statement, rows in zip(_ON_SQLITE, _rows(steps), strict=True):
        if not rows:
            continue
        changed = connection.exec_driver_sql(statement, (_JSON.encode(rows).decode(),)).rowcount
        if statement is _ON_SQLITE[0] and changed != len(steps):
            if len(steps) > 1:
                raise Outrun
            return [False]
    return [True] * len(steps)


_ON_POSTGRESQL = """
WITH moved AS (
  UPDATE tables
  SET version = new.version, touched = new.at, bots_asked = new.bots_asked, progress = new.progress
  FROM json_to_recordset(%s) AS new(id text, version int, at float8, bots_asked bool, progress text)
  WHERE tables.id = new.id AND tables.version = new.version - 1
  RETURNING tables.id
), written AS (
  INSERT INTO records (table_id, at, number, line, seat, decision)
  SELECT new.id, new.at, new.number, convert_to(new.line, 'UTF8'), new.seat, new.decision
  FROM json_to_recordset(%s) AS new(id text, at float8, number int, line text, seat int, decision text)
  JOIN moved USING (id)
), done AS (
  DELETE FROM turns USING json_to_recordset(%s) AS old(id text, person text) JOIN moved USING (id)
  WHERE turns.table_id = old.id AND turns.person = old.person
), kept AS (
  UPDATE turns
  SET asks = new.asks,
    since = CASE WHEN new.again AND called IS NOT NULL THEN new.at ELSE since END,
    called = CASE WHEN new.again THEN NULL ELSE called END
  FROM json_to_recordset(%s) AS new(id text, at float8, person text, asks text, again bool)
  JOIN moved USING (id)
  WHERE turns.table_id = new.id AND turns.person = new.person
), asked AS (
  INSERT INTO turns (table_id, since, person, asks)
  SELECT new.id, new.at, new.person, new.asks
  FROM json_to_recordset(%s) AS new(id text, at float8, person text, asks text) JOIN moved USING (id)
  ON CONFLICT (table_id, person) DO UPDATE SET asks = excluded.asks, since = excluded.since, called = NULL
), told AS MATERIALIZED (
  SELECT pg_notify(%s, %s)
)
SELECT id FROM moved LEFT JOIN told ON true
"""


def _in_one_statement(connection: Connection, steps: Sequence[Step], process: str) -> list[bool]:
    notice = {"by": process, "kind": "tables", "tables": [(step.table, step.version) for step in steps]}
    values = [_JSON.encode(rows).decode() for rows in _rows(steps)]
    told = (CHANNEL, _JSON.encode(notice).decode())
    moved = set(connection.exec_driver_sql(_ON_POSTGRESQL, (*values, *told)).scalars())
    return [step.table in moved for step in steps]

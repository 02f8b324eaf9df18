"""Decisions of many tables are stored together, and each is stored whole or not at all."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from sqlalchemy import Connection, insert, select

from paddock.server.settings import Settings
from paddock.server.storage.migrate import migrate
from paddock.server.storage.schema import records, tables, turns
from paddock.server.storage.store import Store
from paddock.server.storage.table_steps import Step, Turns

TABLES = ("one", "two", "three")


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[Store]:
    """A store with three tables at their first version, each waiting for Ada, who was called."""
    store = Store(url, "here")
    migrate(store.engine)
    store.open()
    await store.write(fill)
    yield store
    await store.close()


def fill(connection: Connection) -> None:
    row = {"game": "sealed", "public": True, "stage": "running", "host": "h", "created": 0.0, "touched": 0.0}
    row |= {"bots_asked": False, "tallied": False, "seed": b"", "invitation": "", "sheet": ""}
    waiting = {"person": "ada", "since": 1.0, "called": 2.0, "asks": "early"}
    for table in TABLES:
        connection.execute(insert(tables).values(id=table, version=1, **row))
        connection.execute(insert(turns).values(table_id=table, **waiting))


def step(table: str, version: int, how: Turns) -> Step:
    lines = [(1, b'{"a":"\\u0000 \xc3\xa9"}', 0, "n1"), (2, b'{"b":2}', None, None)]
    return Step(table, version, 9.5, True, "[2,null,null]", lines, how)


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
async def test_steps_together_are_stored_each_whole_or_not_at_all(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    database = request.getfixturevalue("postgresql")() if kind == "postgresql" else ""
    async with opened(Settings(data=tmp_path, database=database).url) as store:
        stored = await asyncio.gather(
            store.step(step("one", 2, Turns(done=["ada"], asked=[("bob", "now")]))),
            store.step(step("two", 3, Turns(done=["ada"]))),
            store.step(step("three", 2, Turns(kept=[("ada", "late", True)]))),
        )
        assert stored == [True, False, True]
        async with store.read() as connection:
            found = await connection.execute(
                select(
                    tables.c.id, tables.c.version, tables.c.touched, tables.c.bots_asked, tables.c.progress
                )
            )
            assert {row[0]: tuple(row[1:]) for row in found} == {
                "one": (2, 9.5, True, "[2,null,null]"),
                "two": (1, 0.0, False, ""),
                "three": (2, 9.5, True, "[2,null,null]"),
            }
            lines = await connection.execute(select(records).order_by(records.c.table_id, records.c.number))
            assert [(row.table_id, row.number, bytes(row.line), row.seat, row.decision) for row in lines] == [
                (table, *line) for table in ("one", "three") for line in step(table, 2, Turns()).records
            ]
            waiting = await connection.execute(select(turns).order_by(turns.c.table_id.desc()))
            assert [(row.table_id, row.person, row.since, row.called, row.asks) for row in waiting] == [
                ("two", "ada", 1.0, 2.0, "early"),
                ("three", "ada", 9.5, None, "late"),
                ("one", "bob", 9.5, None, "now"),
            ]
        assert await store.step(step("two", 2, Turns(asked=[("ada", "anew")])))

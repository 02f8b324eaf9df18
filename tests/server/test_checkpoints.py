"""The log of writes is taken over into the database beside the writer."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from contextlib import closing, suppress
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import Connection, text

from paddock.server.storage import checkpoints
from paddock.server.storage.checkpoints import take_over
from paddock.server.storage.store import Store


def in_the_file_alone(database: Path) -> int:
    """How many rows are found without the log."""
    alone = database.with_name("alone.db")
    shutil.copy(database, alone)
    with closing(sqlite3.connect(alone)) as connection:
        if not connection.execute("select name from sqlite_master").fetchall():
            return 0
        return int(connection.execute("select count(*) from laps").fetchone()[0])


def drive(connection: Connection, lap: int) -> None:
    connection.execute(text("insert into laps values (:lap)"), {"lap": lap})


async def until_taken_over(database: Path, rows: int) -> None:
    task = asyncio.create_task(take_over(database, every=0.01, long=1))
    try:
        async with asyncio.timeout(60):
            while in_the_file_alone(database) < rows:
                await asyncio.sleep(0.02)
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


@pytest.mark.parametrize("too_long", [1, 1 << 30], ids=["begun anew", "taken over"])
async def test_what_was_committed_gets_into_the_database_and_nothing_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, too_long: int
) -> None:
    monkeypatch.setattr(checkpoints, "_TOO_LONG", too_long)
    database = tmp_path / "paddock.db"
    store = Store(f"sqlite:///{database}")
    store.open()
    await store.write(lambda connection: connection.execute(text("create table laps (n integer)")))
    for lap in range(3):
        await store.write(partial(drive, lap=lap))
        await until_taken_over(database, lap + 1)
    found = await store.rows(text("select n from laps order by n"))
    assert [row.n for row in found] == [0, 1, 2]
    await store.close()
    assert in_the_file_alone(database) == 3


async def test_a_log_that_cannot_be_taken_over_is_said_and_tried_again(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    database = tmp_path / "paddock.db"
    database.write_bytes(b"no database" * 1000)
    database.with_name("paddock.db-wal").write_bytes(b"no log" * 1000)
    task = asyncio.create_task(take_over(database, every=0.01, long=1))
    async with asyncio.timeout(60):
        while not caplog.records:
            await asyncio.sleep(0.02)
    assert "was not taken over" in caplog.text and not task.done()
    task.cancel()

"""The log of writes is taken over into the database beside the writer, and never begun anew meanwhile."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, text

from paddock.server.storage import sqlite_checkpoints
from paddock.server.storage.sqlite_checkpoints import Checkpoints
from paddock.server.storage.store import Store
from tests.server.serving import WAIT


def rows_in_the_file_alone(database: Path) -> int:
    """How many rows a copy without the log has; none in one made while pages were being taken over."""
    alone = database.with_name("alone.db")
    shutil.copy(database, alone)
    with closing(sqlite3.connect(alone)) as connection, suppress(sqlite3.DatabaseError):
        return int(connection.execute("select count(*) from laps").fetchone()[0])
    return 0


def drive(connection: Connection, lap: int) -> None:
    connection.execute(text("insert into laps values (:lap, :told)"), {"lap": lap, "told": "x" * 2000})


def salts(log: Path) -> bytes:
    """What every beginning of the log changes."""
    return log.read_bytes()[16:24]


async def opened(database: Path) -> Store:
    store = Store(f"sqlite:///{database}")
    store.open()
    await store.write(lambda connection: connection.execute(text("create table laps (n integer, told text)")))
    return store


async def test_a_log_that_is_written_all_the_time_is_taken_over_and_stays_short(tmp_path: Path) -> None:
    database = tmp_path / "paddock.db"
    store = await opened(database)
    taking = Checkpoints(database, store._by_writer, long=1 << 14, too_long=1 << 17)
    task = asyncio.create_task(taking.keep_taking_over(every=0.01))
    begun = {salts(database.with_name("paddock.db-wal"))}
    lap = 0
    async with asyncio.timeout(WAIT):
        while len(begun) < 4 or lap < 200:
            await store.write(partial(drive, lap=lap))
            begun.add(salts(database.with_name("paddock.db-wal")))
            lap += 1
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task
    async with asyncio.timeout(WAIT):
        # What was being taken over when the task was cancelled may hold up the next time.
        while rows_in_the_file_alone(database) < lap:
            await taking.take_over()
    found = await store.rows(text("select n from laps order by n"))
    assert [row.n for row in found] == list(range(lap))
    await store.close()


async def test_no_log_is_begun_anew_while_it_is_taken_over_beside_the_writer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even if somebody else has taken all of it over in the very moment before."""
    database = tmp_path / "paddock.db"
    log = database.with_name("paddock.db-wal")
    store = await opened(database)
    take_over = sqlite_checkpoints._take_over
    kept: list[bool] = []

    def in_the_worst_moment(taking: sqlite3.Connection) -> int:
        with closing(sqlite3.connect(database)) as other:
            other.execute("PRAGMA wal_checkpoint(PASSIVE)")
            before = salts(log)
            other.execute("insert into laps values (0, '')")
            other.commit()
        kept.append(salts(log) == before)
        return take_over(taking)

    monkeypatch.setattr(sqlite_checkpoints, "_take_over", in_the_worst_moment)
    await Checkpoints(database, store._by_writer).take_over()
    assert kept == [True]
    monkeypatch.undo()
    await store._by_writer(take_over)
    before = salts(log)
    await store.write(partial(drive, lap=1))
    assert salts(log) != before, "with nobody reading it is begun anew"
    await store.close()


@pytest.mark.parametrize("failing", ["beside the writer", "by the writer"])
async def test_what_fails_is_said_and_tried_again_while_the_writer_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, failing: str
) -> None:
    database = tmp_path / "paddock.db"
    store = await opened(database)
    tries = 0
    take_over = sqlite_checkpoints._take_over_while_reading

    def fail_twice(deed: Callable[[Any], Any], given: Any) -> Any:
        nonlocal tries
        tries += 1
        if tries <= 2:
            raise sqlite3.OperationalError("database or disk is full")
        return deed(given)

    async def by_writer(deed: Callable[[sqlite3.Connection], Any]) -> Any:
        return await store._by_writer(partial(fail_twice, deed) if failing == "by the writer" else deed)

    if failing == "beside the writer":
        monkeypatch.setattr(sqlite_checkpoints, "_take_over_while_reading", partial(fail_twice, take_over))
    await store.write(partial(drive, lap=0))
    task = asyncio.create_task(Checkpoints(database, by_writer, long=1).keep_taking_over(every=0.01))
    async with asyncio.timeout(WAIT):
        lap = 1
        while rows_in_the_file_alone(database) == 0:
            await store.write(partial(drive, lap=lap))
            lap += 1
    assert caplog.text.count("disk is full") == 2
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task
    await store.close()
    # Somebody may still be taking over: what is not in the file by itself yet is in its log.
    with closing(sqlite3.connect(database)) as reading:
        assert reading.execute("select count(*) from laps").fetchone() == (lap,)

"""Access to the database: concurrent readers, and writers that commit waiting changes together.

Decisions are written as steps, everything else as jobs. SQLite has one writer for both. PostgreSQL has a
separate writer for steps, which stores all waiting steps in one statement, so that no decision waits for a
long job.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from secrets import token_bytes
from typing import Any, TypeVar, cast

from sqlalchemy import (
    Connection,
    Engine,
    Executable,
    Row,
    Table,
    create_engine,
    event,
    insert,
    make_url,
    select,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError, IntegrityError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from paddock.server.metrics import METRICS
from paddock.server.storage import table_steps
from paddock.server.storage.read_batching import Asking
from paddock.server.storage.schema import secrets
from paddock.server.storage.sqlite_checkpoints import Checkpoints
from paddock.server.storage.table_steps import Step

T = TypeVar("T")
Job = Callable[[Connection], Any]
Work = Step | Job
Queue = asyncio.Queue[tuple[Work, asyncio.Future[Any]]]
_LOG = logging.getLogger("paddock.storage")
_TOGETHER = 200
_JOB_QUEUES_ON_POSTGRESQL = 3
_GATHERING_SECONDS = 0.02
"""After a commit of several changes, wait so long for more: every commit costs."""
_TRIES = 3
_UNUSED_SECONDS = 0.5
"""Seconds without use after which a connection is tested before the next commit."""
_ROLLED_BACK = ("40001", "40P01")
"""PostgreSQL's error codes for serialization failures and deadlocks."""


class Store:
    """Reads use `read` or `ask`; changes use `step` or `write`, which return after the commit."""

    def __init__(self, url: str, process: str = "") -> None:
        """`process`: the name of this process in notices about steps."""
        self.url = make_url(url)
        self.shared = self.url.get_backend_name() == "postgresql"
        self._writer = _writing_engine(self.url.render_as_string(hide_password=False))
        pool: dict[str, Any] = {"pool_size": 8, "max_overflow": 8, "pool_timeout": 120}
        if self.shared:
            # Without transactions every statement sees the newest commit.
            pool["isolation_level"] = "AUTOCOMMIT"
            self._reader = create_async_engine(self.url, **pool)
            asker = create_engine(self.url, **pool)
        else:
            self._reader = create_async_engine(self.url.set(drivername="sqlite+aiosqlite"), **pool)
            asker = create_engine(self.url, **pool)
            for engine in (self._reader.sync_engine, asker):
                event.listen(engine, "connect", _read_patiently)
        self._asking, self._asking_long = Asking(asker), Asking(asker, threads=2)
        engines = [self._writer]
        if self.shared:
            # One statement is its own transaction: this saves two round trips per batch of steps.
            stepping = self._writer.execution_options(isolation_level="AUTOCOMMIT")
            engines = [stepping, *[self._writer] * _JOB_QUEUES_ON_POSTGRESQL]
        self._hands = [_Hand(engine, process, ping=self.shared) for engine in engines]
        self._queues: list[Queue] = [asyncio.Queue() for _ in engines]
        self._threads = ThreadPoolExecutor(len(engines), thread_name_prefix="writer")
        self._writers: list[asyncio.Task[None]] = []

    @property
    def engine(self) -> Engine:
        """The engine of the writers, for migrations."""
        return self._writer

    def open(self) -> None:
        """Start the writers."""
        pairs = zip(self._queues, self._hands, strict=True)
        self._writers = [asyncio.create_task(self._work(queue, hand)) for queue, hand in pairs]
        if not self.shared and self.url.database:
            checkpoints = Checkpoints(Path(self.url.database), self._by_writer)
            self._writers.append(asyncio.create_task(checkpoints.keep_taking_over()))

    async def close(self) -> None:
        """Finish pending writes, then close all connections."""
        await asyncio.gather(*(queue.join() for queue in self._queues))
        for writer in self._writers:
            writer.cancel()
        await asyncio.gather(*self._writers, return_exceptions=True)
        self._threads.shutdown()
        for hand in self._hands:
            hand.close()
        self._asking.close()
        self._asking_long.close()
        self._writer.dispose()
        await self._reader.dispose()

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """A connection for reading."""
        async with self._reader.connect() as connection:
            yield connection

    async def ask(self, job: Callable[[Connection], T]) -> T:
        """Run a short read job; cheaper than `read`, since jobs are batched."""
        return await self._asking.ask(job)

    async def ask_long(self, job: Callable[[Connection], T]) -> T:
        """As `ask`, for longer reads such as whole logs, so that short ones need not wait for them."""
        return await self._asking_long.ask(job)

    async def rows(self, statement: Executable, **values: Any) -> Sequence[Row[Any]]:
        """The rows of one short statement, read by `ask`; `values` are its parameters."""
        return await self.ask(lambda connection: connection.execute(statement, values).all())

    async def write(self, job: Callable[[Connection], T], key: str = "") -> T:
        """Run a job in a transaction; jobs of one key stay in order. Returns after the commit."""
        queues = self._queues[1:] or self._queues
        found: T = await self._queued(queues[hash(key) % len(queues)], job)
        return found

    async def step(self, step: Step) -> bool:
        """Store a step; returns False if the table has changed in the meantime. Returns after the commit."""
        return bool(await self._queued(self._queues[0], step))

    async def _by_writer(self, deed: Callable[[sqlite3.Connection], T]) -> T:
        """Run a function with the connection of SQLite's writer, between two commits."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, self._hands[0].between_commits, deed)

    async def _queued(self, queue: Queue, work: Work) -> Any:
        done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        queue.put_nowait((work, done))
        return await done

    async def _work(self, queue: Queue, hand: _Hand) -> None:
        loop = asyncio.get_running_loop()
        gather_until = 0.0
        while True:
            batch = [await queue.get()]
            if (rest := gather_until - loop.time()) > 0:
                await asyncio.sleep(rest)
            while len(batch) < _TOGETHER and not queue.empty():
                batch.append(queue.get_nowait())
            works = [work for work, _ in batch]
            with METRICS.timed("paddock_commit_seconds"):
                outcomes = await loop.run_in_executor(self._threads, hand.commit, works)
            gather_until = loop.time() + _GATHERING_SECONDS if len(works) > 1 else 0.0
            for (_, done), outcome in zip(batch, outcomes, strict=True):
                queue.task_done()
                if done.cancelled():
                    continue
                if isinstance(outcome, BaseException):
                    done.set_exception(outcome)
                else:
                    done.set_result(outcome)


class _Hand:
    """Writes the changes of one queue on one connection."""

    def __init__(self, engine: Engine, process: str, ping: bool) -> None:
        self.engine = engine
        self.process = process
        self.ping = ping
        """Whether to test the connection after a pause: a remote database may have gone away."""
        self._connection: Connection | None = None
        self._used = 0.0

    def commit(self, works: list[Work]) -> list[Any]:
        """Write all changes in one transaction, or one by one if any fails; returns results or exceptions."""
        try:
            return self._together(works)
        except Exception as error:
            if len(works) > 1:
                return [self.commit([work])[0] for work in works]
            return [self._again(works[0], error)]

    def between_commits(self, deed: Callable[[sqlite3.Connection], T]) -> T:
        """Run a function with SQLite's own connection; after a failure the next commit opens a new one."""
        try:
            return deed(cast(sqlite3.Connection, self._ready().connection.driver_connection))
        except Exception:
            self.close()
            raise

    def close(self) -> None:
        """Close the connection."""
        if self._connection is not None:
            with suppress(DBAPIError):
                self._connection.close()
            self._connection = None

    def _together(self, works: list[Work]) -> list[Any]:
        connection = self._ready()
        try:
            with connection.begin():
                return self._done(connection, works)
        except DBAPIError as error:
            if error.connection_invalidated or not _collided(error):
                self.close()
            raise
        finally:
            self._used = time.monotonic()

    def _done(self, connection: Connection, works: list[Work]) -> list[Any]:
        stored = iter(table_steps.store(connection, [w for w in works if isinstance(w, Step)], self.process))
        return [next(stored) if isinstance(work, Step) else work(connection) for work in works]

    def _again(self, work: Work, error: Exception) -> Any:
        """Retry a change that collided with another process; nothing of it was stored."""
        for _ in range(_TRIES):
            if not _collided(error):
                break
            METRICS.count("paddock_collisions_total")
            try:
                return self._together([work])[0]
            except Exception as next_error:
                error = next_error
        return error

    def _ready(self) -> Connection:
        """The connection, reopened if it broke while unused."""
        if self._connection is not None and self.ping and time.monotonic() - self._used > _UNUSED_SECONDS:
            try:
                self._connection.exec_driver_sql("SELECT 1")
                self._connection.rollback()
            except DBAPIError:
                self.close()
        if self._connection is None:
            self._connection = self.engine.connect()
        return self._connection


def _collided(error: Exception) -> bool:
    if isinstance(error, IntegrityError):
        return True
    return isinstance(error, DBAPIError) and getattr(error.orig, "sqlstate", None) in _ROLLED_BACK


def _writing_engine(url: str) -> Engine:
    engine = create_engine(url, pool_size=_JOB_QUEUES_ON_POSTGRESQL + 2)
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _write_safely)
        event.listen(engine, "begin", _lock_at_once)
    return engine


def _write_safely(connection: Any, _record: object) -> None:
    connection.isolation_level = None
    settings = ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=30000", "wal_autocheckpoint=0")
    for pragma in settings:
        connection.execute(f"PRAGMA {pragma}")


def _read_patiently(connection: Any, _record: object) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA busy_timeout=30000")
    cursor.close()


def _lock_at_once(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def outage(error: BaseException) -> bool:
    """Whether an error means that the database is temporarily unreachable or cannot write."""
    return isinstance(error, OperationalError | InterfaceError | PoolTimeout)


def process_name() -> str:
    """Returns a unique name for this process."""
    return f"{os.getpid()}-{os.urandom(4).hex()}"


def _random_bytes() -> bytes:
    return token_bytes(32)


async def kept_secret(store: Store, name: str, make: Callable[[], bytes] = _random_bytes) -> bytes:
    """Returns the stored secret of that name; `make` creates it the first time."""

    def job(connection: Connection) -> bytes:
        kept = connection.execute(select(secrets.c.value).where(secrets.c.name == name)).scalar()
        if kept is None:
            kept = make()
            connection.execute(insert(secrets).values(name=name, value=kept))
        return bytes(kept)

    return await store.write(job)


def insert_into(connection: Connection, table: Table) -> postgresql.Insert | sqlite.Insert:
    """An insert statement that supports `on_conflict`."""
    if connection.dialect.name == "postgresql":
        return postgresql.insert(table)
    return sqlite.insert(table)

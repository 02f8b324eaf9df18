"""The database: many readers, and writers that commit together what waits together."""

from __future__ import annotations

import asyncio
import logging
import os
import time
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import DBAPIError, IntegrityError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from paddock.server.metrics import METRICS

T = TypeVar("T")
Job = Callable[[Connection], Any]
_LOG = logging.getLogger("paddock.storage")
_TOGETHER = 200
_QUEUES_ON_POSTGRESQL = 4
_GATHERING_SECONDS = 0.01
"""Where several wrote at once more will come: worth waiting for, since every commit costs."""
_TRIES = 3
_UNUSED_SECONDS = 0.5
"""A connection is asked whether it still works if it was not used for so long."""
_ROLLED_BACK = ("40001", "40P01")
"""PostgreSQL's words for a transaction that gave way to another one."""


class Store:
    """Reads go through `read`, changes through `write`; a change is committed when `write` returns."""

    def __init__(self, url: str) -> None:
        self.url = make_url(url)
        self.shared = self.url.get_backend_name() == "postgresql"
        self._writer = _writing_engine(self.url.render_as_string(hide_password=False))
        reading = self.url if self.shared else self.url.set(drivername="sqlite+aiosqlite")
        self._reader = create_async_engine(reading, pool_size=8, max_overflow=8, pool_timeout=120)
        if not self.shared:
            event.listen(self._reader.sync_engine, "connect", _read_patiently)
        queues = _QUEUES_ON_POSTGRESQL if self.shared else 1
        self._queues: list[asyncio.Queue[tuple[Job, asyncio.Future[Any]]]] = [
            asyncio.Queue() for _ in range(queues)
        ]
        self._hands = [_Hand(self._writer, ping=self.shared) for _ in range(queues)]
        self._threads = ThreadPoolExecutor(queues, thread_name_prefix="writer")
        self._writers: list[asyncio.Task[None]] = []

    @property
    def engine(self) -> Engine:
        """The engine of the writers, for migrations."""
        return self._writer

    def open(self) -> None:
        """Let the writers begin their work."""
        pairs = zip(self._queues, self._hands, strict=True)
        self._writers = [asyncio.create_task(self._work(queue, hand)) for queue, hand in pairs]

    async def close(self) -> None:
        """Finish what waits to be written, then let go of the database."""
        await asyncio.gather(*(queue.join() for queue in self._queues))
        for writer in self._writers:
            writer.cancel()
        await asyncio.gather(*self._writers, return_exceptions=True)
        self._threads.shutdown()
        for hand in self._hands:
            hand.close()
        self._writer.dispose()
        await self._reader.dispose()

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """A connection to read with."""
        async with self._reader.connect() as connection:
            yield connection

    async def write(self, job: Callable[[Connection], T], key: str = "") -> T:
        """Run a job in a transaction; jobs of one key stay in order. Returns after the commit."""
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._queues[hash(key) % len(self._queues)].put_nowait((job, done))
        return await done

    async def _work(self, queue: asyncio.Queue[tuple[Job, asyncio.Future[Any]]], hand: _Hand) -> None:
        loop = asyncio.get_running_loop()
        gather_until = 0.0
        while True:
            batch = [await queue.get()]
            if (rest := gather_until - loop.time()) > 0:
                await asyncio.sleep(rest)
            while len(batch) < _TOGETHER and not queue.empty():
                batch.append(queue.get_nowait())
            jobs = [job for job, _ in batch]
            with METRICS.timed("paddock_commit_seconds"):
                outcomes = await loop.run_in_executor(self._threads, hand.commit, jobs)
            gather_until = loop.time() + _GATHERING_SECONDS if len(jobs) > 1 else 0.0
            for (_, done), outcome in zip(batch, outcomes, strict=True):
                queue.task_done()
                if done.cancelled():
                    continue
                if isinstance(outcome, BaseException):
                    done.set_exception(outcome)
                else:
                    done.set_result(outcome)


class _Hand:
    """Writes what one queue brings, with one connection that is kept as long as it works."""

    def __init__(self, engine: Engine, ping: bool) -> None:
        self.engine = engine
        self.ping = ping
        """Whether the database may have gone away while nothing was written."""
        self._connection: Connection | None = None
        self._used = 0.0

    def commit(self, jobs: list[Job]) -> list[Any]:
        """Run jobs in one transaction, or each by itself where one of them fails; what each came to."""
        try:
            return self._together(jobs)
        except Exception as error:
            if len(jobs) > 1:
                return [self.commit([job])[0] for job in jobs]
            return [self._again(jobs[0], error)]

    def close(self) -> None:
        """Let go of the connection."""
        if self._connection is not None:
            with suppress(DBAPIError):
                self._connection.close()
            self._connection = None

    def _together(self, jobs: list[Job]) -> list[Any]:
        connection = self._ready()
        try:
            with connection.begin():
                return [job(connection) for job in jobs]
        except DBAPIError as error:
            if error.connection_invalidated or not _collided(error):
                self.close()
            raise
        finally:
            self._used = time.monotonic()

    def _again(self, job: Job, error: Exception) -> Any:
        """Do a job anew that met another process's: nothing of it was stored, and now it sees what was."""
        for _ in range(_TRIES):
            if not _collided(error):
                break
            METRICS.count("paddock_collisions_total")
            try:
                return self._together([job])[0]
            except Exception as next_error:
                error = next_error
        return error

    def _ready(self) -> Connection:
        """The connection, opened anew if it broke while nobody used it."""
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
    engine = create_engine(url, pool_size=_QUEUES_ON_POSTGRESQL + 1)
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _write_safely)
        event.listen(engine, "begin", _lock_at_once)
    return engine


def _write_safely(connection: Any, _record: object) -> None:
    connection.isolation_level = None
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=30000"):
        connection.execute(f"PRAGMA {pragma}")


def _read_patiently(connection: Any, _record: object) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA busy_timeout=30000")
    cursor.close()


def _lock_at_once(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def outage(error: BaseException) -> bool:
    """Whether an error means that the database is not there, or cannot write, and may be later."""
    return isinstance(error, OperationalError | InterfaceError | PoolTimeout)


def process_name() -> str:
    """A name for this process among those that share a database."""
    return f"{os.getpid()}-{os.urandom(4).hex()}"

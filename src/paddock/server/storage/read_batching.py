"""Batches short database reads: reads that arrive together share one thread and one connection.

Switching threads and checking out a connection cost more than a short statement. While all threads are busy,
new reads wait and form the next batch.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine

T = TypeVar("T")
Job = Callable[[Connection], Any]
_ASKERS = 4
_TOGETHER = 16


class Asking:
    """Runs short read jobs in a few threads."""

    def __init__(self, engine: Engine, threads: int = _ASKERS) -> None:
        self.engine = engine
        self.threads = threads
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="asker")
        self._waiting: deque[tuple[Job, asyncio.Future[Any]]] = deque()
        self._busy = 0
        self._soon = False

    async def ask(self, job: Callable[[Connection], T]) -> T:
        """Run a read job and return its result."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[T] = loop.create_future()
        self._waiting.append((job, done))
        if not self._soon and self._busy < self.threads:
            self._soon = True
            loop.call_soon(self._begin)
        return await done

    def close(self) -> None:
        """Close the connections after all waiting jobs are done."""
        self._threads.shutdown()
        self.engine.dispose()

    def _begin(self) -> None:
        """Start threads for the waiting jobs."""
        self._soon = False
        while self._waiting and self._busy < self.threads:
            batch = [self._waiting.popleft() for _ in range(min(_TOGETHER, len(self._waiting)))]
            batch = [(job, done) for job, done in batch if not done.done()]
            if batch:
                self._busy += 1
                jobs = [job for job, _ in batch]
                answers = asyncio.get_running_loop().run_in_executor(
                    self._threads, _answers, self.engine, jobs
                )
                answers.add_done_callback(lambda found, batch=batch: self._end(batch, found))  # type: ignore[misc]

    def _end(self, batch: list[tuple[Job, asyncio.Future[Any]]], found: asyncio.Future[list[Any]]) -> None:
        self._busy -= 1
        for (_, done), answer in zip(batch, found.result(), strict=True):
            if done.done():
                continue
            if isinstance(answer, BaseException):
                done.set_exception(answer)
            else:
                done.set_result(answer)
        self._begin()


def _answers(engine: Engine, jobs: Sequence[Job]) -> list[Any]:
    """The result or the exception of each job; after an exception the rest use a new connection."""
    found: list[Any] = []
    while len(found) < len(jobs):
        try:
            with engine.connect() as connection:
                for job in jobs[len(found) :]:
                    found.append(job(connection))
        except Exception as error:
            if len(found) < len(jobs):
                found.append(error)
    return found

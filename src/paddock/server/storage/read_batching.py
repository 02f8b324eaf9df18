"""Short questions to the database: those that come together are answered together.

Every way to a thread and back, and every connection taken and given back, costs more than a short statement.
So whatever is asked in the same moment goes to one thread and one connection, and what comes while all of
them are busy waits and goes together as well.
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
    """Lets short jobs read in a few threads; none of them is to take long."""

    def __init__(self, engine: Engine, threads: int = _ASKERS) -> None:
        self.engine = engine
        self.threads = threads
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="asker")
        self._waiting: deque[tuple[Job, asyncio.Future[Any]]] = deque()
        self._busy = 0
        self._soon = False

    async def ask(self, job: Callable[[Connection], T]) -> T:
        """What a job reads."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[T] = loop.create_future()
        self._waiting.append((job, done))
        if not self._soon and self._busy < self.threads:
            self._soon = True
            loop.call_soon(self._begin)
        return await done

    def close(self) -> None:
        """Let go of the database, once everything is answered."""
        self._threads.shutdown()
        self.engine.dispose()

    def _begin(self) -> None:
        """Let a thread answer what waits."""
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
    """What each job reads, or what it failed with; after a failure the others get a fresh connection."""
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

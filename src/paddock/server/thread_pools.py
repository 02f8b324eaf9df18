"""Thread pools for blocking work, separate by purpose: visitors' requests cannot delay players.

Pools are fair: each requester has a limited number of running jobs, the others wait their turn, and a full
queue raises TooOften. A job counts until its thread is free, even if its caller was cancelled.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from contextvars import ContextVar
from functools import partial
from typing import Any, ParamSpec, TypeVar

from paddock.server.errors import TooOften

P = ParamSpec("P")
T = TypeVar("T")
REQUESTER: ContextVar[str] = ContextVar("requester", default="")
"""The address of the current request; empty for work of the server itself."""
_WAIT_SECONDS = 2.0

Job = tuple[asyncio.Future[Any], Callable[[], Any]]


class ThreadPool:
    """Runs blocking functions in its own threads, fairly among requesters."""

    def __init__(self, name: str, threads: int, each: int, waiting: int) -> None:
        """`each`: running jobs per requester.

        `waiting`: queued jobs in total; one requester may use a quarter of them.
        """
        self.threads = threads
        self.each = each
        self.waiting = waiting
        self._executor = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self._lines: dict[str, deque[Job]] = {}
        """Queued jobs by requester; the next requester comes first."""
        self._running: Counter[str] = Counter()

    async def run(self, work: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a function for the current request; raises TooOften if the queue is full."""
        return await self.run_for(REQUESTER.get(), work, *args, **kwargs)

    async def run_for(self, who: str, work: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """As `run`, for a given requester."""
        waits = len(self._lines.get(who, ()))
        if waits >= self.waiting // 4 or sum(map(len, self._lines.values())) >= self.waiting:
            raise TooOften(_WAIT_SECONDS)
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        job: Job = (done, lambda: work(*args, **kwargs))
        self._lines.setdefault(who, deque()).append(job)
        self._start()
        try:
            return await done
        except asyncio.CancelledError:
            self._forget(who, job)
            raise

    def _forget(self, who: str, job: Job) -> None:
        """Remove a cancelled job from the queue."""
        line = self._lines.get(who, deque())
        with suppress(ValueError):
            line.remove(job)
            if not line:
                del self._lines[who]

    def _start(self) -> None:
        """Start queued jobs while threads are free, one of each requester in turn."""
        while self._running.total() < self.threads:
            who = next((one for one in self._lines if self._running[one] < self.each), None)
            if who is None:
                return
            line = self._lines.pop(who)
            done, job = line.popleft()
            if line:
                self._lines[who] = line
            if done.done():
                continue
            self._running[who] += 1
            self._executor.submit(job).add_done_callback(partial(_tell, self._ended, who, done))

    def _ended(self, who: str, done: asyncio.Future[Any], ended: Future[Any]) -> None:
        self._running[who] -= 1
        if not self._running[who]:
            del self._running[who]
        if not done.done():
            error = ended.exception()
            if error is not None:
                done.set_exception(error)
            else:
                done.set_result(ended.result())
        self._start()


def _tell(end: Callable[..., None], who: str, done: asyncio.Future[Any], ended: Future[Any]) -> None:
    """Call back in the event loop, unless it is closed."""
    with suppress(RuntimeError):
        done.get_loop().call_soon_threadsafe(end, who, done, ended)


TABLES = ThreadPool("tables", threads=2, each=2, waiting=1_000_000)
"""For loading games from their logs; the queue is so long that nobody is refused."""
PLAYERS = ThreadPool("players", threads=4, each=3, waiting=500)
"""For work that players wait for: options of a table, its drawing, a rematch."""
PASSWORDS = ThreadPool("passwords", threads=2, each=1, waiting=200)
"""For password hashing, which is slow by design."""
VISITORS = ThreadPool("visitors", threads=3, each=2, waiting=200)
"""For requests that any visitor can make: drawings, tracks, replays, logs, reports."""
BACKGROUND = ThreadPool("background", threads=2, each=2, waiting=100_000)
"""For background work on finished games and the calendar."""

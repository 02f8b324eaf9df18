"""Threads for blocking work, in pools apart: what strangers can start shares none with what players wait for.

A pool is fair to those who ask: a few jobs of each run at a time, the others wait their turn, and more
than a bounded number is refused. A job counts until its thread is free, even if nobody waits for it any
more.
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
"""The address of the request that is answered; work of the server itself has none."""
_WAIT_SECONDS = 2.0

Job = tuple[asyncio.Future[Any], Callable[[], Any]]


class ThreadPool:
    """Runs blocking functions in threads of its own, fairly among those who ask."""

    def __init__(self, name: str, threads: int, each: int, waiting: int) -> None:
        """`each`: how many jobs of one requester run at a time.

        `waiting`: how many wait, of all together; a quarter of them for one requester.
        """
        self.threads = threads
        self.each = each
        self.waiting = waiting
        self._executor = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self._lines: dict[str, deque[Job]] = {}
        """What waits, by requester; whose turn is next stands first."""
        self._running: Counter[str] = Counter()

    async def run(self, work: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """What a function returns, counted for whose request this is; raises TooOften if too much waits."""
        return await self.run_for(REQUESTER.get(), work, *args, **kwargs)

    async def run_for(self, who: str, work: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """As `run`, counted for somebody."""
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
        """Nobody waits for a job any more: it is not begun."""
        line = self._lines.get(who, deque())
        with suppress(ValueError):
            line.remove(job)
            if not line:
                del self._lines[who]

    def _start(self) -> None:
        """Start what may run now: one job of each requester in turn."""
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
    """Call back in the event loop, unless it was closed in the meantime."""
    with suppress(RuntimeError):
        done.get_loop().call_soon_threadsafe(end, who, done, ended)


TABLES = ThreadPool("tables", threads=2, each=2, waiting=1_000_000)
"""For taking up a game from its log: whoever comes to a table is never refused for others."""
PLAYERS = ThreadPool("players", threads=4, each=3, waiting=500)
"""For what players wait for: the options of a table, its drawing, a rematch."""
PASSWORDS = ThreadPool("passwords", threads=2, each=1, waiting=200)
"""For hashing: it takes long by design."""
VISITORS = ThreadPool("visitors", threads=3, each=2, waiting=200)
"""For what any visitor can ask: drawings, tracks, replays, logs, reports."""
BACKGROUND = ThreadPool("background", threads=2, each=2, waiting=100_000)
"""For what follows from games and the calendar; nobody waits for it."""

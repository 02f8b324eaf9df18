"""Processes that know the games, for whatever would hold up the event loop."""

from __future__ import annotations

import asyncio
import importlib
import multiprocessing
import os
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from typing import ParamSpec

from paddock.core.data import own_data, use_all_data
from paddock.core.registry import bots, games

_SECONDS_TO_START = 120.0
P = ParamSpec("P")


class Workers:
    """Lets functions of games run elsewhere, a few at a time, each with a time limit."""

    def __init__(self, processes: int, seconds: float, load: Sequence[str]) -> None:
        self.processes = processes
        self.seconds = seconds
        self.load = tuple(load)
        self._pool: ProcessPoolExecutor | None = None
        self._warm_up: asyncio.Future[int] | None = None
        self._free = asyncio.Semaphore(processes)

    def warm(self) -> None:
        """Let the processes start, so that nobody waits for it later."""
        if self._pool is None:
            self._pool = self._new_pool()
            self._warm_up = asyncio.ensure_future(asyncio.wrap_future(self._pool.submit(os.getpid)))
            self._warm_up.add_done_callback(_forgive)

    async def ask(self, work: Callable[P, bytes], *args: P.args, **kwargs: P.kwargs) -> bytes:
        """What a function returns in one of the processes; raises TimeoutError, or whatever it raises.

        Whoever is cancelled while waiting for a free process leaves no work behind.
        """
        async with self._free:
            try:
                return await self._run(work, *args, **kwargs)
            except _Broken:
                # Somebody else's work may have broken the pool, so it is worth a second try.
                return await self._run(work, *args, **kwargs)

    async def _run(self, work: Callable[P, bytes], *args: P.args, **kwargs: P.kwargs) -> bytes:
        self.warm()
        assert self._pool is not None and self._warm_up is not None
        pool, warm_up = self._pool, self._warm_up
        try:
            # A new pool is given time to start, which counts for nobody's limit.
            async with asyncio.timeout(_SECONDS_TO_START):
                await asyncio.shield(warm_up)
            asked = _submit(pool, work, *args, **kwargs)
            async with asyncio.timeout(self.seconds):
                return await asyncio.wrap_future(asked)
        except TimeoutError:
            self._discard(pool)
            raise
        except BrokenExecutor as error:
            self._discard(pool)
            raise _Broken(str(error)) from None
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if task is not None and task.cancelling():
                raise
            raise _Broken("the pool was stopped") from None

    def _new_pool(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(
            self.processes,
            mp_context=multiprocessing.get_context("spawn"),
            initializer=_prepare,
            initargs=(self.load, own_data()),
        )

    def _discard(self, pool: ProcessPoolExecutor) -> None:
        if self._pool is pool:
            self._pool = None
        for process in list((pool._processes or {}).values()):
            process.kill()
        pool.shutdown(wait=False, cancel_futures=True)

    def close(self) -> None:
        """Stop all processes."""
        if self._pool is not None:
            self._discard(self._pool)


class _Broken(Exception):
    """The process died, or the whole pool was stopped, before there was an answer."""


def _submit(
    pool: ProcessPoolExecutor, work: Callable[P, bytes], *args: P.args, **kwargs: P.kwargs
) -> Future[bytes]:
    try:
        return pool.submit(work, *args, **kwargs)
    except RuntimeError as error:
        raise _Broken(str(error)) from None


def _forgive(warm_up: asyncio.Future[int]) -> None:
    """A pool that is stopped before it has started is nobody's failure."""
    if not warm_up.cancelled():
        warm_up.exception()


def _prepare(modules: Sequence[str], figures: Mapping[str, bytes]) -> None:
    threading.Thread(target=_die_with_the_server, daemon=True).start()
    use_all_data(figures)
    for module in modules:
        importlib.import_module(module)
    for game in games():
        bots(game)


def _die_with_the_server() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)

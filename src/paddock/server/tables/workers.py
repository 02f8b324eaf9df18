"""Processes that know the games, for whatever would hold up the event loop.

Each has a line of its own and does one thing at a time; the event loop speaks to it without threads between.
"""

from __future__ import annotations

import asyncio
import importlib
import multiprocessing
import os
import pickle
import socket
import struct
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any, ParamSpec

from paddock.core.registry import bots, games

_SECONDS_TO_START = 120.0
_NICENESS = 5
_LENGTH = struct.Struct("!I")
P = ParamSpec("P")


class Workers:
    """Lets functions of games run elsewhere, a few at a time, each with a time limit."""

    def __init__(
        self,
        processes: int,
        seconds: float,
        load: Sequence[str],
        for_bots: bool = False,
        solutions: Path | None = None,
    ) -> None:
        """`for_bots`: they give way to everything else where processors are short.

        `solutions`: the folder of solved drives they read.
        """
        self.solutions = solutions
        self.processes = processes
        self.seconds = seconds
        self.load = tuple(load)
        self.for_bots = for_bots
        self._idle: list[_Worker] = []
        self._all: set[_Worker] = set()
        self._tasks: set[asyncio.Task[bytes]] = set()
        self._free = asyncio.Semaphore(processes)
        self._closed = False

    def warm(self) -> None:
        """Let the processes start, so that nobody waits for it later."""
        while len(self._all) < self.processes:
            self._idle.append(self._new())

    @property
    def ready(self) -> int:
        """How many processes have loaded the games and wait for work."""
        return sum(worker.ready for worker in self._idle)

    async def started(self) -> None:
        """Wait until one of them is ready."""
        if self._idle:
            with suppress(_Broken):
                await self._idle[0].started()

    async def ask(self, work: Callable[P, bytes], *args: P.args, **kwargs: P.kwargs) -> bytes:
        """What a function returns in one of the processes; raises TimeoutError, or whatever it raises.

        Whoever is cancelled while waiting for a free process leaves no work behind.
        """
        await self._free.acquire()
        task = asyncio.create_task(self._ask(pickle.dumps((work, args, kwargs))))
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return await asyncio.shield(task)

    def _done(self, task: asyncio.Task[bytes]) -> None:
        self._tasks.discard(task)
        self._free.release()
        if not task.cancelled():
            task.exception()

    async def _ask(self, asked: bytes) -> bytes:
        try:
            return await self._try(asked)
        except _Broken:
            # It may have died of somebody else's work, so it is worth a second try.
            return await self._try(asked)

    async def _try(self, asked: bytes) -> bytes:
        if self._closed:
            raise _Broken("the processes were stopped")
        # The newest that is ready, else the oldest: it will be ready first.
        self._idle.sort(key=lambda worker: worker.ready)
        worker = self._idle.pop() if self._idle and self._idle[-1].ready else None
        if worker is None:
            worker = self._idle.pop(0) if self._idle else self._new()
        try:
            # A new process is given time to start, which counts for nobody's limit.
            async with asyncio.timeout(_SECONDS_TO_START):
                await worker.started()
            async with asyncio.timeout(self.seconds):
                found, failed = await worker.ask(asked)
        except BaseException:
            self._discard(worker)
            raise
        self._idle.append(worker)
        if failed is not None:
            raise failed
        return found

    def _new(self) -> _Worker:
        worker = _Worker(self.load, self.for_bots, self.solutions)
        self._all.add(worker)
        return worker

    def _discard(self, worker: _Worker) -> None:
        self._all.discard(worker)
        worker.kill()

    def close(self) -> None:
        """Stop all processes."""
        self._closed = True
        self._idle.clear()
        for worker in list(self._all):
            self._discard(worker)


class _Worker:
    """One process and the line to it."""

    def __init__(self, load: Sequence[str], for_bots: bool, solutions: Path | None) -> None:
        self._line, theirs = socket.socketpair()
        self._line.setblocking(False)
        self._process = _nursery(tuple(load)).Process(
            target=_serve, args=(theirs, load, for_bots, solutions), daemon=True
        )
        self._process.start()
        theirs.close()
        self._loop = asyncio.get_running_loop()
        self._greeting: asyncio.Task[bytes] = self._loop.create_task(self._read())
        self._greeting.add_done_callback(_forgive)

    @property
    def ready(self) -> bool:
        """Whether the process has loaded the games."""
        return self._greeting.done()

    async def started(self) -> None:
        """Wait until the process has loaded the games."""
        await asyncio.shield(self._greeting)

    async def ask(self, asked: bytes) -> tuple[bytes, Exception | None]:
        """What came of it: an answer, or the exception it ended with."""
        try:
            await self._loop.sock_sendall(self._line, _LENGTH.pack(len(asked)) + asked)
        except OSError as error:
            raise _Broken(str(error)) from None
        answer = await self._read()
        return (answer[1:], None) if answer[:1] == b"+" else (b"", pickle.loads(answer[1:]))

    async def _read(self) -> bytes:
        size = _LENGTH.unpack(await self._exactly(_LENGTH.size))[0]
        return await self._exactly(size)

    async def _exactly(self, size: int) -> bytes:
        parts = []
        while size:
            try:
                part = await self._loop.sock_recv(self._line, size)
            except OSError as error:
                raise _Broken(str(error)) from None
            if not part:
                raise _Broken("the process ended without an answer")
            parts.append(part)
            size -= len(part)
        return parts[0] if len(parts) == 1 else b"".join(parts)

    def kill(self) -> None:
        """Stop the process, whatever it does."""
        self._greeting.cancel()
        self._process.kill()
        with suppress(OSError):
            self._line.close()


@lru_cache(maxsize=1)
def _nursery(load: tuple[str, ...]) -> Any:
    """Where processes come from: all are children of one that has loaded the games, where there can be one.

    So the second and every later one starts at once.
    """
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    nursery = multiprocessing.get_context("forkserver")
    nursery.set_forkserver_preload([*load, "paddock.server.tables.nursery"])
    return nursery


class _Broken(Exception):
    """The process died, or all were stopped, before there was an answer."""


def _forgive(greeting: asyncio.Task[bytes]) -> None:
    """A process that is stopped before it has started is nobody's failure."""
    if not greeting.cancelled():
        greeting.exception()


def _serve(line: socket.socket, load: Sequence[str], for_bots: bool, solutions: Path | None) -> None:
    """The life of a process: load the games, say so, then do what is asked."""
    if solutions is not None:
        os.environ["PADDOCK_SOLUTIONS"] = str(solutions)
    threading.Thread(target=_die_with_the_server, daemon=True).start()
    for module in load:
        importlib.import_module(module)
    for game in games():
        bots(game)
    if for_bots and hasattr(os, "nice"):
        os.nice(_NICENESS)
    _send(line, b"+")
    while (asked := _receive(line)) is not None:
        _send(line, _answer(asked))


def _answer(asked: bytes) -> bytes:
    work, args, kwargs = pickle.loads(asked)
    try:
        return b"+" + bytes(work(*args, **kwargs))
    except Exception as error:
        try:
            return b"-" + pickle.dumps(error)
        except Exception:
            return b"-" + pickle.dumps(RuntimeError(f"{type(error).__name__}: {error}"))


def _send(line: socket.socket, answer: bytes) -> None:
    line.sendall(_LENGTH.pack(len(answer)) + answer)


def _receive(line: socket.socket) -> bytes | None:
    """What is asked next; None once the server has hung up."""
    parts: list[Any] = []
    for size in (_LENGTH.size, None):
        left = size if size is not None else _LENGTH.unpack(parts[0])[0]
        got = b""
        while len(got) < left:
            part = line.recv(left - len(got))
            if not part:
                return None
            got += part
        parts.append(got)
    asked: bytes = parts[1]
    return asked


def _die_with_the_server() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)

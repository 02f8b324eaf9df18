"""A pool of worker processes for work that would block the event loop.

Each process does one job at a time over its own socket, which the event loop reads and writes without
threads.
"""

from __future__ import annotations

import asyncio
import gc
import importlib
import multiprocessing
import os
import pickle
import socket
import struct
import threading
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any, ParamSpec

from paddock.core.data import own_data, use_all_data
from paddock.core.registry import bots, games

_SECONDS_TO_START = 120.0
_TRIES = 2
_AT_ONCE = 1 << 18
_YOUNG = 10_000
_NICENESS = 5
_LENGTH = struct.Struct("!I")
P = ParamSpec("P")


class _Job:
    """A call for a worker and the future of its result."""

    def __init__(self, who: str, asked: bytes, answer: asyncio.Future[bytes]) -> None:
        self.who = who
        self.asked = asked
        self.answer = answer
        self.tried = 0


class Workers:
    """Runs functions in worker processes, each call with a time limit."""

    def __init__(
        self,
        processes: int,
        seconds: float,
        load: Sequence[str],
        for_bots: bool = False,
        solutions: Path | None = None,
    ) -> None:
        """`for_bots`: low priority. `solutions`: the folder of solved drives to read."""
        self.solutions = solutions
        self.processes = processes
        self.seconds = seconds
        self.load = tuple(load)
        self.for_bots = for_bots
        self._idle: list[_Worker] = []
        self._all: set[_Worker] = set()
        self._waiting: dict[str, deque[_Job]] = {}
        """Waiting jobs by requester; the next requester comes first."""
        self._closed = False

    def warm(self) -> None:
        """Start the processes in advance."""
        while len(self._all) < self.processes:
            self._idle.append(self._new())

    @property
    def ready(self) -> int:
        """The number of processes that are ready and idle."""
        return sum(worker.ready for worker in self._idle)

    async def started(self) -> None:
        """Wait until a process is ready."""
        if self._idle:
            await self._idle[0].greeted.wait()

    async def ask(self, who: str, work: Callable[P, bytes], *args: P.args, **kwargs: P.kwargs) -> bytes:
        """Run a function in a worker; raises TimeoutError, or whatever it raises.

        Requesters take turns. If the caller is cancelled while the job still waits, the job is dropped.
        """
        if self._closed:
            raise _Broken("the processes were stopped")
        answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(who, deque()).append(_Job(who, pickle.dumps((work, args, kwargs)), answer))
        self._hand_out()
        return await answer

    def _hand_out(self) -> None:
        """Give waiting jobs to free workers."""
        while self._waiting:
            who, line = next(iter(self._waiting.items()))
            while line and line[0].answer.done():
                line.popleft()
            if not line:
                del self._waiting[who]
            elif (worker := self._free()) is not None:
                job = line.popleft()
                del self._waiting[who]
                if line:
                    self._waiting[who] = line
                worker.take(job)
            else:
                return

    def _free(self) -> _Worker | None:
        """A free worker: the newest that is ready, otherwise the oldest, which will be ready first."""
        for place in reversed(range(len(self._idle))):
            if self._idle[place].ready:
                return self._idle.pop(place)
        if self._idle:
            return self._idle.pop(0)
        return self._new() if len(self._all) < self.processes else None

    def _new(self) -> _Worker:
        worker = _Worker(self.load, self.for_bots, self.solutions, self.seconds, self._answered, self._failed)
        self._all.add(worker)
        return worker

    def _answered(self, worker: _Worker) -> None:
        """Called when a worker has finished its job."""
        self._idle.append(worker)
        self._hand_out()

    def _failed(self, worker: _Worker, job: _Job | None, error: Exception) -> None:
        """Called when a worker has died or was too slow."""
        self._all.discard(worker)
        if worker in self._idle:
            self._idle.remove(worker)
        if job is not None and not job.answer.done():
            job.tried += 1
            # The process may have been killed for another reason, so the job gets a second try.
            if isinstance(error, _Broken) and job.tried < _TRIES and not self._closed:
                self._waiting = {
                    job.who: deque([job, *self._waiting.pop(job.who, ())]),
                    **self._waiting,
                }
            else:
                job.answer.set_exception(error)
        self._hand_out()

    def close(self) -> None:
        """Stop all workers."""
        self._closed = True
        waiting, self._waiting = self._waiting, {}
        for job in (job for line in waiting.values() for job in line):
            if not job.answer.done():
                job.answer.set_exception(_Broken("the processes were stopped"))
        for worker in list(self._all):
            worker.end(_Broken("the processes were stopped"))


class _Worker:
    """A worker process and its socket, served by the event loop's callbacks."""

    def __init__(
        self,
        load: Sequence[str],
        for_bots: bool,
        solutions: Path | None,
        seconds: float,
        answered: Callable[[_Worker], None],
        failed: Callable[[_Worker, _Job | None, Exception], None],
    ) -> None:
        self.ready = False
        """Whether the process has loaded the games."""
        self.greeted = asyncio.Event()
        """Set when it is ready or has ended."""
        self._seconds = seconds
        self._on_answer, self._on_end = answered, failed
        self._job: _Job | None = None
        self._got = bytearray()
        self._unsent = b""
        self._line, theirs = socket.socketpair()
        self._line.setblocking(False)
        figures = own_data()
        origin = multiprocessing.get_context("spawn") if figures else _preload(tuple(load))
        args = (theirs, load, for_bots, solutions, figures)
        self._process = origin.Process(target=_serve, args=args, daemon=True)
        self._process.start()
        theirs.close()
        self._loop = asyncio.get_running_loop()
        self._loop.add_reader(self._line, self._read)
        # Startup has its own time limit and does not count towards the job's.
        self._limit = self._loop.call_later(_SECONDS_TO_START, self._late)

    def take(self, job: _Job) -> None:
        """Give it a job, which starts as soon as the worker is ready."""
        self._job = job
        if self.ready:
            self._begin(job)

    def end(self, why: Exception) -> None:
        """Kill the process."""
        self._limit.cancel()
        self._loop.remove_reader(self._line)
        self._loop.remove_writer(self._line)
        self._process.kill()
        self._line.close()
        self.ready = False
        self.greeted.set()
        job, self._job = self._job, None
        self._on_end(self, job, why)

    def _late(self) -> None:
        self.end(TimeoutError())

    def _begin(self, job: _Job) -> None:
        self._limit = self._loop.call_later(self._seconds, self._late)
        self._unsent = _LENGTH.pack(len(job.asked)) + job.asked
        self._write()

    def _write(self) -> None:
        try:
            sent = self._line.send(self._unsent)
        except BlockingIOError:
            sent = 0
        except OSError as error:
            self.end(_Broken(str(error)))
            return
        self._unsent = self._unsent[sent:]
        if self._unsent:
            self._loop.add_writer(self._line, self._write)
        else:
            self._loop.remove_writer(self._line)

    def _read(self) -> None:
        try:
            part = self._line.recv(_AT_ONCE)
        except BlockingIOError:
            return
        except OSError as error:
            self.end(_Broken(str(error)))
            return
        if not part:
            self.end(_Broken("the process ended without an answer"))
            return
        self._got += part
        if len(self._got) >= _LENGTH.size:
            end = _LENGTH.size + _LENGTH.unpack_from(self._got)[0]
            if len(self._got) >= end:
                message = bytes(self._got[_LENGTH.size : end])
                del self._got[:end]
                self._hear(message)

    def _hear(self, message: bytes) -> None:
        self._limit.cancel()
        if not self.ready:
            self.ready = True
            self.greeted.set()
            if self._job is not None:
                self._begin(self._job)
            return
        job, self._job = self._job, None
        if job is not None and not job.answer.done():
            if message[:1] == b"+":
                job.answer.set_result(message[1:])
            else:
                job.answer.set_exception(_read_error(message[1:]))
        self._on_answer(self)


@lru_cache(maxsize=1)
def _preload(load: tuple[str, ...]) -> Any:
    """The context that starts workers: a fork server with the games loaded, if the system has one.

    Workers then start at once. The fork server has loaded the shipped game data; workers with an owner's own
    data are spawned instead.
    """
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    worker_preload = multiprocessing.get_context("forkserver")
    worker_preload.set_forkserver_preload([*load, "paddock.server.tables.worker_preload"])
    return worker_preload


class _Broken(Exception):
    """The process died or was stopped before it answered."""


def _serve(
    line: socket.socket,
    load: Sequence[str],
    for_bots: bool,
    solutions: Path | None,
    figures: Mapping[str, bytes],
) -> None:
    """Main loop of a worker: load the games, report ready, then answer calls."""
    use_all_data(figures)
    if solutions is not None:
        os.environ["PADDOCK_SOLUTIONS"] = str(solutions)
    threading.Thread(target=_die_with_the_server, daemon=True).start()
    for module in load:
        importlib.import_module(module)
    for game in games():
        bots(game)
    if for_bots and hasattr(os, "nice"):
        os.nice(_NICENESS)
    # A collection of everything loaded would take as long as twenty answers.
    gc.freeze()
    gc.set_threshold(_YOUNG)
    # The server may be gone.
    with suppress(OSError):
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


def _read_error(raw: bytes) -> Exception:
    """Decode an exception; some can be pickled but not unpickled."""
    try:
        error = pickle.loads(raw)
    except Exception as unreadable:
        return RuntimeError(f"an exception that cannot be read: {unreadable}")
    return error if isinstance(error, Exception) else RuntimeError(str(error))


def _send(line: socket.socket, answer: bytes) -> None:
    line.sendall(_LENGTH.pack(len(answer)) + answer)


def _receive(line: socket.socket) -> bytes | None:
    """The next call; None if the server has closed the socket."""
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

"""A queue of long background jobs, run one at a time in low-priority processes."""

from __future__ import annotations

import asyncio
import importlib
import logging
import multiprocessing
import os
import threading
from collections.abc import Awaitable, Callable, Mapping, Sequence
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

from msgspec import Struct

from paddock.core.data import own_data, use_all_data
from paddock.core.errors import PaddockError
from paddock.core.messages import Message
from paddock.server.thread_pools import ThreadPool

_LOG = logging.getLogger("paddock.jobs")
_NICE = 19

Tell = Callable[[float], None]
"""Reports progress, 0 to 1."""
Then = Callable[[], Awaitable[None]]
"""Runs after the job has succeeded."""


def write_whole(goal: Path, raw: bytes) -> None:
    """Write a file atomically."""
    goal.parent.mkdir(parents=True, exist_ok=True)
    half = goal.with_name(f"{goal.name}.{os.getpid()}")
    half.write_bytes(raw)
    half.replace(goal)


class Job(Struct):
    """A job and its progress."""

    key: str
    work: Callable[..., None]
    args: tuple[Any, ...]
    begun: bool = False
    done: float = 0.0
    idle: bool = False
    """Whether it runs only when no other job is left."""
    then: list[Then] = []


class JobQueue:
    """Runs jobs in order, each in a new process."""

    def __init__(
        self,
        load: Sequence[str],
        seconds: float,
        most: int,
        ready: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        """`ready`: awaited before the first job starts."""
        self.load = tuple(load)
        self.ready = ready
        self.seconds = seconds
        """The time limit of a job in seconds."""
        self.most = most
        """The maximum number of waiting jobs."""
        self.refused: dict[str, Message] = {}
        """Why jobs failed, by key; kept in memory only."""
        self._errands: dict[str, Job] = {}
        self._runner: asyncio.Task[None] | None = None
        self._process: BaseProcess | None = None
        self._threads = ThreadPool("jobs", threads=1, each=1, waiting=8)

    def find(self, key: str) -> Job | None:
        """The queued or running job of that key."""
        return self._errands.get(key)

    @property
    def full(self) -> bool:
        """Whether the queue accepts no more jobs."""
        return sum(not job.idle for job in self._errands.values()) >= self.most

    @property
    def busy_enough(self) -> bool:
        """Whether the queue accepts no more idle jobs."""
        return len(self._errands) >= self.most

    def ask(
        self,
        key: str,
        work: Callable[..., None],
        *args: Any,
        idle: bool = False,
        then: Then | None = None,
    ) -> Job:
        """Queue the call `work(tell, *args)` of a module-level function; a queued key is not queued again.

        `idle`: run only when no other job is left; asking again without it removes the flag.
        `then`: runs in this process after success, once for each call.
        """
        job = self._errands.get(key)
        if job is not None:
            job.idle = job.idle and idle
        else:
            job = self._errands[key] = Job(key, work, args, idle=idle)
            if self._runner is None or self._runner.done():
                self._runner = asyncio.create_task(self._run())
        if then is not None:
            job.then.append(then)
        return job

    async def close(self) -> None:
        """Stop at once; unfinished jobs are lost until somebody asks again."""
        self._errands.clear()
        if self._process is not None and self._process.pid is not None:
            self._process.kill()
        if self._runner is not None:
            self._runner.cancel()
            await asyncio.gather(self._runner, return_exceptions=True)

    async def _run(self) -> None:
        if self.ready is not None:
            await self.ready()
        while self._errands:
            job = min(self._errands.values(), key=lambda each: each.idle)
            job.begun = True
            try:
                async with asyncio.timeout(self.seconds):
                    await self._do(job)
                for then in job.then if job.key not in self.refused else ():
                    await then()
            except TimeoutError:
                _LOG.error("errand %s took more than %g s", job.key, self.seconds)
                self.refused[job.key] = Message("server.errand-too-long")
            except Exception:
                _LOG.exception("errand %s failed", job.key)
                self.refused[job.key] = Message("server.errand-failed")
            finally:
                self._errands.pop(job.key, None)

    async def _do(self, job: Job) -> None:
        ours, theirs = multiprocessing.Pipe(duplex=False)
        spawn = multiprocessing.get_context("spawn")
        args = (theirs, self.load, own_data(), job.work, job.args)
        process = spawn.Process(target=_work, args=args, daemon=True)
        self._process = process
        try:
            await self._threads.run(process.start)
            theirs.close()
            while (told := await self._threads.run(_hear, ours)) is not None:
                if isinstance(told, Message):
                    self.refused[job.key] = told
                else:
                    job.done = told
            await self._threads.run(process.join)
            if process.exitcode and job.key not in self.refused:
                raise RuntimeError(f"the process ended with {process.exitcode}")
        finally:
            if process.pid is not None:
                process.kill()
            ours.close()
            self._process = None


def _hear(pipe: Connection) -> float | Message | None:
    """The next progress report or error; None at the end."""
    try:
        told: float | Message = pipe.recv()
    except (EOFError, OSError):
        return None
    return told


def _work(
    pipe: Connection,
    load: Sequence[str],
    figures: Mapping[str, bytes],
    work: Callable[..., None],
    args: tuple[Any, ...],
) -> None:
    if hasattr(os, "nice"):
        os.nice(_NICE)
    threading.Thread(target=_die_with_the_server, daemon=True).start()
    use_all_data(figures)
    for module in load:
        importlib.import_module(module)
    try:
        work(pipe.send, *args)
    except PaddockError as error:
        pipe.send(error.message)


def _die_with_the_server() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)

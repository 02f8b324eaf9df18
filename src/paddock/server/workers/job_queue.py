"""A process of its own, nice to everyone, that does one long piece of work after the other."""

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
"""Is told how much of the work is done, 0 to 1."""
Then = Callable[[], Awaitable[None]]
"""What is to follow once the work is done."""


def write_whole(goal: Path, raw: bytes) -> None:
    """Write a file so that it is there whole or not at all."""
    goal.parent.mkdir(parents=True, exist_ok=True)
    half = goal.with_name(f"{goal.name}.{os.getpid()}")
    half.write_bytes(raw)
    half.replace(goal)


class Job(Struct):
    """A piece of work and how far it is."""

    key: str
    work: Callable[..., None]
    args: tuple[Any, ...]
    begun: bool = False
    done: float = 0.0
    idle: bool = False
    """Nobody waits for it: it is done when nothing else is left to do."""
    then: list[Then] = []


class JobQueue:
    """Does errands in the order they come, each in a fresh process; nobody waits for them."""

    def __init__(
        self,
        load: Sequence[str],
        seconds: float,
        most: int,
        ready: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        """`ready`: what is awaited before errands begin."""
        self.load = tuple(load)
        self.ready = ready
        self.seconds = seconds
        """How long an errand may take."""
        self.most = most
        """How many may wait."""
        self.refused: dict[str, Message] = {}
        """Why errands could not be done, by key; forgotten with the process."""
        self._errands: dict[str, Job] = {}
        self._runner: asyncio.Task[None] | None = None
        self._process: BaseProcess | None = None
        self._threads = ThreadPool("jobs", threads=1, each=1, waiting=8)

    def find(self, key: str) -> Job | None:
        """An errand that waits or is being done."""
        return self._errands.get(key)

    @property
    def full(self) -> bool:
        """Whether no more errands are taken."""
        return sum(not job.idle for job in self._errands.values()) >= self.most

    @property
    def busy_enough(self) -> bool:
        """Whether no more errands are taken that nobody waits for."""
        return len(self._errands) >= self.most

    def ask(
        self,
        key: str,
        work: Callable[..., None],
        *args: Any,
        idle: bool = False,
        then: Then | None = None,
    ) -> Job:
        """Let a function of a module be called as `work(tell, *args)`; once, however often it is asked.

        `idle`: when nothing else is left to do; whoever asks for it otherwise makes it one of the others.
        `then`: what follows here when it is done, of everyone who asked.
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
        """Stop at once; what was not finished is asked for again when somebody needs it."""
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
    """The next thing told; None when nothing more comes."""
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

"""Faults of a running server: power, database, disk, clock."""

from __future__ import annotations

import asyncio
import os
import random
import resource
import signal
import sqlite3
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import psutil

from tests.server.serving import Server

Fault = Callable[[random.Random], Awaitable[None]]
"""Causes a fault, waits, and repairs everything."""


class Faults:
    """Causes faults of one server and its database; `cluster` is its PostgreSQL, if any."""

    def __init__(self, server: Server, cluster: Any = None) -> None:
        self.server = server
        self.cluster = cluster
        common: dict[str, Fault] = {
            "kill": self.kill,
            "kill while starting": self.kill_while_starting,
            "stop": self.stop,
            "clock jump": self.clock_jump,
        }
        if cluster is None:
            self.all = {**common, "disk full": self.disk_full, "slow disk": self.slow_disk}
        else:
            self.all = {
                **common,
                "database killed": self.database_killed,
                "both killed": self.both_killed,
                "database stopped": self.database_stopped,
                "database stalled": self.database_stalled,
            }

    async def kill(self, rng: random.Random) -> None:
        """Kill the server and start it again."""
        await asyncio.to_thread(self.server.kill)
        await asyncio.to_thread(self.server.start)

    async def kill_while_starting(self, rng: random.Random) -> None:
        """Kill the server twice, the second time while it starts."""
        await asyncio.to_thread(self.server.kill)
        self.server.spawn()
        await asyncio.sleep(2 * rng.random())
        await self.kill(rng)

    async def stop(self, rng: random.Random) -> None:
        """Stop the server gracefully and start it again."""
        await asyncio.to_thread(self.server.stop)
        await asyncio.to_thread(self.server.start)

    async def clock_jump(self, rng: random.Random) -> None:
        """Move the wall clock forward or back by up to two hours while games run."""
        self.server.shift_clock(rng.uniform(-7200, 7200))
        await asyncio.sleep(0.5)

    async def disk_full(self, rng: random.Random) -> None:
        """Let no file grow for a while."""
        assert self.server.process is not None
        pid = self.server.process.pid
        largest = max((path.stat().st_size for path in self.server.folder.glob("paddock.db*")), default=0)
        before = resource.prlimit(pid, resource.RLIMIT_FSIZE)
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (max(largest // 2, 4096), before[1]))
        await asyncio.sleep(0.5 + rng.random())
        resource.prlimit(pid, resource.RLIMIT_FSIZE, before)

    async def slow_disk(self, rng: random.Random) -> None:
        """Make every write wait for a slow one."""
        for _ in range(4):
            await asyncio.to_thread(self._hold_writes, 0.1 + 0.6 * rng.random(), self._file)
            await asyncio.sleep(0.05)

    @property
    def _file(self) -> Path:
        return self.server.folder / "paddock.db"

    @staticmethod
    def _hold_writes(seconds: float, file: Path) -> None:
        with sqlite3.connect(file, timeout=30) as line:
            line.execute("BEGIN IMMEDIATE")
            time.sleep(seconds)
            line.rollback()

    async def database_killed(self, rng: random.Random) -> None:
        """Kill PostgreSQL and start it again."""
        await asyncio.to_thread(self._end_database, signal.SIGQUIT)
        await asyncio.sleep(rng.random())
        await asyncio.to_thread(self._start_database)

    async def both_killed(self, rng: random.Random) -> None:
        """Kill the server and PostgreSQL, in either order."""
        ends = [self.server.kill, lambda: self._end_database(signal.SIGQUIT)]
        rng.shuffle(ends)
        for end in ends:
            await asyncio.to_thread(end)
        await asyncio.to_thread(self._start_database)
        await asyncio.to_thread(self.server.start)

    async def database_stopped(self, rng: random.Random) -> None:
        """Restart PostgreSQL gracefully."""
        await asyncio.to_thread(self._end_database, signal.SIGINT)
        await asyncio.sleep(2 * rng.random())
        await asyncio.to_thread(self._start_database)

    async def database_stalled(self, rng: random.Random) -> None:
        """Suspend PostgreSQL for a while."""
        postmaster = psutil.Process(self.cluster.get_pid())
        everyone = [postmaster, *postmaster.children(recursive=True)]
        for process in everyone:
            process.suspend()
        await asyncio.sleep(0.3 + 1.5 * rng.random())
        for process in everyone:
            process.resume()

    def _end_database(self, how: signal.Signals) -> None:
        postmaster = psutil.Process(self.cluster.get_pid())
        os.kill(postmaster.pid, how)
        postmaster.wait(30)

    def _start_database(self) -> None:
        self.cluster.ensure_postgres_running()

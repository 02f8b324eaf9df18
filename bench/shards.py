"""The plan for a hundred thousand tables at one hundredth: servers on one PostgreSQL, a door in front.

Every table belongs to one server by its id (docs/scaling.md). At 1,000 tables of GT people plan with
questions, club players answer and screens watch, as in `bench.load`; then one server is killed, the door
gives its tables to the others, and all of them are drawn again there.
`python -m bench.shards [--servers 2] [--tables 1000]`
"""

from __future__ import annotations

import argparse
import asyncio
import os
import platform
import signal
import tempfile
import time
from pathlib import Path
from typing import Any

import msgspec

from bench.crowd import Person, Times, come, go
from bench.load import print_load, under_load
from bench.serving import ROOT, Cluster, Fleet, Server, postgresql

GAME = "rallyman-gt"


async def losing_one(fleet: Fleet, cookie: str, tables: list[str]) -> dict[str, float]:
    """Kill a server; how many tables it had, and how long the others take to draw them again."""
    lost = fleet.servers[-1]
    homeless = [table for table in tables if fleet.door(table) is lost]
    lost.end(signal.SIGKILL)
    left = Fleet(fleet.servers[:-1])
    began = time.perf_counter()
    people = [Person(GAME, table, left.door(table), cookie, Times()) for table in homeless]
    await come(people, screen=False)
    took = time.perf_counter() - began
    await go(people)
    return {"tables": len(homeless), "seconds": took}


async def measure(fleet: Fleet, cluster: Cluster, tables: int, seconds: float, pace: float) -> dict[str, Any]:
    load, cookie, made = await under_load(fleet, cluster, GAME, tables, seconds, pace)
    print_load(load)
    spread = [sum(fleet.door(table) is server for table in made) for server in fleet.servers]
    print(f"tables of each server: {spread}", flush=True)
    moved = await losing_one(fleet, cookie, made)
    print(f"one server killed: {moved['tables']} tables drawn again elsewhere in {moved['seconds']:.1f} s")
    return {"load": load, "spread": spread, "moved": moved}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--servers", type=int, default=2, help="server processes")
    parser.add_argument("--tables", type=int, default=1000, help="tables at once")
    parser.add_argument("--seconds", type=float, default=15.0, help="how long to play")
    parser.add_argument("--pace", type=float, default=4.0, help="seconds a person thinks")
    wanted = parser.parse_args()
    busy = os.getloadavg()[0]
    with postgresql() as cluster, tempfile.TemporaryDirectory() as folder:
        one_helper = ("--question-processes", "1")
        servers = [Server(Path(folder), cluster.url, one_helper) for _ in range(wanted.servers)]
        try:
            for server in servers:
                server.start()
            found = asyncio.run(measure(Fleet(servers), cluster, wanted.tables, wanted.seconds, wanted.pace))
        finally:
            for server in servers:
                server.end(signal.SIGTERM)
    found |= {"machine": platform.platform(), "cores": os.cpu_count(), "other_work": round(busy, 1)}
    results = ROOT / "bench" / "results"
    results.mkdir(exist_ok=True)
    (results / "shards.json").write_bytes(msgspec.json.format(msgspec.json.encode(found)))


if __name__ == "__main__":
    main()

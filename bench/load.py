"""Load test of the table server: the four games at many tables, and their recovery after kill -9.

Every table has a person who thinks for four seconds and asks questions as the browser does, club players on
the other seats, and a second screen that watches. For 50, 200 and 1,000 tables the report has decisions and
questions per second, the time until a decision is acknowledged and until it appears on the other screen,
the time of an answer, and the CPU time per decision: in the server, in its worker processes (bots and
questions), in PostgreSQL, and in the load generator. Before that it measures the first question to a fresh
server. Then it kills a server with running GT games and measures the time until all are drawn again.

`python -m bench.load [tables ...]`; `--game` selects games, `--postgresql` starts a PostgreSQL, and
`--database URL` uses another one. With `--servers 2` several processes share that PostgreSQL, each with its
own tables by id (docs/scaling.md); nothing is killed then.
"""

from __future__ import annotations

import argparse
import asyncio
import math
import os
import platform
import signal
import tempfile
import time
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import msgspec

from bench.clients import GAMES, Person, Times, come, go, percentile, set_tables
from bench.measure import Row
from bench.serving import ROOT, Cluster, Fleet, Server, postgresql

SHARES = (0.50, 0.95, 0.99)


async def under_load(
    fleet: Fleet, cluster: Cluster, game: str, count: int, seconds: float, pace: float
) -> tuple[dict[str, Any], str, list[str]]:
    """Plays at `count` tables for a while; returns measurements, and the tables with a cookie for them."""
    cookie, tables = await set_tables(fleet, game, count)
    times = Times()
    people = [Person(game, table, fleet.door(table), cookie, times) for table in tables]
    await come(people)
    bots = fleet.metric("paddock_bot_decisions_total")
    (own, helpers), stored, mine = fleet.spent(), cluster.spent(), time.process_time()
    began = time.perf_counter()
    await asyncio.gather(*(person.play(began + seconds, pace) for person in people))
    took, mine = time.perf_counter() - began, time.process_time() - mine
    (own_after, helpers_after), stored_after = fleet.spent(), cluster.spent()
    by_people = sum(person.decided for person in people)
    decisions = by_people + fleet.metric("paddock_bot_decisions_total") - bots
    await go(people)
    found = {
        "game": game,
        "tables": count,
        "decisions_per_second": decisions / took,
        "questions_per_second": len(times.answers) / took,
        "refused": times.refused,
        "server_ms": 1000 * (own_after - own) / max(1, decisions),
        "helpers_ms": 1000 * (helpers_after - helpers) / max(1, decisions),
        "database_ms": 1000 * (stored_after - stored) / max(1, decisions),
        "generator_ms": 1000 * mine / max(1, decisions),
        "ack_ms": [percentile(times.acks, share) for share in SHARES],
        "screen_ms": [percentile(times.screens, share) for share in SHARES],
        "answer_ms": [percentile(times.answers, share) for share in SHARES],
    }
    return found, cookie, tables


async def first_question(server: Server) -> float:
    """Returns the milliseconds until a fresh server has answered the first questions of a driver."""
    cookie, (table,) = await set_tables(Fleet([server]), "rallyman-gt", 1)
    times = Times()
    person = Person("rallyman-gt", table, server, cookie, times)
    await person.open(screen=False)
    while person.scene is not None and 0 not in person.scene.asked:
        person.news.clear()
        await person.news.wait()
    await asyncio.gather(
        person.explore(question="next-steps", steps=[]), person.explore(question="reach", steps=[], via=[])
    )
    await person.close()
    return 1000 * max(times.answers)


async def resuming(server: Server, cookie: str, tables: list[str]) -> dict[str, float]:
    """Kills the server with running games; returns the time until each is drawn on a screen again."""
    server.end(signal.SIGKILL)
    up = server.start()
    own, began = server.spent()[0], time.perf_counter()
    people = [Person("rallyman-gt", table, server, cookie, Times()) for table in tables]
    await come(people, screen=False)
    took = time.perf_counter() - began
    worked = server.spent()[0] - own
    await go(people)
    return {"tables": len(tables), "start_s": up, "resume_s": took, "resume_processor_s": worked}


async def measure(
    fleet: Fleet, cluster: Cluster, games: list[str], counts: list[int], seconds: float, pace: float
) -> dict[str, Any]:
    found: dict[str, Any] = {"first_question_ms": await first_question(fleet.servers[0]), "load": []}
    for game in games:
        for count in counts:
            load, cookie, tables = await under_load(fleet, cluster, game, count, seconds, pace)
            found["load"].append(load)
            print_load(load)
        if game == "rallyman-gt" and len(fleet.servers) == 1:
            found["resume"] = await resuming(fleet.servers[0], cookie, tables)
    return found


def run(
    counts: list[int], games: list[str], seconds: float, pace: float, cluster: Cluster, processes: int = 1
) -> dict[str, Any]:
    """Measures on fresh servers; stores the result in bench/results, with the prior load of the machine."""
    busy = os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as folder:
        helpers = ("--question-processes", "1") if processes > 1 else ()
        servers = [Server(Path(folder), cluster.url, helpers) for _ in range(processes)]
        try:
            for server in servers:
                server.start()
            found = asyncio.run(measure(Fleet(servers), cluster, games, counts, seconds, pace))
        finally:
            for server in servers:
                server.end(signal.SIGTERM)
    backend = "PostgreSQL" if cluster.url else "SQLite"
    found |= {"machine": platform.platform(), "cores": os.cpu_count(), "backend": backend}
    found |= {"other_work": round(busy, 1), "seconds": seconds, "pace": pace, "servers": processes}
    results = ROOT / "bench" / "results"
    results.mkdir(exist_ok=True)
    (results / f"load-{backend.lower()}.json").write_bytes(msgspec.json.format(msgspec.json.encode(found)))
    return found


def _known(load: dict[str, Any], name: str) -> bool:
    """Whether there is a measurement: a secret decision appears on no other screen."""
    return not math.isnan(load[f"{name}_ms"][0])


def print_load(load: dict[str, Any]) -> None:
    """Prints one line per size as soon as it is measured."""
    delays = {
        name: "/".join(f"{value:.1f}" for value in load[f"{name}_ms"]) if _known(load, name) else "none"
        for name in ("ack", "screen", "answer")
    }
    print(
        f"{load['game']} {load['tables']} tables: {load['decisions_per_second']:.1f} decisions and"
        f" {load['questions_per_second']:.1f} questions a second ({load['refused']} refused);"
        f" ms of a decision: server {load['server_ms']:.2f}, helpers {load['helpers_ms']:.2f}, database"
        f" {load['database_ms']:.2f}, generator {load['generator_ms']:.2f}; p50/p95/p99 ms: acknowledged"
        f" {delays['ack']}, other screen {delays['screen']}, answers {delays['answer']}",
        flush=True,
    )


def rows(found: dict[str, Any]) -> list[Row]:
    """Returns the result as table rows."""
    listed = [Row("first question of a fresh server", found["first_question_ms"], "ms")]
    for load in found["load"]:
        tables = f"{load['game']}, {load['tables']} tables on {found['backend']}"
        listed.append(Row(f"{tables}: decisions", load["decisions_per_second"], "per second"))
        listed.append(Row(f"{tables}: questions", load["questions_per_second"], "per second"))
        listed += [
            Row(f"{tables}: processor time of a decision, {part}", load[f"{part}_ms"], "ms")
            for part in ("server", "helpers", "database", "generator")
        ]
        listed += [
            Row(f"{tables}: {what}, p{100 * share:.0f}", value, "ms")
            for what, name in (
                ("decision to its acknowledgement", "ack"),
                ("decision to the other screen", "screen"),
                ("question to its answer", "answer"),
            )
            if _known(load, name)
            for share, value in zip(SHARES, load[f"{name}_ms"], strict=True)
        ]
    if (again := found.get("resume")) is not None:
        listed.append(Row("up again after kill -9", again["start_s"], "s"))
        listed.append(Row(f"{again['tables']} running games drawn again", again["resume_s"], "s"))
        listed.append(Row("processor time of the server for that", again["resume_processor_s"], "s"))
    return listed


def bench() -> list[Row]:
    """Runs the suite for `python -m bench`: every game on both databases."""
    counts, games = [50, 200, 1000], list(GAMES)
    with postgresql() as cluster:
        return [row for each in (Cluster(), cluster) for row in rows(run(counts, games, 15.0, 4.0, each))]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("tables", nargs="*", type=int, help="how many tables at once (50 200 1000)")
    parser.add_argument("--game", action="append", choices=list(GAMES), help="one of the games (all four)")
    parser.add_argument("--seconds", type=float, default=15.0, help="how long to play at each size")
    parser.add_argument("--pace", type=float, default=4.0, help="seconds a person thinks")
    parser.add_argument("--database", default="", help="a PostgreSQL URL instead of SQLite")
    parser.add_argument("--postgresql", action="store_true", help="start a PostgreSQL to measure on")
    parser.add_argument("--servers", type=int, default=1, help="server processes on one PostgreSQL")
    wanted = parser.parse_args()
    if wanted.servers > 1 and not (wanted.database or wanted.postgresql):
        parser.error("several servers need a PostgreSQL: --postgresql or --database")
    counts, games = wanted.tables or [50, 200, 1000], wanted.game or list(GAMES)
    with postgresql() if wanted.postgresql else nullcontext(Cluster(wanted.database)) as cluster:
        found = run(counts, games, wanted.seconds, wanted.pace, cluster, wanted.servers)
    for row in rows(found):
        print(f"{row.what:80} {row.value:10.2f} {row.unit}")


if __name__ == "__main__":
    main()

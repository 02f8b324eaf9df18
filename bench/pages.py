"""Pages of a large server: the CPU time of one response, in the server and its database.

`python -m bench.pages` creates a database with 100,000 people, a million finished games and a person with
ten thousand followers, on SQLite and on PostgreSQL, and requests every page with lists as that person.
`--share 0.1` makes it a tenth of the size; `--sqlite` or `--postgresql` selects one database.
"""

from __future__ import annotations

import argparse
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path

import httpx
from sqlalchemy import Engine, create_engine, insert, select, update

from bench.measure import Row
from bench.serving import Cluster, Server, postgresql
from bench.town import Town, build
from bench.town.rows import person
from paddock.server.accounts.sessions import COOKIE
from paddock.server.settings import Settings
from paddock.server.storage.schema import beats, presences, sessions

PEOPLE, GAMES = 100_000, 1_000_000
LIMIT_MS = 50.0
"""The limit of the CPU time of one response."""
_VISITS = 40


def pages(town: Town) -> dict[str, str]:
    """Returns the addresses behind every page with lists, for the most followed person."""
    star, late = f"/api/people/{town.star}", town.late
    board = f"/api/challenges/{town.challenge}/board"
    return {
        "home: my turns": "/api/me/turns",
        "home: my tables": "/api/me/tables",
        "home: the puzzle of the day": "/api/puzzles",
        "lobby": "/api/lobby",
        "lobby: a late page": f"/api/lobby/running?after={late['lobby']}",
        "profile": star,
        "profile: best results": f"{star}/bests/rallyman-gt",
        "profile: games": f"{star}/games",
        "profile: old games of one game": f"{star}/games?game=outspeed&after={late['games']}",
        "profile: ratings": f"{star}/ratings",
        "profile: luck": f"{star}/luck",
        "profile: form": f"{star}/form",
        "friends": "/api/me/people/friends",
        "followers": "/api/me/people/followers",
        "followers: a late page": f"/api/me/people/followers?after={late['followers']}",
        "those I follow": "/api/me/people/following",
        "those I blocked": "/api/me/people/blocked",
        "those I muted": "/api/me/mutes",
        "friends who are here": "/api/me/friends/here",
        "friends' tables": "/api/me/friends/tables",
        "recent opponents": "/api/me/opponents",
        "opponents of long ago": f"/api/me/opponents?after={late['opponents']}",
        "people by name": "/api/people?name=driver",
        "people by name: a late page": f"/api/people?name=driver&after={late['name']}",
        "invitations": "/api/me/invitations",
        "tracks: mine": "/api/tracks?shelf=own",
        "tracks": "/api/tracks",
        "tracks: a late page of circuits": f"/api/tracks?kind=circuit&after={late['tracks']}",
        "ratings": "/api/ratings/rallyman-gt/live",
        "ratings: a late page": f"/api/ratings/rallyman-gt/live?after={late['ratings']}",
        "courses": "/api/courses/rallyman-gt",
        "records of a course": f"/api/courses/rallyman-gt/records?course={town.course}",
        "challenges": "/api/challenges",
        "challenge that is open": f"/api/challenges/{town.challenge}",
        "challenge that is open: a late page": f"{board}?after={late['board']}",
        "challenge that has closed": f"/api/challenges/{town.closed}",
        "puzzles of long ago": f"/api/puzzles?before={late['puzzles']}",
        "seasons": "/api/seasons",
        "seasons: a late page": f"/api/seasons/pages/over?after={late['seasons']}",
        "seasons: mine": "/api/seasons/pages/mine",
        "season of 128": f"/api/seasons/{town.season}",
        "how long games take": "/api/games/rallyman-gt/durations",
        "streak": "/api/me/streak",
        "streak of puzzles": "/api/me/puzzles/streak",
        "announcements": "/api/announcements",
        "admin": "/api/admin",
        "admin: people": "/api/admin/people",
        "admin: people by name": "/api/admin/people?name=driver",
        "admin: tables": "/api/admin/tables",
        "admin: finished tables, a late page": f"/api/admin/tables?stage=over&after={late['over']}",
        "admin: reports": "/api/admin/reports",
        "admin: settled reports, a late page": f"/api/admin/reports?settled=true&after={late['reports']}",
        "admin: bans": "/api/admin/bans",
        "admin: deeds": "/api/admin/deeds",
    }


def sign_in(server: Server, engine: Engine, town: Town) -> str:
    """Returns a session cookie of the most followed person, who finds two thousand people here."""
    with httpx.Client(base_url=server.url, timeout=60) as client:
        guest = client.post("/api/guest", json={"name": "Visitor"}).raise_for_status().json()["person"]["id"]
        cookie = client.cookies[COOKIE]
    with engine.begin() as connection:
        connection.execute(update(sessions).where(sessions.c.person == guest).values(person=town.star))
        process = connection.execute(select(beats.c.process).order_by(beats.c.alive.desc())).scalars().first()
        here = [{"person": person(number), "process": process, "table_id": None} for number in range(1, 2001)]
        connection.execute(insert(presences), here[: town.people - 1])
    engine.dispose()
    return cookie


def visit(server: Server, cluster: Cluster, path: str, cookie: str) -> tuple[float, float]:
    """Returns CPU milliseconds of one response, server and database together; and of the first response."""

    def spent(visits: int) -> float:
        # idle worker processes make puzzles and analyse games, which would disturb the measurement
        before = server.spent()[0] + cluster.spent()
        for _ in range(visits):
            client.get(path).raise_for_status()
        return 1000 * (server.spent()[0] + cluster.spent() - before) / visits

    with httpx.Client(base_url=server.url, cookies={COOKIE: cookie}, timeout=120) as client:
        client.get("/api/me").raise_for_status()
        first = spent(1)
        return spent(_VISITS), first


def measure(share: float, on_postgresql: bool, word: str = "") -> Iterator[Row]:
    """Creates the database and requests all pages, or those with a word in their names."""
    kind = "PostgreSQL" if on_postgresql else "SQLite"
    with (
        tempfile.TemporaryDirectory() as folder,
        postgresql() if on_postgresql else nullcontext(Cluster()) as cluster,
    ):
        engine = create_engine(Settings(data=Path(folder), database=cluster.url).url)
        began = time.perf_counter()
        town = build(engine, round(PEOPLE * share), round(GAMES * share))
        yield Row(f"{kind}: {town.games:,} games made", time.perf_counter() - began, "s")
        server = Server(Path(folder), cluster.url)
        server.start()
        try:
            cookie = sign_in(server, engine, town)
            for name, path in pages(town).items():
                if word not in name:
                    continue
                spent, first = visit(server, cluster, path, cookie)
                limit = f"{LIMIT_MS:.0f} ms; the first one {first:.0f} ms"
                yield Row(f"{kind}: {name}", spent, "ms", limit, spent / LIMIT_MS)
        finally:
            server.end(signal.SIGTERM)


def bench() -> list[Row]:
    """Measures a tenth of the full size on both databases."""
    return [*measure(0.1, on_postgresql=False), *measure(0.1, on_postgresql=True)]


def main(arguments: list[str]) -> int:
    """Measures and prints; returns 1 if a page exceeds the limit."""
    parser = argparse.ArgumentParser(prog="python -m bench.pages", description=__doc__)
    parser.add_argument("--share", type=float, default=1.0)
    parser.add_argument(
        "--page", default="", metavar="WORD", help="visit only pages with this in their names"
    )
    parser.add_argument("--sqlite", action="store_true")
    parser.add_argument("--postgresql", action="store_true")
    asked = parser.parse_args(arguments)
    slow = []
    for on_postgresql in [False] * (not asked.postgresql) + [True] * (not asked.sqlite):
        for row in measure(asked.share, on_postgresql, asked.page):
            print(f"{row.what:45} {row.value:10.1f} {row.unit:3} {row.against}", flush=True)
            slow += [row.what] if row.ratio is not None and row.ratio > 1 else []
    for what in slow:
        print(f"too slow: {what}")
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

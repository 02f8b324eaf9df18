"""Databases with data, stored as rows: taken from a real server, loaded into any database of that revision.

`python -m tests.server.kept NAME` plays a little on its own server and writes `kept_databases/NAME.json`.
Existing files are never rewritten: a later revision gets a file of its own.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from base64 import b64decode, b64encode
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Connection, MetaData, insert, select, text

from tests.server.clients import Person, play_pig, seated
from tests.server.serving import Server
from tests.server.test_names import over_a_game

FOLDER = Path(__file__).parent.parent / "kept_databases"
PASSWORD = "correct horse"
_PASSING = ("alembic_version", "beats", "downtimes", "presences", "puzzles")


def read(connection: Connection) -> dict[str, list[dict[str, Any]]]:
    """Return all rows of a database that survive a restart, by table."""
    found = MetaData()
    found.reflect(connection)
    return {
        table.name: [{name: _plain(value) for name, value in row._mapping.items()} for row in rows]
        for table in sorted(found.sorted_tables, key=lambda table: table.name)
        if table.name not in _PASSING and (rows := connection.execute(select(table)).all())
    }


def fill(connection: Connection, name: str) -> None:
    """Load a stored database into an empty one of its revision."""
    kept = msgspec.json.decode((FOLDER / f"{name}.json").read_bytes())
    found = MetaData()
    found.reflect(connection)
    for table, rows in kept.items():
        into = found.tables[table]
        numbered = [{key: _stored(value) for key, value in row.items()} for row in rows]
        connection.execute(insert(into), numbered)
        if connection.dialect.name == "postgresql" and "id" in into.c and into.c.id.autoincrement is True:
            last = f"(SELECT max(id) FROM {table})"
            connection.execute(text(f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), {last})"))


def _plain(value: Any) -> Any:
    return {"bytes": b64encode(value).decode()} if isinstance(value, bytes) else value


def _stored(value: Any) -> Any:
    return b64decode(value["bytes"]) if isinstance(value, dict) else value


async def _play(server: Server) -> None:
    """Create accounts, a finished and a running game, and the other data that people leave behind."""
    async with Person(server, "Ada") as ada, Person(server, "Ben") as ben:
        for person, name in ((ada, "Ada Kept"), (ben, "Ben Kept")):
            await person.post("/api/account", {"name": name, "password": PASSWORD})
        for one, other in ((ada, ben), (ben, ada)):
            answer = await one.call("PUT", f"/api/me/follows/{other.id}")
            assert answer.status_code == 200, answer.text
        over = await seated(ada, [ben], options={"goal": 20}, title="over", pace={"kind": "live"})
        async with ada.sit(over) as first, ben.sit(over) as second:
            await first.ask("say", text="well driven")
            await asyncio.gather(play_pig(first, 0), play_pig(second, 1))
        going = await seated(ada, [ben], options={"goal": 20}, title="going", bots=["random"])
        async with ada.sit(going) as first:
            await first.hear("view")
            await first.decide(0, {"action": "roll"})
        made = await ada.post("/api/tracks/generate", {"kind": "circuit", "seed": 1})
        await ada.post("/api/tracks", {"name": "kept", "layout": made["layout"], "shared": True})
        await ada.post("/api/tables", {"game": "pig", "seats": 2, "title": "open", "pace": {"kind": "days"}})
        raced = await seated(ada, [ben], game="sealed", options={"rounds": 1}, title="raced")
        async with ada.sit(raced) as first, ben.sit(raced) as second:
            await over_a_game(first, second)
        while not counted(await ada.get(f"/api/people/{ben.id}")):
            await asyncio.sleep(0.1)


def counted(profile: dict[str, Any]) -> bool:
    """Return whether both games are rated and counted in the statistics."""
    return bool(profile["ratings"]) and any(game["feats"] for game in profile["games"])


def main(name: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder)).start()
        try:
            asyncio.run(_play(server))
        finally:
            server.stop()
        with server.storage() as connection:
            rows = read(connection)
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / f"{name}.json").write_bytes(msgspec.json.format(msgspec.json.encode(rows), indent=1) + b"\n")


if __name__ == "__main__":
    main(sys.argv[1])

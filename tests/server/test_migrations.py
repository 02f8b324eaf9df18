"""Databases of older versions, with data in them, are brought to the present shape."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from alembic import command
from sqlalchemy import Connection, MetaData, create_engine, insert, select

from paddock.core.chance import new_seed, seed_hash
from paddock.core.logs import Log, load
from paddock.core.match import Match, start
from paddock.server.settings import Settings
from paddock.server.storage.migrate import config
from paddock.server.storage.schema import tables
from tests.sample.pig import PIG, Hold, PigOptions, Roll
from tests.server.clients import Person, play_pig
from tests.server.serving import Server
from tests.server.test_names import cleared, everything_stored, names_at

OLD = 1_700_000_000.0


def played(seed: bytes, names: list[str], over: bool) -> Match[Any, Any, Any]:
    """A game of Pig, to its end or begun and waiting for a person, as the log of an older server tells it."""
    match = start(PIG, PigOptions(goal=20), names, seed)
    while not PIG.pending(match.state).over and (over or match.step < 3 or match.state.turn == 2):
        match.keep(match.deciding(match.state.turn, Hold() if match.state.pot >= 6 else Roll(), seed))
    return match


def old_sheet(table: str, host: str, seats: list[dict[str, Any]], log: Log, **more: Any) -> dict[str, Any]:
    """A sheet as it was stored before names stood with their people."""
    return {
        "id": table,
        "game": "pig",
        "title": "",
        "options": {"goal": 20},
        "pace": {"kind": "none"},
        "public": True,
        "host": host,
        "seats": [
            {"name": "", "person": None, "bot": None, "left": False, "turned": None, **s} for s in seats
        ],
        "created": OLD,
        "started": OLD,
        "finished": None,
        "step": len(log.records),
        "seed_hash": log.header.seed_hash,
        **more,
    }


def store(connection: Connection, sheet: dict[str, Any], log: Log, seed: bytes) -> None:
    """Put a table into a database of version 0003, with something said at it."""
    old = MetaData()
    old.reflect(connection)
    shown = [{"seat": i, **seat} for i, seat in enumerate(sheet["seats"])]
    brief = {**dict.fromkeys(("course", "previous", "rematch", "branch", "challenge", "result")), **sheet}
    connection.execute(
        insert(old.tables["tables"]).values(
            **{
                name: sheet[name] for name in ("id", "game", "public", "stage", "host", "created", "finished")
            },
            version=7,
            bots_asked=False,
            tallied=sheet["stage"] == "over",
            touched=OLD,
            seed=seed,
            invitation="x",
            sheet=msgspec.json.encode(sheet).decode(),
            brief=msgspec.json.encode({**brief, "seats": shown, "uploaded": False}).decode(),
        )
    )
    seats = [
        {"table_id": sheet["id"], "seat": i, "person": seat["person"], "bot": seat["bot"]}
        | ({"place": 1 + i, "score": 20.0 - i, "unit": "points"} if sheet["stage"] == "over" else {})
        for i, seat in enumerate(sheet["seats"])
    ]
    connection.execute(insert(old.tables["seats"]), seats)
    records = [
        {"table_id": sheet["id"], "number": number, "line": line, "at": OLD}
        for number, line in enumerate(log.lines)
    ]
    connection.execute(insert(old.tables["records"]), records)
    said = {"person": sheet["host"], "name": sheet["seats"][0]["name"], "text": "hello", "at": OLD}
    connection.execute(insert(old.tables["messages"]).values(table_id=sheet["id"], room="players", **said))


def drive(connection: Connection, person: str, scores: list[float | None]) -> None:
    """Attempts at a challenge, as they were stored before the best one was marked."""
    old = MetaData()
    old.reflect(connection)
    attempts = [
        {"challenge": "daily-2023-11-14-sealed", "person": person, "attempt": 1 + n, "table_id": "x"}
        | {"score": score, "unit": "points", "at": OLD + n}
        for n, score in enumerate(scores)
    ]
    connection.execute(insert(old.tables["entries"]), attempts)


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
async def test_names_of_old_tables_move_to_their_people(
    kind: str,
    tmp_path: Path,
    servers: Callable[..., Server],
    request: pytest.FixtureRequest,
) -> None:
    database = request.getfixturevalue("postgresql")() if kind == "postgresql" else ""
    engine = create_engine(Settings(data=tmp_path, database=database).url)
    seed = new_seed()
    server = servers(kind, folder=tmp_path, database=database)
    over = played(seed, ["Ada as she was", "Ben", "random"], over=True)
    going = played(seed, ["Ada Now", "Neighbour of Ada", "random"], over=False)
    async with Person(server, "Ada Now") as ada, Person(server, "Ben") as ben:
        server.kill()
        bot = {"name": "random", "bot": "random"}
        result = {"places": [1, 2, 3], "scores": [20.0, 8.0, 4.0], "unit": "points"}
        finished = old_sheet(
            "overoverover0001",
            ada.id,
            [{"name": "Ada as she was", "person": ada.id}, {"name": "Ben", "person": ben.id}, bot],
            over.log,
            stage="over",
            result=result,
        )
        finished["finished"] = OLD + 60
        hot = old_sheet(
            "goinggoing000001",
            ada.id,
            [{"name": "Ada Now", "person": ada.id}, {"name": "Neighbour of Ada", "person": ada.id}, bot],
            going.log,
            stage="running",
        )
        with engine.begin() as connection:
            command.downgrade(config(connection), "0003")
            store(connection, finished, over.log, seed)
            store(connection, hot, going.log, seed)
            drive(connection, ada.id, [9.0])
            drive(connection, ben.id, [3.0, 7.0, None])
        server.start()
        assert names_at(await ben.get("/api/tables/overoverover0001")) == ["Ada Now", "Ben", "random"]
        assert names_at(await ada.get("/api/tables/goinggoing000001")) == [
            "Ada Now",
            "Neighbour of Ada",
            "random",
        ]
        with engine.begin() as connection:
            named = {row.id: row.named for row in connection.execute(select(tables.c.id, tables.c.named))}
            assert named == {"overoverover0001": True, "goinggoing000001": False}
        (pig,) = (await ada.get(f"/api/people/{ben.id}"))["games"]
        assert (pig["game"], pig["played"], pig["won"], pig["places"]) == ("pig", 1, 0, {"2": 1})
        (game,) = await ada.listed(f"/api/people/{ben.id}/games")
        assert (game["id"], game["finished"], game["friends"]) == ("overoverover0001", OLD + 60, False)
        assert names_at(game)[0] == "Ada Now"
        challenge = await ada.get("/api/challenges/daily-2023-11-14-sealed")
        assert [(one["person"], one["attempt"], one["score"]) for one in challenge["board"]] == [
            (ada.id, 1, 9.0),
            (ben.id, 2, 7.0),
        ]
        assert [one["person"]["id"] for one in await ben.listed("/api/me/opponents")] == [ada.id]
        log = load((await ben.call("GET", "/api/tables/overoverover0001/log")).content)
        assert log.header.seats == ("Ada Now", "Ben", "random")
        assert log.header.seed_hash == seed_hash(seed)
        assert (await ben.get("/api/tables/overoverover0001/verify"))["checked"] > 0
        async with ada.sit("overoverover0001") as socket:
            assert [said["name"] for said in socket.heard[0]["chat"]] == ["Ada Now"]
        async with (
            ada.sit("goinggoing000001", face=0) as first,
            ada.sit("goinggoing000001", face=1) as second,
        ):
            await asyncio.gather(play_pig(first, 0), play_pig(second, 1))
        assert (await ada.get("/api/tables/goinggoing000001/verify"))["checked"] > 0
        await ada.post("/api/account/delete", {"password": ""})
        await cleared(server, ada.id)
        stored = everything_stored(server)
        assert not any(name in stored for name in ("Ada as she was", "Ada Now", "Neighbour of Ada"))
        assert names_at(await ben.get("/api/tables/overoverover0001")) == ["—", "Ben", "random"]
        assert (await ben.get("/api/tables/overoverover0001/verify"))["checked"] > 0
    server.stop()
    engine.dispose()

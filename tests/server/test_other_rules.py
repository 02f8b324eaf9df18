"""Games stored under rules that are not today's: nothing is made of them without a word."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

import msgspec
from sqlalchemy import Connection, select, text, update

from paddock.core.logs import Log, load
from paddock.server.storage.schema import feats, records, tables
from tests.server.clients import Person, play_pig, seated
from tests.server.serving import WAIT, Server


def aged(log: Log) -> Log:
    """The same game as one of other rules, its links in order."""
    other = Log(msgspec.structs.replace(log.header, rules=99))
    for record in log.records:
        other.append(record)
    return other


def age(connection: Connection, table: str) -> None:
    """Make the stored log of a table one of other rules."""
    mine = records.c.table_id == table
    rows = connection.execute(select(records.c.line).where(mine).order_by(records.c.number))
    old = Log.read(bytes(line) for line in rows.scalars())
    for number, line in enumerate(aged(old).lines):
        connection.execute(update(records).where(mine, records.c.number == number).values(line=line))
    connection.execute(update(tables).where(tables.c.id == table).values(tallied=False))
    connection.execute(text("DELETE FROM feats WHERE table_id = :id"), {"id": table})


async def test_a_game_of_other_rules_is_not_resumed_replayed_branched_or_counted(
    servers: Callable[..., Server],
) -> None:
    server = servers("sqlite")
    async with Person(server, "Ada") as ada, Person(server, "Bob") as bob:
        running = await seated(ada, [bob], options={"goal": 30})
        over = await seated(ada, [bob], options={"goal": 20})
        async with ada.sit(over) as first, bob.sit(over) as second:
            await asyncio.gather(play_pig(first, 0), play_pig(second, 1))
        raw = (await bob.call("GET", f"/api/tables/{over}/log")).content
        assert (await ada.get(f"/api/tables/{over}/replay"))["steps"]
        server.kill()
        with server.storage() as connection:
            for table in (running, over):
                age(connection, table)
        server.start()
        refused = (409, "server.other-rules")
        for address in ("", "/replay", "/replay/views?first=0&last=3", "/replay/2"):
            for table in (running, over):
                assert await ada.refused("GET", f"/api/tables/{table}{address}") == refused
        branch = {"step": 2, "seats": [0], "bot": "random"}
        assert await ada.refused("POST", f"/api/tables/{over}/branch", branch) == refused
        await asyncio.to_thread(until, lambda: f"table {over} cannot be counted" in server.text())
        with server.storage() as connection:
            assert not connection.execute(select(feats.c.name).where(feats.c.table_id == over)).all()
        for address in ("/api/logs/verify", "/api/logs"):
            answer = await ada.http.post(address, content=aged(load(raw)).dump())
            assert (answer.status_code, answer.json()["message"]["id"]) == (400, "core.log-rules")
    server.stop()


def until(done: Callable[[], bool]) -> None:
    """Wait until something is true."""
    deadline = time.monotonic() + WAIT
    while not done():
        assert time.monotonic() < deadline
        time.sleep(0.05)

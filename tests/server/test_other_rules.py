"""Games stored under rules that are not today's: nothing is made of them without a word."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

import msgspec
import pytest
from sqlalchemy import Connection, select, text, update

from paddock.core.logs import Log, load
from paddock.server.records.season_record import Form, Heat, HeatSeat
from paddock.server.seasons.standings import standings
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


async def test_what_cannot_be_played_on_is_closed_and_what_is_over_keeps_its_result_and_its_log(
    servers: Callable[..., Server],
) -> None:
    server = servers("sqlite", round_seconds=0.2, limits={"tables_per_person": 1})
    async with Person(server, "Ada") as ada, Person(server, "Bob") as bob:
        over = await seated(ada, [bob], options={"goal": 20})
        async with ada.sit(over) as first, bob.sit(over) as second:
            await asyncio.gather(play_pig(first, 0), play_pig(second, 1))
        raw = (await bob.call("GET", f"/api/tables/{over}/log")).content
        assert (await ada.get(f"/api/tables/{over}/replay"))["steps"]
        running = await seated(ada, [bob], options={"goal": 30})
        left = await seated(bob, [ada], options={"goal": 30})
        cup, raced = await season(ada, bob)
        turns = [turn["table"]["id"] for one in (ada, bob) for turn in await one.listed("/api/me/turns")]
        assert {running, left, raced} <= set(turns)
        again = {"game": "pig", "seats": 2}
        assert await ada.refused("POST", "/api/tables", again) == (409, "server.too-many-tables")
        server.kill()
        with server.storage() as connection:
            for table in (running, over, raced):
                age(connection, table)
        server.start()

        for table in (running, raced):
            told = await bob.get(f"/api/tables/{table}")
            assert (told["stage"], told["result"]) == ("closed", None)
            assert told["locked"]["id"] == "server.closed-other-rules"
            async with bob.sit(table) as socket:
                (welcome,) = [frame for frame in socket.heard if frame["type"] == "welcome"]
                assert welcome["table"]["locked"] == told["locked"], "whoever opens it reads why"
            refused = await bob.refused("POST", f"/api/tables/{table}/leave", {"seat": 1})
            assert refused == (409, "server.not-running")
        turns = [turn["table"]["id"] for one in (ada, bob) for turn in await one.listed("/api/me/turns")]
        assert turns == [left], "nobody is asked at a table that is closed, everybody at the others"
        assert (await ada.post("/api/tables", again))["stage"] == "open"
        await wait(lambda: is_over(ada, cup))
        assert [line["points"] for line in (await ada.get(cup))["standings"]] == [0, 0]

        told = await ada.get(f"/api/tables/{over}")
        assert (told["stage"], told["locked"]["id"]) == ("over", "server.other-rules")
        assert told["result"]["places"]
        kept = (await bob.call("GET", f"/api/tables/{over}/log")).content
        assert load(kept).header.rules == 99 and len(load(kept).lines) == len(load(raw).lines)
        refused = (409, "server.other-rules")
        for address in ("/replay", "/replay/views?first=0&last=3", "/replay/2", "/ending"):
            assert await ada.refused("GET", f"/api/tables/{over}{address}") == refused
        branch = {"step": 2, "seats": [0], "bot": "random"}
        assert await ada.refused("POST", f"/api/tables/{over}/branch", branch) == refused
        await wait(lambda: said(server, f"table {over} cannot be counted"))
        with server.storage() as connection:
            assert not connection.execute(select(feats.c.name).where(feats.c.table_id == over)).all()
        for address in ("/api/logs/verify", "/api/logs"):
            answer = await ada.http.post(address, content=aged(load(raw)).dump())
            assert (answer.status_code, answer.json()["message"]["id"]) == (400, "core.log-rules")
    server.stop()


async def test_a_table_that_another_process_has_left_behind_is_closed_when_it_is_touched(
    servers: Callable[..., Server],
) -> None:
    server = servers("sqlite")
    async with Person(server, "Ada") as ada, Person(server, "Bob") as bob:
        table = await seated(ada, [bob], options={"goal": 30})
        server.kill()
        with server.storage() as connection:
            connection.execute(update(tables).where(tables.c.id == table).values(stage="open"))
            age(connection, table)
        server.start()
        with server.storage() as connection:
            connection.execute(update(tables).where(tables.c.id == table).values(stage="running"))
        told = await ada.get(f"/api/tables/{table}")
        assert (told["stage"], told["locked"]["id"]) == ("closed", "server.closed-other-rules")
    server.stop()


async def test_a_race_of_a_knockout_that_was_closed_starts_again(servers: Callable[..., Server]) -> None:
    server = servers("sqlite", round_seconds=0.2)
    async with Person(server, "Ada") as ada, Person(server, "Bob") as bob:
        cup, raced = await season(ada, bob, "knockout")
        server.kill()
        with server.storage() as connection:
            age(connection, raced)
        server.start()

        async def again() -> bool:
            (heat,) = (await ada.get(cup))["rounds"][0]["heats"]
            return bool(heat["stage"] == "running" and heat["table"] != raced)

        await wait(again)
    server.stop()


@pytest.mark.parametrize("form", ["points", "knockout"])
def test_a_race_that_was_closed_counts_for_nobody(form: Form) -> None:
    seats = [HeatSeat("a"), HeatSeat("b")]
    driven = [Heat(0, 0, seats, "t", "over", [])]
    assert not driven[0].finished()
    assert [line.points for line in standings(form, ["a", "b"], driven, "classic", 1)] == [0, 0]


async def season(host: Person, guest: Person, form: Form = "points") -> tuple[str, str]:
    """A season of one race that is under way: its address, and its table."""
    days = {"kind": "days", "days": 1}
    race = {"game": "pig", "options": {"goal": 30}}
    wish = {"name": "Cup", "form": form, "pace": days, "races": [race], "size": 2}
    made = await host.post("/api/seasons", wish)
    address = f"/api/seasons/{made['id']}"
    await guest.post(f"{address}/join")
    await host.post(f"{address}/begin")
    found: list[str] = []

    async def begun() -> bool:
        rounds = (await host.get(address))["rounds"]
        found[:] = [heat["table"] for heat in rounds[0]["heats"] if heat["stage"] == "running"]
        return bool(found)

    await wait(begun)
    return address, found[0]


async def is_over(person: Person, season: str) -> bool:
    return bool((await person.get(season))["stage"] == "over")


async def said(server: Server, words: str) -> bool:
    return words in server.text()


async def wait(done: Callable[[], Awaitable[bool]]) -> None:
    """Wait until something is true."""
    deadline = time.monotonic() + WAIT
    while not await done():
        assert time.monotonic() < deadline
        await asyncio.sleep(0.05)

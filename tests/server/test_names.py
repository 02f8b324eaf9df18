"""Names: whoever is renamed is renamed where they sit, whoever is deleted is named nowhere."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

import msgspec
from sqlalchemy import insert, select, text

from paddock.core.logs import load, read_line, write_line
from paddock.server.storage.schema import messages, metadata, people, records, seats
from tests.server.clients import Person, Socket, play_pig, seated
from tests.server.serving import WAIT, Server


def names_at(table: dict[str, Any]) -> list[str]:
    return [seat["name"] for seat in table["seats"]]


def everything_stored(server: Server) -> str:
    """Every value of every row of the database as one text."""
    values: list[str] = []
    with server.storage() as connection:
        for table in metadata.sorted_tables:
            for row in connection.execute(select(table)):
                values += [
                    bytes(value).decode("utf-8", "replace")
                    if isinstance(value, bytes | memoryview)
                    else str(value)
                    for value in row
                ]
    return "\n".join(values)


async def test_a_new_name_is_told_at_open_and_running_tables(server: Server) -> None:
    async with Person(server, "Ada") as ada, Person(server, "Bob") as bob:
        opened = (await bob.post("/api/tables", {"game": "pig", "seats": 3}))["id"]
        await ada.post(f"/api/tables/{opened}/sit", {"seat": 1})
        await ada.post(f"/api/tables/{opened}/sit", {"seat": 2, "name": "Neighbour"})
        running = await seated(ada, [bob], options={"goal": 30})
        async with bob.sit(opened) as waiting, bob.sit(running) as second, ada.sit(running) as first:
            renamed = await ada.call("PUT", "/api/me/name", {"name": "Countess"})
            assert renamed.status_code == 200
            told = await waiting.hear("table")
            assert names_at(told["table"]) == ["Bob", "Countess", "Neighbour"]
            assert names_at((await second.hear("table"))["table"]) == ["Countess", "Bob"]
            await first.ask("say", text="it is me")
            assert (await second.hear("chat"))["message"]["name"] == "Countess"
            account = f"ada-{ada.id}"
            await ada.post("/api/account", {"name": account, "password": "correct horse"})
            assert names_at((await second.hear("table"))["table"]) == [account, "Bob"]
            assert await first.closed() == 1001
            first.cookie = ada.cookie
            await first.open()
            await asyncio.gather(play_pig(first, 0), play_pig(second, 1))
        log = load((await bob.call("GET", f"/api/tables/{running}/log")).content)
        assert log.header.seats == (account, "Bob")
        assert (await bob.get(f"/api/tables/{running}/verify"))["checked"] > 0
        again = await bob.post(f"/api/tables/{running}/rematch")
        assert names_at(again) == [account, "Bob"]


async def test_a_game_goes_on_after_a_rename_and_a_crash(mortal: Server) -> None:
    server = mortal
    async with Person(server, "Ada") as ada, Person(server, "Bob") as bob:
        table = await seated(ada, [bob], options={"goal": 30})
        async with ada.sit(table) as first:
            await first.hear("view")
            assert (await first.decide(0, {"action": "roll"}))["type"] == "ack"
            await ada.call("PUT", "/api/me/name", {"name": "Countess"})
            await first.hear("table")
        await asyncio.to_thread(server.kill)
        await asyncio.to_thread(server.start)
        async with ada.sit(table) as first, bob.sit(table) as second:
            await asyncio.gather(play_pig(first, 0), play_pig(second, 1))
        assert (await bob.get(f"/api/tables/{table}/verify"))["checked"] > 0


async def over_a_game(first: Socket, second: Socket) -> None:
    """One round of Sealed from the start to the end, with a word of the second."""
    await first.hear("view")
    await second.hear("view")
    await first.decide(0, {"action": "seal", "secret": 1})
    await second.decide(1, {"action": "seal", "secret": 2})
    await first.until(lambda scene: scene["view"]["tapper"] == 0)
    await first.decide(0, {"action": "pass"})
    await second.until(lambda scene: scene["view"]["tapper"] == 1)
    await second.ask("say", text="I was here")
    await second.decide(1, {"action": "pass"})
    await second.until(lambda scene: bool(scene["result"]))


async def test_a_deleted_person_leaves_no_name_behind(server: Server) -> None:
    name = "Ada the deleted"
    async with Person(server, "Bob") as bob, Person(server, name) as ada:
        assert name in everything_stored(server)
        running = await seated(bob, [ada], options={"goal": 30})
        opened = (await bob.post("/api/tables", {"game": "pig"}))["id"]
        await ada.post(f"/api/tables/{opened}/sit", {})
        over = await seated(bob, [ada], game="sealed", options={"rounds": 1})
        async with bob.sit(over) as first, ada.sit(over) as second:
            await over_a_game(first, second)
        account = f"gone-{ada.id}"
        await ada.post("/api/account", {"name": account, "password": "correct horse"})
        assert await ada.refused("POST", "/api/account/delete", {"password": "wrong"}) == (
            403,
            "server.wrong-password",
        )
        async with bob.sit(running) as first, ada.sit(running) as second:
            await first.hear("view")
            await second.ask("say", text="and here")
            await ada.post("/api/account/delete", {"password": "correct horse"})
            told = await first.hear("table", where=lambda frame: frame["table"]["seats"][1]["left"])
            assert told["table"]["seats"][1]["name"] == "—"
            assert await second.closed() == 4403
            stored = everything_stored(server)
            assert account not in stored, "the name it had last"
            await bob.post(f"/api/tables/{running}/hand-over", {"seat": 1, "bot": "random"})
            await play_pig(first, 0)
        assert (await ada.get("/api/me"))["person"] is None
        assert await bob.refused("GET", f"/api/people/{ada.id}") == (404, "server.no-person")
        assert (await bob.get(f"/api/tables/{opened}"))["seats"][1]["person"] is None
        for table in (running, over):
            raw = (await bob.call("GET", f"/api/tables/{table}/log")).content
            assert load(raw).header.seats == ("Bob", "—")
            assert (await bob.get(f"/api/tables/{table}/verify"))["checked"] > 0
            async with bob.sit(table) as socket:
                assert socket.heard[0]["chat"] == []
            everywhere = [
                (await bob.call("GET", f"/api/tables/{table}{part}")).text for part in ("", "/replay", "/log")
            ]
            everywhere.append((await bob.call("GET", "/api/me/tables")).text)
            assert account not in "".join(everywhere)
        again = await bob.post(f"/api/tables/{over}/rematch")
        assert [seat["person"] for seat in again["seats"]] == [bob.id, None], "the seat is free"
        assert account not in everything_stored(server)


async def test_an_interrupted_deletion_is_finished(mortal: Server) -> None:
    server = mortal
    async with Person(server, "Ada half gone") as ada, Person(server, "Bob") as bob:
        table = await seated(bob, [ada])
        server.kill()
        with server.storage() as connection:
            gone = text("UPDATE people SET gone = true, name = '—' WHERE id = :id")
            connection.execute(gone, {"id": ada.id})
        server.start()
        async with bob.sit(table) as first:
            assert names_at(first.heard[0]["table"]) == ["Bob", "—"]
            if not first.heard[0]["table"]["seats"][1]["left"]:
                await first.hear("table", where=lambda frame: frame["table"]["seats"][1]["left"])
        await cleared(server, ada.id)
        assert "Ada half gone" not in everything_stored(server)


async def cleared(server: Server, person: str) -> None:
    """Wait until nothing is left of somebody who is gone."""
    async with asyncio.timeout(WAIT):
        while True:
            with server.storage() as connection:
                done = connection.execute(select(people.c.cleared).where(people.c.id == person)).scalar_one()
            if done:
                return
            await asyncio.sleep(0.05)


async def test_what_a_deleted_person_leaves_is_cleared_away_even_after_a_crash(mortal: Server) -> None:
    server, name = mortal, "Ada with a past"
    async with Person(server, name) as ada, Person(server, "Bob") as bob:
        going = [await seated(bob, [ada], options={"goal": 30}) for _ in range(4)]
        made = (await bob.post("/api/tables", {"game": "pig", "seats": 3}))["id"]
        await ada.post(f"/api/tables/{made}/sit", {"name": "Neighbour of Ada"})
        with server.storage() as connection:
            said = [
                {
                    "table_id": going[0],
                    "room": "players",
                    "person": ada.id,
                    "text": f"{name} was here",
                    "at": 1.0,
                }
                for _ in range(2000)
            ]
            connection.execute(insert(messages), said)
        assert await bob_hears(bob, going[0]) > 0
        await ada.post("/api/account/delete", {"password": ""})
        server.kill()
        with server.storage() as connection:
            kept = select(people.c.name, people.c.gone).where(people.c.id == ada.id)
            assert tuple(connection.execute(kept).one()) == ("—", True)
            named = select(seats.c.name).where(seats.c.name == "Neighbour of Ada")
            assert connection.execute(named).all() == []
        server.start()
        assert await bob_hears(bob, going[0]) == 0
        await cleared(server, ada.id)
        stored = everything_stored(server)
        assert name not in stored and "Neighbour of Ada" not in stored
        for table in going:
            seat = (await bob.get(f"/api/tables/{table}"))["seats"][1]
            assert (seat["name"], seat["left"]) == ("—", True)
        assert [seat["person"] for seat in (await bob.get(f"/api/tables/{made}"))["seats"]] == [
            bob.id,
            None,
            None,
        ]


async def bob_hears(bob: Person, table: str) -> int:
    """How much of the chat of a table somebody is told who comes."""
    async with bob.sit(table) as socket:
        return len(socket.heard[0]["chat"])


async def test_a_deletion_writes_no_log_anew(server: Server) -> None:
    async with Person(server, "Ada unlogged") as ada, Person(server, "Bob") as bob:
        over = await seated(bob, [ada], options={"goal": 20})
        async with bob.sit(over) as first, ada.sit(over) as second:
            await asyncio.gather(play_pig(first, 0), play_pig(second, 1))
        lines = select(records.c.line).where(records.c.table_id == over).order_by(records.c.number)
        with server.storage() as connection:
            before = [bytes(line) for line in connection.execute(lines).scalars()]
        assert not any(b"Ada unlogged" in line or b"Bob" in line for line in before)
        assert (
            load((await bob.call("GET", f"/api/tables/{over}/log")).content).header.seats[1] == "Ada unlogged"
        )
        await ada.post("/api/account/delete", {"password": ""})
        await cleared(server, ada.id)
        with server.storage() as connection:
            assert [bytes(line) for line in connection.execute(lines).scalars()] == before
        assert load((await bob.call("GET", f"/api/tables/{over}/log")).content).header.seats == ("Bob", "—")


async def test_a_name_goes_even_from_a_game_whose_rules_are_gone(mortal: Server) -> None:
    server = mortal
    async with Person(server, "Ada of old") as ada, Person(server, "Bob") as bob:
        table = await seated(bob, [ada])
        server.kill()
        with server.storage() as connection:
            found = connection.execute(text("SELECT sheet FROM tables WHERE id = :id"), {"id": table})
            sheet = {**json.loads(found.scalar_one()), "game": "forgotten-game"}
            connection.execute(
                text("UPDATE tables SET sheet = :sheet WHERE id = :id"),
                {"id": table, "sheet": json.dumps(sheet)},
            )
            line = text("UPDATE records SET line = :line WHERE table_id = :id AND number = 0")
            raw = connection.execute(
                text("SELECT line FROM records WHERE table_id = :id AND number = 0"), {"id": table}
            ).scalar_one()
            connection.execute(line, {"id": table, "line": _of_another_game(bytes(raw))})
        server.start()
        assert (await bob.refused("GET", f"/api/tables/{table}"))[0] in (400, 409)
        await ada.post("/api/account/delete", {"password": ""})
        assert "Ada of old" not in everything_stored(server)
        await cleared(server, ada.id)


def _of_another_game(raw: bytes) -> bytes:
    header, _ = read_line(raw, 0, "")
    return write_line(msgspec.structs.replace(header, game="forgotten-game"), "")[0]


async def test_processes_follow_a_log_whose_names_have_changed(
    servers: Callable[..., Server], postgresql: Callable[[], str]
) -> None:
    database = postgresql()
    here, there = (servers("postgresql", database=database) for _ in range(2))
    async with Person(here, "Ada") as ada, Person(there, "Bob") as bob:
        table = await seated(ada, [bob], options={"goal": 40})
        async with ada.sit(table) as first, bob.sit(table) as second:
            await first.hear("view")
            await second.hear("view")
            assert (await first.decide(0, {"action": "roll"}))["type"] == "ack"
            await second.until(lambda scene: scene["step"] > 0)
            await ada.call("PUT", "/api/me/name", {"name": "Countess"})
            told = await second.hear("table", where=lambda frame: names_at(frame["table"])[0] == "Countess")
            assert names_at(told["table"]) == ["Countess", "Bob"]
            await asyncio.gather(play_pig(first, 0), play_pig(second, 1))
        assert (await bob.get(f"/api/tables/{table}/verify"))["checked"] > 0
        log = load((await bob.call("GET", f"/api/tables/{table}/log")).content)
        assert log.header.seats == ("Countess", "Bob")
    for server in (here, there):
        server.stop()

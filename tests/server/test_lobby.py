"""Meeting: tables in the lobby, seats, invitations, bots, rematch."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

from sqlalchemy import text
from websockets.asyncio.client import connect

from paddock.server.records.table_record import Seat, TableRecord
from paddock.server.settings import Settings
from paddock.server.storage.store import Store
from paddock.server.tables.lobby import Lobby
from tests.server.clients import Person, Socket, play_pig, seated
from tests.server.serving import WAIT, Server


async def lobby_frame(line: object, kind: str, table: str) -> dict[str, object]:
    while True:
        frame = json.loads(await line.recv())  # type: ignore[attr-defined]
        found = frame.get("table")
        if frame["type"] == kind and (found == table or (isinstance(found, dict) and found["id"] == table)):
            told: dict[str, object] = frame["table"] if kind == "card" else frame
            return told


async def test_the_lobby_is_told_of_every_public_table(server: Server) -> None:
    async with Person(server, "Ada") as ada, connect(f"{server.ws}/ws/lobby", open_timeout=WAIT) as line:
        assert json.loads(await line.recv())["type"] == "lobby"
        made = await ada.post(
            "/api/tables",
            {"game": "pig", "title": "Evening", "pace": {"kind": "live", "bank": 60, "increment": 2}},
        )
        card = await lobby_frame(line, "card", made["id"])
        assert (card["title"], card["stage"]) == ("Evening", "open")
        assert card["pace"] == {"kind": "live", "bank": 60, "increment": 2}
        assert made["id"] in [table["id"] for table in (await ada.get("/api/lobby"))["open"]]
        await ada.post(f"/api/tables/{made['id']}/bot", {"seat": 1, "bot": "random"})
        assert (await lobby_frame(line, "card", made["id"]))["seats"][1]["bot"] == "random"  # type: ignore[index]
        await ada.post(f"/api/tables/{made['id']}/options", {"public": False})
        await lobby_frame(line, "gone", made["id"])
        assert made["id"] not in [table["id"] for table in (await ada.get("/api/lobby"))["open"]]


class Visitor:
    """Remembers what the lobby tells."""

    def __init__(self) -> None:
        self.told: list[dict[str, Any]] = []

    def send(self, frame: bytes) -> None:
        self.told.append(json.loads(frame))


async def test_many_changes_of_a_table_are_one_card(tmp_path: Path) -> None:
    store = Store(Settings(data=tmp_path).url)
    lobby, visitor = Lobby(store), Visitor()
    lobby.visitors.add(visitor)
    for number in range(100):
        for table in ("one", "two"):
            seats = [Seat(name="Ada", person="ada")]
            options = {"goal": 20}
            title = f"Title {number}"
            lobby.show(
                TableRecord(
                    id=table, game="pig", title=title, options=options, host="ada", seats=seats, created=0
                )
            )
    while len(visitor.told) < 2:
        await asyncio.sleep(0.01)
    assert [frame["table"]["title"] for frame in visitor.told] == ["Title 99", "Title 99"]
    await store.close()


async def test_forgotten_tables_leave_the_lobby_and_stay_with_their_people(server: Server) -> None:
    async with Person(server, "Ada") as ada, Person(server, "Bob") as bob:
        waiting = (await ada.post("/api/tables", {"game": "pig", "title": "Nobody came"}))["id"]
        going_on = await seated(ada, [bob])

        async def listed(stage: str) -> set[str]:
            return {table["id"] for table in (await ada.get("/api/lobby"))[stage]}

        assert waiting in await listed("open")
        days = 24 * 60 * 60
        for table in (waiting, going_on):
            grow_old(server, table, 3 * days)
        assert waiting not in await listed("open")
        assert going_on in await listed("running")
        grow_old(server, going_on, 30 * days)
        assert going_on not in await listed("running")
        assert {waiting, going_on} <= {table["id"] for table in await ada.listed("/api/me/tables")}


def grow_old(server: Server, table: str, seconds: float) -> None:
    """As if nothing had happened at a table for so long."""
    with server.storage() as connection:
        old = text("UPDATE tables SET touched = touched - :by WHERE id = :id")
        connection.execute(old, {"by": seconds, "id": table})


async def test_options_come_from_the_games_own_schema(server: Server) -> None:
    async with Person(server, "Ada") as ada:
        pig = next(game for game in await ada.get("/api/games") if game["name"] == "pig")
        assert pig["options"]["properties"]["goal"]["maximum"] == 1000
        assert pig["defaults"] == {"goal": 100}
        assert (pig["least"], pig["most"]) == (2, 6)
        assert pig["bots"][0] == "random"
        assert await ada.refused("POST", "/api/tables", {"game": "pig", "options": {"goal": 1}}) == (
            400,
            "core.bad-options",
        )
        assert await ada.refused("POST", "/api/tables", {"game": "pig", "seats": 9}) == (
            400,
            "core.bad-seats",
        )
        assert await ada.refused("POST", "/api/tables", {"game": "go"}) == (400, "core.unknown-game")
        schema = await ada.get("/api/games/sealed/schema")
        assert schema["question"] and schema["view"] and "Seal" in schema["$defs"]


async def test_seats_are_taken_left_and_freed(server: Server) -> None:
    async with Person(server, "Ada") as ada, Person(server, "Bob") as bob, Person(server, "Cleo") as cleo:
        table = (await ada.post("/api/tables", {"game": "pig", "seats": 3}))["id"]
        await bob.post(f"/api/tables/{table}/sit", {"seat": 2})
        assert await cleo.refused("POST", f"/api/tables/{table}/sit", {"seat": 2}) == (
            409,
            "server.seat-taken",
        )
        assert await bob.refused("POST", f"/api/tables/{table}/start") == (403, "server.host-only")
        assert await ada.refused("POST", f"/api/tables/{table}/start") == (409, "server.free-seats")
        assert await bob.refused("POST", f"/api/tables/{table}/kick", {"seat": 0}) == (
            403,
            "server.host-only",
        )
        info = await ada.post(f"/api/tables/{table}/kick", {"seat": 2})
        assert info["seats"][2]["person"] is None
        await ada.post(f"/api/tables/{table}/let-back", {"person": bob.id})
        await bob.post(f"/api/tables/{table}/sit", {"seat": 1})
        assert await ada.refused("POST", f"/api/tables/{table}/options", {"seats": 1}) == (
            409,
            "server.seats-in-use",
        )
        await ada.post(f"/api/tables/{table}/options", {"seats": 2, "options": {"goal": 50}})
        info = await ada.post(f"/api/tables/{table}/stand", {"seat": 0})
        assert info["host"] == bob.id
        info = await bob.post(f"/api/tables/{table}/stand", {"seat": 1})
        assert info["stage"] == "closed"
        assert await cleo.refused("POST", f"/api/tables/{table}/sit", {}) == (409, "server.table-closed")


async def test_a_private_table_is_there_for_the_invited_only(server: Server) -> None:
    async with Person(server, "Ada") as ada, Person(server, "Bob") as bob:
        table = (await ada.post("/api/tables", {"game": "pig", "public": False}))["id"]
        assert await bob.refused("GET", f"/api/tables/{table}") == (404, "server.no-table")
        assert await bob.refused("POST", f"/api/tables/{table}/sit", {}) == (404, "server.no-table")
        assert await bob.sit(table).refused() == 4404
        assert await bob.refused("GET", f"/api/tables/{table}/invitation") == (404, "server.no-table")
        guessed = {"invitation": "A" * 24}
        assert await bob.refused("POST", f"/api/tables/{table}/admit", guessed) == (
            403,
            "server.bad-invitation",
        )
        invitation = await ada.get(f"/api/tables/{table}/invitation")
        assert len(invitation["invitation"]) == 24
        await bob.post(f"/api/tables/{table}/admit", invitation)
        info = await bob.post(f"/api/tables/{table}/sit", {})
        assert info["seats"][1]["person"] == bob.id


async def test_a_rematch_is_one_table_for_all(server: Server) -> None:
    async with Person(server, "Ada") as ada, Person(server, "Bob") as bob, Person(server, "Cleo") as cleo:
        table = await seated(ada, [bob], options={"goal": 2})
        assert await ada.refused("POST", f"/api/tables/{table}/rematch") == (409, "server.not-over")
        async with ada.sit(table) as first, bob.sit(table) as second:
            while not first.scene.get("result"):
                seat = (await first.until(lambda scene: True))["asked"][0]
                socket = first if seat == 0 else second
                await socket.until(lambda scene, seat=seat: scene["asked"] == [seat])
                pot = socket.scene["view"]["pot"]
                at = socket.scene["step"]
                await socket.decide(seat, {"action": "hold" if pot else "roll"})
                await first.until(lambda scene, at=at: scene["step"] > at)
                await second.until(lambda scene, at=at: scene["step"] > at)
            assert await cleo.refused("POST", f"/api/tables/{table}/rematch") == (403, "server.players-only")
            again = await bob.post(f"/api/tables/{table}/rematch")
            assert (again["stage"], again["previous"], again["host"]) == ("open", table, bob.id)
            assert [seat["person"] for seat in again["seats"]] == [ada.id, bob.id]
            assert (await ada.post(f"/api/tables/{table}/rematch"))["id"] == again["id"]
            told = await first.hear("table", where=lambda frame: frame["table"]["rematch"] is not None)
            assert told["table"]["rematch"] == again["id"]


async def test_the_next_track_is_a_rematch_with_other_options(server: Server) -> None:
    async with Person(server, "Ada") as ada, Person(server, "Bob") as bob:
        table = await seated(ada, [bob], options={"goal": 2})
        other = {"options": {"goal": 3}}
        assert await ada.refused("POST", f"/api/tables/{table}/next", other) == (409, "server.not-over")
        async with ada.sit(table) as first, bob.sit(table) as second:
            await asyncio.gather(play_pig(first, 0), play_pig(second, 1))
        wrong = {"options": {"goal": -1}}
        assert (await ada.refused("POST", f"/api/tables/{table}/next", wrong))[0] == 400
        again = await ada.post(f"/api/tables/{table}/next", other)
        assert (again["options"]["goal"], again["previous"], again["stage"]) == (3, table, "open")
        assert [seat["person"] for seat in again["seats"]] == [ada.id, bob.id]
        assert (await bob.post(f"/api/tables/{table}/rematch"))["id"] == again["id"]


async def test_my_tables_are_those_that_are_not_over(server: Server) -> None:
    async with Person(server, "Ada") as ada, Person(server, "Bob") as bob:
        over = await seated(ada, [bob], options={"goal": 2})
        async with ada.sit(over) as first, bob.sit(over) as second:
            await asyncio.gather(play_pig(first, 0), play_pig(second, 1))
        running = await seated(ada, [bob])
        assert [table["id"] for table in await ada.listed("/api/me/tables")] == [running]
        assert [table["id"] for table in await ada.listed(f"/api/people/{ada.id}/games")] == [over]


async def test_a_table_made_private_shows_strangers_out(server: Server) -> None:
    async with Person(server, "Ada") as ada, Person(server, "Bob") as bob, Person(server, "Wim") as wim:
        table = (await ada.post("/api/tables", {"game": "pig", "seats": 3}))["id"]
        await bob.post(f"/api/tables/{table}/sit", {})
        invitation = await ada.get(f"/api/tables/{table}/invitation")
        async with Person(server, "Guest") as guest:
            await guest.post(f"/api/tables/{table}/admit", invitation)
            async with (
                bob.sit(table) as player,
                guest.sit(table) as admitted,
                wim.sit(table) as stranger,
                Socket(server, table) as nobody,
            ):
                await ada.post(f"/api/tables/{table}/options", {"public": False, "title": "Ours"})
                assert await stranger.closed() == await nobody.closed() == 4404
                assert "Ours" not in "".join(stranger.raw + nobody.raw)
                for socket in (player, admitted):
                    assert (await socket.ask("ping"))["type"] == "pong"
        assert await wim.sit(table).refused() == 4404


async def test_whoever_was_sent_away_stays_out_until_let_back(server: Server) -> None:
    async with Person(server, "Ada") as ada, Person(server, "Bob") as bob:
        table = (await ada.post("/api/tables", {"game": "pig", "seats": 3}))["id"]
        invitation = await ada.get(f"/api/tables/{table}/invitation")
        for _ in range(2):
            await bob.post(f"/api/tables/{table}/sit", {})
        async with bob.sit(table) as socket:
            told = await ada.post(f"/api/tables/{table}/kick", {"seat": 1})
            assert [seat["person"] for seat in told["seats"]] == [ada.id, None, None]
            assert await socket.closed() == 4403
        for path, body in (("sit", {}), ("admit", invitation)):
            refused = await bob.refused("POST", f"/api/tables/{table}/{path}", body)
            assert refused == (403, "server.sent-away")
        assert await bob.sit(table).refused() == 4403
        assert await ada.get(f"/api/tables/{table}/sent-away") == [
            {"id": bob.id, "name": "Bob", "account": False}
        ]
        await ada.post(f"/api/tables/{table}/let-back", {"person": bob.id})
        await bob.post(f"/api/tables/{table}/sit", {})

"""Two server processes on one PostgreSQL serve one table."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable

import pytest
from websockets.asyncio.client import connect

from tests.server.clients import Person, Socket, play_pig, seated
from tests.server.serving import WAIT, Server


@pytest.fixture(scope="module")
def pair(servers: Callable[..., Server], postgresql: Callable[[], str]) -> tuple[Server, Server]:
    database = postgresql()
    return servers("postgresql", database=database), servers("postgresql", database=database)


def elsewhere(person: Person, server: Server, table: str, **hello: object) -> Socket:
    return Socket(server, table, person.cookie, hello)


async def test_players_at_different_processes_play_one_game(pair: tuple[Server, Server]) -> None:
    here, there = pair
    async with Person(here, "Ada") as ada, Person(there, "Bob") as bob:
        async with connect(f"{there.ws}/ws/lobby", open_timeout=WAIT) as lobby:
            await lobby.recv()
            made = await ada.post("/api/tables", {"game": "pig", "seats": 3, "options": {"goal": 30}})
            table = made["id"]
            while True:
                frame = json.loads(await lobby.recv())
                if frame["type"] == "card" and frame["table"]["id"] == table:
                    break
        await bob.post(f"/api/tables/{table}/sit", {})
        await ada.post(f"/api/tables/{table}/bot", {"seat": 2, "bot": "random"})
        async with ada.sit(table) as first, bob.sit(table) as second:
            await ada.post(f"/api/tables/{table}/start")
            await first.hear("view")
            await second.hear("view")
            await first.heard_of("presence", lambda frame: frame["presence"]["here"] == [0, 1])
            await first.ask("say", text="hello from afar")
            assert (await second.hear("chat"))["message"]["text"] == "hello from afar"
            ends = await asyncio.gather(play_pig(first, 0), play_pig(second, 1))
            assert ends[0]["result"] == ends[1]["result"]
            assert ends[0]["step"] == ends[1]["step"]
        assert (await bob.get(f"/api/tables/{table}/verify"))["checked"] > 0


async def test_who_watches_and_who_is_blocked_is_known_at_every_process(pair: tuple[Server, Server]) -> None:
    here, there = pair
    async with Person(here, "Ada") as ada, Person(there, "Bob") as bob:
        table = await seated(ada, [], game="sealed")
        async with ada.sit(table) as first, bob.sit(table):
            bobs = [{"person": bob.id, "name": "Bob"}]
            await first.heard_of("presence", lambda frame: frame["presence"]["onlookers"] == bobs)
            assert (await bob.call("PUT", f"/api/me/blocks/{ada.id}")).status_code == 200
            gone = await first.hear("presence", where=lambda frame: frame["presence"]["onlookers"] == [])
            assert gone["presence"]["watching"] == 1


async def test_of_two_decisions_at_once_each_is_applied_once(pair: tuple[Server, Server]) -> None:
    here, there = pair
    async with Person(here, "Ada") as ada:
        table = await seated(ada, [], game="sealed", options={"rounds": 20})
        async with ada.sit(table) as first, elsewhere(ada, there, table) as second:
            await first.hear("view")
            await second.hear("view")
            for _ in range(10):
                for action in ({"action": "seal", "secret": 3}, {"action": "pass"}):
                    at = max(first.scene["step"], second.scene["step"])
                    await first.until(lambda scene, at=at: scene["step"] >= at)
                    await second.until(lambda scene, at=at: scene["step"] >= at)
                    answers = await asyncio.gather(first.decide(0, action), second.decide(0, action))
                    kinds = sorted(answer["type"] for answer in answers)
                    assert kinds == ["ack", "refuse"], answers
                    done = next(answer["step"] for answer in answers if answer["type"] == "ack")
                    await first.until(lambda scene, done=done: scene["step"] >= done)
                    await second.until(lambda scene, done=done: scene["step"] >= done)
            assert first.scene["view"]["round"] == second.scene["view"]["round"] == 10


async def test_the_same_decision_sent_to_both_is_one(pair: tuple[Server, Server]) -> None:
    here, there = pair
    async with Person(here, "Ada") as ada:
        table = await seated(ada, [], game="sealed", options={"rounds": 20})
        async with ada.sit(table) as first, elsewhere(ada, there, table) as second:
            at = (await first.hear("view"))["scene"]["step"]
            await second.hear("view")
            seal = {"action": "seal", "secret": 3}
            answers = await asyncio.gather(
                first.decide(0, seal, step=at, request="once"),
                second.decide(0, seal, step=at, request="once"),
            )
            assert [answer["type"] for answer in answers] == ["ack", "ack"]
            assert answers[0]["step"] == answers[1]["step"] == at + 1


async def test_a_bot_whose_process_dies_is_driven_by_another(pair: tuple[Server, Server]) -> None:
    here, there = pair
    async with Person(here, "Ada") as ada:
        table = await seated(ada, [], bots=["sleeping"], options={"goal": 1000})
        async with ada.sit(table) as first:
            await first.hear("view")
            while first.scene["asked"] == [0]:
                at = first.scene["step"]
                await first.decide(0, {"action": "hold" if first.scene["view"]["pot"] else "roll"})
                await first.until(lambda scene, at=at: scene["step"] > at)
        at = first.scene["step"]
        here.kill()
        async with elsewhere(ada, there, table) as second:
            await second.until(lambda scene: scene["step"] > at)
    here.start()


async def test_signing_out_closes_sockets_at_every_process(pair: tuple[Server, Server]) -> None:
    here, there = pair
    async with Person(here, "Ada") as ada:
        table = await seated(ada, [], game="sealed")
        async with elsewhere(ada, there, table) as socket:
            await socket.hear("view")
            await ada.post("/api/sign-out")
            assert await socket.closed() == 4403


async def test_a_table_made_private_shows_strangers_out_at_every_process(pair: tuple[Server, Server]) -> None:
    here, there = pair
    async with Person(here, "Ada") as ada, Person(there, "Wim") as wim:
        table = (await ada.post("/api/tables", {"game": "pig"}))["id"]
        async with wim.sit(table) as stranger:
            await ada.post(f"/api/tables/{table}/options", {"public": False, "title": "Ours"})
            assert await stranger.closed() == 4404
            assert "Ours" not in "".join(stranger.raw)


async def test_nobody_is_refused_by_what_a_process_remembers(pair: tuple[Server, Server]) -> None:
    here, there = pair
    async with Person(here, "Ada") as ada, Person(there, "Bob") as bob:
        for _ in range(10):
            table = (await ada.post("/api/tables", {"game": "pig"}))["id"]
            assert (await bob.get(f"/api/tables/{table}"))["stage"] == "open"
            await bob.post(f"/api/tables/{table}/sit", {})
            await ada.post(f"/api/tables/{table}/start")
            assert (await bob.get(f"/api/tables/{table}"))["stage"] == "running"


async def test_two_processes_never_give_the_same_thing_twice(pair: tuple[Server, Server]) -> None:
    here, there = pair
    async with Person(here, "Ada") as ada, Person(there, "Bob") as bob, Person(there, "Ada too") as again:
        for number in range(5):
            new = {"name": f"wanted-{ada.id}-{number}", "password": "correct horse"}
            async with Person(here, "x") as one, Person(there, "y") as two:
                answers = await asyncio.gather(
                    one.call("POST", "/api/account", new), two.call("POST", "/api/account", new)
                )
            assert sorted(answer.status_code for answer in answers) == [200, 409]
        await ada.settle()
        again.http.cookies = ada.http.cookies
        monthly = next(
            c for c in await bob.get("/api/challenges") if c["game"] == "sealed" and c["span"] == "monthly"
        )
        attempts = f"/api/challenges/{monthly['id']}/attempts"
        tried = await asyncio.gather(
            *(person.call("POST", attempts) for person in (ada, again) for _ in range(8))
        )
        assert sorted(answer.status_code for answer in tried) == [200] * 10 + [409] * 6
        assert (await ada.get(f"/api/challenges/{monthly['id']}"))["used"] == 10

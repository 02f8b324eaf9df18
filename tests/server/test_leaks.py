"""Nothing hidden leaves the server: every byte to everybody else is searched."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable

from sqlalchemy import text
from websockets.asyncio.client import connect

from tests.server.clients import Person, Socket, seated
from tests.server.serving import WAIT, Server


def seed_of(server: Server, table: str) -> str:
    with server.storage() as connection:
        found = connection.execute(text("SELECT seed FROM tables WHERE id = :id"), {"id": table}).scalar_one()
    return bytes(found).hex()


def tells(number: int, texts: Iterable[str]) -> list[str]:
    """The texts in which a number stands by itself."""
    pattern = re.compile(rf"(?<![\d.]){number}(?![\d.])")
    return [found for found in texts if pattern.search(found)]


async def everything_readable(person: Person, other: Person, table: str) -> list[str]:
    """Everything the interface answers to somebody about a table that is not over."""
    addresses = [
        "/api/lobby",
        "/api/me",
        "/api/me/tables",
        f"/api/tables/{table}",
        f"/api/tables/{table}/board",
        f"/api/tables/{table}/log",
        f"/api/tables/{table}/verify",
        f"/api/tables/{table}/replay",
        f"/api/tables/{table}/replay?seat=0",
        f"/api/tables/{table}/replay?seat=1",
        f"/api/tables/{table}/replay/views",
        f"/api/tables/{table}/replay/views?seat=0",
        f"/api/tables/{table}/replay/views?seat=1",
        f"/api/tables/{table}/replay/5",
        f"/api/tables/{table}/replay/5?seat=0",
        f"/api/people/{other.id}",
        f"/api/people/{other.id}/games",
        "/api/courses/sealed",
        "/api/challenges",
        "/api/games",
        "/api/tracks",
        "/health",
        "/metrics",
    ]
    answers = [await person.call("GET", address) for address in addresses]
    answers.append(await person.call("POST", f"/api/tables/{table}/rematch"))
    answers.append(
        await person.call("POST", f"/api/tables/{table}/branch", {"step": 3, "seats": [0], "bot": "random"})
    )
    answers.append(await person.call("POST", f"/api/tables/{table}/start"))
    assert all(answer.status_code < 500 for answer in answers)
    return [answer.text + str(answer.headers) for answer in answers]


async def test_every_outgoing_byte_keeps_the_secrets(server: Server) -> None:
    async with (
        Person(server, "Ada") as ada,
        Person(server, "Bob") as bob,
        Person(server, "Wim") as wim,
        connect(f"{server.ws}/ws/lobby", open_timeout=WAIT) as lobby,
    ):
        table = await seated(ada, [bob], game="sealed", options={"rounds": 3})
        seed = seed_of(server, table)
        async with (
            ada.sit(table) as first,
            bob.sit(table) as second,
            wim.sit(table) as watcher,
            Socket(server, table) as nobody,
        ):
            for socket in (first, second, watcher, nobody):
                await socket.hear("view")
            colour, own = first.scene["view"]["colour"], second.scene["view"]["colour"]
            assert colour and own
            for number, secret in enumerate((81_273, 70_919, 93_251)):
                assert (await first.decide(0, {"action": "seal", "secret": secret}))["type"] == "ack"
                await first.ask("say", text="I have chosen")
                refusal = await second.decide(0, {"action": "seal", "secret": 1})
                assert refusal["reason"] == "seat"
                await second.decide(1, {"action": "tap"})
                await second.send(type="face", seat=0)
                await watcher.send(type="face", seat=0)
                await watcher.ask("explore", seat=0, question={"question": "Count"})
                for socket in (second, watcher, nobody):
                    await socket.ask("ping")
                    assert tells(secret, socket.raw) == []
                async with bob.sit(table, seen=0) as again, bob.sit(table, seen=number) as later:
                    for socket in (again, later):
                        await socket.until(lambda scene: True)
                        assert tells(secret, socket.raw) == []
                for person in (bob, wim):
                    texts = await everything_readable(person, ada, table)
                    assert tells(secret, texts) == []
                    assert not any(seed in answer for answer in texts)
                    if person is wim or colour != own:
                        assert not any(f'"{colour}"' in answer for answer in texts)
                await second.decide(1, {"action": "seal", "secret": 60_000 + number})
                for socket, seat in ((first, 0), (second, 1)):
                    await socket.until(lambda scene, seat=seat: scene["view"]["tapper"] == seat)
                    assert (await socket.decide(seat, {"action": "pass"}))["type"] == "ack"
                await first.until(
                    lambda scene, number=number: scene["view"]["round"] == number + 1 or scene["result"]
                )
                if number < 2:
                    await second.until(lambda scene, number=number: scene["view"]["round"] == number + 1)
            await nobody.until(lambda scene: bool(scene["result"]))
            assert seed in nobody.raw[-1]
            for socket in (watcher, nobody):
                assert f'"{colour}"' not in "".join(socket.raw)
                assert "I have chosen" not in "".join(socket.raw)
            for socket in (first, second, watcher, nobody):
                assert not any(
                    seed in raw
                    for raw in socket.raw
                    if not (json.loads(raw).get("scene") or {}).get("result")
                )
        heard = ""
        await ada.post("/api/tables", {"game": "pig", "title": "the last one"})
        while "the last one" not in heard:
            heard += str(await lobby.recv())
        for secret in (81_273, 70_919, 93_251):
            assert tells(secret, [heard]) == []
        cookie = ada.cookie.partition("=")[2]
        assert cookie not in heard


async def test_invitations_are_for_players_only(server: Server) -> None:
    async with Person(server, "Ada") as ada, Person(server, "Bob") as bob, Person(server, "Wim") as wim:
        table = await seated(ada, [bob])
        invitation = (await bob.get(f"/api/tables/{table}/invitation"))["invitation"]
        assert await wim.refused("GET", f"/api/tables/{table}/invitation") == (403, "server.players-only")
        async with wim.sit(table) as watcher:
            await watcher.hear("view")
            texts = [*watcher.raw, *(await everything_readable(wim, ada, table))]
        assert not any(invitation in told for told in texts)

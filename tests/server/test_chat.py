"""Chat: two rooms, mute, limits."""

from __future__ import annotations

from tests.server.clients import Person, Socket, seated
from tests.server.serving import Server


async def test_players_and_watchers_hear_only_their_own_room(server: Server) -> None:
    async with Person(server, "Ada") as ada, Person(server, "Bob") as bob, Person(server, "Wim") as wim:
        table = await seated(ada, [bob])
        async with ada.sit(table) as first, bob.sit(table) as second, wim.sit(table) as watcher:
            assert (await first.ask("say", text=" hello   there "))["type"] == "ack"
            said = (await second.hear("chat"))["message"]
            assert (said["room"], said["name"], said["text"]) == ("players", "Ada", "hello there")
            assert (await watcher.ask("say", text="go Bob"))["type"] == "ack"
            assert (await watcher.hear("chat"))["message"]["room"] == "watchers"
            for socket in (first, second, watcher):
                await socket.ask("ping")
            assert "go Bob" not in "".join(first.raw + second.raw)
            assert "hello there" not in "".join(watcher.raw)
        async with bob.sit(table) as again:
            assert [said["text"] for said in again.heard[0]["chat"]] == ["hello there"]
        async with Socket(server, table) as nobody:
            assert (await nobody.ask("say", text="boo"))["message"]["id"] == "server.sign-in-first"
            assert [said["text"] for said in nobody.heard[0]["chat"]] == ["go Bob"]


async def test_muted_people_are_not_heard(server: Server) -> None:
    async with Person(server, "Ada") as ada, Person(server, "Bob") as bob:
        table = await seated(ada, [bob])
        async with ada.sit(table) as first, bob.sit(table) as second:
            assert (await ada.call("PUT", f"/api/me/mutes/{bob.id}")).status_code == 200
            assert [muted["name"] for muted in await ada.listed("/api/me/mutes")] == ["Bob"]
            await second.ask("say", text="can you hear me")
            await first.ask("ping")
            assert "can you hear me" not in "".join(first.raw)
            async with ada.sit(table) as again:
                assert again.heard[0]["chat"] == []
            assert (await ada.call("DELETE", f"/api/me/mutes/{bob.id}")).status_code == 200
            await second.ask("say", text="and now")
            assert (await first.hear("chat"))["message"]["text"] == "and now"


async def test_what_is_sent_twice_is_said_once(server: Server) -> None:
    async with Person(server, "Ada") as ada, Person(server, "Bob") as bob:
        table = await seated(ada, [bob])
        async with ada.sit(table) as first, bob.sit(table) as second:
            for _ in range(2):
                await first.send(type="say", id="once", text="hello there")
                assert (await first.hear("ack"))["id"] == "once"
            await second.ask("say", text="hello yourself")
            await first.hear("chat", where=lambda frame: frame["message"]["person"] == bob.id)
            assert sum("hello there" in raw for raw in first.raw) == 1
        async with bob.sit(table) as again:
            texts = [said["text"] for said in again.heard[0]["chat"]]
            assert texts == ["hello there", "hello yourself"]

"""Coming back: exactly what was missed is sent, and nothing a second time."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from tests.server.clients import Person, Socket, seated
from tests.server.serving import GENEROUS, Server

MISSED_RECORDS = GENEROUS["missed_records"]


async def told_on_return(person: Person, table: str, **hello: Any) -> list[dict[str, Any]]:
    """Everything that is sent to somebody who comes back, presence apart."""
    async with person.sit(table, **hello) as socket:
        await socket.ask("ping")
        return [frame for frame in socket.heard if frame["type"] not in ("presence", "pong")]


async def round_of_sealed(first: Socket, second: Socket) -> None:
    """Four records: both seats seal, then both pass."""
    await first.decide(0, {"action": "seal", "secret": 1})
    await second.decide(1, {"action": "seal", "secret": 2})
    for socket, seat in ((first, 0), (second, 1)):
        await socket.until(lambda scene, seat=seat: scene["view"]["tapper"] == seat)
        await socket.decide(seat, {"action": "pass"})
    for socket in (first, second):
        await socket.until(lambda scene: scene["asked"] == [0, 1])


@asynccontextmanager
async def sealed(server: Server, **table: Any) -> AsyncIterator[tuple[Person, Socket, Socket, str]]:
    async with Person(server, "Ada") as ada, Person(server, "Bob") as bob:
        made = await seated(ada, [bob], game="sealed", options={"rounds": 50}, **table)
        async with ada.sit(made) as first, bob.sit(made) as second:
            await first.hear("view")
            await second.hear("view")
            yield ada, first, second, made


async def test_nothing_missed_nothing_sent(server: Server) -> None:
    async with sealed(server) as (ada, first, _, table):
        frames = await told_on_return(ada, table, seen=first.scene["step"])
        assert [frame["type"] for frame in frames] == ["welcome"]


async def test_a_few_missed_records_come_as_one_update(server: Server) -> None:
    async with sealed(server) as (ada, first, second, table):
        seen = first.scene["step"]
        await round_of_sealed(first, second)
        frames = await told_on_return(ada, table, seen=seen)
        assert [frame["type"] for frame in frames] == ["welcome", "update"]
        update = frames[1]
        assert update["since"] == seen
        assert [event["event"]["event"] for event in update["events"]] == [
            "sealed",
            "sealed",
            "revealed",
            "passed",
            "passed",
        ]
        steps = [event["step"] for event in update["events"]]
        assert steps == sorted(steps)
        assert steps[0] == seen + 1
        live = [event for frame in first.heard if frame["type"] == "update" for event in frame["events"]]
        assert update["events"] == live, "as if the line had never been lost"
        assert update["scene"] == first.scene
        frames = await told_on_return(ada, table, seen=first.scene["step"] - 1)
        assert [event["event"]["event"] for event in frames[1]["events"]] == ["passed"]


async def test_too_many_missed_records_come_as_the_whole_view(server: Server) -> None:
    async with sealed(server) as (ada, first, second, table):
        while first.scene["step"] <= 2 + MISSED_RECORDS:
            await round_of_sealed(first, second)
        newest = first.scene["step"]
        frames = await told_on_return(ada, table, seen=2)
        assert [frame["type"] for frame in frames] == ["welcome", "view"]
        assert frames[1]["why"] == "missed"
        assert frames[1]["scene"] == first.scene
        assert "events" not in frames[1]
        frames = await told_on_return(ada, table, seen=newest - MISSED_RECORDS)
        assert [frame["type"] for frame in frames] == ["welcome", "update"]
        frames = await told_on_return(ada, table, seen=newest - MISSED_RECORDS - 1)
        assert [frame["type"] for frame in frames] == ["welcome", "view"]
        frames = await told_on_return(ada, table, seen=newest + 50)
        assert [frame["type"] for frame in frames] == ["welcome", "view"], "never drawn here"


async def test_what_was_taken_back_is_named(server: Server) -> None:
    async with sealed(server) as (ada, first, second, table):
        await first.decide(0, {"action": "seal", "secret": 1})
        await second.decide(1, {"action": "seal", "secret": 2})
        await first.until(lambda scene: scene["view"]["tapper"] == 0)
        before = first.scene["step"]
        for taps in (1, 2):
            await first.decide(0, {"action": "tap"})
            await first.until(lambda scene, taps=taps: scene["view"]["taps"] == taps)
        seen = first.scene["step"]
        for _ in range(2):
            assert (await first.ask("undo", seat=0))["type"] == "ack"
        live = await second.hear("view", where=lambda frame: frame["why"] == "back")
        assert live["to"] == before + 1
        live = await second.hear("view", where=lambda frame: frame["why"] == "back")
        assert live["to"] == before
        frames = await told_on_return(ada, table, seen=seen)
        assert [frame["type"] for frame in frames] == ["welcome", "view"]
        assert (frames[1]["why"], frames[1]["to"]) == ("back", before)
        assert frames[1]["scene"]["view"]["taps"] == 0
        newest = frames[1]["scene"]["step"]
        await first.until(lambda scene: scene["step"] == newest)
        await first.decide(0, {"action": "tap"})
        frames = await told_on_return(ada, table, seen=newest)
        assert frames[1]["type"] == "update", "taken back before it was seen"


async def test_only_chat_that_was_not_heard_comes_again(server: Server) -> None:
    async with sealed(server) as (ada, first, second, table):
        for word in ("one", "two", "three"):
            await second.ask("say", text=word)
        heard = [(await first.hear("chat"))["message"] for _ in range(3)]
        seen = first.scene["step"]
        welcome = (await told_on_return(ada, table, seen=seen, heard=heard[0]["id"]))[0]
        assert welcome["chat"] == heard[1:]
        welcome = (await told_on_return(ada, table, seen=seen, heard=heard[2]["id"]))[0]
        assert welcome["chat"] == []
        welcome = (await told_on_return(ada, table))[0]
        assert welcome["chat"] == heard


async def test_clocks_are_set_right_although_nothing_was_missed(server: Server) -> None:
    pace = {"kind": "live", "bank": 600, "increment": 0}
    async with sealed(server, pace=pace) as (ada, first, _, table):
        frames = await told_on_return(ada, table, seen=first.scene["step"])
        assert [frame["type"] for frame in frames] == ["welcome", "clock"]
        assert frames[1]["clock"]["running"] == [0, 1]


async def test_a_seat_that_changes_hands_gets_a_fresh_scene(server: Server) -> None:
    async with Person(server, "Ada") as ada, Person(server, "Bob") as bob:
        table = await seated(ada, [bob], options={"goal": 1000})
        async with bob.sit(table) as second, ada.sit(table) as first:
            await first.hear("view")
            await first.decide(0, {"action": "roll"})
            while first.scene["asked"] != [1]:
                at = first.scene["step"]
                action = "hold" if first.scene["view"]["pot"] else "roll"
                await first.decide(0, {"action": action}, step=at)
                await first.until(lambda scene, at=at: scene["step"] > at)
            at = first.scene["step"]
            await ada.post(f"/api/tables/{table}/leave", {"seat": 0})
            await bob.post(f"/api/tables/{table}/hand-over", {"seat": 0, "bot": "random"})
            shown = await first.hear("view")
            assert (shown["why"], shown["scene"]["step"], shown["scene"]["actions"]) == ("seat", at, [])
            frames = await told_on_return(ada, table, seen=at)
            assert [frame["type"] for frame in frames] == ["welcome", "view"]
            assert frames[1]["why"] == "seat"
            await ada.post(f"/api/tables/{table}/return", {"seat": 0})
            assert (await first.hear("view"))["why"] == "seat"
            await second.until(lambda scene: scene["step"] == at)
            await second.decide(1, {"action": "roll"})
            step = (await first.hear("update"))["scene"]["step"]
            assert step > at
            frames = await told_on_return(ada, table, seen=step)
            assert [frame["type"] for frame in frames] == ["welcome"]

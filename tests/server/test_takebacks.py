"""Undo while planning, and taking back with everyone's consent."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from tests.server.clients import Person, Socket, seated
from tests.server.serving import Server


@asynccontextmanager
async def tapping(server: Server) -> AsyncIterator[tuple[Socket, Socket, str, Person]]:
    """Ada (seat 0) and Bob (seat 1) after the reveal: Ada may tap, then pass to Bob."""
    async with Person(server, "Ada") as ada, Person(server, "Bob") as bob:
        table = await seated(ada, [bob], game="sealed")
        async with ada.sit(table) as first, bob.sit(table) as second:
            await first.hear("view")
            await second.hear("view")
            await first.decide(0, {"action": "seal", "secret": 3})
            await second.decide(1, {"action": "seal", "secret": 5})
            await first.until(lambda scene: scene["view"]["tapper"] == 0)
            await second.until(lambda scene: scene["view"]["tapper"] == 0)
            yield first, second, table, ada


async def test_undo_takes_back_at_once_while_it_is_your_turn(server: Server) -> None:
    async with tapping(server) as (first, second, table, ada):
        await first.decide(0, {"action": "tap"})
        await first.until(lambda scene: scene["view"]["taps"] == 1)
        await first.decide(0, {"action": "tap"})
        await first.until(lambda scene: scene["view"]["taps"] == 2)
        step = first.scene["step"]
        assert (first.scene["back"], second.scene["back"]) == ("free", None)
        assert (await first.ask("undo", seat=0))["type"] == "ack"
        scene = await first.until(lambda scene: scene["step"] > step)
        assert scene["view"]["taps"] == 1
        shown = await second.hear("view", where=lambda frame: frame["why"] == "back")
        assert shown["scene"]["view"]["taps"] == 1
        assert (await first.ask("undo", seat=0))["type"] == "ack"
        await first.until(lambda scene: scene["view"]["taps"] == 0)
        refusal = await first.ask("undo", seat=0)
        assert refusal["message"]["id"] == "server.back-over-reveal"
        replay = await ada.get(f"/api/tables/{table}/replay")
        assert all(
            event["event"]["event"] != "tapped" for step in replay["steps"] for event in step["events"]
        )


async def test_an_undo_sent_twice_takes_back_once(server: Server) -> None:
    async with tapping(server) as (first, _, table, ada):
        await first.decide(0, {"action": "tap"})
        await first.until(lambda scene: scene["view"]["taps"] == 1)
        await first.decide(0, {"action": "tap"})
        await first.until(lambda scene: scene["view"]["taps"] == 2)
        steps = []
        for _ in range(2):
            await first.send(type="undo", id="once", seat=0)
            steps.append((await first.hear("ack"))["step"])
        async with ada.sit(table) as again:
            await again.send(type="undo", id="once", seat=0)
            steps.append((await again.hear("ack"))["step"])
            assert again.scene["view"]["taps"] == 1
        assert len(set(steps)) == 1


async def test_what_was_taken_back_counts_as_room_that_somebody_takes(
    backend: str, servers: Callable[..., Server]
) -> None:
    narrow = servers(backend, limits={"stored_bytes_per_person": 6000})
    async with tapping(narrow) as (first, *_):
        told: dict[str, Any] = {"type": "ack"}
        while told["type"] == "ack":
            await first.decide(0, {"action": "tap"})
            await first.until(lambda scene: scene["view"]["taps"] == 1)
            told = await first.ask("undo", seat=0)
            if told["type"] == "ack":
                await first.until(lambda scene: scene["view"]["taps"] == 0)
        assert told["message"]["id"] == "server.person-full"
        assert first.scene["view"]["taps"] == 1
        assert (await first.decide(0, {"action": "pass"}))["type"] == "ack"


async def test_taking_back_needs_everyone(server: Server) -> None:
    async with tapping(server) as (first, second, _, _ada):
        await first.decide(0, {"action": "pass"})
        await second.until(lambda scene: scene["view"]["tapper"] == 1)
        await first.until(lambda scene: scene["view"]["tapper"] == 1)
        assert first.scene["back"] == "ask"
        assert (await first.ask("undo", seat=0))["message"]["id"] == "server.ask-the-others"
        assert (await first.ask("ask-back", seat=0))["type"] == "ack"
        asked = await second.hear("back")
        assert asked["back"]["seat"] == 0
        assert asked["back"]["waiting"] == [1]
        assert (await first.ask("answer-back", agree=True))["message"]["id"] == "server.no-request"
        assert (await second.ask("answer-back", agree=False))["type"] == "ack"
        assert (await second.hear("back"))["back"] is None
        assert second.scene["view"]["tapper"] == 1
        await first.ask("ask-back", seat=0)
        await second.hear("back", where=lambda frame: frame["back"] is not None)
        assert (await second.ask("answer-back", agree=True))["type"] == "ack"
        scene = await second.until(lambda scene: scene["view"]["tapper"] == 0)
        assert scene["asked"] == [0]


async def test_a_decision_overtakes_a_request(server: Server) -> None:
    async with tapping(server) as (first, second, _, _ada):
        await first.decide(0, {"action": "pass"})
        await second.until(lambda scene: scene["view"]["tapper"] == 1)
        await first.ask("ask-back", seat=0)
        await second.decide(1, {"action": "tap"})
        await first.hear("back", where=lambda frame: frame["back"] is None)
        assert (await second.ask("answer-back", agree=True))["message"]["id"] == "server.no-request"


async def test_nothing_is_taken_back_across_a_die(server: Server) -> None:
    async with Person(server, "Ada") as ada, Person(server, "Bob") as bob:
        table = await seated(ada, [bob])
        async with ada.sit(table) as first:
            await first.hear("view")
            await first.decide(0, {"action": "roll"})
            for kind in ("undo", "ask-back"):
                refusal = await first.ask(kind, seat=0)
                assert refusal["message"]["id"] == "server.back-over-chance"


async def test_bots_agree(server: Server) -> None:
    async with Person(server, "Ada") as ada:
        table = await seated(ada, [], game="sealed", bots=["random"])
        async with ada.sit(table) as first:
            await first.hear("view")
            await first.decide(0, {"action": "seal", "secret": 3})
            await first.until(lambda scene: scene["view"]["tapper"] == 0)
            await first.decide(0, {"action": "pass"})
            assert (await first.ask("ask-back", seat=0))["type"] == "ack"
            await first.until(lambda scene: scene["view"]["tapper"] == 0)

"""Bots think elsewhere; one that crashes, hangs or cheats is replaced and the failure logged."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from paddock.server.tables.bot_runner import simpler
from tests.server.clients import Person, play_pig, seated
from tests.server.serving import Server


@pytest.mark.parametrize("bot", ["crashing", "sleeping", "cheating"])
async def test_a_failing_bot_is_replaced_by_a_simpler_one(server: Server, bot: str) -> None:
    async with Person(server, "Ada") as ada, Person(server, "Bob") as bob:
        broken = await seated(ada, [], bots=[bot], options={"goal": 1000})
        healthy = await seated(bob, [], bots=["random"], options={"goal": 15})
        async with ada.sit(broken) as first, bob.sit(healthy) as second:

            async def give_the_turn_to_the_bot() -> None:
                await first.hear("view")
                while first.scene["asked"] == [0]:
                    at = first.scene["step"]
                    await first.decide(0, {"action": "hold" if first.scene["view"]["pot"] else "roll"})
                    await first.until(lambda scene, at=at: scene["step"] > at)
                at = first.scene["step"]
                await first.until(lambda scene: scene["step"] > at)

            await asyncio.gather(give_the_turn_to_the_bot(), play_pig(second, 0))
        assert f"bot {bot} of pig failed" in server.text()
        assert f"bot {bot} could not decide" not in server.text()
        metrics = (await ada.call("GET", "/metrics")).text
        failures = next(
            line for line in metrics.splitlines() if line.startswith("paddock_bot_failures_total")
        )
        assert float(failures.split()[1]) > 0
        why = "late" if bot == "sleeping" else "failed"
        assert f'paddock_bot_fallbacks_total{{game="pig",bot="{bot}",why="{why}"}}' in metrics


@pytest.mark.parametrize("bot", ["refused", "unforeseen"])
async def test_a_bot_whose_decision_is_refused_at_the_table_is_replaced_at_once(
    servers: Callable[..., Server], bot: str
) -> None:
    server = servers("sqlite", bot_seconds=120)
    async with Person(server, "Ada") as ada:
        table = await seated(ada, [], game="sealed", bots=[bot], options={"rounds": 1})
        async with ada.sit(table) as socket:
            await socket.until(lambda scene: scene["view"]["chosen"][1])
        metrics = (await ada.call("GET", "/metrics")).text
        assert f'paddock_bot_fallbacks_total{{game="sealed",bot="{bot}",why="refused"}} 1' in metrics
        failures = 2 if bot == "refused" else 1
        assert f"paddock_bot_failures_total {failures}" in metrics, "once for each bot that was refused"
        assert "could not decide" not in server.text()
    server.stop()


def test_simpler_bots_come_weakest_last() -> None:
    assert simpler("pig", "crashing")[-1] == "random"
    assert simpler("pig", "random") == []

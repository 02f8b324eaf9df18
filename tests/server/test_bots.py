"""Bots think elsewhere; one that crashes, hangs or cheats is replaced and the failure logged."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from paddock.server.tables.botpool import simpler
from tests.server.clients import Person, play_pig, seated
from tests.server.serving import Server


@pytest.fixture(scope="module")
def hasty(servers: Callable[..., Server]) -> Server:
    return servers("sqlite", bot_seconds=1.5)


@pytest.mark.parametrize("bot", ["crashing", "sleeping", "cheating"])
async def test_a_failing_bot_is_replaced_by_a_simpler_one(hasty: Server, bot: str) -> None:
    async with Person(hasty, "Ada") as ada, Person(hasty, "Bob") as bob:
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
        assert f"bot {bot} of pig failed" in hasty.text()
        metrics = (await ada.call("GET", "/metrics")).text
        failures = next(
            line for line in metrics.splitlines() if line.startswith("paddock_bot_failures_total")
        )
        assert float(failures.split()[1]) > 0


def test_simpler_bots_come_weakest_last() -> None:
    assert simpler("pig", "crashing")[-1] == "random"
    assert simpler("pig", "random") == []


async def test_a_game_of_bots_alone_goes_on_after_a_restart(
    servers: Callable[..., Server], backend: str
) -> None:
    server = servers(backend)
    async with Person(server, "Ada") as ada:
        table = await seated(ada, [], bots=["random"], options={"goal": 1000})
        await ada.post(f"/api/tables/{table}/leave", {"seat": 0})
        async with Person(server, "Bob") as bob:
            other = await seated(bob, [ada], bots=["random"])
            await ada.post(f"/api/tables/{other}/leave", {"seat": 1})
            await bob.post(f"/api/tables/{other}/hand-over", {"seat": 1, "bot": "random"})
            server.kill()
            server.start()
            async with bob.sit(other) as socket:
                end = await play_pig(socket, 0)
                assert end["result"]
    server.stop()

"""kill -9 under load: nothing acknowledged is lost, nothing is applied twice, every table goes on."""

from __future__ import annotations

import asyncio
import random

from tests.server.clients import Person, seated
from tests.server.serving import Server
from tests.server.stubborn import Stubborn, sealed_table

TABLES = 5
KILLS = 6
ROUNDS = 25


async def test_no_acknowledged_decision_is_lost_and_none_applied_twice(
    mortal: Server,
) -> None:
    server = mortal
    rng = random.Random("crashes")
    async with Person(server, "Ada") as ada:
        tables = [await sealed_table(ada, ROUNDS) for _ in range(TABLES)]
        with_bot = await seated(ada, [], bots=["random"], options={"goal": 1000})
        players = [Stubborn(ada, table) for table in tables]
        playing = [asyncio.create_task(player.play()) for player in players]
        for _ in range(KILLS):
            before = sum(len(player.acked) for player in players)
            wanted = before + rng.randrange(5, 50)
            while sum(len(player.acked) for player in players) < wanted and not all(
                t.done() for t in playing
            ):
                await asyncio.sleep(0.01)
            await asyncio.to_thread(server.kill)
            if rng.random() < 0.4:
                server.spawn()
                await asyncio.sleep(3 * rng.random())
                await asyncio.to_thread(server.kill)
            await asyncio.to_thread(server.start)
        async with asyncio.timeout(600):
            await asyncio.gather(*playing)
        for player in players:
            assert player.check() == ROUNDS * 4
        assert (await ada.get(f"/api/tables/{with_bot}"))["stage"] == "running"
        async with ada.sit(with_bot) as socket:
            await socket.until(lambda scene: scene["asked"] == [0])
            assert (await socket.decide(0, {"action": "roll"}))["type"] == "ack"

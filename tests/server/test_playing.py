"""A game from the first guest to the verified log."""

from __future__ import annotations

import asyncio

from paddock.core.logs import load
from paddock.core.match import verify
from tests.server.clients import Person, Socket, play_pig, seated
from tests.server.serving import Server


async def test_two_guests_and_a_bot_play_pig_to_the_end(server: Server) -> None:
    async with Person(server, "Ada") as ada, Person(server, "Bob") as bob:
        table = await seated(ada, [bob], bots=["random"], options={"goal": 40})
        async with ada.sit(table) as first, bob.sit(table) as second, Socket(server, table) as watcher:
            ends = await asyncio.gather(play_pig(first, 0), play_pig(second, 1))
            seen = await watcher.until(lambda scene: bool(scene["result"]))
        assert ends[0]["result"] == ends[1]["result"] == seen["result"]
        assert 1 in ends[0]["result"]["places"]
        assert ends[0]["seed"]
        raw = (await ada.call("GET", f"/api/tables/{table}/log")).content
        log = load(raw)
        checked = (await bob.get(f"/api/tables/{table}/verify"))["checked"]
        assert checked == verify(log) > 0
        assert log.header.seats == ("Ada", "Bob", "random")
        assert (await ada.get(f"/api/tables/{table}"))["stage"] == "over"

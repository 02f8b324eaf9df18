"""kill -9 under load: nothing acknowledged is lost, nothing is applied twice, every table goes on."""

from __future__ import annotations

import asyncio
import random
from typing import Any

from websockets.exceptions import ConnectionClosed, InvalidMessage, InvalidStatus

from paddock.core.logs import Decision, load
from tests.server.clients import Person, Socket, seated
from tests.server.serving import Server

TABLES = 5
KILLS = 6
ROUNDS = 25


class Stubborn:
    """Plays both seats of Sealed, resending every decision until it is acknowledged."""

    def __init__(self, person: Person, table: str, rounds: int) -> None:
        self.person = person
        self.table = table
        self.rounds = rounds
        self.acked: dict[str, tuple[int, Any]] = {}
        self.number = 0

    async def play(self) -> None:
        waiting: tuple[str, int, int, Any] | None = None
        while True:
            try:
                async with self.person.sit(self.table, face=None) as socket:
                    waiting = await self._talk(socket, waiting)
                    return
            except (ConnectionClosed, OSError, InvalidMessage, InvalidStatus, TimeoutError) as error:
                waiting = getattr(error, "waiting", None) or self._unanswered
                await asyncio.sleep(0.05)

    _unanswered: tuple[str, int, int, Any] | None = None

    async def _talk(self, socket: Socket, waiting: tuple[str, int, int, Any] | None) -> None:
        await socket.until(lambda scene: True)
        while not socket.scene["result"]:
            if waiting is None:
                seat = socket.scene["asked"][0]
                sealing = socket.scene["view"]["tapper"] < 0
                self.number += 1
                secret = 100 * self.number + seat
                action = {"action": "seal", "secret": secret} if sealing else {"action": "pass"}
                waiting = (f"n{self.number}", seat, socket.scene["step"], action)
            self._unanswered = waiting
            request, seat, step, action = waiting
            answer = await socket.decide(seat, action, step=step, request=request)
            assert answer["type"] == "ack", answer
            self.acked[request] = (answer["step"], action)
            self._unanswered = waiting = None
            await socket.until(lambda scene, done=answer["step"]: scene["step"] >= done)


async def test_no_acknowledged_decision_is_lost_and_none_applied_twice(
    mortal: Server,
) -> None:
    server = mortal
    rng = random.Random("crashes")
    async with Person(server, "Ada") as ada:
        tables = []
        for _ in range(TABLES):
            made = await ada.post(
                "/api/tables", {"game": "sealed", "seats": 2, "options": {"rounds": ROUNDS}}
            )
            await ada.post(f"/api/tables/{made['id']}/sit", {"seat": 1, "name": "Neighbour"})
            await ada.post(f"/api/tables/{made['id']}/start")
            tables.append(made["id"])
        with_bot = await seated(ada, [], bots=["random"], options={"goal": 1000})
        players = [Stubborn(ada, table, ROUNDS) for table in tables]
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
            assert len(player.acked) == ROUNDS * 4
            log = load((await ada.call("GET", f"/api/tables/{player.table}/log")).content)
            decisions = {number: record for number, record in log.counted if isinstance(record, Decision)}
            assert len(decisions) == len(player.acked), "applied exactly once each"
            for step, action in player.acked.values():
                assert decisions[step].action == action
        assert (await ada.get(f"/api/tables/{with_bot}"))["stage"] == "running"
        async with ada.sit(with_bot) as socket:
            await socket.until(lambda scene: scene["asked"] == [0])
            assert (await socket.decide(0, {"action": "roll"}))["type"] == "ack"

"""Clients on a bad line: frames lost, doubled, late and out of order; the end is what the log says."""

from __future__ import annotations

import asyncio
import json
import random
from typing import Any

import msgspec
from websockets.exceptions import ConnectionClosed

from paddock.core.logs import Decision, load
from paddock.core.match import state_at
from tests.server.clients import Person, seated
from tests.server.games import SEALED
from tests.server.serving import Server

ROUNDS = 12


class BadLine:
    """Plays one seat over a line that mangles frames both ways and breaks now and then."""

    def __init__(self, person: Person, table: str, seat: int, rng: random.Random) -> None:
        self.person = person
        self.table = table
        self.seat = seat
        self.rng = rng
        self.scene: dict[str, Any] = {}
        self.acked: dict[str, int] = {}
        self.number = 0
        self.waiting: dict[str, Any] | None = None
        self.held: list[str] = []

    async def play(self) -> None:
        while not self.scene.get("result"):
            seen = self.scene.get("step")
            try:
                async with self.person.sit(self.table, seen=seen, face=self.seat) as socket:
                    for frame in socket.heard:
                        self.take(frame)
                    await self.talk(socket.line)
            except ConnectionClosed:
                continue

    async def talk(self, line: Any) -> None:
        lives = self.rng.randrange(6, 30)
        while not self.scene.get("result") and lives:
            await self.act(line)
            try:
                async with asyncio.timeout(0.15):
                    raw = await line.recv()
            except TimeoutError:
                if self.waiting is None and self.scene and self.seat not in self.scene["asked"]:
                    await self.send(line, {"type": "face", "seat": self.seat})
                continue
            lives -= 1
            frame = json.loads(raw)
            if self.rng.random() < 0.15:
                continue
            self.take(frame)

    def take(self, frame: dict[str, Any]) -> None:
        scene = frame.get("scene")
        if scene and scene["step"] >= self.scene.get("step", -1):
            self.scene = scene
        if self.waiting is not None and frame.get("id") == self.waiting["id"]:
            if frame["type"] == "ack":
                self.acked[frame["id"]] = frame["step"]
                self.waiting = None
            elif frame["type"] == "refuse":
                assert frame["reason"] in ("stale", "illegal", "stage"), frame
                self.waiting = None

    async def act(self, line: Any) -> None:
        if self.waiting is None and self.scene and self.seat in self.scene["asked"]:
            self.number += 1
            action: dict[str, Any] = {"action": "pass"}
            if self.scene["view"]["tapper"] < 0:
                action = {"action": "seal", "secret": 10 * self.number + self.seat}
            self.waiting = {
                "type": "decide",
                "id": f"{self.seat}-{self.number}",
                "seat": self.seat,
                "step": self.scene["step"],
                "action": action,
            }
        if self.waiting is not None:
            await self.send(line, self.waiting)

    async def send(self, line: Any, frame: dict[str, Any]) -> None:
        fate = self.rng.random()
        raw = json.dumps(frame)
        if fate < 0.2:
            return
        if fate < 0.4:
            self.held.append(raw)
            return
        for late in self.held if self.rng.random() < 0.7 else []:
            await line.send(late)
        self.held.clear()
        for _ in range(2 if fate < 0.6 else 1):
            await line.send(raw)


async def test_bad_lines_end_in_the_state_of_the_log(server: Server) -> None:
    async with Person(server, "Ada") as ada, Person(server, "Bob") as bob:
        table = await seated(ada, [bob], game="sealed", options={"rounds": ROUNDS})
        rng = random.Random("a bad line")
        players = [BadLine(ada, table, 0, rng), BadLine(bob, table, 1, rng)]
        async with asyncio.timeout(600):
            await asyncio.gather(*(player.play() for player in players))
        log = load((await ada.call("GET", f"/api/tables/{table}/log")).content)
        state = state_at(SEALED, log)
        for player in players:
            view = msgspec.to_builtins(SEALED.view(state, player.seat))
            assert player.scene["view"] == view
            assert player.scene["step"] == len(log.records)
        decided = [number for number, record in log.counted if isinstance(record, Decision)]
        assert len(decided) == ROUNDS * 4
        acked = [step for player in players for step in player.acked.values()]
        assert len(set(acked)) == len(acked)
        assert set(acked) <= set(decided)

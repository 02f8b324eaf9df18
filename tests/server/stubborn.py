"""A test player that resends each decision until it is acknowledged, through any fault."""

from __future__ import annotations

import asyncio
from typing import Any

from sqlalchemy import select
from websockets.exceptions import ConnectionClosed, InvalidMessage, InvalidStatus

from paddock.core.logs import Decision, Log
from paddock.server.storage.schema import records
from tests.server.clients import Person, Socket
from tests.server.serving import Server

LINE_FAULTS = (ConnectionClosed, OSError, InvalidMessage, InvalidStatus, TimeoutError)
_FOR_GOOD = ("illegal", "stale", "bad", "forbidden", "unknown")
"""Refusals that are final; after all others the player tries again."""


class Stubborn:
    """Plays both seats of Sealed, resending every decision until it is acknowledged."""

    def __init__(self, person: Person, table: str) -> None:
        self.person = person
        self.table = table
        self.acked: dict[str, tuple[int, Any]] = {}
        self.number = 0
        self.over = False
        self._waiting: tuple[str, int, int, Any] | None = None

    async def play(self) -> None:
        """Play to the end of the game, over as many connections as needed."""
        while True:
            try:
                async with self.person.sit(self.table, face=None) as socket:
                    await self._talk(socket)
                    self.over = True
                    return
            except LINE_FAULTS:
                await asyncio.sleep(0.05)

    async def _talk(self, socket: Socket) -> None:
        await socket.until(lambda scene: True)
        while not socket.scene["result"]:
            if self._waiting is None:
                self._waiting = self._next(socket.scene)
            request, seat, step, action = self._waiting
            answer = await socket.decide(seat, action, step=step, request=request)
            if answer["type"] == "refuse":
                assert answer["reason"] not in _FOR_GOOD, answer
                await asyncio.sleep(0.2)
                continue
            self.acked[request] = (answer["step"], action)
            self._waiting = None
            await socket.until(lambda scene, done=answer["step"]: scene["step"] >= done)

    def _next(self, scene: dict[str, Any]) -> tuple[str, int, int, Any]:
        seat = scene["asked"][0]
        self.number += 1
        sealing = scene["view"]["tapper"] < 0
        action = {"action": "seal", "secret": 100 * self.number + seat} if sealing else {"action": "pass"}
        return f"n{self.number}", seat, scene["step"], action

    def check(self) -> int:
        """Check that the log has every acknowledged decision once, as it was sent; returns their number.

        The log may have one more: the last that was sent, if the acknowledgement was lost.
        """
        log = stored_log(self.person.server, self.table)
        decisions = {number: record for number, record in log.counted if isinstance(record, Decision)}
        for step, action in self.acked.values():
            assert step in decisions, f"{self.table}: the acknowledged decision {step} is lost"
            assert decisions[step].action == action, f"{self.table}: decision {step} is another one"
        for step, _ in self.acked.values():
            del decisions[step]
        sent = []
        if self._waiting is not None:
            _, seat, _, action = self._waiting
            sent = [(seat, action)]
        others = [(record.seat, record.action) for record in decisions.values()]
        assert others in ([], sent), f"{self.table}: {others} were never acknowledged, only {sent} was sent"
        return len(self.acked)


def stored_log(server: Server, table: str) -> Log:
    """Return the log of a table from the database, finished or not."""
    with server.storage() as storage:
        lines = select(records.c.line).where(records.c.table_id == table).order_by(records.c.number)
        return Log.read(bytes(line) for line in storage.scalars(lines))


async def sealed_table(person: Person, rounds: int) -> str:
    """Return the id of a started table of Sealed where one person has both seats."""
    made = await person.post("/api/tables", {"game": "sealed", "seats": 2, "options": {"rounds": rounds}})
    await person.post(f"/api/tables/{made['id']}/sit", {"seat": 1, "name": "Neighbour"})
    await person.post(f"/api/tables/{made['id']}/start")
    return str(made["id"])

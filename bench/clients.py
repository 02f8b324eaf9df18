"""Simulated clients: people that play and ask questions as the browser does, and screens that watch.

The clients know no rules; they choose among the options in scenes and answers.
"""

from __future__ import annotations

import asyncio
import math
import random
import time
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

from bench.serving import Fleet, Server

GAMES: dict[str, tuple[int, dict[str, Any]]] = {
    "rallyman-gt": (2, {"laps": 3}),
    "rallyman-dirt": (2, {}),
    "outspeed": (3, {}),
    "dirt-and-dust": (2, {}),
}
"""Seats and options of the tables: one person, club players on the other seats."""
OPEN = ("rallyman-gt", "rallyman-dirt")
"""Games without hidden information; in the others a watching screen has its own step numbers."""
_SLOW = 60.0
_UNWANTED = ("retire", "stop")


class Scene(msgspec.Struct):
    """The parts of a scene that a client needs."""

    step: int
    asked: list[int]
    actions: list[Any] | None
    result: Any
    view: msgspec.Raw


class Frame(msgspec.Struct):
    """The parts of a message that a client needs."""

    type: str
    id: str = ""
    since: int = -1
    step: int = -1
    scene: Scene | None = None
    answer: Any = None


_FRAMES = msgspec.json.Decoder(Frame)
_WRITE = msgspec.json.Encoder()


class Times:
    """Measured times in seconds."""

    def __init__(self) -> None:
        self.acks: list[float] = []
        self.screens: list[float] = []
        self.answers: list[float] = []
        self.refused = 0


class Person:
    """A person on seat 0 of a table, and a second screen that watches it."""

    def __init__(self, game: str, table: str, server: Server, cookie: str, times: Times) -> None:
        self.game, self.table, self.cookie, self.times = game, table, cookie, times
        self.address = f"{server.ws}/ws/tables/{table}"
        self.rng = random.Random(table)
        self.scene: Scene | None = None
        self.sent: dict[int, float] = {}
        self.number = 0
        self.decided = 0
        self.news = asyncio.Event()
        self.waiting: dict[str, asyncio.Future[Frame]] = {}
        self.lines: list[ClientConnection] = []
        self.tasks: list[asyncio.Task[None]] = []

    async def open(self, screen: bool = True) -> None:
        """Connects to the table, with or without a screen; returns when the scene is drawn."""
        self.lines = [await self._line({"Cookie": self.cookie})]
        self.tasks = [asyncio.create_task(self._listen(self.lines[0]))]
        if screen:
            self.lines.append(await self._line({}))
            self.tasks.append(asyncio.create_task(self._watch(self.lines[1])))
        while self.scene is None:
            self.news.clear()
            await self.news.wait()

    async def _line(self, headers: dict[str, str]) -> ClientConnection:
        line = await connect(
            self.address,
            additional_headers=headers,
            open_timeout=120,
            compression=None,
            max_size=None,
            ping_interval=None,
        )
        await line.send('{"type":"hello","protocol":1}')
        return line

    async def close(self) -> None:
        """Disconnects."""
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*(line.close() for line in self.lines))

    async def _listen(self, line: ClientConnection) -> None:
        async for raw in line:
            frame = _FRAMES.decode(raw)
            if frame.scene is not None:
                self.scene = frame.scene
                self.news.set()
            if frame.type in ("ack", "answer", "refuse") and frame.id in self.waiting:
                self.waiting.pop(frame.id).set_result(frame)

    async def _watch(self, line: ClientConnection) -> None:
        async for raw in line:
            frame = _FRAMES.decode(raw)
            if frame.type == "update" and frame.since in self.sent and self.game in OPEN:
                self.times.screens.append(time.perf_counter() - self.sent.pop(frame.since))

    async def _ask(self, **frame: Any) -> tuple[Frame, float]:
        """Sends a message and waits for the answer; returns the answer and its time."""
        self.number += 1
        request = f"n{self.number}"
        answer: asyncio.Future[Frame] = asyncio.get_running_loop().create_future()
        self.waiting[request] = answer
        began = time.perf_counter()
        await self.lines[0].send(_WRITE.encode({"id": request, "seat": 0, **frame}).decode())
        async with asyncio.timeout(_SLOW):
            found = await answer
        return found, time.perf_counter() - began

    async def explore(self, **question: Any) -> Any:
        """Asks the game a question; returns None if it is refused."""
        frame, took = await self._ask(type="explore", question=question)
        self.times.answers.append(took)
        if frame.type != "answer":
            self.times.refused += 1
            return None
        return frame.answer

    async def play(self, until: float, pace: float) -> None:
        """Plays with a pause before every decision, until a time is reached or the game is over."""
        await asyncio.sleep(pace * self.rng.random())
        while time.perf_counter() < until and self.scene is not None and self.scene.result is None:
            if 0 not in self.scene.asked:
                self.news.clear()
                try:
                    async with asyncio.timeout(max(0.1, until - time.perf_counter())):
                        await self.news.wait()
                except TimeoutError:
                    return
                continue
            await self._decide(self.scene, await self._think(self.scene))
            await asyncio.sleep(pace * (0.5 + self.rng.random()))

    async def _decide(self, scene: Scene, action: Any) -> None:
        self.sent = {scene.step: time.perf_counter()}
        frame, took = await self._ask(type="decide", step=scene.step, action=action)
        if frame.type == "ack":
            self.times.acks.append(took)
            self.decided += 1
        else:
            self.times.refused += 1
            self.sent = {}

    async def _think(self, scene: Scene) -> Any:
        """Returns a decision, after the questions the browser would have asked before it."""
        if scene.actions is None:
            return await (self._lay_again() if b'"phase":"relay"' in bytes(scene.view) else self._plan())
        offered = [action for action in scene.actions if action["action"] not in _UNWANTED] or scene.actions
        chosen = self.rng.choice(offered)
        if self.game == "outspeed" and chosen["action"] == "program":
            for other in {chosen["route"], self.rng.choice(offered).get("route", chosen["route"])}:
                await self.explore(ask="ask-route", route=other)
        elif self.game == "dirt-and-dust" and self.rng.random() < 0.5:
            await self.explore(question="why-not", do=chosen)
        return chosen

    async def _plan(self) -> dict[str, Any]:
        """Builds a plan as the browser does: the reachable cells, a tap on a cell, the consequences."""
        following, reached = await asyncio.gather(
            self.explore(question="next-steps", steps=[]), self.explore(question="reach", steps=[], via=[])
        )
        goals = reached["cells"] if reached else []
        safe = [goal for goal in goals if not goal["overspeed"] and goal["risk"] < 0.25] or goals
        if not safe:
            steps = [following["next"][0]["step"]] if following and following["next"] else []
            return {"action": "plan", "steps": steps, "way": "one-by-one"} if steps else {"action": "pass"}
        far = sorted(safe, key=lambda goal: -len(goal["steps"]))
        steps = self.rng.choice(far[:4])["steps"]
        cells = [step["cell"] for step in steps]
        await asyncio.gather(
            self.explore(question="next-steps", steps=steps),
            self.explore(question="reach", steps=[], via=cells),
            self.explore(question="dice-for", steps=[], cells=cells),
        )
        return {"action": "plan", "steps": steps, "way": "one-by-one"}

    async def _lay_again(self) -> dict[str, Any]:
        layouts = (await self.explore(question="layouts"))["layouts"]
        return {"action": "relay", "steps": layouts[0]["steps"]}


async def set_tables(fleet: Fleet, game: str, count: int) -> tuple[str, list[str]]:
    """Creates running tables of a game; returns the person's cookie and the tables."""
    seats, options = GAMES[game]
    anywhere = fleet.servers[0]
    async with httpx.AsyncClient(timeout=120) as client:
        answer = await client.post(f"{anywhere.url}/api/guest", json={"name": "Load"})
        cookie = answer.headers["set-cookie"].partition(";")[0]
        client.headers["Cookie"] = cookie
        limit = asyncio.Semaphore(16)

        async def one() -> str:
            async with limit:
                new = {"game": game, "options": options, "seats": seats}
                made = (await client.post(f"{anywhere.url}/api/tables", json=new)).json()["id"]
                address = f"{fleet.door(made).url}/api/tables/{made}"
                for seat in range(1, seats):
                    bot = {"seat": seat, "bot": "club"}
                    (await client.post(f"{address}/bot", json=bot)).raise_for_status()
                (await client.post(f"{address}/start")).raise_for_status()
                return str(made)

        return cookie, list(await asyncio.gather(*(one() for _ in range(count))))


async def come(people: list[Person], screen: bool = True) -> None:
    """Connects people to their tables, fifty at a time."""
    for start in range(0, len(people), 50):
        await asyncio.gather(*(person.open(screen) for person in people[start : start + 50]))


async def go(people: list[Person]) -> None:
    """Disconnects people."""
    for start in range(0, len(people), 50):
        await asyncio.gather(*(person.close() for person in people[start : start + 50]))


def percentile(values: list[float], share: float) -> float:
    """Returns a percentile in milliseconds."""
    ordered = sorted(values)
    return 1000 * ordered[min(len(ordered) - 1, math.ceil(share * len(ordered)) - 1)] if ordered else math.nan

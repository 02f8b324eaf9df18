"""Test clients: people with cookies, and their sockets."""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import Callable
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.server.serving import WAIT, Server

_NUMBERS = itertools.count()


class Person:
    """A person with a session cookie."""

    def __init__(self, server: Server, name: str) -> None:
        self.server = server
        self.name = name
        self.id = ""
        self.http = httpx.AsyncClient(base_url=server.url, timeout=WAIT)

    async def __aenter__(self) -> Person:
        answer = await self.post("/api/guest", {"name": self.name})
        self.id = answer["person"]["id"]
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.http.aclose()

    async def settle(self, days: float = 40) -> Person:
        """Create an account and date it back by some days."""
        self.server.shift_clock(-days * 86_400)
        try:
            await self.post("/api/account", {"name": f"old-{self.id}", "password": "correct horse"})
        finally:
            self.server.shift_clock(0)
        return self

    @property
    def cookie(self) -> str:
        return "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.http.cookies.jar)

    async def call(self, method: str, path: str, body: Any = None, **more: Any) -> httpx.Response:
        return await self.http.request(method, path, json=body, **more)

    async def get(self, path: str) -> Any:
        answer = await self.call("GET", path)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def listed(self, path: str) -> Any:
        """Return the first page of a list."""
        return (await self.get(path))["items"]

    async def post(self, path: str, body: Any = None) -> Any:
        answer = await self.call("POST", path, body)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def refused(self, method: str, path: str, body: Any = None) -> tuple[int, str]:
        answer = await self.call(method, path, body)
        assert answer.status_code >= 400, answer.text
        return answer.status_code, answer.json()["message"]["id"]

    def sit(self, table: str, **hello: Any) -> Socket:
        return Socket(self.server, table, self.cookie, hello)


class Socket:
    """A connection to a table that keeps every frame it received."""

    def __init__(
        self, server: Server, table: str, cookie: str = "", hello: dict[str, Any] | None = None
    ) -> None:
        self.server = server
        self.table = table
        self.cookie = cookie
        self.hello = hello or {}
        self.heard: list[dict[str, Any]] = []
        self.raw: list[str] = []
        self.scene: dict[str, Any] = {}
        self.line: ClientConnection
        self._at = 0

    async def __aenter__(self) -> Socket:
        await self.open()
        return self

    async def open(self) -> None:
        headers = {"Cookie": self.cookie} if self.cookie else {}
        self.line = await connect(
            f"{self.server.ws}/ws/tables/{self.table}",
            additional_headers=headers,
            open_timeout=WAIT,
            max_size=None,
        )
        await self.send(type="hello", protocol=1, **self.hello)
        await self.hear("welcome")

    async def __aexit__(self, *_: object) -> None:
        await self.line.close()

    async def refused(self) -> int:
        """Try to connect; returns the code the server closes with."""
        try:
            await self.open()
        except ConnectionClosed:
            code = self.line.close_code
            assert code is not None
            return code
        raise AssertionError("the server let it in")

    async def send(self, **frame: Any) -> None:
        await self.line.send(json.dumps(frame))

    async def next(self) -> dict[str, Any]:
        async with asyncio.timeout(WAIT):
            raw = await self.line.recv()
        assert isinstance(raw, str)
        self.raw.append(raw)
        frame: dict[str, Any] = json.loads(raw)
        self.heard.append(frame)
        if frame.get("scene"):
            self.scene = frame["scene"]
        return frame

    async def hear(self, *kinds: str, where: Callable[..., bool] = lambda _: True) -> dict[str, Any]:
        """Return the next frame of one of these kinds; others are kept and skipped."""
        while True:
            frame = await self.next()
            if frame["type"] in kinds and where(frame):
                return frame

    async def heard_of(self, kind: str, where: Callable[..., bool]) -> dict[str, Any]:
        """Return a matching frame that was received already, or the next one."""
        for frame in self.heard:
            if frame["type"] == kind and where(frame):
                return frame
        return await self.hear(kind, where=where)

    async def until(self, settled: Callable[..., bool]) -> dict[str, Any]:
        """Wait until the scene meets a condition."""
        while not (self.scene and settled(self.scene)):
            await self.next()
        return self.scene

    async def decide(
        self, seat: int, action: Any, step: int | None = None, request: str | None = None
    ) -> dict[str, Any]:
        """Decide and wait for the answer."""
        request = request or f"d{next(_NUMBERS)}"
        step = self.scene["step"] if step is None else step
        await self.send(type="decide", id=request, seat=seat, step=step, action=action)
        return await self.hear("ack", "refuse", where=lambda frame: frame["id"] == request)

    async def ask(self, kind: str, **frame: Any) -> dict[str, Any]:
        """Send a request and wait for the answer."""
        request = f"r{next(_NUMBERS)}"
        await self.send(type=kind, id=request, **frame)
        return await self.hear("ack", "refuse", "answer", "pong", where=lambda f: f["id"] == request)

    async def closed(self) -> int:
        """Wait until the server closes; returns its code."""
        try:
            while True:
                await self.next()
        except ConnectionClosed:
            code = self.line.close_code
            assert code is not None
            return code


async def play_pig(socket: Socket, seat: int) -> dict[str, Any]:
    """Play a seat of Pig until the game is over: hold at 20 or when that wins."""
    while True:
        scene = await socket.until(lambda scene: scene["result"] or seat in scene["asked"])
        if scene["result"]:
            return scene
        view = scene["view"]
        hold = view["pot"] >= 20 or (
            view["pot"] and view["pot"] + view["scores"][seat] >= view["options"]["goal"]
        )
        await socket.decide(seat, {"action": "hold" if hold else "roll"})
        at = scene["step"]
        await socket.until(lambda scene, at=at: scene["step"] > at)


async def seated(host: Person, others: list[Person], game: str = "pig", **table: Any) -> str:
    """Return the id of a started table with the host on seat 0 and the others after."""
    bots = table.pop("bots", [])
    made = await host.post("/api/tables", {"game": game, "seats": 1 + len(others) + len(bots), **table})
    for person in others:
        await person.post(f"/api/tables/{made['id']}/sit", {})
    for number, bot in enumerate(bots, start=1 + len(others)):
        await host.post(f"/api/tables/{made['id']}/bot", {"seat": number, "bot": bot})
    await host.post(f"/api/tables/{made['id']}/start")
    return str(made["id"])

"""Server ends of WebSockets: send queues, limits on open sockets, and closing them."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from litestar import WebSocket

from paddock.server.metrics import METRICS
from paddock.server.rate_limits import Buckets
from paddock.server.settings import Limits

GOING_AWAY = 1001
MALFORMED = 4400
NOT_YOURS = 4403
NO_TABLE = 4404
OTHER_PROTOCOL = 4406
TOO_SLOW = 4408
TOO_LARGE = 4413
TOO_MUCH = 4429


class HungUp(Exception):
    """The client has disconnected."""


class Closing(Exception):
    """The server closes the connection, with this code."""

    def __init__(self, code: int) -> None:
        self.code = code


class Outbox:
    """Sends frames in order; callers never wait."""

    def __init__(self, socket: WebSocket[Any, Any, Any], frames: int, frame_bytes: int) -> None:
        self.socket = socket
        self.frames = frames
        self.frame_bytes = frame_bytes
        self._waiting: deque[bytes] = deque()
        self._news = asyncio.Event()
        self._code: int | None = None

    def send(self, frame: bytes) -> None:
        """Queue a frame; if the queue is full, the connection is closed and the client has to reconnect."""
        if self._code is not None:
            return
        if len(self._waiting) < self.frames:
            self._waiting.append(frame)
            self._news.set()
        else:
            self._waiting.clear()
            self.close(TOO_SLOW)

    def close(self, code: int) -> None:
        """Close the connection after the queued frames are sent."""
        if self._code is None:
            self._code = code
            self._news.set()

    async def receive(self) -> str:
        """The next text frame; raises HungUp, or Closing if the frame is not acceptable."""
        message = await self.socket.receive()
        if message["type"] != "websocket.receive":
            raise HungUp
        text = message.get("text")
        if text is None:
            raise Closing(MALFORMED)
        if len(text) > self.frame_bytes:
            raise Closing(TOO_LARGE)
        METRICS.count("paddock_frames_received_total")
        return str(text)

    async def write(self) -> None:
        """Send queued frames until the server closes the connection."""
        while self._waiting or self._code is None:
            if self._waiting:
                frame = self._waiting.popleft()
                await self.socket.send({"type": "websocket.send", "bytes": None, "text": frame.decode()})
            else:
                self._news.clear()
                await self._news.wait()
        with suppress(RuntimeError):
            await self.socket.send({"type": "websocket.close", "code": self._code or 1000, "reason": ""})


class OpenSockets:
    """Tracks open sockets, enforces their limits, and closes them."""

    def __init__(self, limits: Limits, requests: Buckets) -> None:
        self.limits = limits
        self.requests = requests
        self.open: dict[Outbox, tuple[str | None, str]] = {}
        """The person and the session of every open socket."""
        self.closing = False
        self._people: Counter[str] = Counter()
        self._addresses: Counter[str] = Counter()
        METRICS.gauge("paddock_sockets", lambda: len(self.open))

    def knock(self, address: str) -> None:
        """Count a new socket as a request; raises Closing if the rate limit is reached."""
        if self.requests.take(address):
            raise Closing(TOO_MUCH)

    @contextmanager
    def entered(self, outbox: Outbox, person: str | None, address: str, session: str = "") -> Iterator[None]:
        """Register a socket while the block runs; raises Closing if a limit is reached."""
        if self.closing:
            raise Closing(GOING_AWAY)
        if (
            len(self.open) >= self.limits.sockets
            or self._addresses[address] >= self.limits.sockets_per_address
            or (person is not None and self._people[person] >= self.limits.sockets_per_person)
        ):
            METRICS.count("paddock_sockets_refused_total")
            raise Closing(TOO_MUCH)
        self.open[outbox] = (person, session)
        self._addresses[address] += 1
        if person is not None:
            self._people[person] += 1
        try:
            yield
        finally:
            self.open.pop(outbox, None)
            self._release(self._addresses, address)
            if person is not None:
                self._release(self._people, person)

    def send_away(self, person: str | None = None, session: str | None = None, code: int = NOT_YOURS) -> None:
        """Close all sockets of a person or of a session."""
        for outbox, (owner, came_with) in list(self.open.items()):
            if (person is not None and owner == person) or (session and came_with == session):
                outbox.close(code)

    def _release(self, counter: Counter[str], key: str) -> None:
        counter[key] -= 1
        if counter[key] <= 0:
            del counter[key]

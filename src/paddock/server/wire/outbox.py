"""One end of a socket: frames wait in an outbox, a writer sends them; too slow a reader is let go."""

from __future__ import annotations

import asyncio
from collections import deque
from contextlib import suppress
from typing import Any

from litestar import WebSocket

from paddock.server.metrics import METRICS

GOING_AWAY = 1001
MALFORMED = 4400
NOT_YOURS = 4403
NO_TABLE = 4404
OTHER_PROTOCOL = 4406
TOO_SLOW = 4408
TOO_LARGE = 4413
TOO_MUCH = 4429


class HungUp(Exception):
    """The client is gone."""


class Closing(Exception):
    """The server closes the connection, with this code."""

    def __init__(self, code: int) -> None:
        self.code = code


class Outbox:
    """Sends frames in order without ever making the sender wait."""

    def __init__(self, socket: WebSocket[Any, Any, Any], frames: int, frame_bytes: int) -> None:
        self.socket = socket
        self.frames = frames
        self.frame_bytes = frame_bytes
        self._waiting: deque[bytes] = deque()
        self._news = asyncio.Event()
        self._code: int | None = None

    def send(self, frame: bytes) -> None:
        """Put a frame into the outbox; a client that lets it overflow has to come back."""
        if self._code is not None:
            return
        if len(self._waiting) < self.frames:
            self._waiting.append(frame)
            self._news.set()
        else:
            self._waiting.clear()
            self.close(TOO_SLOW)

    def close(self, code: int) -> None:
        """Close the connection once what waits is sent."""
        if self._code is None:
            self._code = code
            self._news.set()

    async def receive(self) -> str:
        """The next text frame; raises HungUp, or Closing if it is not acceptable."""
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
        """Send what comes until the connection is closed from here."""
        while self._waiting or self._code is None:
            if self._waiting:
                frame = self._waiting.popleft()
                await self.socket.send({"type": "websocket.send", "bytes": None, "text": frame.decode()})
            else:
                self._news.clear()
                await self._news.wait()
        with suppress(RuntimeError):
            await self.socket.send({"type": "websocket.close", "code": self._code or 1000, "reason": ""})

"""The WebSocket of the lobby."""

from __future__ import annotations

import time

import msgspec

from paddock.server.rate_limits import Bucket
from paddock.server.settings import Limits
from paddock.server.tables.lobby import Lobby
from paddock.server.wire import frames as wire
from paddock.server.wire.connections import MALFORMED, TOO_MUCH, Closing, Outbox


class LobbySocket:
    """Sends the lobby and its changes to one client."""

    def __init__(self, lobby: Lobby, limits: Limits, outbox: Outbox) -> None:
        self.lobby = lobby
        self.outbox = outbox
        self._rate = Bucket(limits.frames_per_second, limits.frame_burst)

    def send(self, frame: bytes) -> None:
        """Put a frame into the outbox."""
        self.outbox.send(frame)

    async def talk(self) -> None:
        """Send the whole lobby, then changes, until the client disconnects."""
        lobby = self.lobby
        lobby.visitors.add(self)
        try:
            lists = await lobby.lists()
            self.send(
                wire.write_frame(
                    wire.LobbyFrame(lists.open, lists.running, lists.more_open, lists.more_running)
                )
            )
            while True:
                raw = await self.outbox.receive()
                if not self._rate.take():
                    raise Closing(TOO_MUCH)
                self._pong(raw)
        finally:
            lobby.visitors.discard(self)

    def _pong(self, raw: str) -> None:
        try:
            frame = wire.read_frame(raw)
        except (msgspec.DecodeError, RecursionError, ValueError):
            raise Closing(MALFORMED) from None
        if not isinstance(frame, wire.Ping):
            raise Closing(MALFORMED)
        self.send(wire.write_frame(wire.Pong(frame.id, time.time())))

"""Request timeouts: a connection is closed if a request does not arrive in time."""

from __future__ import annotations

import asyncio

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from paddock.server.metrics import METRICS


def impatient(seconds: float) -> type[HttpToolsProtocol]:
    """Returns a protocol class that closes connections whose request takes longer than this to arrive."""

    class Impatient(HttpToolsProtocol):
        _deadline: asyncio.TimerHandle | None = None
        _handed_on = False

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            self._hurry()

        def connection_lost(self, exc: Exception | None) -> None:
            self._relax()
            super().connection_lost(exc)

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            answered = self.cycle is None or self.cycle.response_complete
            if answered and self._deadline is None and not self._handed_on:
                self._hurry()

        def on_message_complete(self) -> None:
            self._relax()
            super().on_message_complete()

        def handle_websocket_upgrade(self) -> None:
            self._handed_on = True
            self._relax()
            super().handle_websocket_upgrade()

        def _hurry(self) -> None:
            self._deadline = self.loop.call_later(seconds, self._hang_up)

        def _relax(self) -> None:
            if self._deadline is not None:
                self._deadline.cancel()
                self._deadline = None

        def _hang_up(self) -> None:
            METRICS.count("paddock_requests_too_slow_total")
            self.transport.abort()

    return Impatient

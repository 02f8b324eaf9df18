"""Runs the server until a signal stops it, and sets up logging."""

from __future__ import annotations

import asyncio
import faulthandler
import logging
import socket
import sys
import time
from contextlib import nullcontext

import msgspec
import uvicorn

from paddock.server.app import make_app
from paddock.server.gc_tuning import settle, sweep
from paddock.server.request_timeouts import impatient
from paddock.server.services import Services
from paddock.server.settings import Settings
from paddock.server.startup_checks import check, held
from paddock.server.storage.integrity import check_integrity
from paddock.server.storage.migrate import check_revision

_LOG = logging.getLogger("paddock.server")
_GRACE_SECONDS = 10
_GOODBYE_SECONDS = 2.0
_SWITCH_SECONDS = 0.001


class _Server(uvicorn.Server):
    """Tells connected clients that the server stops before it closes their sockets."""

    def __init__(self, config: uvicorn.Config, services: Services) -> None:
        super().__init__(config)
        self.services = services
        self._sweeping: asyncio.Task[None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            settle()
            self._sweeping = asyncio.create_task(sweep())
            _LOG.info("listening on http://%s:%s", self.config.host, self.config.port)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if self._sweeping is not None:
            self._sweeping.cancel()
        self.services.say_goodbye()
        deadline = time.monotonic() + _GOODBYE_SECONDS
        while self.services.open_sockets.open and time.monotonic() < deadline:
            await asyncio.sleep(0.02)
        await super().shutdown(sockets)


def run_server(settings: Settings, log_level: str = "info") -> None:
    """Serve until SIGINT or SIGTERM, then finish pending writes and stop."""
    # Shorter switch intervals: the event loop waits less for threads that draw or replay.
    sys.setswitchinterval(_SWITCH_SECONDS)
    check(settings, log_level)
    keep_journal(log_level)
    with nullcontext() if settings.shared else held(settings.data):
        if not settings.shared:
            check_integrity(settings.file, settings.data / "backups")
        if settings.shared or settings.file.exists():
            check_revision(settings.url)
        _run(settings)


def _run(settings: Settings) -> None:
    # If compiled code crashes the process, log where.
    faulthandler.enable()
    app = make_app(settings)
    config = uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        log_config=None,
        access_log=False,
        http=impatient(settings.limits.request_seconds),
        ws="websockets-sansio",
        ws_max_size=4 * settings.limits.frame_bytes,
        # Frames are small and rare: compression costs more than it saves.
        ws_per_message_deflate=False,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        timeout_graceful_shutdown=_GRACE_SECONDS,
        server_header=False,
        backlog=4096,
    )
    _Server(config, app.state.services).run()


class _Lines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": round(record.created, 3),
            "level": record.levelname.lower(),
            "about": record.name,
            "text": record.getMessage(),
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return msgspec.json.encode(line).decode()


def keep_journal(level: str = "info") -> None:
    """Log to standard error, one JSON object per line."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Lines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("paddock").setLevel(level.upper())
    logging.getLogger("uvicorn.error").setLevel(logging.WARNING)

"""Routes for health and metrics."""

from __future__ import annotations

import asyncio

from litestar import Response, Router, get
from litestar.di import NamedDependency as Given
from msgspec import Struct
from sqlalchemy import text

from paddock.server.metrics import METRICS
from paddock.server.storage.store import Store
from paddock.server.storage.uptime import Uptime
from paddock.server.tables.registry import TableRegistry
from paddock.server.wire.connections import OpenSockets

_PATIENCE = 5.0


class Health(Struct):
    """Whether the server works."""

    status: str
    database: str
    tables: int
    sockets: int


@get("/health")
async def health(
    uptime: Given[Uptime],
    store: Given[Store],
    open_sockets: Given[OpenSockets],
    registry: Given[TableRegistry],
) -> Response[Health]:
    """Answer 200 if the server works, 503 if not."""
    database = "ok" if uptime.writing else "not-writing"
    try:
        async with asyncio.timeout(_PATIENCE), store.read() as connection:
            await connection.execute(text("SELECT 1"))
    except Exception:
        database = "unreachable"
    stopping = open_sockets.closing
    status = "stopping" if stopping else "ok" if database == "ok" else "ill"
    body = Health(status, database, len(registry), len(open_sockets.open))
    return Response(body, status_code=200 if status == "ok" else 503)


@get("/metrics", media_type="text/plain; version=0.0.4")
async def metrics() -> str:
    """Return counts and durations for Prometheus."""
    return METRICS.text()


router = Router("/", route_handlers=[health, metrics], tags=["server"])

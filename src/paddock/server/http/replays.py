"""Routes for replays, logs, verification and personal exports."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Request, Response, Router, get, post
from litestar.di import NamedDependency as Given
from litestar.params import Parameter
from litestar.response import Stream

from paddock.server.accounts.people import Person
from paddock.server.errors import Unknown
from paddock.server.http.dependencies import address, use_up, weigh
from paddock.server.http.tables import TableId
from paddock.server.rate_limits import Buckets
from paddock.server.records.table_record import TableInfo
from paddock.server.replays import logs
from paddock.server.replays.personal_export import personal_export
from paddock.server.replays.replay import Ending, Replay, StepView, tell_ending, tell_replay, tell_views
from paddock.server.settings import Limits
from paddock.server.storage.store import Store
from paddock.server.tables.registry import TableRegistry

SeatQuery = Annotated[int | None, Parameter(ge=0, le=63, description="Whose eyes; left out: a spectator's")]
StepNumber = Annotated[int, Parameter(ge=0, le=2**31)]
_LOG_BYTES = Limits().log_bytes
_PARCEL = 10
"""A personal export counts as so many uploads in the hourly limit."""


@get("/api/tables/{table:str}/replay")
async def replay(
    table: TableId,
    registry: Given[TableRegistry],
    store: Given[Store],
    visitor: Given[Person | None],
    seat: SeatQuery = None,
) -> Replay:
    """Return all steps of a game as one seat learned of them."""
    return await tell_replay(store, await registry.seen(table, visitor), visitor, seat)


@get("/api/tables/{table:str}/replay/views")
async def views(
    table: TableId,
    registry: Given[TableRegistry],
    limits: Given[Limits],
    visitor: Given[Person | None],
    seat: SeatQuery = None,
    first: StepNumber = 0,
    last: StepNumber = 2**31,
) -> list[StepView]:
    """Return what a seat saw after each step of a range."""
    found = await registry.seen(table, visitor)
    return await tell_views(found, visitor, seat, first, last, limits.replay_views)


@get("/api/tables/{table:str}/replay/{step:int}")
async def view(
    table: TableId,
    step: StepNumber,
    registry: Given[TableRegistry],
    visitor: Given[Person | None],
    seat: SeatQuery = None,
) -> StepView:
    """Return what a seat saw after the newest step up to this one."""
    found = await registry.seen(table, visitor)
    seen = await tell_views(found, visitor, seat, step, step, 1)
    if not seen:
        raise Unknown("server.no-step")
    return seen[-1]


@get("/api/tables/{table:str}/ending")
async def ending(
    table: TableId, registry: Given[TableRegistry], store: Given[Store], visitor: Given[Person | None]
) -> Ending:
    """Return the summary of a finished game: rounds, best turns, luck, records."""
    return await tell_ending(store, await registry.seen(table, visitor))


@get("/api/tables/{table:str}/log")
async def log(
    table: TableId, registry: Given[TableRegistry], store: Given[Store], visitor: Given[Person | None]
) -> Response[bytes]:
    """Return the log of a finished game as a file."""
    found = await registry.seen(table, visitor)
    headers = {"Content-Disposition": f'attachment; filename="{found.sheet.game}-{found.id}.jsonl"'}
    body = await logs.stored_log(store, found.sheet)
    return Response(body, media_type="application/jsonl", headers=headers)


@get("/api/tables/{table:str}/verify")
async def verify(
    table: TableId, registry: Given[TableRegistry], store: Given[Store], visitor: Given[Person | None]
) -> logs.Verified:
    """Recompute every die of a finished game."""
    return await logs.verify_table(store, await registry.seen(table, visitor))


@get("/api/me/parcel")
async def my_parcel(store: Given[Store], uploads: Given[Buckets], person: Given[Person]) -> Stream:
    """Return everything the server stores about you as a zip file: person, tracks, chat, results, logs."""
    use_up(uploads, f"parcel:{person.id}", _PARCEL)
    headers = {"Content-Disposition": 'attachment; filename="paddock.zip"'}
    return Stream(personal_export(store, person), media_type="application/zip", headers=headers)


@post("/api/logs", status_code=200, request_max_body_size=_LOG_BYTES)
async def upload(
    request: Request[Any, Any, Any],
    uploads: Given[Buckets],
    registry: Given[TableRegistry],
    bytes_kept: Given[Buckets],
    person: Given[Person],
) -> TableInfo:
    """Store an uploaded log as a finished private table."""
    use_up(uploads, person.id)
    use_up(uploads, address(request))
    raw = await request.body()
    weigh(bytes_kept, request, raw)
    return (await logs.upload(registry, person, raw)).info


@post("/api/logs/verify", status_code=200, request_max_body_size=_LOG_BYTES)
async def verify_upload(request: Request[Any, Any, Any], uploads: Given[Buckets]) -> logs.Verified:
    """Recompute every die of an uploaded log; nothing is stored."""
    use_up(uploads, address(request))
    return await logs.verify_log(await request.body())


router = Router(
    "/",
    route_handlers=[replay, views, view, ending, log, verify, my_parcel, upload, verify_upload],
    tags=["replays"],
)

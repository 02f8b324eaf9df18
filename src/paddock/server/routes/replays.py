"""Replays, logs, verification."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Request, Response, Router, get, post
from litestar.params import Parameter

from paddock.server.errors import TooOften, Unknown
from paddock.server.house import House
from paddock.server.people.people import Person
from paddock.server.replays import logs
from paddock.server.replays.replay import Replay, StepView, tell_replay, tell_views
from paddock.server.routes.common import address, weigh
from paddock.server.routes.tables import TableId, seen_table
from paddock.server.settings import Limits
from paddock.server.sheets.sheet import TableInfo

SeatQuery = Annotated[int | None, Parameter(ge=0, le=63, description="Whose eyes; left out: a spectator's")]
StepNumber = Annotated[int, Parameter(ge=0, le=2**31)]
_LOG_BYTES = Limits().log_bytes


@get("/api/tables/{table:str}/replay")
async def replay(table: TableId, house: House, visitor: Person | None, seat: SeatQuery = None) -> Replay:
    """All steps of a game, as one seat learned of them."""
    return await tell_replay(house.store, await seen_table(house, table, visitor), visitor, seat)


@get("/api/tables/{table:str}/replay/views")
async def views(
    table: TableId,
    house: House,
    visitor: Person | None,
    seat: SeatQuery = None,
    first: StepNumber = 0,
    last: StepNumber = 2**31,
) -> list[StepView]:
    """What a seat saw after each of some steps."""
    found = await seen_table(house, table, visitor)
    return await tell_views(found, visitor, seat, first, last, house.settings.limits.replay_views)


@get("/api/tables/{table:str}/replay/{step:int}")
async def view(
    table: TableId, step: StepNumber, house: House, visitor: Person | None, seat: SeatQuery = None
) -> StepView:
    """What a seat saw after the newest step up to this one."""
    found = await seen_table(house, table, visitor)
    seen = await tell_views(found, visitor, seat, step, step, 1)
    if not seen:
        raise Unknown("server.no-step")
    return seen[-1]


@get("/api/tables/{table:str}/log")
async def log(table: TableId, house: House, visitor: Person | None) -> Response[bytes]:
    """The log of a finished game, as a file."""
    found = await seen_table(house, table, visitor)
    headers = {"Content-Disposition": f'attachment; filename="{found.sheet.game}-{found.id}.jsonl"'}
    body = await logs.stored_log(house.store, found)
    return Response(body, media_type="application/jsonl", headers=headers)


@get("/api/tables/{table:str}/verify")
async def verify(table: TableId, house: House, visitor: Person | None) -> logs.Verified:
    """Recompute every die of a finished game."""
    return await logs.verify_table(house.store, await seen_table(house, table, visitor))


@post("/api/logs", status_code=200, request_max_body_size=_LOG_BYTES)
async def upload(request: Request[Any, Any, Any], house: House, person: Person) -> TableInfo:
    """Keep a log somebody brings along; it becomes a finished private table."""
    wait = house.uploads.take(person.id) or house.uploads.take(address(request))
    if wait:
        raise TooOften(wait)
    raw = await request.body()
    weigh(house, request, raw)
    return (await logs.upload(house.hall, person, raw)).info


@post("/api/logs/verify", status_code=200, request_max_body_size=_LOG_BYTES)
async def verify_upload(request: Request[Any, Any, Any], house: House) -> logs.Verified:
    """Recompute every die of a log; nothing is kept."""
    wait = house.uploads.take(address(request))
    if wait:
        raise TooOften(wait)
    return await logs.verify_log(await request.body())


router = Router(
    "/", route_handlers=[replay, views, view, log, verify, upload, verify_upload], tags=["replays"]
)

"""Routes for running and finished games: hand over to a bot, play again, branch off."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Request, Router, post
from litestar.di import NamedDependency as Given
from msgspec import Meta, Struct

from paddock.server.accounts.people import People, Person
from paddock.server.http.dependencies import example, weigh
from paddock.server.http.tables import BotName, SeatNumber, SeatRequest, TableId
from paddock.server.rate_limits import Buckets
from paddock.server.records.table_record import TableInfo, TableRecord
from paddock.server.tables import seating
from paddock.server.tables.bot_runner import BotRunner
from paddock.server.tables.kernel_compiler import KernelCompiler
from paddock.server.tables.questions import check_unrated
from paddock.server.tables.registry import TableRegistry
from paddock.server.tables.rematch import rematch
from paddock.server.tables.what_if import branch


class HandOverRequest(Struct, forbid_unknown_fields=True):
    """A seat and the bot that takes it over."""

    seat: SeatNumber
    bot: BotName


class NextTrack(Struct, forbid_unknown_fields=True):
    """Which options the next game with the same people changes."""

    options: dict[str, Any]


class BranchRequest(Struct, forbid_unknown_fields=True):
    """The step of a finished game to branch from, the seats you play, and the bot for the others."""

    step: Annotated[int, Meta(ge=0, le=2**31)]
    seats: Annotated[list[SeatNumber], Meta(min_length=1, max_length=64)]
    bot: BotName


@post("/api/tables/{table:str}/leave", status_code=200)
async def leave(
    table: TableId,
    data: Annotated[SeatRequest, example(seat=0)],
    registry: Given[TableRegistry],
    person: Given[Person],
) -> TableInfo:
    """Leave a running game."""
    found = await registry.seen(table, person)
    return await found.alter(lambda sheet: seating.leave(sheet, person, data.seat))


@post("/api/tables/{table:str}/hand-over", status_code=200)
async def hand_over(
    table: TableId,
    data: Annotated[HandOverRequest, example(seat=0, bot="club")],
    registry: Given[TableRegistry],
    compiler: Given[KernelCompiler],
    person: Given[Person],
) -> TableInfo:
    """Give a seat to a bot if its person has left or is out of time, or if its bot cannot play yet."""
    found = await registry.seen(table, person)

    def change(sheet: TableRecord) -> None:
        seating.hand_over(found, sheet, person, data.seat, data.bot, compiler)

    return await found.alter(change)


@post("/api/tables/{table:str}/return", status_code=200)
async def come_back(
    table: TableId,
    data: Annotated[SeatRequest, example(seat=0)],
    registry: Given[TableRegistry],
    person: Given[Person],
) -> TableInfo:
    """Take a seat back from a bot."""
    found = await registry.seen(table, person)
    return await found.alter(lambda sheet: seating.come_back(sheet, person, data.seat))


@post("/api/tables/{table:str}/rematch", status_code=200)
async def play_again(
    table: TableId, registry: Given[TableRegistry], people: Given[People], person: Given[Person]
) -> TableInfo:
    """Play again with the same people."""
    found = await registry.seen(table, person)
    return (await rematch(registry, people, found, person)).info


@post("/api/tables/{table:str}/next", status_code=200)
async def play_elsewhere(
    table: TableId,
    data: Annotated[NextTrack, example(options={"goal": 50})],
    request: Request[Any, Any, Any],
    registry: Given[TableRegistry],
    people: Given[People],
    bytes_kept: Given[Buckets],
    person: Given[Person],
) -> TableInfo:
    """Play again with the same people, with other options: the next track."""
    weigh(bytes_kept, request, data)
    found = await registry.seen(table, person)
    return (await rematch(registry, people, found, person, data.options)).info


@post("/api/tables/{table:str}/branch", status_code=200)
async def what_if(
    table: TableId,
    data: Annotated[BranchRequest, example(step=41, seats=[0], bot="club")],
    registry: Given[TableRegistry],
    bot_runner: Given[BotRunner],
    person: Given[Person],
) -> TableInfo:
    """Go on from a step of a finished game at a private table."""
    found = await registry.seen(table, person)
    await check_unrated(registry.store, found.sheet, person.id)
    return (await branch(registry, bot_runner, found, person, data.step, data.seats, data.bot)).info


router = Router(
    "/",
    route_handlers=[
        leave,
        hand_over,
        come_back,
        play_again,
        play_elsewhere,
        what_if,
    ],
    tags=["tables"],
)

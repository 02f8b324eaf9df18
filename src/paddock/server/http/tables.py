"""Routes for tables: list, create, set up, take a seat, start."""

from __future__ import annotations

import time
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, Router, get, post
from litestar.di import NamedDependency as Given
from litestar.params import FromPath, Parameter
from msgspec import Meta, Struct

from paddock.core.chance import new_seed
from paddock.core.registry import find_game
from paddock.server.accounts.people import People, Person, clean_name
from paddock.server.accounts.sessions import Sessions
from paddock.server.http.dependencies import Bookmark, address, example, weigh
from paddock.server.http.games import drawing, known_game, tagged
from paddock.server.notifications.invitations import Invitations
from paddock.server.rate_limits import Buckets
from paddock.server.records.table_record import Seat, TableBrief, TableInfo, TableRecord
from paddock.server.records.time_control import Pace, Untimed
from paddock.server.settings import Limits
from paddock.server.storage.pagination import Page
from paddock.server.tables import seating
from paddock.server.tables.decisions import start
from paddock.server.tables.lessons import lesson_seed
from paddock.server.tables.lobby import Lobby, LobbyLists, LobbyStage
from paddock.server.tables.matchmaking import Pairing, check_rating
from paddock.server.tables.registry import TableRegistry
from paddock.server.text import clean_text, new_id
from paddock.server.thread_pools import PLAYERS

TableId = Annotated[str, Parameter(max_length=24)]
SeatNumber = Annotated[int, Meta(ge=0, le=63)]
Title = Annotated[str, Meta(max_length=80)]
Points = Annotated[int, Meta(ge=0, le=4000)]
BotName = Annotated[str, Meta(min_length=1, max_length=64)]


class NewTable(Struct, forbid_unknown_fields=True, kw_only=True):
    """A new table; everything but the game is optional."""

    game: Annotated[str, Meta(max_length=64, examples=["pig"])]
    options: dict[str, Any] | None = None
    seats: Annotated[int, Meta(ge=1, le=64)] | None = None
    pace: Pace = msgspec.field(default_factory=Untimed)
    public: bool = True
    friends: bool = False
    """Whether your friends may join a private table."""
    title: Title = ""
    lesson: Annotated[str, Meta(min_length=1, max_length=40)] | None = None
    """A private practice table: a lesson has the same dice for everyone, and nothing counts."""
    ratings: Annotated[tuple[Points, Points], Meta(description="From and to how many points.")] | None = None


class PlayNow(Struct, forbid_unknown_fields=True):
    """The game you want to race in."""

    game: Annotated[str, Meta(max_length=64, examples=["pig"])]


class SetUp(Struct, forbid_unknown_fields=True, kw_only=True):
    """The changes to an open table."""

    options: dict[str, Any] | None = None
    seats: Annotated[int, Meta(ge=1, le=64)] | None = None
    pace: Pace | None = None
    public: bool | None = None
    friends: bool | None = None
    title: Title | None = None


class SitRequest(Struct, forbid_unknown_fields=True):
    """The seat to take; the first free one if left out."""

    seat: SeatNumber | None = None
    name: Annotated[str, Meta(max_length=100)] | None = None


class SeatRequest(Struct, forbid_unknown_fields=True):
    """The seat a request is about."""

    seat: SeatNumber


class BotRequest(Struct, forbid_unknown_fields=True):
    """The bot for a seat; None for no bot."""

    seat: SeatNumber
    bot: BotName | None


@get("/api/lobby")
async def lists(lobby: Given[Lobby]) -> LobbyLists:
    """List public tables, open ones and running ones to watch: the first page of each."""
    return await lobby.lists()


@get("/api/lobby/{stage:str}")
async def listed(
    stage: FromPath[LobbyStage], lobby: Given[Lobby], after: Bookmark = None
) -> Page[TableBrief]:
    """Return a page of the public tables that are open or running, newest first."""
    return await lobby.page(stage, after)


@post("/api/tables", status_code=200)
async def new_table(
    data: Annotated[
        NewTable, example(game="rallyman-gt", seats=3, pace={"kind": "live", "bank": 600, "increment": 15})
    ],
    request: Request[Any, Any, Any],
    registry: Given[TableRegistry],
    bytes_kept: Given[Buckets],
    person: Given[Person],
) -> TableInfo:
    """Create a table and take a seat at it."""
    weigh(bytes_kept, request, data)
    game = find_game(data.game)
    count = data.seats if data.seats is not None else max(game.seats[0], min(2, game.seats[-1]))
    options = await PLAYERS.run(seating.check_options, data.game, data.options, count)
    seats = [Seat(name=person.name, person=person.id), *(Seat() for _ in range(count - 1))]
    sheet = TableRecord(
        id=new_id(),
        game=data.game,
        title=clean_text(data.title),
        options=options,
        pace=data.pace,
        public=data.public,
        friends=data.friends,
        host=person.id,
        seats=seats,
        created=time.time(),
        lesson=data.lesson,
        ratings=data.ratings,
    )
    seating.check_lesson(sheet)
    seed = new_seed() if data.lesson is None else lesson_seed(data.game, data.lesson)
    return (await registry.create(sheet, seed)).info


@post("/api/play-now", status_code=200)
async def play_now(
    data: Annotated[PlayNow, example(game="rallyman-gt")], pairing: Given[Pairing], person: Given[Person]
) -> TableInfo:
    """Race the next person of a similar rating: starts a game or returns a table to wait at."""
    return await pairing.play_now(known_game(data.game).name, person)


@get("/api/tables/{table:str}")
async def one_table(
    table: TableId, registry: Given[TableRegistry], visitor: Given[Person | None]
) -> TableInfo:
    """Return the public information on a table."""
    await registry.catch_up(await registry.table(table))
    return (await registry.seen(table, visitor)).info


@get("/api/tables/{table:str}/board")
async def board(
    table: TableId,
    registry: Given[TableRegistry],
    visitor: Given[Person | None],
    request: Request[Any, Any, Any],
) -> Response[bytes]:
    """Return the drawing of the board, or null."""
    found = await registry.seen(table, visitor)
    return tagged(request, await PLAYERS.run(drawing, found.game, found.sheet.options))


@post("/api/tables/{table:str}/options", status_code=200)
async def set_up(
    table: TableId,
    data: Annotated[SetUp, example(seats=4, public=False)],
    request: Request[Any, Any, Any],
    registry: Given[TableRegistry],
    people: Given[People],
    limits: Given[Limits],
    bytes_kept: Given[Buckets],
    person: Given[Person],
) -> TableInfo:
    """Change the set-up of an open table."""
    found = await registry.seen(table, person)
    if data.options is not None:
        weigh(bytes_kept, request, data.options)
        seating.check_open(found.sheet)
        seating.check_host(found.sheet, person)
        more = len(msgspec.json.encode(data.options)) - len(msgspec.json.encode(found.sheet.options))
        await people.charge(person, more, limits)
        # Compiling a custom track takes a while. A worker does it here, so that it is cached when the table
        # changes.
        count = data.seats if data.seats is not None else len(found.sheet.seats)
        await PLAYERS.run(seating.check_options, found.sheet.game, data.options, count)
    return await found.alter(
        lambda sheet: seating.set_up(
            sheet,
            person,
            options=data.options,
            seats=data.seats,
            pace=data.pace,
            public=data.public,
            friends=data.friends,
            title=clean_text(data.title) if data.title is not None else None,
        )
    )


@post("/api/tables/{table:str}/sit", status_code=200)
async def sit(
    table: TableId,
    data: Annotated[SitRequest, example(seat=1)],
    request: Request[Any, Any, Any],
    registry: Given[TableRegistry],
    people: Given[People],
    sessions: Given[Sessions],
    invitations: Given[Invitations],
    person: Given[Person],
) -> TableInfo:
    """Take a seat."""
    found = await registry.seen(table, person)
    await check_rating(registry.store, found.sheet, person)
    name = clean_name(data.name) if data.name else None
    if name is not None:
        await people.check_free(name, person)
    await seating.check_meeting_at(registry.store, found.sheet, person.id)
    seating.check_place(found.sheet, person, sessions.place(address(request)))
    seated = await found.alter(lambda sheet: seating.sit(sheet, person, data.seat, name))
    await invitations.settle(found.id, person)
    return seated


@post("/api/tables/{table:str}/stand", status_code=200)
async def stand(
    table: TableId,
    data: Annotated[SeatRequest, example(seat=1)],
    registry: Given[TableRegistry],
    person: Given[Person],
) -> TableInfo:
    """Leave a seat before the start."""
    found = await registry.seen(table, person)
    return await found.alter(lambda sheet: seating.stand(sheet, person, data.seat))


@post("/api/tables/{table:str}/bot", status_code=200)
async def bot(
    table: TableId,
    data: Annotated[BotRequest, example(seat=1, bot="club")],
    registry: Given[TableRegistry],
    person: Given[Person],
) -> TableInfo:
    """Set, change or remove the bot of a seat."""
    found = await registry.seen(table, person)
    return await found.alter(lambda sheet: seating.set_bot(sheet, person, data.seat, data.bot))


@post("/api/tables/{table:str}/start", status_code=200)
async def start_game(
    table: TableId, registry: Given[TableRegistry], limits: Given[Limits], person: Given[Person]
) -> TableInfo:
    """Start the game."""
    found = await registry.seen(table, person)
    return await start(found, person, limits.missed_records)


@post("/api/tables/{table:str}/close", status_code=200)
async def close(table: TableId, registry: Given[TableRegistry], person: Given[Person]) -> TableInfo:
    """Close an open table."""
    found = await registry.seen(table, person)
    return await found.alter(lambda sheet: seating.close(sheet, person))


router = Router(
    "/",
    route_handlers=[
        lists,
        listed,
        new_table,
        play_now,
        one_table,
        board,
        set_up,
        sit,
        stand,
        bot,
        start_game,
        close,
    ],
    tags=["tables"],
)

"""Tables: made, sat down at, started, left, played again."""

from __future__ import annotations

import asyncio
import time
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, Router, get, post
from litestar.params import Parameter
from msgspec import Meta, Struct

from paddock.core.chance import new_seed
from paddock.core.registry import find_game
from paddock.server.calls.invitations import Invitations, InvitedTo, card_of
from paddock.server.errors import Forbidden
from paddock.server.ids import new_id
from paddock.server.limits import Buckets
from paddock.server.people.blocks import Blocks
from paddock.server.people.people import People, Person, clean_name
from paddock.server.people.sessions import Sessions
from paddock.server.plain import clean_text
from paddock.server.routes.common import Bookmark, Done, address, example, weigh
from paddock.server.routes.games import drawing, known_game, tagged
from paddock.server.settings import Limits
from paddock.server.sheets.pace import Pace, Untimed
from paddock.server.sheets.sheet import Seat, Sheet, TableBrief, TableInfo
from paddock.server.storage.pages import Page
from paddock.server.tables import handover, seating
from paddock.server.tables.access import Access
from paddock.server.tables.brancher import branch
from paddock.server.tables.hall import Hall
from paddock.server.tables.lessons import lesson_seed
from paddock.server.tables.lobby import Lobby, LobbyLists, LobbyStage
from paddock.server.tables.minder import BotMinder
from paddock.server.tables.pairing import Pairing, check_rating
from paddock.server.tables.rematcher import rematch
from paddock.server.tables.starter import start

TableId = Annotated[str, Parameter(max_length=24)]
SeatNumber = Annotated[int, Meta(ge=0, le=63)]
Title = Annotated[str, Meta(max_length=80)]
Points = Annotated[int, Meta(ge=0, le=4000)]
BotName = Annotated[str, Meta(min_length=1, max_length=64)]


class NewTable(Struct, forbid_unknown_fields=True, kw_only=True):
    """A table to be made; all but the game may be left out."""

    game: Annotated[str, Meta(max_length=64, examples=["pig"])]
    options: dict[str, Any] | None = None
    seats: Annotated[int, Meta(ge=1, le=64)] | None = None
    pace: Pace = msgspec.field(default_factory=Untimed)
    public: bool = True
    friends: bool = False
    """Whether a private table is there for your friends too."""
    title: Title = ""
    lesson: Annotated[str, Meta(min_length=1, max_length=40)] | None = None
    """A private table for practice: everyone in the same lesson gets the same dice, and nothing counts."""
    ratings: Annotated[tuple[Points, Points], Meta(description="From and to how many points.")] | None = None


class PlayNow(Struct, forbid_unknown_fields=True):
    """What one wants to race in."""

    game: Annotated[str, Meta(max_length=64, examples=["pig"])]


class SetUp(Struct, forbid_unknown_fields=True, kw_only=True):
    """What is to be different about an open table."""

    options: dict[str, Any] | None = None
    seats: Annotated[int, Meta(ge=1, le=64)] | None = None
    pace: Pace | None = None
    public: bool | None = None
    friends: bool | None = None
    title: Title | None = None


class NextTrack(Struct, forbid_unknown_fields=True):
    """What is to be different about the next game with the same people."""

    options: dict[str, Any]


class SitRequest(Struct, forbid_unknown_fields=True):
    """Where to sit; the first free seat if it is left out."""

    seat: SeatNumber | None = None
    name: Annotated[str, Meta(max_length=100)] | None = None


class SeatRequest(Struct, forbid_unknown_fields=True):
    """Which seat is meant."""

    seat: SeatNumber


class PersonRequest(Struct, forbid_unknown_fields=True):
    """Who is meant."""

    person: Annotated[str, Meta(max_length=16)]


class BotRequest(Struct, forbid_unknown_fields=True):
    """Which bot is to sit where; None: nobody."""

    seat: SeatNumber
    bot: BotName | None


class HandOverRequest(Struct, forbid_unknown_fields=True):
    """Which bot is to drive whose seat."""

    seat: SeatNumber
    bot: BotName


class Invitation(Struct, forbid_unknown_fields=True):
    """What an invitation link is made of."""

    invitation: Annotated[str, Meta(max_length=64)]
    """The secret that lets in; empty: I was invited by name."""
    card: Annotated[str, Meta(max_length=64)] = ""
    """Lets whoever shows the link say who invites to which game, and nothing else."""


class BranchRequest(Struct, forbid_unknown_fields=True):
    """The step of a finished game to go on from, the seats you play, and the bot for the others."""

    step: Annotated[int, Meta(ge=0, le=2**31)]
    seats: Annotated[list[SeatNumber], Meta(min_length=1, max_length=64)]
    bot: BotName


@get("/api/lobby")
async def lists(lobby: Lobby) -> LobbyLists:
    """Public tables: open ones, and running ones to watch; of each the first page."""
    return await lobby.lists()


@get("/api/lobby/{stage:str}")
async def listed(stage: LobbyStage, lobby: Lobby, after: Bookmark = None) -> Page[TableBrief]:
    """A page of the public tables that are open, or running, newest first."""
    return await lobby.page(stage, after)


@post("/api/tables", status_code=200)
async def new_table(
    data: Annotated[
        NewTable, example(game="rallyman-gt", seats=3, pace={"kind": "live", "bank": 600, "increment": 15})
    ],
    request: Request[Any, Any, Any],
    hall: Hall,
    bytes_kept: Buckets,
    person: Person,
) -> TableInfo:
    """Make a table and sit down at it."""
    weigh(bytes_kept, request, data)
    game = find_game(data.game)
    count = data.seats if data.seats is not None else max(game.seats[0], min(2, game.seats[-1]))
    options = await asyncio.to_thread(seating.check_options, data.game, data.options, count)
    seats = [Seat(name=person.name, person=person.id), *(Seat() for _ in range(count - 1))]
    sheet = Sheet(
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
    return (await hall.create(sheet, seed)).info


@post("/api/play-now", status_code=200)
async def play_now(
    data: Annotated[PlayNow, example(game="rallyman-gt")], pairing: Pairing, person: Person
) -> TableInfo:
    """Race against the next person of about the same rating: a game that begins, or a table to wait at."""
    return await pairing.play_now(known_game(data.game).name, person)


@get("/api/tables/{table:str}")
async def one_table(table: TableId, hall: Hall, visitor: Person | None) -> TableInfo:
    """What everyone may know of a table."""
    await hall.catch_up(await hall.table(table))
    return (await hall.seen(table, visitor)).info


@get("/api/tables/{table:str}/board")
async def board(
    table: TableId, hall: Hall, visitor: Person | None, request: Request[Any, Any, Any]
) -> Response[bytes]:
    """The drawing of what is raced on, or null."""
    found = await hall.seen(table, visitor)
    return tagged(request, await asyncio.to_thread(drawing, found.game, found.sheet.options))


@get("/api/tables/{table:str}/invitation")
async def invitation(table: TableId, hall: Hall, person: Person) -> Invitation:
    """What the invitation link is made of, for players."""
    found = await hall.seen(table, person)
    if found.sheet.host != person.id and not found.sheet.seats_of(person.id):
        raise Forbidden("server.players-only")
    return Invitation(found.invitation, card_of(found.invitation))


@post("/api/tables/{table:str}/invited", status_code=200)
async def invited(
    table: TableId,
    data: Annotated[Invitation, example(invitation="Zk3…")],
    hall: Hall,
    invitations: Invitations,
    visitor: Person | None,
) -> InvitedTo:
    """Who invites to what, before one comes in."""
    found = await hall.table(table)
    await hall.catch_up(found)
    return await invitations.look(found, visitor, data.invitation)


@post("/api/tables/{table:str}/invite", status_code=200)
async def invite(
    table: TableId,
    data: Annotated[PersonRequest, example(person="k3v9x0q2m7ab")],
    hall: Hall,
    invitations: Invitations,
    person: Person,
) -> Done:
    """Invite somebody who follows you to an open table; they are called by the ways they chose."""
    await invitations.invite(await hall.seen(table, person), person, data.person)
    return Done()


@post("/api/tables/{table:str}/admit", status_code=200)
async def admit(
    table: TableId,
    data: Annotated[Invitation, example(invitation="Zk3…")],
    request: Request[Any, Any, Any],
    hall: Hall,
    access: Access,
    sessions: Sessions,
    person: Person,
) -> TableInfo:
    """Come in with an invitation."""
    found = await hall.table(table)
    seating.check_place(found.sheet, person, sessions.place(address(request)))
    await access.admit(found, person, data.invitation)
    return found.info


@post("/api/tables/{table:str}/options", status_code=200)
async def set_up(
    table: TableId,
    data: Annotated[SetUp, example(seats=4, public=False)],
    request: Request[Any, Any, Any],
    hall: Hall,
    people: People,
    limits: Limits,
    bytes_kept: Buckets,
    person: Person,
) -> TableInfo:
    """Change the set-up of an open table."""
    found = await hall.seen(table, person)
    if data.options is not None:
        weigh(bytes_kept, request, data.options)
        seating.check_open(found.sheet)
        seating.check_host(found.sheet, person)
        more = len(msgspec.json.encode(data.options)) - len(msgspec.json.encode(found.sheet.options))
        await people.charge(person, more, limits)
        # A track of one's own takes a while to compile; done here, it is at hand when the table changes.
        count = data.seats if data.seats is not None else len(found.sheet.seats)
        await asyncio.to_thread(seating.check_options, found.sheet.game, data.options, count)
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
    hall: Hall,
    people: People,
    sessions: Sessions,
    blocks: Blocks,
    invitations: Invitations,
    person: Person,
) -> TableInfo:
    """Sit down."""
    found = await hall.seen(table, person)
    await check_rating(hall.store, found.sheet, person)
    name = clean_name(data.name) if data.name else None
    if name is not None:
        await people.check_free(name, person)
    if await blocks.by(person.id, [found.sheet.host]):
        raise Forbidden("server.no-seat-for-you")
    seating.check_place(found.sheet, person, sessions.place(address(request)))
    seated = await found.alter(lambda sheet: seating.sit(sheet, person, data.seat, name))
    await invitations.settle(found.id, person)
    return seated


@post("/api/tables/{table:str}/stand", status_code=200)
async def stand(
    table: TableId, data: Annotated[SeatRequest, example(seat=1)], hall: Hall, person: Person
) -> TableInfo:
    """Stand up before the start."""
    found = await hall.seen(table, person)
    return await found.alter(lambda sheet: seating.stand(sheet, person, data.seat))


@post("/api/tables/{table:str}/kick", status_code=200)
async def kick(
    table: TableId,
    data: Annotated[SeatRequest, example(seat=2)],
    hall: Hall,
    people: People,
    sessions: Sessions,
    person: Person,
) -> TableInfo:
    """Send somebody away before the start; they stay out until they are let back.

    A guest may not come back under another name from the same network either, unless it is yours too.
    """
    found = await hall.seen(table, person)
    seat = found.sheet.seats[data.seat] if data.seat < len(found.sheet.seats) else Seat()
    away = await people.find(seat.person) if seat.person is not None else None
    places = []
    if away is not None and away.password is None:
        mine = await sessions.places(person.id)
        places = [place for place in await sessions.places(away.id) if place not in mine]
    return await found.alter(lambda sheet: seating.kick(sheet, person, data.seat, places))


@get("/api/tables/{table:str}/sent-away")
async def sent_away(table: TableId, hall: Hall, people: People, person: Person) -> list[Person]:
    """Who was sent away, for the host."""
    found = await hall.seen(table, person)
    seating.check_host(found.sheet, person)
    return await people.listed(found.sheet.barred)


@post("/api/tables/{table:str}/let-back", status_code=200)
async def let_back(
    table: TableId,
    data: Annotated[PersonRequest, example(person="k3v9x0q2m7ab")],
    hall: Hall,
    person: Person,
) -> TableInfo:
    """Let somebody in again who was sent away."""
    found = await hall.seen(table, person)
    return await found.alter(lambda sheet: seating.let_back(sheet, person, data.person))


@post("/api/tables/{table:str}/bot", status_code=200)
async def bot(
    table: TableId, data: Annotated[BotRequest, example(seat=1, bot="club")], hall: Hall, person: Person
) -> TableInfo:
    """Put a bot on a seat, change it, take it away."""
    found = await hall.seen(table, person)
    return await found.alter(lambda sheet: seating.set_bot(sheet, person, data.seat, data.bot))


@post("/api/tables/{table:str}/start", status_code=200)
async def start_game(table: TableId, hall: Hall, limits: Limits, person: Person) -> TableInfo:
    """Start the game."""
    found = await hall.seen(table, person)
    return await start(found, person, limits.missed_records)


@post("/api/tables/{table:str}/close", status_code=200)
async def close(table: TableId, hall: Hall, person: Person) -> TableInfo:
    """Give an open table up."""
    found = await hall.seen(table, person)
    return await found.alter(lambda sheet: seating.close(sheet, person))


@post("/api/tables/{table:str}/leave", status_code=200)
async def leave(
    table: TableId, data: Annotated[SeatRequest, example(seat=0)], hall: Hall, person: Person
) -> TableInfo:
    """Say goodbye to a running game."""
    found = await hall.seen(table, person)
    return await found.alter(lambda sheet: handover.leave(sheet, person, data.seat))


@post("/api/tables/{table:str}/hand-over", status_code=200)
async def hand_over(
    table: TableId,
    data: Annotated[HandOverRequest, example(seat=0, bot="club")],
    hall: Hall,
    person: Person,
) -> TableInfo:
    """Give a seat that was left to a bot."""
    found = await hall.seen(table, person)
    return await found.alter(lambda sheet: handover.hand_over(found, sheet, person, data.seat, data.bot))


@post("/api/tables/{table:str}/return", status_code=200)
async def come_back(
    table: TableId, data: Annotated[SeatRequest, example(seat=0)], hall: Hall, person: Person
) -> TableInfo:
    """Take a seat back from a bot."""
    found = await hall.seen(table, person)
    return await found.alter(lambda sheet: handover.come_back(sheet, person, data.seat))


@post("/api/tables/{table:str}/rematch", status_code=200)
async def play_again(table: TableId, hall: Hall, people: People, blocks: Blocks, person: Person) -> TableInfo:
    """Play again with the same people."""
    found = await hall.seen(table, person)
    return (await rematch(hall, people, blocks, found, person)).info


@post("/api/tables/{table:str}/next", status_code=200)
async def play_elsewhere(
    table: TableId,
    data: Annotated[NextTrack, example(options={"goal": 50})],
    request: Request[Any, Any, Any],
    hall: Hall,
    people: People,
    blocks: Blocks,
    bytes_kept: Buckets,
    person: Person,
) -> TableInfo:
    """Play again with the same people, with other options: the next track."""
    weigh(bytes_kept, request, data)
    found = await hall.seen(table, person)
    return (await rematch(hall, people, blocks, found, person, data.options)).info


@post("/api/tables/{table:str}/branch", status_code=200)
async def what_if(
    table: TableId,
    data: Annotated[BranchRequest, example(step=41, seats=[0], bot="club")],
    hall: Hall,
    minder: BotMinder,
    person: Person,
) -> TableInfo:
    """Go on from a step of a finished game at a private table."""
    found = await hall.seen(table, person)
    return (await branch(hall, minder, found, person, data.step, data.seats, data.bot)).info


router = Router(
    "/",
    route_handlers=[
        lists,
        listed,
        new_table,
        play_now,
        one_table,
        board,
        invitation,
        invited,
        invite,
        admit,
        set_up,
        sit,
        stand,
        kick,
        sent_away,
        let_back,
        bot,
        start_game,
        close,
        leave,
        hand_over,
        come_back,
        play_again,
        play_elsewhere,
        what_if,
    ],
    tags=["tables"],
)

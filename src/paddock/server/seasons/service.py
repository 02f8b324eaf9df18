"""What people do with seasons: create, join, answer, follow."""

from __future__ import annotations

import time
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct, structs
from sqlalchemy import Connection, Select, case, func, select, union

from paddock.core.game import Level
from paddock.core.registry import find_game
from paddock.server.accounts.people import People, Person
from paddock.server.accounts.quota import charge, no_room
from paddock.server.accounts.relationships import check_meeting
from paddock.server.errors import Forbidden, NotNow, Refused, TooMany
from paddock.server.records.season_record import Form, Race, SeasonRecord, read_season, write
from paddock.server.records.time_control import Days, Live
from paddock.server.seasons import awards
from paddock.server.seasons import repository as books
from paddock.server.seasons.repository import Book
from paddock.server.seasons.standings import schemes
from paddock.server.seasons.views import SeasonBrief, SeasonInfo, brief, info, joinable
from paddock.server.settings import Limits
from paddock.server.storage import season_tables
from paddock.server.storage.pagination import Order, Page
from paddock.server.storage.schema import drivers, seasons
from paddock.server.storage.store import Store
from paddock.server.tables.seating import check_options
from paddock.server.text import clean_text, new_id
from paddock.server.thread_pools import PLAYERS

SeasonList = Literal["mine", "open", "over"]
_LISTS: tuple[SeasonList, ...] = ("mine", "open", "over")
_LISTED = 30
_MOST_RACES = 24
_MOST_DRIVERS = 128
_MOST_SEASONS = 8


class NewRace(Struct, forbid_unknown_fields=True, kw_only=True):
    """A race of a new season; without a time it starts after the previous one."""

    game: Annotated[str, Meta(max_length=64)]
    options: dict[str, Any] = {}
    at: Annotated[float, Meta(ge=0, le=4_000_000_000)] | None = None


class NewSeason(Struct, forbid_unknown_fields=True, kw_only=True):
    """A new season."""

    name: Annotated[str, Meta(min_length=1, max_length=60)]
    form: Form = "points"
    public: bool = False
    pace: Live | Days = msgspec.field(default_factory=Live)
    scheme: Annotated[str, Meta(max_length=24)] = "classic"
    size: Annotated[int, Meta(ge=2, le=12)] = 4
    bots: Level | None = None
    races: Annotated[list[NewRace], Meta(min_length=1, max_length=_MOST_RACES)]


class SeasonLists(Struct, frozen=True):
    """Your seasons, public ones to join or follow, and finished ones."""

    mine: Page[SeasonBrief]
    open: Page[SeasonBrief]
    over: Page[SeasonBrief]


class Seasons:
    """Creates seasons and manages their drivers; `SeasonRunner` starts the rounds."""

    def __init__(self, store: Store, people: People, limits: Limits) -> None:
        self.store = store
        self.people = people
        self.limits = limits

    async def create(self, person: Person, wish: NewSeason) -> SeasonInfo:
        """Create a season and join it."""
        if wish.public and not person.account:
            raise Forbidden("server.season-accounts")
        races = await PLAYERS.run(_races, wish)
        sheet = SeasonRecord(
            id=new_id(),
            name=clean_text(wish.name),
            host=person.id,
            form=wish.form,
            public=wish.public,
            pace=wish.pace,
            scheme=wish.scheme,
            size=wish.size,
            bots=wish.bots,
            races=races,
            created=time.time(),
        )
        size = len(write(sheet))

        def job(connection: Connection) -> None:
            if not charge(connection, person.id, size, self.limits.stored_bytes_per_person):
                raise no_room(self.limits)
            going = seasons.c.stage.in_(("open", "running"))
            hosted = select(func.count()).where(seasons.c.host == person.id, going)
            if connection.execute(hosted).scalar_one() >= _MOST_SEASONS:
                raise TooMany("server.too-many-seasons")
            books.create(connection, sheet, season_tables.next_look(sheet))
            books.join(connection, sheet.id, person.id, sheet.created)

        await self.store.write(job, person.id)
        return await self.find(sheet.id, person)

    async def find(self, season: str, visitor: Person | None) -> SeasonInfo:
        """Return a season; the id of a private one is its only protection. Raises Unknown."""
        async with self.store.read() as connection:
            book = await connection.run_sync(books.read, season)
            best = await connection.run_sync(awards.read, season, book.drivers)
        names = await self.people.names(book.drivers)
        return info(book, names, visitor.id if visitor is not None else None, best)

    async def listed(self, visitor: Person | None) -> SeasonLists:
        """Return the first pages of a visitor's seasons, of public ones and of finished ones."""
        pages = [await self.page(visitor, which, None) for which in _LISTS]
        return SeasonLists(*pages)

    async def page(self, visitor: Person | None, which: SeasonList, after: str | None) -> Page[SeasonBrief]:
        """Return a page of one of these lists, newest first; your finished seasons come last."""
        me = visitor.id if visitor is not None else ""
        order = Order(seasons.c.created, seasons.c.id)
        if which == "mine":
            entered = select(drivers.c.season).where(drivers.c.person == me, drivers.c.gone.is_(False))
            own = union(entered, select(seasons.c.id).where(seasons.c.host == me))
            chosen = select(seasons).where(seasons.c.id.in_(own), seasons.c.stage != "closed")
            ended = case((seasons.c.stage == "over", 1), else_=0)
            order = Order(ended, seasons.c.created, seasons.c.id, falling=(False, True, True))
        else:
            stages = ("open", "running") if which == "open" else ("over",)
            chosen = select(seasons).where(seasons.c.public.is_(True), seasons.c.stage.in_(stages))
        async with self.store.read() as connection:
            return await connection.run_sync(_briefs, chosen, order, after)

    async def join(self, season: str, person: Person) -> SeasonInfo:
        """Join a season."""

        def how(connection: Connection, book: Book) -> None:
            _enter(connection, book, person)

        await books.change(self.store, season, how)
        return await self.find(season, person)

    async def leave(self, season: str, person: Person, other: str | None = None) -> SeasonInfo:
        """Leave a season; the host may remove others."""

        def how(connection: Connection, book: Book) -> None:
            if other not in (None, person.id):
                _check_host(book, person)
            _check_going(book)
            books.leave(connection, book, other or person.id)

        await books.change(self.store, season, how)
        return await self.find(season, person)

    async def answer(self, season: str, person: Person, number: int, coming: bool) -> SeasonInfo:
        """Say whether a person comes to a round; answering also joins the season."""

        def how(connection: Connection, book: Book) -> None:
            _check_going(book)
            if number < book.sheet.round or number >= max(len(book.sheet.races), book.sheet.round + 1):
                raise NotNow("server.round-begun")
            if person.id not in book.drivers or person.id in book.left:
                _enter(connection, book, person)
                book.drivers.append(person.id)
            books.answer(connection, season, number, person.id, coming)
            book.coming.setdefault(number, {})[person.id] = coming
            said = book.coming.get(book.sheet.round, {})
            waits = book.sheet.race(book.sheet.round).at is None and book.sheet.round == 0
            if waits and len(book.drivers) > 1 and all(said.get(one) is not None for one in book.drivers):
                season_tables.put(connection, book.sheet, time.time())

        await books.change(self.store, season, how)
        return await self.find(season, person)

    async def begin(self, season: str, person: Person) -> SeasonInfo:
        """Start the next round now; host only."""

        def how(connection: Connection, book: Book) -> None:
            _check_host(book, person)
            _check_going(book)
            if book.over < book.sheet.round:
                raise NotNow("server.round-running")
            if len(book.drivers) - len(book.left) < (1 if book.sheet.bots else 2):
                raise NotNow("server.season-alone")
            race = structs.replace(book.sheet.race(book.sheet.round), at=None)
            if book.sheet.round < len(book.sheet.races):
                book.sheet.races[book.sheet.round] = race
            season_tables.put(connection, book.sheet, time.time())

        await books.change(self.store, season, how)
        return await self.find(season, person)

    async def call_off(self, season: str, person: Person) -> SeasonInfo:
        """End a season early; finished races stay."""

        def how(connection: Connection, book: Book) -> None:
            _check_host(book, person)
            _check_going(book)
            book.sheet.stage = "over" if book.sheet.round else "closed"
            season_tables.put(connection, book.sheet, None)

        await books.change(self.store, season, how)
        return await self.find(season, person)


def _races(wish: NewSeason) -> list[Race]:
    """Return the races with all options filled in, checked for a number of seats the game allows."""
    if wish.scheme not in schemes():
        raise Refused("server.no-scheme", known=sorted(schemes()))
    races: list[Race] = []
    for race in wish.races:
        before = races[-1] if races else None
        if race.at is not None and before is not None and before.at is not None and race.at < before.at:
            raise Refused("server.races-in-order")
        game = find_game(race.game)
        seats = min(max(wish.size, game.seats[0]), game.seats[-1])
        options = check_options(race.game, race.options, seats)
        races.append(Race(race.game, options, game.course(game.options(options)), race.at))
    return races


def _check_host(book: Book, person: Person) -> None:
    if book.sheet.host != person.id:
        raise Forbidden("server.season-host-only")


def _check_going(book: Book) -> None:
    if book.sheet.stage not in ("open", "running"):
        raise NotNow("server.season-over")


def _enter(connection: Connection, book: Book, person: Person) -> None:
    if not joinable(book.sheet):
        raise NotNow("server.season-begun")
    if book.sheet.public and not person.account:
        raise Forbidden("server.season-accounts")
    if book.sheet.host is not None:
        entered = {book.sheet.host, *book.drivers} - book.left - {person.id}
        check_meeting(connection, person.id, entered)
    if len(book.drivers) >= _MOST_DRIVERS:
        raise TooMany("server.season-full", most=_MOST_DRIVERS)
    books.join(connection, book.sheet.id, person.id, time.time())


def _briefs(
    connection: Connection, chosen: Select[Any], order: Order, after: str | None
) -> Page[SeasonBrief]:
    rows, more = order.read_sync(connection, chosen, after, _LISTED)
    found = [read_season(row.sheet) for row in rows]
    here = drivers.c.season.in_([sheet.id for sheet in found]) & drivers.c.gone.is_(False)
    counted = select(drivers.c.season, func.count()).where(here).group_by(drivers.c.season)
    count = {row[0]: row[1] for row in connection.execute(counted)}
    return Page([brief(sheet, count.get(sheet.id, 0)) for sheet in found], more)

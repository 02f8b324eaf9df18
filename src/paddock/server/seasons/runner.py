"""Runs seasons: starts rounds on time and lets bots finish races for absent drivers."""

from __future__ import annotations

import logging
import random
import time
from collections.abc import Collection
from functools import partial

from sqlalchemy import Connection, insert, select
from sqlalchemy.exc import IntegrityError

from paddock.core.chance import new_seed
from paddock.core.errors import PaddockError
from paddock.core.game import Level
from paddock.core.registry import bots, find_game
from paddock.server.accounts.people import People, Person
from paddock.server.accounts.relationships import apart
from paddock.server.errors import NotNow
from paddock.server.records.season_record import Heat, HeatSeat, SeasonRecord, read_heat, read_season
from paddock.server.records.table_record import Seat, TableRecord
from paddock.server.records.time_control import Days
from paddock.server.seasons import repository as books
from paddock.server.seasons.pairing import draw, grid, keep_apart
from paddock.server.seasons.repository import Book
from paddock.server.seasons.schedule import weekly
from paddock.server.storage import season_tables as stored
from paddock.server.storage.schema import admissions, heats, seasons, turns
from paddock.server.storage.store import Store
from paddock.server.tables.decisions import start
from paddock.server.tables.registry import TableRegistry
from paddock.server.tables.seating import relieve
from paddock.server.tables.table import Table
from paddock.server.text import new_id
from paddock.server.thread_pools import BACKGROUND

_LOG = logging.getLogger("paddock.seasons")
_AT_ONCE = 100
_LIVE_PATIENCE = 20.0
_WEEK = 7 * 86_400.0
_LEVELS: tuple[Level, ...] = ("random", "beginner", "club", "expert", "champion")


class SeasonRunner:
    """Starts due rounds and relieves absent drivers, called at regular intervals."""

    def __init__(self, store: Store, registry: TableRegistry, people: People, remember: int) -> None:
        self.store = store
        self.registry = registry
        self.people = people
        self.remember = remember
        self._weeks: set[str] = set()

    async def take_up(self) -> None:
        """Do everything that is due; what fails is tried again the next time."""
        await self._announce()
        async with self.store.read() as connection:
            due = select(seasons.c.id).where(seasons.c.due <= time.time()).limit(_AT_ONCE)
            found = list((await connection.execute(due)).scalars())
        for season in found:
            try:
                await books.change(self.store, season, _next_round)
            except PaddockError as error:
                _LOG.error("season %s cannot go on: %s", season, error)
        await self._open_tables()
        await self._relieve()

    async def _announce(self) -> None:
        """Create the weekly championships of this week and the next if they do not exist."""
        for when in (time.time(), time.time() + _WEEK):
            sheet = await BACKGROUND.run(weekly, when)
            if sheet is not None and sheet.id not in self._weeks:
                made = partial(books.create, sheet=sheet, due=stored.next_look(sheet))
                await self.store.write(made, sheet.id)
                self._weeks.add(sheet.id)

    async def _open_tables(self) -> None:
        """Create and start the tables of drawn rounds."""
        async with self.store.read() as connection:
            rows = await connection.execute(
                select(heats, seasons.c.sheet)
                .join(seasons, seasons.c.id == heats.c.season)
                .where(heats.c.stage == "drawn")
                .limit(_AT_ONCE)
            )
            drawn = [
                (
                    read_season(row.sheet),
                    read_heat(row.round, row.number, row.table_id, row.stage, row.seats, row.places),
                )
                for row in rows
            ]
        for season, heat in drawn:
            try:
                await self._open_table(season, heat)
            except PaddockError as error:
                _LOG.error("a race of season %s cannot start: %s", season.id, error)

    async def _open_table(self, season: SeasonRecord, heat: Heat) -> None:
        assert heat.table is not None
        sat = [seat.person for seat in heat.seats if seat.person is not None]
        names = await self.people.names(sat)
        bot = bot_of(season.race(heat.round).game, season.bots)
        race = season.race(heat.round)
        sheet = TableRecord(
            id=heat.table,
            game=race.game,
            title=f"{season.name} · {heat.round + 1}",
            options=race.options,
            pace=season.pace,
            public=season.public,
            host=sat[0],
            seats=[_seat(seat, names, bot) for seat in heat.seats],
            created=time.time(),
            season=season.id,
        )
        try:
            table = await self.registry.create(sheet, new_seed())
        except IntegrityError:
            table = await self.registry.table(heat.table)
        if table.sheet.stage == "open":
            try:
                await start(table, Person(sat[0], names.get(sat[0], ""), True), self.remember)
            except NotNow:
                _LOG.info("another process has started table %s", table.id)

        def job(connection: Connection) -> None:
            stored.begun(connection, table.id)
            if not season.public:
                book = books.read(connection, season.id)
                others = [person for person in book.drivers if person not in sat]
                rows = [{"table_id": table.id, "person": person} for person in others]
                known = select(admissions.c.person).where(admissions.c.table_id == table.id)
                admitted = set(connection.execute(known).scalars())
                rows = [row for row in rows if row["person"] not in admitted]
                if rows:
                    connection.execute(insert(admissions), rows)

        await self.store.write(job, season.id)

    async def _relieve(self) -> None:
        """Let bots drive for people who left a race or are out of time, until they return."""
        late = turns.c.since + heats.c.patience <= time.time()
        async with self.store.read() as connection:
            rows = await connection.execute(
                select(heats.c.table_id, seasons.c.sheet, heats.c.round)
                .distinct()
                .join(turns, turns.c.table_id == heats.c.table_id)
                .join(seasons, seasons.c.id == heats.c.season)
                .where(heats.c.stage == "running", late)
                .limit(_AT_ONCE)
            )
            waiting = [(row.table_id, read_season(row.sheet), row.round) for row in rows]
        for found, season, number in waiting:
            try:
                table = await self.registry.table(found)
                bot = bot_of(season.race(number).game, season.bots)
                if table.sheet.stage == "running" and (table.out_of_time() or _left(table.sheet)):
                    await table.alter(partial(_sit_in, table, bot))
            except PaddockError as error:
                _LOG.error("nobody can drive on at table %s: %s", found, error)


def _left(sheet: TableRecord) -> bool:
    return any(seat.left and seat.bot is None for seat in sheet.seats)


def _sit_in(table: Table, bot: str, sheet: TableRecord) -> None:
    relieve(table, sheet, bot)


def bot_of(game: str, level: Level | None) -> str:
    """Return the bot closest to a level, the lower one of equals; `club` is the default level."""
    wanted = _LEVELS.index(level or "club")
    ranked = sorted(
        bots(game).items(),
        key=lambda bot: (abs(_LEVELS.index(bot[1].level) - wanted), _LEVELS.index(bot[1].level)),
    )
    return ranked[0][0]


def _seat(seat: HeatSeat, names: dict[str, str], bot: str) -> Seat:
    """Build a seat of a table; a bot replaces a person who was deleted since the draw."""
    if seat.person is not None and seat.person in names:
        return Seat(name=names[seat.person], person=seat.person)
    name = seat.bot or bot
    return Seat(name=name, bot=name)


def _next_round(connection: Connection, book: Book) -> None:
    """Draw the round that is due, or end the season after its last one."""
    sheet = book.sheet
    if sheet.stage not in ("open", "running") or book.over < sheet.round:
        stored.put(connection, sheet, None)
        return
    if book.complete:
        sheet.stage = "over"
        stored.put(connection, sheet, None)
        return
    drawn = _drawn(book, apart(connection, book.field()))
    patience = sheet.pace.days * 86_400.0 if isinstance(sheet.pace, Days) else _LIVE_PATIENCE
    stored.add(connection, sheet.id, drawn, patience)
    sheet.stage = "running"
    sheet.round += 1
    going = any(heat.stage != "over" for heat in drawn)
    stored.put(connection, sheet, None if going else stored.next_look(sheet))


def _drawn(book: Book, blocked: Collection[frozenset[str]]) -> list[Heat]:
    """Draw the tables of the next round."""
    sheet, number = book.sheet, book.sheet.round
    race, rng = sheet.race(number), random.Random(f"{book.sheet.id}:{book.sheet.round}")
    game = find_game(race.game)
    field = book.field()
    size = min(sheet.size, game.seats[-1])
    courses = {past: sheet.race(past).course for past in range(number)}
    bot = bot_of(race.game, sheet.bots) if sheet.bots is not None else None
    drawn: list[Heat] = []
    for people in keep_apart(draw(sheet.form, field, size, book.heats, rng), blocked):
        if bot is None and len(people) < max(2, game.seats[0]):
            bye = [HeatSeat(person) for person in people]
            drawn.append(Heat(number, len(drawn), bye, None, "over", list(range(1, len(bye) + 1))))
            continue
        seats = grid(people, size if bot is not None else len(people), book.heats, courses, race.course, rng)
        sat = [HeatSeat(person) if person is not None else HeatSeat(None, bot) for person in seats]
        drawn.append(Heat(number, len(drawn), sat, new_id()))
    return drawn

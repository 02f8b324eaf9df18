"""The lobby: public tables that wait for players, and those one can watch."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Literal, Protocol

from msgspec import Struct
from sqlalchemy import exists, select
from sqlalchemy.exc import SQLAlchemyError

from paddock.server.records.table_record import TableBrief, TableInfo, TableRecord, brief
from paddock.server.storage.pagination import Order, Page
from paddock.server.storage.schema import in_lobby, seats, tables, turns
from paddock.server.storage.store import Store
from paddock.server.tables import repository
from paddock.server.tables.repository import Turn, read_asks
from paddock.server.tables.table import Table
from paddock.server.wire.frames import Card, Gone, write_frame

_LOG = logging.getLogger("paddock.lobby")
_PAGE = 48
_GAMES = 30
_TOGETHER_SECONDS = 0.2
_DAY = 24 * 60 * 60.0
LobbyStage = Literal["open", "running"]
_NEWEST = Order(tables.c.created, tables.c.id)
_FORGOTTEN: dict[LobbyStage, float] = {"open": 2 * _DAY, "running": 30 * _DAY}
"""A table where nothing has happened for so long is no longer listed; whoever sits there still finds it."""


class Visitor(Protocol):
    """A connection to the lobby."""

    def send(self, frame: bytes) -> None:
        """Put a frame into the outbox."""


class LobbyLists(Struct, frozen=True):
    """What the lobby shows: of each list the first page, and where the next one begins."""

    open: list[TableBrief]
    running: list[TableBrief]
    more_open: str | None = None
    more_running: str | None = None


class Lobby:
    """Lists tables, and tells visitors what changes."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.visitors: set[Visitor] = set()
        self._news: dict[str, Card | Gone | None] = {}
        """What is to be told of which table; None: what the database says of it."""
        self._telling: asyncio.Task[None] | None = None

    async def lists(self) -> LobbyLists:
        """Open and running public tables that are still alive, newest first."""
        open_, running = await self.page("open", None), await self.page("running", None)
        return LobbyLists(open_.items, running.items, open_.more, running.more)

    async def page(self, stage: LobbyStage, after: str | None) -> Page[TableBrief]:
        """A page of the public tables of a stage that are still alive, newest first."""
        alive = tables.c.touched > time.time() - _FORGOTTEN[stage]
        shown = select(tables.c.brief).where(tables.c.stage == stage, in_lobby, alive)
        async with self.store.read() as connection:
            return await repository.page(connection, shown, _NEWEST, after, _PAGE)

    async def tables_of(self, person: str, after: str | None) -> Page[TableBrief]:
        """The open and running tables somebody sits at or hosts, newest first."""
        going = tables.c.stage.in_(("open", "running"))
        sat = select(seats.c.table_id).where(seats.c.person == person, seats.c.finished.is_(None))
        hosted = select(tables.c.id).where(tables.c.host == person, going)
        async with self.store.read() as connection:
            # Each part is read from an index of its own.
            ids = {*(await connection.execute(sat)).scalars(), *(await connection.execute(hosted)).scalars()}
            mine = select(tables.c.brief).where(tables.c.id.in_(ids), going)
            return await repository.page(connection, mine, _NEWEST, after, _PAGE)

    async def turns_of(self, person: str, after: str | None) -> Page[Turn]:
        """The tables that wait for somebody's decision, the longest waiting first."""
        mine = select(turns).where(turns.c.person == person)
        longest = Order(turns.c.since, turns.c.table_id, falling=(False, False))
        async with self.store.read() as connection:
            rows, more = await longest.read(connection, mine, after, _PAGE)
            ids = [row.table_id for row in rows]
            briefs = {
                one.id: one
                for one in await repository.listed(
                    connection, select(tables.c.brief).where(tables.c.id.in_(ids))
                )
            }
        waiting = [row for row in rows if row.table_id in briefs]
        return Page([Turn(briefs[r.table_id], r.since, read_asks(r.asks)) for r in waiting], more)

    async def games_of(
        self, person: str, after: str | None, game: str | None = None, private: bool = False
    ) -> Page[TableBrief]:
        """Games that somebody has finished, newest first: the public ones, or their private ones too."""
        other = seats.alias()
        same = (other.c.table_id == seats.c.table_id) & (other.c.person == person)
        sat = (
            select(tables.c.brief)
            .join(seats, seats.c.table_id == tables.c.id)
            .where(
                seats.c.person == person,
                seats.c.finished.is_not(None),
                tables.c.stage == "over",
                ~exists().where(same, other.c.seat < seats.c.seat),
            )
        )
        if game is not None:
            sat = sat.where(tables.c.game == game)
        if not private:
            sat = sat.where(tables.c.public.is_(True))
        newest = Order(seats.c.finished, seats.c.table_id)
        async with self.store.read() as connection:
            return await repository.page(connection, sat, newest, after, _GAMES)

    def hear(self, table: Table, before: TableInfo) -> None:
        """Tell the visitors of a change of a table."""
        if not self.visitors or before is table.info or before == table.info:
            return
        if shown(table.sheet):
            self._note(Card(brief(table.sheet)), table.id)
        elif before.public:
            self._note(Gone(table.id), table.id)

    def show(self, sheet: TableRecord) -> None:
        """Tell the visitors of a new table."""
        if self.visitors and shown(sheet):
            self._note(Card(brief(sheet)), sheet.id)

    def hear_elsewhere(self, table: str) -> None:
        """Tell the visitors of a change that another process has stored; it is read when it is told."""
        if self.visitors:
            self._note(None, table)

    def _note(self, news: Card | Gone | None, table: str) -> None:
        """Tell it in a moment, together with everything else, and of each table only the newest."""
        self._news[table] = news
        if self._telling is None:
            self._telling = asyncio.create_task(self._tell_soon())

    async def _tell_soon(self) -> None:
        await asyncio.sleep(_TOGETHER_SECONDS)
        self._telling = None
        news, self._news = self._news, {}
        try:
            unread = await self._read([table for table, known in news.items() if known is None])
        except SQLAlchemyError as error:
            _LOG.warning("the lobby is not told of %d tables: %s", len(news), error)
            unread = {}
        for table, known in news.items():
            frame = write_frame(known if known is not None else unread.get(table) or Gone(table))
            for visitor in self.visitors:
                visitor.send(frame)

    async def _read(self, ids: list[str]) -> dict[str, Card]:
        if not ids:
            return {}
        async with self.store.read() as connection:
            found = await repository.listed(connection, select(tables.c.brief).where(tables.c.id.in_(ids)))
        return {table.id: Card(table) for table in found if shown(table)}

    def close(self) -> None:
        """Tell nothing more."""
        if self._telling is not None:
            self._telling.cancel()


def shown(sheet: TableRecord | TableBrief) -> bool:
    """Whether everyone may see a table in the lobby."""
    return sheet.public and sheet.stage != "closed" and sheet.challenge is None

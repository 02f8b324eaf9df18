"""The lobby: lists public tables that wait for players or can be watched."""

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
"""Tables without activity for so long leave the public lists; their players still see them."""


class Visitor(Protocol):
    """A connection to the lobby."""

    def send(self, frame: bytes) -> None:
        """Put a frame into the outbox."""


class LobbyLists(Struct, frozen=True):
    """The first page of each list in the lobby, and the bookmark of the next."""

    open: list[TableBrief]
    running: list[TableBrief]
    more_open: str | None = None
    more_running: str | None = None


class Lobby:
    """Lists tables and sends changes to visitors."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.visitors: set[Visitor] = set()
        self._news: dict[str, Card | Gone | None] = {}
        """Changes to send, by table; None: to be read from the database first."""
        self._telling: asyncio.Task[None] | None = None

    async def lists(self) -> LobbyLists:
        """Open and running public tables with recent activity, newest first."""
        open_, running = await self.page("open", None), await self.page("running", None)
        return LobbyLists(open_.items, running.items, open_.more, running.more)

    async def page(self, stage: LobbyStage, after: str | None) -> Page[TableBrief]:
        """A page of public tables of a stage with recent activity, newest first."""
        alive = tables.c.touched > time.time() - _FORGOTTEN[stage]
        shown = select(tables.c.brief).where(tables.c.stage == stage, in_lobby, alive)
        async with self.store.read() as connection:
            return await repository.page(connection, shown, _NEWEST, after, _PAGE)

    async def tables_of(self, person: str, after: str | None) -> Page[TableBrief]:
        """A page of open and running tables where the person sits or is the host, newest first."""
        going = tables.c.stage.in_(("open", "running"))
        sat = select(seats.c.table_id).where(seats.c.person == person, seats.c.finished.is_(None))
        hosted = select(tables.c.id).where(tables.c.host == person, going)
        async with self.store.read() as connection:
            # Two queries, so that each uses its own index.
            ids = {*(await connection.execute(sat)).scalars(), *(await connection.execute(hosted)).scalars()}
            mine = select(tables.c.brief).where(tables.c.id.in_(ids), going)
            return await repository.page(connection, mine, _NEWEST, after, _PAGE)

    async def turns_of(self, person: str, after: str | None) -> Page[Turn]:
        """A page of tables that wait for the person's decision, longest waiting first."""
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
        """A page of a person's finished games, newest first: public ones, or with `private` theirs too."""
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
        """Send a changed table to the visitors."""
        if not self.visitors or before is table.info or before == table.info:
            return
        if shown(table.sheet):
            self._note(Card(brief(table.sheet)), table.id)
        elif before.public:
            self._note(Gone(table.id), table.id)

    def show(self, sheet: TableRecord) -> None:
        """Send a new table to the visitors."""
        if self.visitors and shown(sheet):
            self._note(Card(brief(sheet)), sheet.id)

    def hear_elsewhere(self, table: str) -> None:
        """Send a table that another process has changed; it is read from the database when it is sent."""
        if self.visitors:
            self._note(None, table)

    def _note(self, news: Card | Gone | None, table: str) -> None:
        """Queue a change; changes are sent in batches, only the newest of each table."""
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
        """Cancel pending updates."""
        if self._telling is not None:
            self._telling.cancel()


def shown(sheet: TableRecord | TableBrief) -> bool:
    """Whether the lobby lists a table."""
    return sheet.public and sheet.stage != "closed" and sheet.challenge is None

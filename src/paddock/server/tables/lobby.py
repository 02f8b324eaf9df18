"""The lobby: public tables that wait for players, and those one can watch."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Protocol

from msgspec import Struct
from sqlalchemy import select
from sqlalchemy.exc import SQLAlchemyError

from paddock.server.sheets.sheet import Sheet, TableBrief, TableInfo, brief
from paddock.server.storage.schema import seats, tables, turns
from paddock.server.storage.store import Store
from paddock.server.tables import filing
from paddock.server.tables.table import Table
from paddock.server.tables.turns import Turn, read_asks
from paddock.server.wire.frames import Card, Gone, write_frame

_LOG = logging.getLogger("paddock.lobby")
_MOST = 100
_GAMES = 30
_HOT_SEATS = 6
"""One person may sit on several seats of a game, which is listed once."""
_TOGETHER_SECONDS = 0.2
_DAY = 24 * 60 * 60.0
_FORGOTTEN = {"open": 2 * _DAY, "running": 30 * _DAY}
"""A table where nothing has happened for so long is no longer listed; whoever sits there still finds it."""


class Visitor(Protocol):
    """A connection to the lobby."""

    def send(self, frame: bytes) -> None:
        """Put a frame into the outbox."""


class LobbyLists(Struct, frozen=True):
    """What the lobby shows."""

    open: list[TableBrief]
    running: list[TableBrief]


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
        return LobbyLists(await self._stage("open"), await self._stage("running"))

    async def _stage(self, stage: str) -> list[TableBrief]:
        async with self.store.read() as connection:
            return await filing.listed(
                connection,
                select(tables.c.brief)
                .where(
                    tables.c.stage == stage,
                    tables.c.public.is_(True),
                    tables.c.challenge.is_(None),
                    tables.c.touched > time.time() - _FORGOTTEN[stage],
                )
                .order_by(tables.c.created.desc())
                .limit(_MOST),
            )

    async def tables_of(self, person: str) -> list[TableBrief]:
        """The tables somebody sits at or hosts: open and running ones first, then the newest."""
        # Each part is read from an index, newest first: somebody may have played thousands of games.
        going = tables.c.stage.in_(("open", "running"))
        sat, hosted = seats.c.person == person, tables.c.host == person
        now = select(tables.c.id, tables.c.created).join(seats, seats.c.table_id == tables.c.id)
        then = (
            select(seats.c.table_id.label("id"), seats.c.finished.label("created"))
            .where(sat, seats.c.finished.is_not(None))
            .order_by(seats.c.finished.desc())
            .limit(_MOST * _HOT_SEATS)
        )
        parts = (
            now.where(sat, seats.c.finished.is_(None), going),
            select(tables.c.id, tables.c.created).where(hosted, going),
            select(tables.c.id, tables.c.created)
            .where(hosted, tables.c.stage == "over")
            .order_by(tables.c.created.desc())
            .limit(_MOST),
            then,
        )
        async with self.store.read() as connection:
            found = [[row.id for row in await connection.execute(part)] for part in parts]
            ids = {*found[0], *found[1], *found[2], *list(dict.fromkeys(found[3]))[:_MOST]}
            return await filing.listed(
                connection,
                select(tables.c.brief)
                .where(tables.c.id.in_(ids), tables.c.stage != "closed")
                .order_by(tables.c.stage == "over", tables.c.created.desc())
                .limit(_MOST),
            )

    async def turns_of(self, person: str) -> list[Turn]:
        """The tables that wait for somebody's decision, the longest waiting first."""
        mine = select(turns).where(turns.c.person == person)
        async with self.store.read() as connection:
            rows = await connection.execute(mine.order_by(turns.c.since).limit(_MOST))
            asked = {row.table_id: row for row in rows}
            briefs = await filing.listed(connection, select(tables.c.brief).where(tables.c.id.in_(asked)))
        waiting = [Turn(one, asked[one.id].since, read_asks(asked[one.id].asks)) for one in briefs]
        return sorted(waiting, key=lambda turn: turn.since)

    async def games_of(
        self, person: str, before: float, game: str | None = None, private: bool = False
    ) -> list[TableBrief]:
        """Games that somebody has finished, newest first: the public ones, or their private ones too."""
        sat = (
            select(tables.c.brief, seats.c.finished, tables.c.id)
            .join(seats, seats.c.table_id == tables.c.id)
            .where(seats.c.person == person, seats.c.finished < before, tables.c.stage == "over")
            .order_by(seats.c.finished.desc())
            .limit(_GAMES * _HOT_SEATS)
        )
        if game is not None:
            sat = sat.where(tables.c.game == game)
        if not private:
            sat = sat.where(tables.c.public.is_(True))
        async with self.store.read() as connection:
            chosen = list({row.id: row for row in await connection.execute(sat)}.values())[:_GAMES]
            return await filing.with_names(connection, [row.brief for row in chosen])

    def hear(self, table: Table, before: TableInfo) -> None:
        """Tell the visitors of a change of a table."""
        if not self.visitors or before is table.info or before == table.info:
            return
        if shown(table.sheet):
            self._note(Card(brief(table.sheet)), table.id)
        elif before.public:
            self._note(Gone(table.id), table.id)

    def show(self, sheet: Sheet) -> None:
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
            found = await filing.listed(connection, select(tables.c.brief).where(tables.c.id.in_(ids)))
        return {table.id: Card(table) for table in found if shown(table)}

    def close(self) -> None:
        """Tell nothing more."""
        if self._telling is not None:
            self._telling.cancel()


def shown(sheet: Sheet | TableBrief) -> bool:
    """Whether everyone may see a table in the lobby."""
    return sheet.public and sheet.stage != "closed" and sheet.challenge is None

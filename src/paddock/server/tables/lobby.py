"""The lobby: public tables that wait for players, and those one can watch."""

from __future__ import annotations

import time
from typing import Protocol

from msgspec import Struct
from sqlalchemy import or_, select

from paddock.server.sheets.sheet import Sheet, TableBrief, TableInfo, brief
from paddock.server.storage.schema import seats, tables, turns
from paddock.server.storage.store import Store
from paddock.server.tables import filing
from paddock.server.tables.table import Table
from paddock.server.tables.turns import Turn
from paddock.server.wire.frames import Card, Gone, write_frame

_MOST = 100
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
        sits = select(seats.c.table_id).where(seats.c.person == person)
        async with self.store.read() as connection:
            return await filing.listed(
                connection,
                select(tables.c.brief)
                .where(or_(tables.c.id.in_(sits), tables.c.host == person), tables.c.stage != "closed")
                .order_by(tables.c.stage == "over", tables.c.created.desc())
                .limit(_MOST),
            )

    async def turns_of(self, person: str) -> list[Turn]:
        """The tables that wait for somebody's decision, the longest waiting first."""
        mine = select(turns.c.table_id, turns.c.since).where(turns.c.person == person)
        async with self.store.read() as connection:
            rows = await connection.execute(mine.order_by(turns.c.since).limit(_MOST))
            since = {row.table_id: row.since for row in rows}
            briefs = await filing.listed(connection, select(tables.c.brief).where(tables.c.id.in_(since)))
        return sorted((Turn(one, since[one.id]) for one in briefs), key=lambda turn: turn.since)

    async def games_of(self, person: str, before: float) -> list[TableBrief]:
        """Public games that somebody has finished, newest first."""
        sits = select(seats.c.table_id).where(seats.c.person == person)
        async with self.store.read() as connection:
            return await filing.listed(
                connection,
                select(tables.c.brief)
                .where(
                    tables.c.id.in_(sits),
                    tables.c.stage == "over",
                    tables.c.public.is_(True),
                    tables.c.finished < before,
                )
                .order_by(tables.c.finished.desc())
                .limit(50),
            )

    def hear(self, table: Table, before: TableInfo) -> None:
        """Tell the visitors of a change of a table."""
        now = table.info
        if not self.visitors or before == now:
            return
        if shown(table.sheet):
            self.tell(write_frame(Card(brief(table.sheet))))
        elif before.public:
            self.tell(write_frame(Gone(table.id)))

    def show(self, sheet: Sheet) -> None:
        """Tell the visitors of a new table."""
        if self.visitors and shown(sheet):
            self.tell(write_frame(Card(brief(sheet))))

    def tell(self, frame: bytes) -> None:
        """Send a frame to every visitor."""
        for visitor in self.visitors:
            visitor.send(frame)


def shown(sheet: Sheet) -> bool:
    """Whether everyone may see a table in the lobby."""
    return sheet.public and sheet.stage != "closed" and sheet.challenge is None

"""Matchmaking: pairs people of similar rating, and checks rating limits of tables."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Collection

import msgspec
from sqlalchemy import select

from paddock.core.chance import new_seed
from paddock.core.errors import PaddockError
from paddock.core.registry import find_game
from paddock.server.accounts.people import Person
from paddock.server.errors import Forbidden
from paddock.server.records.table_record import Seat, TableBrief, TableInfo, TableRecord, read_brief
from paddock.server.records.time_control import Days, Live
from paddock.server.storage.ratings import FIRST, in_points
from paddock.server.storage.schema import ratings, tables
from paddock.server.storage.store import Store
from paddock.server.tables import seating
from paddock.server.tables.decisions import start
from paddock.server.tables.registry import TableRegistry
from paddock.server.tables.table import Table
from paddock.server.text import new_id
from paddock.server.thread_pools import PLAYERS

_LATELY = 1800.0
_LOOKED_AT = 100
_CLOSE = 100
_WIDER = 5.0
"""Rating difference allowed at first, and how much it grows per second of waiting."""


async def points_of(store: Store, people: Collection[str], game: str, days: bool) -> dict[str, int]:
    """The rating points of people; the default for people without a rating."""
    pace = "days" if days else "live"
    here = (ratings.c.game == game, ratings.c.pace == pace, ratings.c.person.in_(people))
    async with store.read() as connection:
        rows = await connection.execute(select(ratings.c.person, ratings.c.mu, ratings.c.sigma).where(*here))
        known = {row.person: in_points((row.mu, row.sigma))[0] for row in rows}
    return {person: known.get(person, in_points(FIRST)[0]) for person in people}


async def check_rating(store: Store, sheet: TableRecord, person: Person) -> None:
    """Raises if the person's rating is outside the table's limits."""
    if sheet.ratings is None or sheet.host == person.id:
        return
    least, most = sheet.ratings
    if not person.account:
        raise Forbidden("server.rated-only", least=least, most=most)
    points = (await points_of(store, [person.id], sheet.game, isinstance(sheet.pace, Days)))[person.id]
    if not least <= points <= most:
        raise Forbidden("server.rating-outside", least=least, most=most, points=points)


class Pairing:
    """Pairs people who want to play at once."""

    def __init__(
        self, store: Store, registry: TableRegistry, ask_around: Callable[[Table], Awaitable[None]]
    ) -> None:
        self.store = store
        self.registry = registry
        self.ask_around = ask_around

    async def play_now(self, game: str, person: Person) -> TableInfo:
        """Join a waiting opponent's table and start it; otherwise open a table to wait at."""
        waiting = await self._waiting(game)
        mine = next((brief for brief in waiting if brief.host == person.id), None)
        for brief in await self._by_closeness(waiting, game, person):
            table = await self._joined(brief, person)
            if table is not None:
                if mine is not None:
                    await self._close(mine, person)
                return table.info
        if mine is not None:
            return (await self.registry.table(mine.id)).info
        return (await self._new(game, person)).info

    async def _waiting(self, game: str) -> list[TableBrief]:
        """Tables that wait for an opponent, longest waiting first."""
        async with self.store.read() as connection:
            rows = await connection.execute(
                select(tables.c.brief)
                .where(
                    tables.c.stage == "open",
                    tables.c.public.is_(True),
                    tables.c.created > time.time() - _LATELY,
                    tables.c.game == game,
                )
                .order_by(tables.c.created)
                .limit(_LOOKED_AT)
            )
            return [brief for brief in map(read_brief, rows.scalars()) if brief.pairing]

    async def _by_closeness(self, waiting: list[TableBrief], game: str, person: Person) -> list[TableBrief]:
        """Tables of opponents of similar rating, closest first; the range grows with the time they wait."""
        others = [brief for brief in waiting if brief.host != person.id]
        points = await points_of(self.store, {person.id, *(brief.host for brief in others)}, game, False)

        def apart(brief: TableBrief) -> int:
            return abs(points[brief.host] - points[person.id])

        now = time.time()
        fit = [brief for brief in others if apart(brief) <= _CLOSE + _WIDER * (now - brief.created)]
        return sorted(fit, key=apart)

    async def _joined(self, brief: TableBrief, person: Person) -> Table | None:
        """Sit down and start the game; returns None if the host is not connected or the table is full."""
        try:
            table = await self.registry.seen(brief.id, person)
            await self.ask_around(table)
            if not table.presence().here:
                return None
            await seating.check_meeting_at(self.store, table.sheet, person.id)
            await table.alter(lambda sheet: seating.sit(sheet, person, None, None))
            if not any(seat.free for seat in table.sheet.seats):
                host = Person(table.sheet.host, "", True)
                await start(table, host, self.registry.settings.limits.missed_records)
        except PaddockError:
            return None
        return table

    async def _close(self, brief: TableBrief, person: Person) -> None:
        table = await self.registry.table(brief.id)
        await table.alter(lambda sheet: seating.close(sheet, person))

    async def _new(self, game: str, person: Person) -> Table:
        known = find_game(game)
        seats = max(2, known.seats[0])
        raced = await PLAYERS.run(lambda: msgspec.to_builtins(known.race(new_seed())))
        options = await PLAYERS.run(seating.check_options, game, raced, seats)
        sheet = TableRecord(
            id=new_id(),
            game=game,
            options=options,
            pace=Live(),
            host=person.id,
            seats=[Seat(name=person.name, person=person.id), *(Seat() for _ in range(seats - 1))],
            created=time.time(),
            pairing=True,
        )
        return await self.registry.create(sheet, new_seed())

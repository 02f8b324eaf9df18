"""Notifies people of tables that wait for them: combined, rate limited, and not if the table is open."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable

from sqlalchemy import Connection, select, update

from paddock.core.errors import PaddockError
from paddock.core.messages import Message, say
from paddock.core.registry import find_game
from paddock.server.accounts.people import People, Person
from paddock.server.notifications.delivery import Call, Delivery
from paddock.server.notifications.preferences import check_account
from paddock.server.records.table_record import TableInfo
from paddock.server.storage.schema import turns, wishes
from paddock.server.storage.store import Store
from paddock.server.tables.registry import TableRegistry
from paddock.server.tables.repository import asked_people, read_asks
from paddock.server.tables.table import Table

_LOG = logging.getLogger("paddock.notifications")
_AT_ONCE = 200


class Notifier:
    """Finds people whose decision is awaited and who are away, and notifies them by the ways they chose."""

    def __init__(
        self,
        store: Store,
        registry: TableRegistry,
        people: People,
        delivery: Delivery,
        patience: float,
        ask_around: Callable[[Table], Awaitable[None]],
        why_not: Callable[[Table, str, str], Awaitable[str | None]],
    ) -> None:
        self.store = store
        self.registry = registry
        self.people = people
        self.delivery = delivery
        self.patience = patience
        self.ask_around = ask_around
        self.why_not = why_not
        self._errands: dict[str, asyncio.Task[None]] = {}

    async def close(self) -> None:
        """Wait for notifications that are being sent."""
        await asyncio.gather(*self._errands.values(), return_exceptions=True)

    async def take_up(self) -> None:
        """Notify everyone whose decision has been awaited for long enough."""
        now = time.time()
        async with self.store.read() as connection:
            rows = await connection.execute(
                select(turns.c.person, turns.c.table_id, wishes.c.called, wishes.c.minutes)
                .outerjoin(wishes, wishes.c.person == turns.c.person)
                .where(turns.c.called.is_(None), turns.c.since <= now - self.patience)
                .order_by(turns.c.since)
                .limit(_AT_ONCE)
            )
            due = rows.all()
        waiting: dict[str, list[str]] = defaultdict(list)
        unwished = []
        for row in due:
            if row.minutes is None:
                unwished.append((row.person, row.table_id))
            elif row.called <= now - 60 * row.minutes:
                waiting[row.person].append(row.table_id)
        if unwished:
            await self.store.write(lambda connection: _mark(connection, unwished, now))
        for person, tables in waiting.items():
            if person not in self._errands:
                self._errands[person] = asyncio.create_task(self._call(person, tables))

    async def _call(self, person: str, found: list[str]) -> None:
        try:
            absent = [
                table for table in [await self._asks(person, one) for one in found] if table is not None
            ]
            ids = [table.id for table in absent]
            if not ids or not await self._claim(person, ids):
                return
            language = await self.people.language(person)
            why_not = await self.why_not(absent[0], person, language) if len(absent) == 1 else None
            call = _worded(absent, person, language, why_not)
            if not await self.delivery.deliver(person, call):
                again = [(person, one) for one in ids]
                await self.store.write(lambda connection: _mark(connection, again, None))
        except Exception:
            _LOG.exception("somebody could not be called")
        finally:
            del self._errands[person]

    async def _asks(self, person: str, found: str) -> Table | None:
        """Return the table if it waits for this person and they are not watching it."""
        try:
            table = await self.registry.table(found)
        except PaddockError:
            return None
        play = table.play
        asked = asked_people(table.sheet, play, play.state) if play is not None else {}
        if person not in asked:
            return None
        await self.ask_around(table)
        here = {table.sheet.seats[seat].person for seat in table.attentive()}
        return None if person in here else table

    async def _claim(self, person: str, found: list[str]) -> bool:
        """Mark tables as notified; returns False if another process was first."""
        now = time.time()
        ours = (turns.c.person == person, turns.c.table_id.in_(found), turns.c.called.is_(None))
        due = update(wishes).where(wishes.c.person == person, wishes.c.called <= now - 60 * wishes.c.minutes)

        def job(connection: Connection) -> bool:
            if connection.execute(select(turns.c.table_id).where(*ours)).first() is None:
                return False
            if not connection.execute(due.values(called=now)).rowcount:
                return False
            connection.execute(update(turns).where(*ours).values(called=now))
            return True

        return await self.store.write(job, person)

    async def greet(self, person: Person) -> bool:
        """Send a test notification (accounts only); returns whether any way succeeded."""
        check_account(person)
        language = await self.people.language(person.id)
        title = say(Message("server.call-trial-title"), language)
        text = say(Message("server.call-trial-text", {"name": person.name}), language)
        return await self.delivery.deliver(person.id, Call(title, text, "/", []))

    async def send_code(self, person: Person, address: str, code: str) -> None:
        """Email the code that proves who owns an address; raises Unreachable."""
        language = await self.people.language(person.id)
        subject = say(Message("server.code-title"), language)
        text = say(Message("server.code-text", {"code": code, "name": person.name}), language)
        await self.delivery.post_letter(person.id, address, subject, text)


def _worded(tables: list[Table], person: str, language: str, why_not: str | None) -> Call:
    first, others = tables[0].info, len(tables) - 1
    title = say(Message("server.call-title", {"game": find_game(first.game).title}), language)
    text = say(Message("server.call-text", {"table": _name(first), "others": others}), language)
    asks = _asks(tables[0], person)
    if asks is not None and not others:
        text = f"{say(asks, language)}. {text}"
    if why_not is not None:
        text = f"{text} {why_not}"
    return Call(title, text, "/" if others else f"/table/{first.id}", [table.id for table in tables])


def _asks(table: Table, person: str) -> Message | None:
    play = table.play
    asked = asked_people(table.sheet, play, play.state) if play is not None else {}
    return read_asks(asked.get(person, ""))


def _mark(connection: Connection, waiting: list[tuple[str, str]], called: float | None) -> None:
    """Set when people were notified of tables; None means they still have to be."""
    for person, table in waiting:
        ours = (turns.c.person == person, turns.c.table_id == table)
        connection.execute(update(turns).where(*ours).values(called=called))


def _name(table: TableInfo) -> str:
    """Return the title of a table, or the names at it."""
    return table.title or ", ".join(seat.name for seat in table.seats)

"""Erasure of deleted people in the background, and current names at tables in memory.

The name is gone at once, since it is stored in one place only. Freeing seats of running games and deleting
messages takes longer; after a restart it goes on.
"""

from __future__ import annotations

import asyncio
import logging
from functools import partial

from sqlalchemy import Connection, delete, or_, select, update

from paddock.core.errors import PaddockError
from paddock.server.accounts.people import GONE, People, Person
from paddock.server.records.table_record import Seat, TableRecord, read_record, write_brief, write_record
from paddock.server.storage.notices import Notices
from paddock.server.storage.schema import messages, people, plans, seats, tables
from paddock.server.storage.store import Store
from paddock.server.tables.registry import TableRegistry

_LOG = logging.getLogger("paddock.erasure")
_AT_ONCE = 500


class Erasure:
    """Erases what deleted people leave behind, in small batches."""

    def __init__(self, store: Store, registry: TableRegistry, people: People, names: Names) -> None:
        self.store = store
        self.registry = registry
        self.people = people
        self.names = names
        self._task: asyncio.Task[None] | None = None
        self._more = False

    async def forget(self, person: Person) -> None:
        """Delete a person: the name is gone when this returns, the rest follows in the background."""
        await self.people.forget(person)
        await self.names.tell(person.id, GONE)
        self.look()

    def look(self) -> None:
        """Start erasing; if it is running already, it looks for newly deleted people when it is done."""
        self._more = True
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._work())

    async def close(self) -> None:
        """Stop; the next start goes on with the rest."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _work(self) -> None:
        while self._more:
            self._more = False
            try:
                for person in await self._left():
                    await self._clear(person)
            except Exception:
                _LOG.exception("some deleted people are not cleared away yet")

    async def _left(self) -> list[str]:
        async with self.store.read() as connection:
            found = select(people.c.id).where(people.c.gone.is_(True), people.c.cleared.is_(False))
            return list((await connection.execute(found)).scalars())

    async def _clear(self, person: str) -> None:
        for found in await self._going(person):
            await self._leave(found, person)
        while await self.store.write(partial(_silence, person=person)):
            await asyncio.sleep(0)
        await self.store.write(partial(_finish, person=person))

    async def _going(self, person: str) -> list[str]:
        """Open and running tables where the person sits or is the host."""
        sits = select(seats.c.table_id).where(seats.c.person == person)
        async with self.store.read() as connection:
            found = select(tables.c.id).where(
                or_(tables.c.id.in_(sits), tables.c.host == person), tables.c.stage.in_(("open", "running"))
            )
            return list((await connection.execute(found)).scalars())

    async def _leave(self, found: str, person: str) -> None:
        try:
            table = await self.registry.table(found)
        except PaddockError:
            await self.store.write(partial(_leave_stored, table=found, person=person), found)
        else:
            await table.alter(partial(_leave, person=person))


def _leave(sheet: TableRecord, person: str) -> None:
    """Free the person's seats before the start; in a running game mark them as left."""
    for number in sheet.seats_of(person):
        if sheet.stage == "open":
            sheet.seats[number] = Seat()
        else:
            sheet.seats[number].left = True
    if sheet.stage == "open" and sheet.host == person:
        others = sheet.people()
        if others:
            sheet.host = others[0]
        else:
            sheet.stage = "closed"


def _leave_stored(connection: Connection, table: str, person: str) -> None:
    """As `_leave`, for a game that cannot be loaded because its rules are gone."""
    stored = select(tables.c.sheet, tables.c.progress).where(tables.c.id == table).with_for_update()
    sheet = read_record(*connection.execute(stored).one())
    _leave(sheet, person)
    connection.execute(
        update(tables)
        .where(tables.c.id == table)
        .values(
            sheet=write_record(sheet), brief=write_brief(sheet), progress="", version=tables.c.version + 1
        )
    )


def _silence(connection: Connection, person: str) -> int:
    """Delete a batch of a person's messages; returns how many."""
    some = select(messages.c.id).where(messages.c.person == person).limit(_AT_ONCE)
    return connection.execute(delete(messages).where(messages.c.id.in_(some))).rowcount


def _finish(connection: Connection, person: str) -> None:
    connection.execute(update(seats).where(seats.c.person == person).values(name=None))
    connection.execute(delete(plans).where(plans.c.person == person))
    connection.execute(update(people).where(people.c.id == person).values(cleared=True))


class Names:
    """Updates names at tables in memory when people are renamed or deleted."""

    def __init__(self, registry: TableRegistry, notices: Notices) -> None:
        self.registry = registry
        self.notices = notices

    async def tell(self, person: str, name: str) -> None:
        """Apply a new name at all tables, in every process."""
        await self.hear(person, name)
        await self.notices.say(kind="name", person=person, name=name)

    async def hear(self, person: str, name: str) -> None:
        """As `tell`, in this process only; a deleted person's names for single seats are removed too."""
        for table in await self.registry.settled():
            await table.rename(person, name, everywhere=name == GONE)
            for watcher in table.watchers:
                if watcher.person == person and watcher.name is not None:
                    watcher.name = name
                    table.tell_presence()

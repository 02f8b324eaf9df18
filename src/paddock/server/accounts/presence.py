"""Who is online: people with a recent request or an open table, as far as they let others see it."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import Literal

from msgspec import Struct
from sqlalchemy import Connection, bindparam, delete, insert, select, update
from sqlalchemy.exc import SQLAlchemyError

from paddock.server.accounts.people import Person
from paddock.server.storage.schema import people, presences
from paddock.server.storage.store import Store
from paddock.server.storage.uptime import Uptime

Shown = Literal["everyone", "friends", "nobody"]
_LOG = logging.getLogger("paddock.people")
_TOGETHER_SECONDS = 0.3
_STAYS = 90.0
"""A person without an open socket counts as offline this many seconds after their last request."""
_SHOWN = select(people.c.shown).where(people.c.id == bindparam("person"))


class Here(Struct, frozen=True):
    """A person who is online, and the table they have open."""

    person: str
    table: str | None
    shown: Shown


class Presences:
    """Tracks who is online at this process, and reads who is at the others."""

    def __init__(self, store: Store, uptime: Uptime, process: str) -> None:
        self.store = store
        self.uptime = uptime
        self.process = process
        self._asked: dict[str, float] = {}
        """The time of everybody's last request."""
        self._at: dict[str, Counter[str]] = {}
        """The tables that everybody has open, with the number of sockets."""
        self._written: dict[str, str | None] = {}
        self._writing: asyncio.Task[None] | None = None
        self._closed = False

    def saw(self, person: str) -> None:
        """Note a request of a person."""
        self._asked[person] = time.monotonic()
        if person not in self._written:
            self._soon()

    @contextmanager
    def at(self, person: str | None, table: str) -> Iterator[None]:
        """Mark a person as present at a table for as long as the context lasts."""
        if person is None:
            yield
            return
        tables = self._at.setdefault(person, Counter())
        tables[table] += 1
        self._soon()
        try:
            yield
        finally:
            tables[table] -= 1
            if not tables[table]:
                del tables[table]
            if not tables:
                self._at.pop(person, None)
            self._asked[person] = time.monotonic()
            self._soon()

    def _soon(self) -> None:
        """Schedule a write that covers everybody who comes or goes until then."""
        if not self._closed and (self._writing is None or self._writing.done()):
            self._writing = asyncio.create_task(self._write_soon())

    async def _write_soon(self) -> None:
        await asyncio.sleep(_TOGETHER_SECONDS)
        self._writing = None
        try:
            await self.write()
        except SQLAlchemyError as error:
            _LOG.warning("who is here is written later: %s", error)

    async def close(self) -> None:
        """Store that nobody is online at this process."""
        self._closed = True
        if self._writing is not None:
            self._writing.cancel()
        self._asked, self._at = {}, {}
        try:
            await self.write()
        except SQLAlchemyError as error:
            _LOG.warning("who was here is forgotten at the next start: %s", error)

    async def write(self) -> None:
        """Store who came and went since the last write."""
        long_ago = time.monotonic() - _STAYS
        self._asked = {person: asked for person, asked in self._asked.items() if asked > long_ago}
        now: dict[str, str | None] = dict.fromkeys(self._asked)
        now.update({person: next(reversed(tables)) for person, tables in self._at.items()})
        gone = [person for person in self._written if person not in now]
        moved = {p: table for p, table in now.items() if self._written.get(p, "") != table}
        if not gone and not moved:
            return
        before, self._written = self._written, now
        new = [person for person in moved if person not in before]

        def job(connection: Connection) -> None:
            mine = presences.c.process == self.process
            connection.execute(delete(presences).where(mine, presences.c.person.in_([*gone, *new])))
            for person in moved.keys() - new:
                change = update(presences).where(mine, presences.c.person == person)
                connection.execute(change.values(table_id=moved[person]))
            if new:
                rows = [{"person": p, "process": self.process, "table_id": moved[p]} for p in new]
                connection.execute(insert(presences), rows)

        try:
            await self.store.write(job)
        except Exception:
            self._written = before
            raise

    async def clear(self, alive: Collection[str] = ()) -> None:
        """Delete the presences of processes that have ended."""
        keep = [self.process, *alive]
        await self.store.write(
            lambda connection: (
                connection.execute(delete(presences).where(presences.c.process.not_in(keep))).rowcount
            )
        )

    async def of(self, ids: Collection[str]) -> dict[str, Here]:
        """Return those of some people who are online, by id; `shown` says who may know."""
        processes = await self.processes()
        async with self.store.read() as connection:
            rows = await connection.execute(
                select(presences.c.person, presences.c.table_id, people.c.shown)
                .join(people, people.c.id == presences.c.person)
                .where(presences.c.person.in_(ids), presences.c.process.in_(processes))
            )
            found: dict[str, Here] = {}
            for row in rows:
                if row.person not in found or row.table_id is not None:
                    found[row.person] = Here(row.person, row.table_id, row.shown)
        return found

    async def processes(self) -> list[str]:
        """Return the processes whose people count as online."""
        return list(await self.uptime.alive()) if self.store.shared else [self.process]

    async def named(self, person: Person) -> bool:
        """Return whether other people at a table see the name of this spectator."""
        return [row.shown for row in await self.store.rows(_SHOWN, person=person.id)] != ["nobody"]

    async def show(self, person: Person, shown: Shown) -> None:
        """Set who may see whether a person is online."""
        change = update(people).where(people.c.id == person.id).values(shown=shown)
        await self.store.write(lambda connection: connection.execute(change).rowcount, person.id)

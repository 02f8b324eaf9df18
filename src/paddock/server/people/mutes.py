"""Whose chat somebody does not want to hear."""

from __future__ import annotations

from sqlalchemy import Connection, bindparam, delete, insert, select

from paddock.server.people.people import Person, person_of
from paddock.server.storage.notices import Notices
from paddock.server.storage.pages import Order, Page
from paddock.server.storage.schema import mutes, people
from paddock.server.storage.store import Store

_PAGE = 50
_MUTED = select(mutes.c.muted).where(mutes.c.person == bindparam("person"))


class Mutes:
    """Everyone's list of the muted, kept in memory for those who are connected."""

    def __init__(self, store: Store, notices: Notices) -> None:
        self.store = store
        self.notices = notices
        self._known: dict[str, set[str]] = {}

    async def of(self, person: str | None) -> set[str]:
        """The ids of those a person has muted; the set is kept up to date."""
        if person is None:
            return set()
        rows = await self.store.rows(_MUTED, person=person)
        found = {row.muted for row in rows}
        known = self._known.setdefault(person, set())
        known.clear()
        known.update(found)
        return known

    async def listed(self, person: Person, after: str | None) -> Page[Person]:
        """A page of the muted, with their names."""
        muted = select(people).join(mutes, mutes.c.muted == people.c.id).where(mutes.c.person == person.id)
        async with self.store.read() as connection:
            rows, more = await Order(mutes.c.muted).read(connection, muted, after, _PAGE)
        return Page([person_of(row) for row in rows], more)

    async def mute(self, person: Person, other: str, on: bool) -> None:
        """Mute somebody, or hear them again, at every process."""

        def job(connection: Connection) -> None:
            connection.execute(delete(mutes).where(mutes.c.person == person.id, mutes.c.muted == other))
            if on:
                connection.execute(insert(mutes).values(person=person.id, muted=other))

        await self.store.write(job, person.id)
        await self.of(person.id)
        await self.notices.say(kind="mute", person=person.id)

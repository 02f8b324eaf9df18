"""Announcements that everyone sees, in several languages."""

from __future__ import annotations

import time

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, delete, insert, select

from paddock.core.messages import LANGUAGES
from paddock.server.accounts.people import Person
from paddock.server.admin import audit_log
from paddock.server.errors import Refused, Unknown
from paddock.server.storage.pagination import Order, Page
from paddock.server.storage.schema import announcements
from paddock.server.storage.store import Store
from paddock.server.text import clean_text

_LISTED = 20


class Announcement(Struct, frozen=True):
    """An announcement by language; other languages see English, or the first there is."""

    id: int
    words: dict[str, str]
    at: float
    until: float


class Announcements:
    """Stores announcements until they expire."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def listed(self, after: str | None) -> Page[Announcement]:
        """Return a page of the current announcements, newest first."""
        holding = select(announcements).where(announcements.c.until > time.time())
        async with self.store.read() as connection:
            rows, more = await Order(announcements.c.id).read(connection, holding, after, _LISTED)
        return Page([Announcement(r.id, msgspec.json.decode(r.words), r.at, r.until) for r in rows], more)

    async def announce(self, admin: Person, words: dict[str, str], hours: int) -> None:
        """Publish an announcement for some hours."""
        said = {language: clean_text(text) for language, text in words.items() if clean_text(text)}
        if not said or any(language not in LANGUAGES for language in said):
            raise Refused("server.nothing-announced")
        now = time.time()
        kept = msgspec.json.encode(said).decode()

        def job(connection: Connection) -> None:
            row = {"words": kept, "at": now, "until": now + 3600.0 * hours}
            number = connection.execute(insert(announcements).values(**row).returning(announcements.c.id))
            audit_log.note(connection, admin, "announce", str(number.scalar_one()), kept)

        await self.store.write(job)

    async def take_back(self, admin: Person, announcement: int) -> None:
        """Withdraw an announcement; raises Unknown."""

        def job(connection: Connection) -> bool:
            gone = connection.execute(delete(announcements).where(announcements.c.id == announcement))
            if gone.rowcount:
                audit_log.note(connection, admin, "take-back", str(announcement))
            return bool(gone.rowcount)

        if not await self.store.write(job):
            raise Unknown("server.no-announcement")

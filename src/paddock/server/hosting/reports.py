"""Reports of bad behaviour: filed by players, with what was said at the table, settled by admins."""

from __future__ import annotations

import time
from typing import Literal

from msgspec import Struct
from sqlalchemy import Connection, insert, select, update

from paddock.server.errors import Refused, TooOften, Unknown
from paddock.server.hosting import deeds
from paddock.server.limits import Buckets
from paddock.server.people.people import GONE, People, Person
from paddock.server.storage.pages import Order, Page
from paddock.server.storage.schema import messages, people, reports
from paddock.server.storage.store import Store
from paddock.server.tables.chat import room_of
from paddock.server.tables.table import Table

ReportKind = Literal["chat", "play", "name", "other"]
_PAGE = 50


class FiledReport(Struct, frozen=True):
    """What somebody reported about somebody; `quote`: what was said, as it stood when it was reported."""

    id: int
    by: str
    by_name: str
    about: str
    about_name: str
    kind: ReportKind
    text: str
    quote: str
    table: str | None
    at: float
    settled: float | None


class Reports:
    """Takes reports, and shows them to admins."""

    def __init__(self, store: Store, people: People, filed: Buckets) -> None:
        self.store = store
        self.people = people
        self.filed = filed

    async def file(
        self,
        person: Person,
        about: str,
        kind: ReportKind,
        text: str,
        table: Table | None,
        message: int | None,
    ) -> None:
        """Report somebody; a message is quoted only if it is theirs and the reporter could read it."""
        if about == person.id:
            raise Refused("server.report-yourself")
        if await self.people.find(about) is None:
            raise Unknown("server.no-person")
        quote = ""
        if message is not None:
            quote = await self._quote(person, about, table, message)
        wait = self.filed.take(person.id)
        if wait:
            raise TooOften(wait)
        row = {"by": person.id, "about": about, "kind": kind, "text": text, "quote": quote, "at": time.time()}
        new = insert(reports).values(table_id=table.id if table is not None else None, **row)
        await self.store.write(lambda connection: connection.execute(new).rowcount)

    async def _quote(self, person: Person, about: str, table: Table | None, message: int) -> str:
        if table is None:
            raise Unknown("server.no-message")
        said = select(messages.c.text).where(
            messages.c.id == message,
            messages.c.person == about,
            messages.c.table_id == table.id,
            messages.c.room == room_of(table.sheet, person.id),
        )
        async with self.store.read() as connection:
            text: str | None = (await connection.execute(said)).scalar()
        if text is None:
            raise Unknown("server.no-message")
        return text

    async def listed(self, settled: bool, after: str | None) -> Page[FiledReport]:
        """A page of reports that wait to be settled, or of those that are, the newest first."""
        by, about = people.alias(), people.alias()
        newest = (
            select(reports, by.c.name.label("by_name"), about.c.name.label("about_name"))
            .outerjoin(by, by.c.id == reports.c.by)
            .outerjoin(about, about.c.id == reports.c.about)
            .where(reports.c.settled.is_not(None) if settled else reports.c.settled.is_(None))
        )
        async with self.store.read() as connection:
            rows, more = await Order(reports.c.id).read(connection, newest, after, _PAGE)
        filed = [
            FiledReport(
                r.id,
                r.by,
                r.by_name or GONE,
                r.about,
                r.about_name or GONE,
                r.kind,
                r.text,
                r.quote,
                r.table_id,
                r.at,
                r.settled,
            )
            for r in rows
        ]
        return Page(filed, more)

    async def settle(self, admin: Person, report: int, note: str) -> None:
        """Close a report, with a word on what was done; raises Unknown."""
        now = time.time()

        def job(connection: Connection) -> bool:
            waiting = update(reports).where(reports.c.id == report, reports.c.settled.is_(None))
            if connection.execute(waiting.values(settled=now)).rowcount != 1:
                return False
            deeds.note(connection, admin, "settle-report", str(report), note)
            return True

        if not await self.store.write(job):
            raise Unknown("server.no-report")

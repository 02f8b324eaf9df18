"""Bans and reports.

A ban keeps an account out by its id, and a guest by their network address too. A report tells admins about
a person's behaviour.
"""

from __future__ import annotations

import math
import time
from typing import Literal

from msgspec import Struct
from sqlalchemy import Connection, delete, insert, or_, select, update

from paddock.server.accounts.people import GONE, People, Person, person_of
from paddock.server.accounts.sessions import Sessions
from paddock.server.admin import audit_log
from paddock.server.errors import Forbidden, Refused, TooOften, Unknown
from paddock.server.rate_limits import Buckets
from paddock.server.storage.pagination import Order, Page
from paddock.server.storage.schema import bans, messages, people, reports, sessions
from paddock.server.storage.store import Store
from paddock.server.tables.chat import room_of
from paddock.server.tables.table import Table
from paddock.server.wire.disconnects import Disconnects

_DAY = 86_400.0
_LISTED = 50


class Ban(Struct, frozen=True):
    """A banned person, the reason and the end of the ban."""

    person: Person
    reason: str
    at: float
    until: float


class Bans:
    """Reads, writes and enforces bans."""

    def __init__(self, store: Store, people: People, sessions: Sessions, disconnects: Disconnects) -> None:
        self.store = store
        self.people = people
        self.sessions = sessions
        self.disconnects = disconnects

    async def check(self, person: str, place: str, account: bool) -> None:
        """Raise Forbidden if a person is banned, or if a guest's network address is."""
        mine = bans.c.person == person
        theirs = or_(mine, bans.c.place == place) if not account and place else mine
        running = select(bans).where(theirs, bans.c.until > time.time()).order_by(bans.c.until.desc())
        async with self.store.read() as connection:
            row = (await connection.execute(running)).first()
        if row is not None:
            days = math.ceil((row.until - time.time()) / _DAY)
            raise Forbidden("server.banned", days=days, reason=row.reason)

    async def ban(self, admin: Person, other: str, days: int, reason: str) -> None:
        """Ban a person for some days and end all their sessions; admins cannot be banned."""
        row = await self.people.find(other)
        if row is None:
            raise Unknown("server.no-person")
        if row.admin:
            raise Refused("server.ban-admin")
        places = await self.sessions.places(other) if row.password is None else []
        now = time.time()
        values = {"person": other, "place": places[0] if places else "", "reason": reason}

        def job(connection: Connection) -> None:
            connection.execute(delete(bans).where(bans.c.person == other))
            connection.execute(insert(bans).values(**values, at=now, until=now + days * _DAY))
            connection.execute(delete(sessions).where(sessions.c.person == other))
            audit_log.note(connection, admin, "ban", other, f"{days}: {reason}")

        await self.store.write(job, other)
        await self.disconnects.send_away(person_of(row))

    async def lift(self, admin: Person, other: str) -> None:
        """Lift a ban."""

        def job(connection: Connection) -> None:
            if connection.execute(delete(bans).where(bans.c.person == other)).rowcount:
                audit_log.note(connection, admin, "lift-ban", other)

        await self.store.write(job, other)

    async def listed(self, after: str | None) -> Page[Ban]:
        """Return a page of the bans in force, newest first."""
        holding = (
            select(people, bans.c.reason, bans.c.at, bans.c.until)
            .join(bans, bans.c.person == people.c.id)
            .where(bans.c.until > time.time())
        )
        async with self.store.read() as connection:
            rows, more = await Order(bans.c.at, bans.c.person).read(connection, holding, after, _LISTED)
        return Page([Ban(person_of(row), row.reason, row.at, row.until) for row in rows], more)


ReportKind = Literal["chat", "play", "name", "other"]
_PAGE = 50


class FiledReport(Struct, frozen=True):
    """A report about a person; `quote` is the message as it was when it was reported."""

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
    """Stores reports and lists them for admins."""

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
        """Report a person; a message is quoted only if they wrote it and the reporter could read it."""
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
        """Return a page of open or settled reports, newest first."""
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
        """Settle a report with a note for the audit log; raises Unknown."""
        now = time.time()

        def job(connection: Connection) -> bool:
            waiting = update(reports).where(reports.c.id == report, reports.c.settled.is_(None))
            if connection.execute(waiting.values(settled=now)).rowcount != 1:
                return False
            audit_log.note(connection, admin, "settle-report", str(report), note)
            return True

        if not await self.store.write(job):
            raise Unknown("server.no-report")

"""What admins see and change: people, tables, admins, sizes and rates."""

from __future__ import annotations

import time
from collections import deque
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, Select, TextClause, func, select, text, update
from sqlalchemy import Table as Stored

from paddock.server.accounts.people import People, Person, account_key, clean_name, person_of
from paddock.server.admin import audit_log
from paddock.server.admin.backups import Backup, Backups
from paddock.server.errors import Unknown
from paddock.server.metrics import METRICS
from paddock.server.records.table_record import Stage, TableBrief, TableRecord
from paddock.server.storage.pagination import Order, Page
from paddock.server.storage.quota import Space
from paddock.server.storage.schema import bans, messages, people, presences, reports, tables, tracks
from paddock.server.storage.store import Store
from paddock.server.tables import repository
from paddock.server.tables.erasure import Names
from paddock.server.tables.table import Table

PAGE = 50
_EXACTLY = 10_000
"""Up to this number rows are counted exactly; beyond, the count is an estimate."""
_FRESH_SECONDS = 30.0
_LAST = chr(0x10FFFF)


class Overview(Struct, frozen=True):
    """The size of the server's data and its current load."""

    bytes: int
    most_bytes: int
    counts: dict[str, int]
    """Keys: accounts, people, here, open, running, over, tracks, reports, messages."""
    rates: dict[str, float]
    """Rates per minute at the process that answers."""
    backups: list[Backup]
    backup_folder: str


class KnownPerson(Struct, frozen=True):
    """A person as admins see them."""

    person: Person
    since: float
    stored: int
    admin: bool
    banned_until: float | None
    reports: int


class AdminQueries:
    """The queries and changes of the admin pages."""

    def __init__(
        self, store: Store, space: Space, people: People, names: Names, backups: Backups, rates: Rates
    ) -> None:
        self.store = store
        self.space = space
        self.people = people
        self.names = names
        self.backups = backups
        self.rates = rates
        self._counted: tuple[float, dict[str, int]] = (-_FRESH_SECONDS, {})

    async def overview(self) -> Overview:
        """Return sizes and rates; slow counts are refreshed at most twice a minute."""
        if time.monotonic() - self._counted[0] >= _FRESH_SECONDS:
            self._counted = (time.monotonic(), await self._count())
        return Overview(
            await self.space.size(),
            self.space.most,
            self._counted[1],
            self.rates.per_minute(),
            self.backups.listed(),
            str(self.backups.folder),
        )

    async def _count(self) -> dict[str, int]:
        asked: dict[str, tuple[Select[Any], Stored]] = {
            "accounts": (select(people.c.id).where(people.c.name_key.is_not(None)), people),
            "people": (select(people.c.id).where(people.c.gone.is_(False)), people),
            "open": (select(tables.c.id).where(tables.c.stage == "open"), tables),
            "running": (select(tables.c.id).where(tables.c.stage == "running"), tables),
            "over": (select(tables.c.id).where(tables.c.stage == "over"), tables),
            "tracks": (select(tracks.c.id), tracks),
            "reports": (select(reports.c.id).where(reports.c.settled.is_(None)), reports),
        }
        whole = {
            "here": select(func.count(presences.c.person.distinct())),
            "messages": select(func.coalesce(func.max(messages.c.id), 0)),
        }
        async with self.store.read() as connection:
            counts = {name: (await connection.execute(query)).scalar_one() for name, query in whole.items()}
            for name, (rows, table) in asked.items():
                few = select(func.count()).select_from(rows.limit(_EXACTLY + 1).subquery())
                counts[name] = (await connection.execute(few)).scalar_one()
                if counts[name] > _EXACTLY:
                    counts[name] = max(_EXACTLY, (await connection.execute(self._about(table))).scalar_one())
            return counts

    def _about(self, table: Stored) -> TextClause:
        """Estimate the rows of a table: from PostgreSQL's statistics, or from SQLite's highest row id."""
        if self.store.shared:
            return text(f"SELECT reltuples::bigint FROM pg_class WHERE oid = '{table.name}'::regclass")
        return text(f"SELECT max(rowid) FROM {table.name}")

    async def listed_people(self, name: str, after: str | None) -> Page[KnownPerson]:
        """Return a page of people, newest first, or of the accounts whose names start with a prefix."""
        filed = select(func.count()).where(reports.c.about == people.c.id).scalar_subquery()
        chosen = (
            select(people, bans.c.until, filed.label("reports"))
            .outerjoin(bans, bans.c.person == people.c.id)
            .where(people.c.gone.is_(False))
        )
        key = account_key(name) if name else None
        order = Order(people.c.created, people.c.id)
        if key is not None:
            order = Order(people.c.name_key, falling=(False,))
            begins = people.c.name_key.startswith(key, autoescape=True)
            if not self.store.shared:  # SQLite uses an index only for range comparisons
                begins = (people.c.name_key >= key) & (people.c.name_key < key + _LAST)
            chosen = chosen.where(begins)
        async with self.store.read() as connection:
            rows, more = await order.read(connection, chosen, after, PAGE)
        now = time.time()
        known = [
            KnownPerson(
                person_of(row),
                row.created,
                row.stored,
                row.admin,
                row.until if row.until is not None and row.until > now else None,
                row.reports,
            )
            for row in rows
        ]
        return Page(known, more)

    async def listed_tables(self, stage: Stage, after: str | None) -> Page[TableBrief]:
        """Return a page of the tables of a stage, including private ones, newest first."""
        chosen = select(tables.c.brief).where(tables.c.stage == stage)
        newest = Order(tables.c.created, tables.c.id)
        async with self.store.read() as connection:
            return await repository.page(connection, chosen, newest, after, PAGE)

    async def take_down(self, admin: Person, table: Table, reason: str) -> None:
        """Hide a table from the public: one that has not started is closed, any other becomes private."""
        await table.alter(_taken_down)
        await self._note(admin, "take-down", table.id, reason)

    async def rename(self, admin: Person, other: str, name: str) -> None:
        """Rename somebody; raises Unknown or Taken."""
        row = await self.people.find(other)
        if row is None:
            raise Unknown("server.no-person")
        renamed = await self.people.rename(person_of(row), clean_name(name))
        await self.names.tell(other, renamed.name)
        await self._note(admin, "rename", other, f"{row.name} > {renamed.name}")

    async def backup(self, admin: Person) -> Backup:
        """Make a backup now."""
        made = await self.backups.make()
        await self._note(admin, "backup", made.name, str(made.bytes))
        return made

    async def _note(self, admin: Person, what: str, about: str, details: str) -> None:
        await self.store.write(lambda connection: audit_log.note(connection, admin, what, about, details))


def _taken_down(sheet: TableRecord) -> None:
    if sheet.stage == "open":
        sheet.stage = "closed"
    sheet.public = sheet.friends = False


def appoint(connection: Connection, name: str, on: bool) -> bool:
    """Make an account an admin, or revoke it; returns False if there is no such account."""
    key = account_key(name)
    change = update(people).where(people.c.name_key == key, people.c.gone.is_(False)).values(admin=on)
    return key is not None and connection.execute(change).rowcount == 1


def admins(connection: Connection) -> list[str]:
    """Return the names of all admins."""
    found = select(people.c.name).where(people.c.admin.is_(True)).order_by(text("name"))
    return list(connection.execute(found).scalars())


COUNTED = {
    "requests": "paddock_requests_total",
    "decisions": "paddock_decisions_total",
    "bot_decisions": "paddock_bot_decisions_total",
    "sockets": "paddock_sockets_opened_total",
    "failures": "paddock_failures_total",
}
_EVERY = 60.0
_MINUTES = 60


class Rates:
    """Samples the counters of the last hour."""

    def __init__(self) -> None:
        self._kept: deque[tuple[float, dict[str, float]]] = deque(maxlen=_MINUTES + 1)
        self.look()

    def look(self) -> None:
        """Take a sample of the counters, at most once a minute."""
        now = time.monotonic()
        if not self._kept or now - self._kept[-1][0] >= _EVERY:
            self._kept.append((now, self._now()))

    def per_minute(self) -> dict[str, float]:
        """Return the counts per minute over the last hour, or since the start."""
        began, before = self._kept[0]
        minutes = max((time.monotonic() - began) / 60, 1 / 60)
        return {name: (value - before[name]) / minutes for name, value in self._now().items()}

    @staticmethod
    def _now() -> dict[str, float]:
        return {name: METRICS.counted(counter) for name, counter in COUNTED.items()}

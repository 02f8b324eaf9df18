"""Invitations to open tables: to a person, with a notification, or by a link."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import logging
import time
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, delete, exists, insert, select, update

from paddock.core.messages import Message, say
from paddock.core.registry import find_game
from paddock.server.accounts.people import GONE, People, Person, person_of
from paddock.server.accounts.relationships import Follows, around
from paddock.server.errors import Forbidden, NotNow, Refused, TooOften, Unknown
from paddock.server.notifications.delivery import Call, Delivery
from paddock.server.rate_limits import Buckets
from paddock.server.records.table_record import TableBrief, TableRecord, brief
from paddock.server.storage.pagination import Order, Page
from paddock.server.storage.schema import invitations, people, seats, tables, wishes
from paddock.server.storage.store import Store
from paddock.server.tables import repository
from paddock.server.tables.access import check_invitation, write_admission
from paddock.server.tables.seating import check_meeting_at, check_open
from paddock.server.tables.table import Table

_LOG = logging.getLogger("paddock.notifications")
_LISTED = 12
_AT_ONCE = 200


class InvitedTo(Struct, frozen=True):
    """A table somebody is invited to, and by whom."""

    table: TableBrief
    by: Person
    at: float


def card_of(invitation: str) -> str:
    """Return the public part of an invitation link: it proves the link, but does not admit."""
    return hashlib.sha256(f"card:{invitation}".encode()).hexdigest()[:16]


def card_fits(invitation: str, card: str) -> bool:
    """Return whether the public part belongs to an invitation."""
    return hmac.compare_digest(card_of(invitation).encode(), card.encode())


class Invitations:
    """Stores invitations and notifies invited people."""

    def __init__(
        self, store: Store, people: People, relationships: Follows, delivery: Delivery, letters: Buckets
    ) -> None:
        self.store = store
        self.people = people
        self.relationships = relationships
        self.delivery = delivery
        self.letters = letters
        self._errands: set[asyncio.Task[None]] = set()

    async def close(self) -> None:
        """Wait for notifications that are being sent."""
        await asyncio.gather(*self._errands, return_exceptions=True)

    async def invite(self, table: Table, person: Person, other: str) -> None:
        """Invite a follower of the inviting person; inviting them again changes nothing."""
        _check(table.sheet, person, other)
        bond = await self.relationships.between(person.id, other)
        if not bond.followed or not await self._may_meet(table.sheet, other):
            raise Forbidden("server.invite-followers")
        wait = self.letters.take(person.id)
        if wait:
            raise TooOften(wait)
        row = {"table_id": table.id, "person": other, "by": person.id, "at": time.time()}

        def job(connection: Connection) -> None:
            here = (invitations.c.table_id == table.id) & (invitations.c.person == other)
            if connection.execute(select(invitations.c.at).where(here)).first() is None:
                connection.execute(insert(invitations).values(**row))
            write_admission(connection, table.id, other)

        await self.store.write(job, table.id)

    async def _may_meet(self, sheet: TableRecord, other: str) -> bool:
        """Return whether no block keeps somebody from this table; the reason stays private."""
        try:
            await check_meeting_at(self.store, sheet, other)
        except Forbidden:
            return False
        return True

    async def listed(self, person: Person, after: str | None) -> Page[InvitedTo]:
        """Return a page of open tables somebody is invited to but has no seat at, newest first."""
        sits = exists().where(seats.c.table_id == invitations.c.table_id, seats.c.person == person.id)
        mine = (
            select(invitations.c.table_id, invitations.c.at, people)
            .join(people, people.c.id == invitations.c.by)
            .join(tables, tables.c.id == invitations.c.table_id)
            .where(
                invitations.c.person == person.id,
                tables.c.stage == "open",
                people.c.gone.is_(False),
                people.c.id.not_in(around(person.id)),
                ~sits,
            )
        )
        newest = Order(invitations.c.at, invitations.c.table_id)
        async with self.store.read() as connection:
            rows, more = await newest.read(connection, mine, after, _LISTED)
            ids = [row.table_id for row in rows]
            open_tables = {
                one.id: one
                for one in await repository.listed(
                    connection, select(tables.c.brief).where(tables.c.id.in_(ids))
                )
            }
        return Page([InvitedTo(open_tables[row.table_id], person_of(row), row.at) for row in rows], more)

    async def look(self, table: Table, visitor: Person | None, invitation: str) -> InvitedTo:
        """Return who invites to which table, by a link or by name; raises Unknown if nobody does."""
        who = visitor.id if visitor is not None else None
        by, at = table.sheet.host, table.sheet.created
        if invitation:
            check_invitation(table, who, invitation)
        else:
            row = await self._find(table.id, who)
            if row is None or who in table.sheet.barred:
                raise Unknown("server.no-table")
            by, at = row.by, row.at
        host = await self.people.find(by)
        inviting = person_of(host) if host is not None else Person(by, GONE, False)
        return InvitedTo(brief(table.sheet), inviting, at)

    async def _find(self, table: str, person: str | None) -> Any:
        here = (invitations.c.table_id == table) & (invitations.c.person == person)
        async with self.store.read() as connection:
            return (await connection.execute(select(invitations).where(here))).one_or_none()

    async def settle(self, table: str, person: Person) -> None:
        """Delete an invitation that was accepted or declined."""
        here = (invitations.c.table_id == table) & (invitations.c.person == person.id)
        if await self._find(table, person.id) is not None:
            await self.store.write(lambda connection: connection.execute(delete(invitations).where(here)))

    async def take_up(self) -> None:
        """Notify invited people who were not notified yet, no more often than they chose."""
        now = time.time()
        uncalled = (
            select(invitations, tables.c.stage, wishes.c.called.label("last"), wishes.c.minutes)
            .join(tables, tables.c.id == invitations.c.table_id)
            .outerjoin(wishes, wishes.c.person == invitations.c.person)
            .where(invitations.c.called.is_(None))
            .order_by(invitations.c.at)
            .limit(_AT_ONCE)
        )
        async with self.store.read() as connection:
            rows = (await connection.execute(uncalled)).all()
        for row in rows:
            useless = row.minutes is None or row.stage != "open"
            if not useless and row.last > now - 60 * row.minutes:
                continue
            if await self._claim(row.table_id, row.person, now, wished=not useless) and not useless:
                job = asyncio.create_task(self._call(row))
                self._errands.add(job)
                job.add_done_callback(self._errands.discard)

    async def _claim(self, table: str, person: str, now: float, wished: bool) -> bool:
        """Mark an invitation as notified; returns False if another process or notification was first."""
        here = (invitations.c.table_id == table) & (invitations.c.person == person)
        uncalled = update(invitations).where(here, invitations.c.called.is_(None)).values(called=now)
        due = update(wishes).where(wishes.c.person == person, wishes.c.called <= now - 60 * wishes.c.minutes)

        def job(connection: Connection) -> bool:
            if wished and not connection.execute(due.values(called=now)).rowcount:
                return False
            return connection.execute(uncalled).rowcount == 1

        return await self.store.write(job, person)

    async def _call(self, row: Any) -> None:
        try:
            inviting = await self.people.find(row.by)
            if inviting is None:
                return
            language = await self.people.language(row.person)
            async with self.store.read() as connection:
                chosen = select(tables.c.brief).where(tables.c.id == row.table_id)
                (table,) = await repository.listed(connection, chosen)
            told = {"name": inviting.name, "game": find_game(table.game).title}
            title = say(Message("server.invitation-title", told), language)
            text = say(Message("server.invitation-text", {**told, "table": table.title or []}), language)
            call = Call(title, text, f"/invitation/{table.id}", [table.id])
            await self.delivery.deliver(row.person, call)
        except Exception:
            _LOG.exception("somebody could not be called to a table they are invited to")


def _check(sheet: TableRecord, person: Person, other: str) -> None:
    """Refuse an invitation if there is no way to sit down, or if the person has a seat or was removed."""
    check_open(sheet)
    if sheet.challenge is not None:
        raise NotNow("server.already-started")
    if sheet.host != person.id and not sheet.seats_of(person.id):
        raise Forbidden("server.players-only")
    if other in sheet.barred:
        raise Forbidden("server.sent-away")
    if sheet.seats_of(other):
        raise Refused("server.sits-already")

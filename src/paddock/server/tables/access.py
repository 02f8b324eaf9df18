"""Access to tables: visibility, invitations and admissions, and when logs and hidden views may be shown."""

from __future__ import annotations

import hmac
import time

from sqlalchemy import Connection, insert, select

from paddock.server.accounts.people import Person
from paddock.server.accounts.relationships import Follows
from paddock.server.errors import Forbidden, NotNow, Unknown
from paddock.server.records.challenge_calendar import closes
from paddock.server.records.table_record import TableRecord
from paddock.server.storage.schema import admissions
from paddock.server.storage.store import Store
from paddock.server.tables.table import Table
from paddock.server.wire.connections import NO_TABLE, NOT_YOURS


class Access:
    """Checks who may see a table.

    Everybody sees public tables. Players, admitted people and, if the host allows it, the host's friends
    see private ones.
    """

    def __init__(self, store: Store, relationships: Follows) -> None:
        self.store = store
        self.relationships = relationships

    async def check(self, sheet: TableRecord, person: str | None) -> None:
        """Raises Unknown if the person may not see the table, Forbidden if they were removed from it."""
        if person in sheet.barred:
            raise Forbidden("server.sent-away")
        if not await self.may_see(sheet, person):
            raise Unknown("server.no-table")

    async def check_still(self, table: Table, person: str | None) -> None:
        """As `check`, repeated until the table has not changed during the check."""
        while True:
            sheet = table.sheet
            await self.check(sheet, person)
            if table.sheet is sheet:
                return

    async def may_see(self, sheet: TableRecord, person: str | None) -> bool:
        """Whether a person may see the table."""
        if person in sheet.barred:
            return False
        mine = person is not None and (sheet.host == person or bool(sheet.seats_of(person)))
        if mine or (sheet.public and (sheet.challenge is None or open_book(sheet))):
            return True
        if person is None:
            return False
        if sheet.friends and await self.relationships.friends(person, sheet.host):
            return True
        return await self._admitted(sheet.id, person)

    async def shut_out(self, table: Table) -> None:
        """Close the connections of people who may no longer see the table."""
        for watcher in list(table.watchers):
            try:
                await self.check_still(table, watcher.person)
            except Forbidden:
                watcher.close(NOT_YOURS)
            except Unknown:
                watcher.close(NO_TABLE)

    async def _admitted(self, table: str, person: str) -> bool:
        async with self.store.read() as connection:
            rows = await connection.execute(
                select(admissions.c.person).where(
                    admissions.c.table_id == table, admissions.c.person == person
                )
            )
            return rows.first() is not None

    async def admit(self, table: Table, person: Person, invitation: str) -> None:
        """Admit a person who holds the invitation."""
        check_invitation(table, person.id, invitation)
        await self.store.write(lambda connection: write_admission(connection, table.id, person.id), table.id)


def check_invitation(table: Table, person: str | None, invitation: str) -> None:
    """Raises Forbidden if the person was removed from the table or the invitation is wrong."""
    if person in table.sheet.barred:
        raise Forbidden("server.sent-away")
    right = hmac.compare_digest(table.invitation.encode(), invitation.encode())
    if table.sheet.challenge is not None or not right:
        raise Forbidden("server.bad-invitation")


def write_admission(connection: Connection, table: str, person: str) -> None:
    """Store an admission."""
    there = select(admissions.c.person).where(admissions.c.table_id == table, admissions.c.person == person)
    if connection.execute(there).first() is None:
        connection.execute(insert(admissions).values(table_id=table, person=person))


def open_book(sheet: TableRecord) -> bool:
    """Whether the log and its seed may be shown."""
    if sheet.stage != "over":
        return False
    return sheet.challenge is None or closes(sheet.challenge) <= time.time()


def check_open_book(sheet: TableRecord) -> None:
    """Raises NotNow while the log would reveal secrets that still matter."""
    if sheet.stage != "over":
        raise NotNow("server.not-over")
    if not open_book(sheet):
        raise NotNow("server.challenge-still-open")


def check_eyes(sheet: TableRecord, person: Person | None, seat: int | None) -> None:
    """Raises Forbidden if the person asks for another player's view while the log is hidden."""
    if seat is None:
        return
    if seat >= len(sheet.seats):
        raise Forbidden("server.not-your-seat")
    mine = person is not None and sheet.seats[seat].person == person.id
    if not mine and not open_book(sheet):
        raise Forbidden("server.not-your-seat")

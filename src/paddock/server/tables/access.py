"""Who may see which table."""

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
    """Public tables are there for everyone, private ones for their players and whoever was admitted.

    Where the host likes, a private table is there for the host's friends as well.
    """

    def __init__(self, store: Store, relationships: Follows) -> None:
        self.store = store
        self.relationships = relationships

    async def check(self, sheet: TableRecord, person: str | None) -> None:
        """Refuse as if the table did not exist; whoever was sent away is told so."""
        if person in sheet.barred:
            raise Forbidden("server.sent-away")
        if not await self.may_see(sheet, person):
            raise Unknown("server.no-table")

    async def check_still(self, table: Table, person: str | None) -> None:
        """As `check`, for what holds at the moment it returns."""
        while True:
            sheet = table.sheet
            await self.check(sheet, person)
            if table.sheet is sheet:
                return

    async def may_see(self, sheet: TableRecord, person: str | None) -> bool:
        """Whether the table is there for somebody."""
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
        """Close the connections of those for whom the table is no longer there."""
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
        """Let somebody in who holds the invitation."""
        check_invitation(table, person.id, invitation)
        await self.store.write(lambda connection: write_admission(connection, table.id, person.id), table.id)


def check_invitation(table: Table, person: str | None, invitation: str) -> None:
    """Refuse whoever was sent away, or holds another invitation than the table's."""
    if person in table.sheet.barred:
        raise Forbidden("server.sent-away")
    right = hmac.compare_digest(table.invitation.encode(), invitation.encode())
    if table.sheet.challenge is not None or not right:
        raise Forbidden("server.bad-invitation")


def write_admission(connection: Connection, table: str, person: str) -> None:
    """Note that somebody was let in."""
    there = select(admissions.c.person).where(admissions.c.table_id == table, admissions.c.person == person)
    if connection.execute(there).first() is None:
        connection.execute(insert(admissions).values(table_id=table, person=person))


def open_book(sheet: TableRecord) -> bool:
    """Whether the log and its seed may be shown."""
    if sheet.stage != "over":
        return False
    return sheet.challenge is None or closes(sheet.challenge) <= time.time()


def check_open_book(sheet: TableRecord) -> None:
    """Refuse to show the log of a game whose secrets still matter."""
    if sheet.stage != "over":
        raise NotNow("server.not-over")
    if not open_book(sheet):
        raise NotNow("server.challenge-still-open")


def check_eyes(sheet: TableRecord, person: Person | None, seat: int | None) -> None:
    """Refuse to look through the eyes of somebody else while a game runs."""
    if seat is None:
        return
    if seat >= len(sheet.seats):
        raise Forbidden("server.not-your-seat")
    mine = person is not None and sheet.seats[seat].person == person.id
    if not mine and not open_book(sheet):
        raise Forbidden("server.not-your-seat")

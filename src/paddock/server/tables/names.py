"""Names at tables: whoever is renamed is renamed where they sit; whoever is deleted leaves no name behind."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from sqlalchemy import Connection, select, update

from paddock.core.errors import PaddockError
from paddock.server.people.people import GONE, Person
from paddock.server.sheets.sheet import Seat, Sheet, read_sheet, write_brief, write_sheet
from paddock.server.storage.schema import people, seats, tables
from paddock.server.storage.store import Store
from paddock.server.tables import filing
from paddock.server.tables.hall import Hall
from paddock.server.tables.play import load_log


class Names:
    """Keeps the names at tables true to the people who sit there."""

    def __init__(self, store: Store, hall: Hall) -> None:
        self.store = store
        self.hall = hall

    async def rename_seats(self, person: Person, name: str) -> None:
        """Let a new name be read at every open and running table, where the old one was."""

        def rename(sheet: Sheet) -> None:
            for number in sheet.seats_of(person.id):
                if sheet.seats[number].name == person.name:
                    sheet.seats[number].name = name

        if name == person.name:
            return
        async with self.store.read() as connection:
            found = await connection.execute(
                select(seats.c.table_id)
                .join(tables, tables.c.id == seats.c.table_id)
                .where(seats.c.person == person.id, tables.c.stage.in_(("open", "running")))
            )
            going = list(dict.fromkeys(found.scalars()))
        await self._alter(going, rename)

    async def forget_seats(self, person: Person) -> None:
        """Leave the seats of somebody deleted nameless; the others may give them to bots."""
        async with self.store.read() as connection:
            found = await connection.execute(select(seats.c.table_id).where(seats.c.person == person.id))
            everywhere = list(dict.fromkeys(found.scalars()))
        await self._alter(everywhere, partial(_forget_seats, person=person.id))

    async def finish_forgetting(self) -> None:
        """Go on where a deletion was interrupted: the seats of deleted people have no names."""
        async with self.store.read() as connection:
            found = await connection.execute(
                select(tables.c.id, tables.c.sheet, seats.c.seat, seats.c.person)
                .join(seats, seats.c.table_id == tables.c.id)
                .join(people, people.c.id == seats.c.person)
                .where(people.c.gone.is_(True))
            )
            left = [
                (row.id, row.person) for row in found if read_sheet(row.sheet).seats[row.seat].name != GONE
            ]
        for table, person in left:
            await self._alter([table], partial(_forget_seats, person=person))

    async def _alter(self, ids: Iterable[str], how: Callable[[Sheet], None]) -> None:
        for found in ids:
            try:
                table = await self.hall.table(found)
            except PaddockError:
                await self.store.write(partial(_alter_stored, table=found, how=how), found)
            else:
                await table.alter(how)


def _forget_seats(sheet: Sheet, person: str) -> None:
    for number in sheet.seats_of(person):
        if sheet.stage == "open":
            sheet.seats[number] = Seat()
        else:
            sheet.seats[number].name = GONE
            sheet.seats[number].left = True
    if sheet.stage == "open" and sheet.host == person:
        others = sheet.people()
        if others:
            sheet.host = others[0]
        else:
            sheet.stage = "closed"


def _alter_stored(connection: Connection, table: str, how: Callable[[Sheet], None]) -> None:
    """Change the names of a game that cannot be taken up since its rules are gone; its log can be read."""
    sheet = read_sheet(
        connection.execute(select(tables.c.sheet).where(tables.c.id == table).with_for_update()).scalar_one()
    )
    how(sheet)
    connection.execute(
        update(tables)
        .where(tables.c.id == table)
        .values(sheet=write_sheet(sheet), brief=write_brief(sheet), version=tables.c.version + 1)
    )
    log = load_log(filing.stored_records(connection, table))
    if log.header.seats != sheet.names:
        filing.rewrite(connection, table, log.renamed(sheet.names))

"""Names at tables: whoever is renamed is renamed where they sit; whoever is deleted leaves no name behind."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING

from sqlalchemy import Connection, select, update

from paddock.core.errors import PaddockError
from paddock.server.people.people import GONE, Person
from paddock.server.storage.schema import people, seats, tables
from paddock.server.tables import filing
from paddock.server.tables.play import load_log
from paddock.server.tables.sheet import Seat, Sheet, read_sheet, write_sheet

if TYPE_CHECKING:
    from paddock.server.house import House


async def rename_seats(house: House, person: Person, name: str) -> None:
    """Let a new name be read at every open and running table, where the old one was."""

    def rename(sheet: Sheet) -> None:
        for number in sheet.seats_of(person.id):
            if sheet.seats[number].name == person.name:
                sheet.seats[number].name = name

    if name == person.name:
        return
    async with house.store.read() as connection:
        found = await connection.execute(
            select(seats.c.table_id)
            .join(tables, tables.c.id == seats.c.table_id)
            .where(seats.c.person == person.id, tables.c.stage.in_(("open", "running")))
        )
        going = list(dict.fromkeys(found.scalars()))
    await _alter(house, going, rename)


async def forget_person(house: House, person: Person) -> None:
    """Delete somebody; their seats stay, nameless, and the others may give them to bots."""
    await house.people.forget(person)
    await house.send_away(person)
    async with house.store.read() as connection:
        found = await connection.execute(select(seats.c.table_id).where(seats.c.person == person.id))
        everywhere = list(dict.fromkeys(found.scalars()))
    await _alter(house, everywhere, partial(_forget_seats, person=person.id))


async def finish_forgetting(house: House) -> None:
    """Go on where a deletion was interrupted: the seats of deleted people have no names."""
    async with house.store.read() as connection:
        found = await connection.execute(
            select(tables.c.id, tables.c.sheet, seats.c.seat, seats.c.person)
            .join(seats, seats.c.table_id == tables.c.id)
            .join(people, people.c.id == seats.c.person)
            .where(people.c.gone.is_(True))
        )
        left = [(row.id, row.person) for row in found if read_sheet(row.sheet).seats[row.seat].name != GONE]
    for table, person in left:
        await _alter(house, [table], partial(_forget_seats, person=person))


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


async def _alter(house: House, ids: Iterable[str], how: Callable[[Sheet], None]) -> None:
    for found in ids:
        try:
            table = await house.hall.table(found)
        except PaddockError:
            await house.store.write(partial(_alter_stored, table=found, how=how), found)
        else:
            await table.alter(how)


def _alter_stored(connection: Connection, table: str, how: Callable[[Sheet], None]) -> None:
    """Change the names of a game that cannot be taken up since its rules are gone; its log can be read."""
    sheet = read_sheet(
        connection.execute(select(tables.c.sheet).where(tables.c.id == table).with_for_update()).scalar_one()
    )
    how(sheet)
    connection.execute(
        update(tables)
        .where(tables.c.id == table)
        .values(sheet=write_sheet(sheet), version=tables.c.version + 1)
    )
    log = load_log(filing.stored_records(connection, table))
    if log.header.seats != sheet.names:
        filing.rewrite(connection, table, log.renamed(sheet.names))

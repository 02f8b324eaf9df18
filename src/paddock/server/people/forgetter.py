"""Deleting a person: the name goes from tables and logs, too."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import Connection, select, update

from paddock.core.errors import PaddockError
from paddock.core.logs import Log
from paddock.server.people.people import GONE, Person
from paddock.server.storage.schema import records, seats
from paddock.server.tables.sheet import Seat, Sheet
from paddock.server.tables.table import Table

if TYPE_CHECKING:
    from paddock.server.house import House


async def forget_person(house: House, person: Person) -> None:
    """Delete somebody; their seats stay, nameless, and the others may give them to bots."""
    async with house.store.read() as connection:
        found = await connection.execute(select(seats.c.table_id).where(seats.c.person == person.id))
        ids = list(dict.fromkeys(found.scalars()))
    for table_id in ids:
        try:
            table = await house.hall.table(table_id)
        except PaddockError:
            continue
        await table.alter(lambda sheet: _forget_seats(sheet, person.id))
        if table.sheet.stage == "over":
            await settle_names(house, table)
    await house.people.forget(person)


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


async def settle_names(house: House, table: Table) -> None:
    """Write a finished log anew if its names are not the sheet's; the links change with the header."""
    async with table.lock:
        play = table.running_or_over()
        names = tuple(seat.name for seat in table.sheet.seats)
        if play.log.header.seats == names:
            return
        log = Log(msgspec.structs.replace(play.log.header, seats=names))
        for record in play.log.records:
            log.append(record)

        def job(connection: Connection) -> None:
            for number, line in enumerate(log.lines):
                connection.execute(
                    update(records)
                    .where(records.c.table_id == table.id, records.c.number == number)
                    .values(line=line)
                )

        await house.store.write(job, table.id)
        play.log = log

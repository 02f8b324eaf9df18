"""Rematches: a new table with the same people."""

from __future__ import annotations

import time
from functools import partial
from typing import Any

from paddock.core.chance import new_seed
from paddock.server.accounts.people import People, Person
from paddock.server.accounts.relationships import apart
from paddock.server.errors import Forbidden, NotNow
from paddock.server.records.table_record import Seat, TableRecord
from paddock.server.tables.registry import TableRegistry
from paddock.server.tables.seating import check_options, close
from paddock.server.tables.table import Table
from paddock.server.text import new_id
from paddock.server.thread_pools import PLAYERS


async def rematch(
    registry: TableRegistry,
    people: People,
    table: Table,
    person: Person,
    options: dict[str, Any] | None = None,
) -> Table:
    """Returns a new open table like this one, optionally with other options; always the same one."""
    sheet = table.sheet
    if sheet.stage != "over" or sheet.challenge is not None or sheet.uploaded:
        raise NotNow("server.not-over")
    if not sheet.seats_of(person.id):
        raise Forbidden("server.players-only")
    if sheet.rematch is not None:
        return await registry.table(sheet.rematch)
    other = None
    if options is not None:
        other = await PLAYERS.run(check_options, sheet.game, options, len(sheet.seats))
    kept = [person.id]
    blocked = await registry.store.ask(partial(apart, people=sheet.people()))
    for one in sheet.people():
        if one != person.id and not any(frozenset((one, other)) in blocked for other in kept):
            kept.append(one)
    names = await people.names(kept)
    again = TableRecord(
        id=new_id(),
        game=sheet.game,
        title=sheet.title,
        options=other if other is not None else sheet.options,
        pace=sheet.pace,
        public=sheet.public,
        friends=sheet.friends,
        host=person.id,
        seats=[_again(sheet, seat, names) for seat in sheet.seats],
        created=time.time(),
        previous=sheet.id,
    )
    offered = await registry.create(again, new_seed())

    def offer(changed: TableRecord) -> None:
        changed.rematch = changed.rematch or offered.id

    await table.alter(offer)
    assert table.sheet.rematch is not None
    if table.sheet.rematch != offered.id:
        await offered.alter(lambda spare: close(spare, person))
    return await registry.table(table.sheet.rematch)


def _again(sheet: TableRecord, seat: Seat, names: dict[str, str]) -> Seat:
    """A copy of a seat with the current name; free if its person was deleted or is blocked."""
    if seat.person is None:
        return Seat(name=seat.name, bot=seat.bot)
    if seat.person not in names:
        return Seat()
    alone = len(sheet.seats_of(seat.person)) == 1
    if alone or not seat.alias:
        return Seat(name=names[seat.person], person=seat.person)
    return Seat(name=seat.name, person=seat.person, alias=True)

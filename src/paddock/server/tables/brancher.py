"""What if: a step of a finished game goes on at a private table, with new dice."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import msgspec

from paddock.core.chance import new_seed
from paddock.core.logs import Log, counting
from paddock.core.registry import find_bot
from paddock.server.errors import NotNow, Refused
from paddock.server.ids import new_id
from paddock.server.people.people import Person
from paddock.server.tables.openness import check_open_book
from paddock.server.tables.play import StoredRecord, resume
from paddock.server.tables.sheet import Branch, Seat, Sheet
from paddock.server.tables.table import Table

if TYPE_CHECKING:
    from paddock.server.house import House


async def branch(house: House, table: Table, person: Person, step: int, seats: list[int], bot: str) -> Table:
    """A private table where the person plays some seats and bots the others."""
    check_open_book(table.sheet)
    old = table.running_or_over()
    if any(seat >= len(table.sheet.seats) for seat in seats):
        raise Refused("server.no-seat", seat=max(seats))
    find_bot(table.sheet.game, bot)
    taken = [
        Seat(name=person.name, person=person.id) if i in seats else Seat(name=bot, bot=bot)
        for i in range(len(table.sheet.seats))
    ]
    names = tuple(seat.name for seat in taken)
    log = Log(msgspec.structs.replace(old.log.header, seed_hash="", seats=names))
    for number, record in counting(old.log.records):
        if number <= step:
            log.append(record)
    rows = [StoredRecord(number, line) for number, line in enumerate(log.lines)]
    play = resume(rows, house.settings.limits.missed_records)
    seed = new_seed()
    draft = play.settling(seed)
    if play.game.pending(draft.state).over:
        raise NotNow("server.already-over")
    now = time.time()
    sheet = Sheet(
        id=new_id(),
        game=table.sheet.game,
        title=table.sheet.title,
        options=table.sheet.options,
        public=False,
        stage="running",
        host=person.id,
        seats=taken,
        created=now,
        started=now,
        step=draft.step,
        branch=Branch(table.id, step),
    )
    made = await house.hall.create(sheet, seed, [*log.lines, *draft.lines])
    house.minder.look(made)
    return made

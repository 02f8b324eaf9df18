"""What-ifs: continue from a step of a finished game at a private table, with new dice."""

from __future__ import annotations

import time

import msgspec

from paddock.core.chance import new_seed
from paddock.core.logs import Log
from paddock.core.match import Draft, resume
from paddock.core.registry import find_bot
from paddock.server.accounts.people import Person
from paddock.server.errors import NotNow, Refused
from paddock.server.records.table_record import Branch, Seat, TableRecord
from paddock.server.tables.access import check_open_book
from paddock.server.tables.bot_runner import BotRunner
from paddock.server.tables.registry import TableRegistry
from paddock.server.tables.table import Table
from paddock.server.text import new_id
from paddock.server.thread_pools import PLAYERS


async def branch(
    registry: TableRegistry,
    bot_runner: BotRunner,
    table: Table,
    person: Person,
    step: int,
    seats: list[int],
    bot: str,
) -> Table:
    """A private table where the person plays some seats and bots play the others."""
    check_open_book(table.sheet)
    old = table.running_or_over()
    if any(seat >= len(table.sheet.seats) for seat in seats):
        raise Refused("server.no-seat", seat=max(seats))
    find_bot(table.sheet.game, bot)
    taken = [
        Seat(name=person.name, person=person.id) if i in seats else Seat(name=bot, bot=bot)
        for i in range(len(table.sheet.seats))
    ]
    seed = new_seed()
    now = time.time()
    sheet = TableRecord(
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
        branch=Branch(table.id, step),
    )
    log, draft = await PLAYERS.run(_branched, old.log.copy(), step, sheet.roster, seed)
    if old.game.pending(draft.state).over:
        raise NotNow("server.already-over")
    sheet.step = draft.step
    made = await registry.create(sheet, seed, [*log.lines, *draft.lines])
    bot_runner.look(made)
    return made


def _branched(old: Log, step: int, roster: tuple[str, ...], seed: bytes) -> tuple[Log, Draft]:
    """The log up to a step with a new roster, and the draft of the dice that are due there."""
    log = Log(msgspec.structs.replace(old.header, seed_hash="", seats=roster))
    for number, record in old.counted:
        if number <= step:
            log.append(record)
    return log, resume(log).settling(seed)

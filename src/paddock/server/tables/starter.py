"""Starting a game."""

from __future__ import annotations

import time

from paddock.core.chance import seed_hash
from paddock.server.errors import NotNow
from paddock.server.people.people import Person
from paddock.server.sheets.pace import first_clock
from paddock.server.sheets.sheet import TableInfo
from paddock.server.tables.decider import after
from paddock.server.tables.play import begin
from paddock.server.tables.seating import check_host, check_open
from paddock.server.tables.table import Change, Table


async def start(table: Table, person: Person, remember: int) -> TableInfo:
    """Start the game of a table whose seats are all taken."""

    def make() -> Change:
        check_open(table.sheet)
        check_host(table.sheet, person)
        if any(seat.free for seat in table.sheet.seats):
            raise NotNow("server.free-seats")
        game = table.game
        options = game.options(table.sheet.options)
        game.check_seats(len(table.sheet.seats))
        play = begin(game, options, table.sheet.roster, table.seed, remember)
        draft = play.settling(table.seed)
        now = time.time()
        sheet = after(table, play, draft)
        if sheet.stage == "open":
            sheet.stage = "running"
        sheet.started = now
        sheet.seed_hash = seed_hash(table.seed)
        asked = game.pending(draft.state).seats
        sheet.clock = first_clock(sheet.pace, len(sheet.seats), asked, now)
        return Change(sheet, draft, started=play)

    await table.commit(make)
    return table.info

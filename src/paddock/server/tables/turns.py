"""Whom a table waits for, kept beside it: what the home page shows, and whom the server calls."""

from __future__ import annotations

import time
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, delete, insert, update

from paddock.server.sheets.sheet import Sheet, TableBrief
from paddock.server.storage.schema import turns
from paddock.server.tables.play import Play


class Turn(Struct, frozen=True):
    """A table that waits for somebody's decision, and since when."""

    table: TableBrief
    since: float


def asked_people(sheet: Sheet, play: Play | None, state: Any) -> set[str]:
    """The people whose decision a game waits for; where a bot drives for one, nobody waits."""
    if sheet.stage != "running" or play is None:
        return set()
    seats = [sheet.seats[seat] for seat in play.game.pending(state).seats]
    return {seat.person for seat in seats if seat.person is not None and seat.bot is None}


def note(connection: Connection, table: str, before: set[str], now: set[str], decided: str | None) -> None:
    """Keep who is asked, in the transaction that stores the change; whoever decided is to be called anew."""
    ours = turns.c.table_id == table
    if before - now:
        connection.execute(delete(turns).where(ours, turns.c.person.in_(before - now)))
    if decided is not None and decided in before & now:
        again = update(turns).where(ours, turns.c.person == decided, turns.c.called.is_not(None))
        connection.execute(again.values(since=time.time(), called=None))
    if now - before:
        connection.execute(delete(turns).where(ours, turns.c.person.in_(now - before)))
        rows = [
            {"table_id": table, "person": person, "since": time.time()} for person in sorted(now - before)
        ]
        connection.execute(insert(turns), rows)

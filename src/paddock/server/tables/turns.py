"""Whom a table waits for, kept beside it: what the home page shows, and whom the server calls."""

from __future__ import annotations

import time
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, bindparam, delete, insert, null, update

from paddock.server.sheets.sheet import Sheet, TableBrief
from paddock.server.storage.schema import turns
from paddock.server.tables.play import Play

_THEIRS = (turns.c.table_id == bindparam("here"), turns.c.person == bindparam("who"))
_DONE = delete(turns).where(*_THEIRS)
_AGAIN = (
    update(turns).where(*_THEIRS, turns.c.called.is_not(None)).values(since=bindparam("at"), called=null())
)
_ASKED = insert(turns)


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
    for person in before - now:
        connection.execute(_DONE, {"here": table, "who": person})
    if decided is not None and decided in before & now:
        connection.execute(_AGAIN, {"here": table, "who": decided, "at": time.time()})
    for person in now - before:
        connection.execute(_DONE, {"here": table, "who": person})
        connection.execute(_ASKED, {"table_id": table, "person": person, "since": time.time()})

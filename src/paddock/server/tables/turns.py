"""Whom a table waits for, kept beside it: what the home page shows, and whom the server calls."""

from __future__ import annotations

import time
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, bindparam, delete, insert, null, update

from paddock.core.messages import Message
from paddock.server.sheets.sheet import Sheet, TableBrief
from paddock.server.storage.schema import turns
from paddock.server.tables.play import Play

_THEIRS = (turns.c.table_id == bindparam("here"), turns.c.person == bindparam("who"))
_DONE = delete(turns).where(*_THEIRS)
_AGAIN = (
    update(turns).where(*_THEIRS, turns.c.called.is_not(None)).values(since=bindparam("at"), called=null())
)
_OTHERWISE = update(turns).where(*_THEIRS).values(asks=bindparam("what"))
_ASKED = insert(turns)
_MESSAGES = msgspec.json.Decoder(Message)
Asked = dict[str, str]
"""What people are asked, as messages are stored, by person; empty: nothing in particular."""


class Turn(Struct, frozen=True):
    """A table that waits for somebody's decision, since when, and what it asks."""

    table: TableBrief
    since: float
    asks: Message | None = None


def asked_people(sheet: Sheet, play: Play | None, state: Any) -> Asked:
    """The people whose decision a game waits for; where a bot drives for one, nobody waits."""
    if sheet.stage != "running" or play is None:
        return {}
    asked: Asked = {}
    for number in play.game.pending(state).seats:
        seat = sheet.seats[number]
        if seat.person is not None and seat.bot is None and seat.person not in asked:
            words = play.game.asks(state, number)
            asked[seat.person] = msgspec.json.encode(words).decode() if words is not None else ""
    return asked


def read_asks(stored: str) -> Message | None:
    """What somebody is asked, as it is stored beside the table."""
    return _MESSAGES.decode(stored) if stored else None


def note(connection: Connection, table: str, before: Asked, now: Asked, decided: str | None) -> None:
    """Keep who is asked, in the transaction that stores the change; whoever decided is to be called anew."""
    for person in before.keys() - now:
        connection.execute(_DONE, {"here": table, "who": person})
    if decided is not None and decided in before.keys() & now:
        connection.execute(_AGAIN, {"here": table, "who": decided, "at": time.time()})
    for person in now.keys() & before:
        if now[person] != before[person]:
            connection.execute(_OTHERWISE, {"here": table, "who": person, "what": now[person]})
    for person in now.keys() - before:
        connection.execute(_DONE, {"here": table, "who": person})
        row = {"table_id": table, "person": person, "since": time.time(), "asks": now[person]}
        connection.execute(_ASKED, row)

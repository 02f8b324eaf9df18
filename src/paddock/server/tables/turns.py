"""Whom a table waits for, kept beside it: what the home page shows, and whom the server calls."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from paddock.core.messages import Message
from paddock.server.sheets.sheet import Sheet, TableBrief
from paddock.server.storage.steps import Turns
from paddock.server.tables.play import Play

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


def turned(before: Asked, now: Asked, decided: str | None) -> Turns:
    """How whom a table waits for changes by a decision; whoever decided is to be called anew."""
    return Turns(
        done=[person for person in before if person not in now],
        kept=[
            (person, asks, person == decided)
            for person, asks in now.items()
            if person in before and (person == decided or asks != before[person])
        ],
        asked=[(person, asks) for person, asks in now.items() if person not in before],
    )

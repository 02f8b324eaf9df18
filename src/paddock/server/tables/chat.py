"""Chat with two rooms per table, one for players and one for spectators."""

from __future__ import annotations

import time
from typing import Any

from sqlalchemy import Connection, Row, bindparam, insert, select

from paddock.server.accounts.people import Person
from paddock.server.errors import NotSignedIn, Refused
from paddock.server.records.table_record import TableRecord
from paddock.server.storage.notices import notify
from paddock.server.storage.schema import messages, people
from paddock.server.storage.store import Store
from paddock.server.tables.table import Table
from paddock.server.text import clean_text
from paddock.server.wire.frames import ChatMessage

_REMEMBERED = 50
_SAID = (
    select(messages, people.c.name)
    .join(people, people.c.id == messages.c.person)
    .where(people.c.gone.is_(False))
)
"""Messages with the current names of their authors; messages of deleted people are left out."""
_NEWEST = (
    _SAID.where(
        messages.c.table_id == bindparam("table"),
        messages.c.room == bindparam("room"),
        messages.c.id > bindparam("after"),
    )
    .order_by(messages.c.id.desc())
    .limit(_REMEMBERED)
)


def room_of(sheet: TableRecord, person: str | None) -> str:
    """The room in which a person writes and reads."""
    return "players" if sheet.seats_of(person) else "watchers"


class Chat:
    """Stores and reads chat messages."""

    def __init__(self, store: Store, process: str) -> None:
        self.store = store
        self.process = process

    async def say(
        self, table: Table, person: Person | None, request: str, text: str
    ) -> tuple[ChatMessage, bool]:
        """Store a message; returns it, and True if the same request had stored it before."""
        if person is None:
            raise NotSignedIn
        text = clean_text(text)
        if not text:
            raise Refused("server.nothing-said")
        room = room_of(table.sheet, person.id)
        now = time.time()

        def job(connection: Connection) -> tuple[ChatMessage, bool] | None:
            # The connection may have been opened before a rename or a deletion.
            mine = select(people.c.name).where(people.c.id == person.id, people.c.gone.is_(False))
            name = connection.execute(mine).scalar()
            if name is None:
                return None
            said = _SAID.where(
                messages.c.table_id == table.id,
                messages.c.person == person.id,
                messages.c.request == request,
            )
            if (known := connection.execute(said).first()) is not None:
                return _message(known), True
            row: dict[str, Any] = {"room": room, "person": person.id, "text": text, "at": now}
            new = insert(messages).values(table_id=table.id, request=request, **row).returning(messages.c.id)
            number = connection.execute(new).scalar_one()
            notify(connection, by=self.process, kind="chat", table=table.id, message=number)
            return ChatMessage(id=number, name=name, **row), False

        said = await self.store.write(job, table.id)
        if said is None:
            raise NotSignedIn
        return said

    async def remembered(self, table: str, room: str, after: int = 0) -> list[ChatMessage]:
        """The newest messages of a room after number `after`, oldest first."""
        rows = await self.store.rows(_NEWEST, table=table, room=room, after=after)
        return [_message(row) for row in reversed(rows)]

    async def find(self, number: int) -> ChatMessage | None:
        """The message with this number, if its author still exists."""
        async with self.store.read() as connection:
            row = (await connection.execute(_SAID.where(messages.c.id == number))).one_or_none()
        return _message(row) if row is not None else None


def _message(row: Row[Any]) -> ChatMessage:
    return ChatMessage(row.id, row.room, row.person, row.name, row.text, row.at)

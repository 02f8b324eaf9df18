"""Chat: players and watchers each have a room, and hear only their own."""

from __future__ import annotations

import time

from sqlalchemy import Connection, insert, select

from paddock.server.errors import NotSignedIn, Refused
from paddock.server.people.people import Person
from paddock.server.plain import clean_text
from paddock.server.sheets.sheet import Sheet
from paddock.server.storage.notices import notify
from paddock.server.storage.schema import messages, people
from paddock.server.storage.store import Store
from paddock.server.tables.table import Table
from paddock.server.wire.frames import ChatMessage

_REMEMBERED = 50


def room_of(sheet: Sheet, person: str | None) -> str:
    """The room somebody talks in and hears."""
    return "players" if sheet.seats_of(person) else "watchers"


class Chat:
    """Keeps what was said at tables."""

    def __init__(self, store: Store, process: str) -> None:
        self.store = store
        self.process = process

    async def say(self, table: Table, person: Person | None, text: str) -> ChatMessage:
        """Store a message; it is told afterwards."""
        if person is None:
            raise NotSignedIn
        text = clean_text(text)
        if not text:
            raise Refused("server.nothing-said")
        room = room_of(table.sheet, person.id)
        now = time.time()

        def job(connection: Connection) -> ChatMessage | None:
            # A connection may be older than the name, or than the person's wish to be forgotten.
            mine = select(people.c.name).where(people.c.id == person.id, people.c.gone.is_(False))
            name = connection.execute(mine).scalar()
            if name is None:
                return None
            row = {"room": room, "person": person.id, "name": name, "text": text, "at": now}
            new = insert(messages).values(table_id=table.id, **row).returning(messages.c.id)
            number = connection.execute(new).scalar_one()
            notify(connection, by=self.process, kind="chat", table=table.id, message=number)
            return ChatMessage(id=number, **row)

        said = await self.store.write(job, table.id)
        if said is None:
            raise NotSignedIn
        return said

    async def remembered(self, table: str, room: str, after: int = 0) -> list[ChatMessage]:
        """The newest messages of a room after a known one, oldest first."""
        async with self.store.read() as connection:
            rows = await connection.execute(
                select(messages)
                .where(messages.c.table_id == table, messages.c.room == room, messages.c.id > after)
                .order_by(messages.c.id.desc())
                .limit(_REMEMBERED)
            )
            found = [ChatMessage(r.id, r.room, r.person, r.name, r.text, r.at) for r in rows]
        return found[::-1]

    async def find(self, number: int) -> ChatMessage | None:
        """One message."""
        async with self.store.read() as connection:
            r = (await connection.execute(select(messages).where(messages.c.id == number))).one_or_none()
        return ChatMessage(r.id, r.room, r.person, r.name, r.text, r.at) if r is not None else None

"""Room in the database: how much of it one person may take."""

from __future__ import annotations

from sqlalchemy import Connection, update

from paddock.server.errors import Refused, TooMany
from paddock.server.settings import Limits
from paddock.server.storage.schema import people

_MEGABYTE = 1024 * 1024


def charge(connection: Connection, person: str, size: int, most: int) -> bool:
    """Count bytes that somebody stores (or frees, below 0); False, and nothing counted, where it is too much.

    The person's row is held until the transaction ends.
    """
    room = update(people).where(people.c.id == person)
    if size > 0:
        room = room.where(people.c.stored + size <= most)
    return connection.execute(room.values(stored=people.c.stored + size)).rowcount == 1


def no_room(limits: Limits) -> Refused:
    """The refusal for somebody who has stored enough."""
    return TooMany("server.person-full", megabytes=max(1, limits.stored_bytes_per_person // _MEGABYTE))

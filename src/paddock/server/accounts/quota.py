"""The storage quota of a person."""

from __future__ import annotations

from sqlalchemy import Connection, update

from paddock.server.errors import Refused, TooMany
from paddock.server.settings import Limits
from paddock.server.storage.schema import people

_MEGABYTE = 1024 * 1024


def charge(connection: Connection, person: str, size: int, most: int) -> bool:
    """Add bytes to what a person stores (below 0: freed); returns False, and adds nothing, above the quota.

    Locks the person's row until the transaction ends.
    """
    room = update(people).where(people.c.id == person)
    if size > 0:
        room = room.where(people.c.stored + size <= most)
    return connection.execute(room.values(stored=people.c.stored + size)).rowcount == 1


def no_room(limits: Limits) -> Refused:
    """Return the refusal for a person above their quota."""
    return TooMany("server.person-full", megabytes=max(1, limits.stored_bytes_per_person // _MEGABYTE))

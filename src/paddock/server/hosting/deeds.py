"""What admins have done: written down together with the deed itself, and never changed."""

from __future__ import annotations

import time

from msgspec import Struct
from sqlalchemy import Connection, insert, select

from paddock.server.people.people import GONE, Person
from paddock.server.storage.schema import deeds, people
from paddock.server.storage.store import Store

_PAGE = 50


class Deed(Struct, frozen=True):
    """Something an admin did, to whom or what."""

    id: int
    by: str
    """The admin's name."""
    what: str
    about: str
    details: str
    at: float


def note(connection: Connection, admin: Person, what: str, about: str, details: str = "") -> None:
    """Write a deed down, in the transaction in which it is done."""
    row = {"by": admin.id, "what": what, "about": about, "details": details, "at": time.time()}
    connection.execute(insert(deeds).values(**row))


async def listed(store: Store, before: int | None) -> list[Deed]:
    """A page of deeds, the newest first."""
    newest = (
        select(deeds, people.c.name)
        .outerjoin(people, people.c.id == deeds.c.by)
        .order_by(deeds.c.id.desc())
        .limit(_PAGE)
    )
    if before is not None:
        newest = newest.where(deeds.c.id < before)
    async with store.read() as connection:
        rows = (await connection.execute(newest)).all()
    return [Deed(r.id, r.name or GONE, r.what, r.about, r.details, r.at) for r in rows]

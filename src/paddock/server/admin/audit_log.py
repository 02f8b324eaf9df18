"""What admins have done: written down together with the deed itself, and never changed."""

from __future__ import annotations

import time

from msgspec import Struct
from sqlalchemy import Connection, insert, select

from paddock.server.accounts.people import GONE, Person
from paddock.server.storage.pagination import Order, Page
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


async def listed(store: Store, after: str | None) -> Page[Deed]:
    """A page of deeds, the newest first."""
    named = select(deeds, people.c.name).outerjoin(people, people.c.id == deeds.c.by)
    async with store.read() as connection:
        rows, more = await Order(deeds.c.id).read(connection, named, after, _PAGE)
    return Page([Deed(r.id, r.name or GONE, r.what, r.about, r.details, r.at) for r in rows], more)

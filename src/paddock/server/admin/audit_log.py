"""The audit log: what admins have done, written in the same transaction and never changed."""

from __future__ import annotations

import time

from msgspec import Struct
from sqlalchemy import Connection, insert, select

from paddock.server.accounts.people import GONE, Person
from paddock.server.storage.pagination import Order, Page
from paddock.server.storage.schema import audit_log, people
from paddock.server.storage.store import Store

_PAGE = 50


class AuditEntry(Struct, frozen=True):
    """An action of an admin, and whom or what it was about."""

    id: int
    by: str
    """The admin's name."""
    what: str
    about: str
    details: str
    at: float


def note(connection: Connection, admin: Person, what: str, about: str, details: str = "") -> None:
    """Add an entry in the transaction of the action itself."""
    row = {"by": admin.id, "what": what, "about": about, "details": details, "at": time.time()}
    connection.execute(insert(audit_log).values(**row))


async def listed(store: Store, after: str | None) -> Page[AuditEntry]:
    """Return a page of entries, newest first."""
    named = select(audit_log, people.c.name).outerjoin(people, people.c.id == audit_log.c.by)
    async with store.read() as connection:
        rows, more = await Order(audit_log.c.id).read(connection, named, after, _PAGE)
    return Page([AuditEntry(r.id, r.name or GONE, r.what, r.about, r.details, r.at) for r in rows], more)

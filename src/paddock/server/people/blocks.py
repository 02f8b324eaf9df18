"""Who wants nothing to do with whom: no chat, no invitations, no seat at their tables, not seen."""

from __future__ import annotations

import time
from collections.abc import Collection

from sqlalchemy import (
    BindParameter,
    Connection,
    Select,
    String,
    bindparam,
    delete,
    insert,
    or_,
    select,
    union,
)

from paddock.server.errors import Forbidden
from paddock.server.people.grapevine import Grapevine
from paddock.server.people.people import Person
from paddock.server.storage.schema import blocks, follows, invitations
from paddock.server.storage.store import Store


def around(person: str | BindParameter[str]) -> Select[str]:
    """The ids of those whom somebody has blocked, and of those who have blocked them."""
    mine = select(blocks.c.blocked.label("other")).where(blocks.c.person == person)
    theirs = select(blocks.c.person.label("other")).where(blocks.c.blocked == person)
    both = union(mine, theirs).subquery()
    return select(both.c.other)


def apart(connection: Connection, people: Collection[str]) -> set[frozenset[str]]:
    """The pairs among some people of whom one has blocked the other."""
    both = select(blocks.c.person, blocks.c.blocked).where(
        blocks.c.person.in_(people), blocks.c.blocked.in_(people)
    )
    return {frozenset((row.person, row.blocked)) for row in connection.execute(both)}


def check_meeting(connection: Connection, person: str, others: Collection[str]) -> None:
    """Refuse to bring somebody together with people of whom one has blocked the other.

    Every way to meet asks here. Whoever was blocked is not told so.
    """
    mine = (blocks.c.person == person) & blocks.c.blocked.in_(others)
    theirs = (blocks.c.blocked == person) & blocks.c.person.in_(others)
    found = set(connection.execute(select(blocks.c.person).where(or_(mine, theirs))).scalars())
    if found:
        raise Forbidden("server.blocked" if person in found else "server.no-seat-for-you")


_AROUND = around(bindparam("somebody", type_=String))


class Blocks:
    """Everyone's blocks; those of people who are connected are kept in memory."""

    def __init__(self, store: Store, grapevine: Grapevine) -> None:
        self.store = store
        self.grapevine = grapevine
        self._known: dict[str, set[str]] = {}
        grapevine.listeners.append(self._look_again)

    async def around(self, person: str | None) -> set[str]:
        """Those who are not to be seen or heard by a person, whoever blocked whom; kept up to date."""
        if person is None:
            return set()
        found = {other for (other,) in await self.store.rows(_AROUND, somebody=person)}
        known = self._known.setdefault(person, set())
        known.clear()
        known.update(found)
        return known

    async def _look_again(self, people: list[str]) -> None:
        for person in people:
            if person in self._known:
                await self.around(person)

    async def block(self, person: Person, other: str, on: bool) -> None:
        """Block somebody, which ends what there was between the two; or take the block back."""

        def job(connection: Connection) -> None:
            connection.execute(delete(blocks).where(blocks.c.person == person.id, blocks.c.blocked == other))
            if not on:
                return
            connection.execute(insert(blocks).values(person=person.id, blocked=other, at=time.time()))
            for one, two in ((person.id, other), (other, person.id)):
                connection.execute(delete(follows).where(follows.c.person == one, follows.c.other == two))
                connection.execute(
                    delete(invitations).where(invitations.c.person == one, invitations.c.by == two)
                )

        await self.store.write(job, person.id)
        await self.grapevine.tell(person.id, other)

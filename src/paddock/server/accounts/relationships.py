"""Follows, blocks and mutes between people, and the events that announce changes of them.

Two people who follow each other are friends.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Collection
from typing import Literal

from msgspec import Struct
from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Connection,
    Select,
    String,
    Table,
    bindparam,
    delete,
    false,
    func,
    insert,
    or_,
    select,
    union,
    update,
)

from paddock.server.accounts.people import Person, person_of
from paddock.server.errors import Forbidden, Refused, TooMany, Unknown
from paddock.server.storage.notices import Notices
from paddock.server.storage.pagination import Order, Page
from paddock.server.storage.schema import blocks, follows, invitations, mutes, people, seats
from paddock.server.storage.store import Store

Kind = Literal["friends", "following", "followers", "blocked"]
PAGE = 50
_FOLLOWED, _TABLES, _KNOWN = 40, 60, 40


class Relationship(Struct, frozen=True):
    """The relationship of one person to another."""

    follows: bool = False
    """The person follows the other."""
    followed: bool = False
    """The other follows the person; both together make them friends."""
    blocked: bool = False
    muted: bool = False

    @property
    def friends(self) -> bool:
        """Whether each follows the other."""
        return self.follows and self.followed


class Listed(Struct, frozen=True):
    """A page of people and the position of the next one."""

    people: list[tuple[Person, Relationship]]
    more: str | None


class Follows:
    """Reads and writes follows between accounts."""

    def __init__(self, store: Store, relationship_events: RelationshipEvents, most: int) -> None:
        self.store = store
        self.relationship_events = relationship_events
        self.most = most

    async def follow(self, person: Person, other: str) -> None:
        """Follow an account; raises Unknown, Forbidden if one blocked the other, or TooMany."""
        if not person.account:
            raise Forbidden("server.accounts-only")
        if other == person.id:
            raise Refused("server.follow-yourself")
        if not await self.store.write(lambda connection: self._follow(connection, person.id, other)):
            raise TooMany("server.follows-enough", most=self.most)
        await self.relationship_events.tell(person.id, other)

    def _follow(self, connection: Connection, person: str, other: str) -> bool:
        # Lock both rows in a fixed order, so that two people who follow each other at once both become
        # friends.
        both = select(people).where(people.c.id.in_((person, other))).order_by(people.c.id).with_for_update()
        there = {row.id for row in connection.execute(both) if not row.gone and row.password is not None}
        if other not in there:
            raise Unknown("server.no-person")
        pairs = ((person, other), (other, person))
        if any(connection.execute(select(blocks.c.at).where(_pair(blocks, *p))).first() for p in pairs):
            raise Forbidden("server.blocked")
        if connection.execute(select(follows.c.at).where(_pair(follows, person, other))).first() is not None:
            return True
        count = select(func.count()).select_from(follows).where(follows.c.person == person)
        if connection.execute(count).scalar_one() >= self.most:
            return False
        back = update(follows).where(_pair(follows, other, person)).values(mutual=True)
        mutual = connection.execute(back).rowcount == 1
        row = {"person": person, "other": other, "at": time.time(), "mutual": mutual}
        connection.execute(insert(follows).values(**row))
        return True

    async def unfollow(self, person: Person, other: str) -> None:
        """Unfollow somebody."""

        def job(connection: Connection) -> None:
            connection.execute(delete(follows).where(_pair(follows, person.id, other)))
            back = update(follows).where(_pair(follows, other, person.id))
            connection.execute(back.values(mutual=False))

        await self.store.write(job, person.id)
        await self.relationship_events.tell(person.id, other)

    async def between(self, person: str, other: str) -> Relationship:
        """Return the relationship of a person to another, without whether the other blocked or muted them."""
        async with self.store.read() as connection:

            async def there(table: Table, one: str, two: str) -> bool:
                asked = select(func.count()).where(_pair(table, one, two))
                return bool((await connection.execute(asked)).scalar_one())

            return Relationship(
                await there(follows, person, other),
                await there(follows, other, person),
                await there(blocks, person, other),
                await there(mutes, person, other),
            )

    async def friends(self, person: str | None, other: str) -> bool:
        """Return whether two people follow each other."""
        if person is None:
            return False
        asked = select(follows.c.at).where(_pair(follows, person, other), follows.c.mutual.is_(True))
        async with self.store.read() as connection:
            return (await connection.execute(asked)).first() is not None

    async def counts(self, person: str) -> tuple[int, int]:
        """Return the numbers of followers and of followed accounts."""
        count = select(func.count()).select_from(follows)
        async with self.store.read() as connection:
            followers = await connection.execute(count.where(follows.c.other == person))
            following = await connection.execute(count.where(follows.c.person == person))
            return followers.scalar_one(), following.scalar_one()

    async def listed(self, person: str, kind: Kind, after: str | None) -> Listed:
        """Return a page of somebody's friends, followed, followers or blocked people, newest first."""
        if kind == "blocked":
            chosen = select(people, false().label("mutual"), blocks.c.at)
            chosen = chosen.join(blocks, blocks.c.blocked == people.c.id).where(blocks.c.person == person)
            newest = Order(blocks.c.at, blocks.c.blocked)
        else:
            whom = follows.c.person if kind == "followers" else follows.c.other
            mine = follows.c.other if kind == "followers" else follows.c.person
            chosen = select(people, follows.c.mutual, follows.c.at)
            chosen = chosen.join(follows, whom == people.c.id).where(mine == person)
            newest = Order(follows.c.at, whom)
        if kind == "friends":
            chosen = chosen.where(follows.c.mutual.is_(True))
        async with self.store.read() as connection:
            rows, more = await newest.read(connection, chosen, after, PAGE)
        return Listed([(person_of(row), _bond(kind, row.mutual)) for row in rows if not row.gone], more)


def _pair(table: Table, one: str, two: str) -> ColumnElement[bool]:
    """Select the row of two people in a table of pairs."""
    first, second = list(table.c)[:2]
    return (first == one) & (second == two)


def _bond(kind: Kind, mutual: bool) -> Relationship:
    if kind == "blocked":
        return Relationship(blocked=True)
    return Relationship(follows=kind != "followers" or mutual, followed=kind == "followers" or mutual)


def circle_of(connection: Connection, person: str) -> list[str]:
    """Return the ids of friends, other followed accounts and recent opponents, without blocked people."""
    friends_first = (follows.c.mutual.desc(), follows.c.at.desc())
    followed = select(follows.c.other).where(follows.c.person == person).order_by(*friends_first)
    known = list(connection.execute(followed.limit(_FOLLOWED)).scalars())
    newest = select(seats.c.table_id).where(seats.c.person == person).order_by(seats.c.finished.desc())
    sat = list(connection.execute(newest.limit(_TABLES)).scalars())
    others = select(seats.c.person).where(seats.c.table_id.in_(sat), seats.c.person.is_not(None))
    known += connection.execute(others.where(seats.c.person != person)).scalars()
    away = set(connection.execute(select(blocks.c.blocked).where(blocks.c.person == person)).scalars())
    return [one for one in dict.fromkeys(known) if one not in away][:_KNOWN]


def around(person: str | BindParameter[str]) -> Select[str]:
    """Select the ids of those whom a person has blocked and of those who have blocked them."""
    mine = select(blocks.c.blocked.label("other")).where(blocks.c.person == person)
    theirs = select(blocks.c.person.label("other")).where(blocks.c.blocked == person)
    both = union(mine, theirs).subquery()
    return select(both.c.other)


def apart(connection: Connection, people: Collection[str]) -> set[frozenset[str]]:
    """Return the pairs among some people in which one has blocked the other."""
    both = select(blocks.c.person, blocks.c.blocked).where(
        blocks.c.person.in_(people), blocks.c.blocked.in_(people)
    )
    return {frozenset((row.person, row.blocked)) for row in connection.execute(both)}


def check_meeting(connection: Connection, person: str, others: Collection[str]) -> None:
    """Raise Forbidden if `person` and any of `others` have a block between them.

    Every way to bring people together calls this. The message does not tell a blocked person of the block.
    """
    mine = (blocks.c.person == person) & blocks.c.blocked.in_(others)
    theirs = (blocks.c.blocked == person) & blocks.c.person.in_(others)
    found = set(connection.execute(select(blocks.c.person).where(or_(mine, theirs))).scalars())
    if found:
        raise Forbidden("server.blocked" if person in found else "server.no-seat-for-you")


_AROUND = around(bindparam("somebody", type_=String))


class Blocks:
    """Reads and writes blocks; those of connected people stay in memory."""

    def __init__(self, store: Store, relationship_events: RelationshipEvents) -> None:
        self.store = store
        self.relationship_events = relationship_events
        self._known: dict[str, set[str]] = {}
        relationship_events.listeners.append(self._look_again)

    async def around(self, person: str | None) -> set[str]:
        """Return everybody whom a person has blocked or who has blocked them; the set stays up to date."""
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
        """Block somebody, which ends follows and invitations between the two; or unblock them."""

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
        await self.relationship_events.tell(person.id, other)


_PAGE = 50
_MUTED = select(mutes.c.muted).where(mutes.c.person == bindparam("person"))


class Mutes:
    """Reads and writes mutes; those of connected people stay in memory."""

    def __init__(self, store: Store, notices: Notices) -> None:
        self.store = store
        self.notices = notices
        self._known: dict[str, set[str]] = {}

    async def of(self, person: str | None) -> set[str]:
        """Return the ids of the people somebody has muted; the set stays up to date."""
        if person is None:
            return set()
        rows = await self.store.rows(_MUTED, person=person)
        found = {row.muted for row in rows}
        known = self._known.setdefault(person, set())
        known.clear()
        known.update(found)
        return known

    async def listed(self, person: Person, after: str | None) -> Page[Person]:
        """Return a page of muted people."""
        muted = select(people).join(mutes, mutes.c.muted == people.c.id).where(mutes.c.person == person.id)
        async with self.store.read() as connection:
            rows, more = await Order(mutes.c.muted).read(connection, muted, after, _PAGE)
        return Page([person_of(row) for row in rows], more)

    async def mute(self, person: Person, other: str, on: bool) -> None:
        """Mute or unmute somebody, at all processes."""

        def job(connection: Connection) -> None:
            connection.execute(delete(mutes).where(mutes.c.person == person.id, mutes.c.muted == other))
            if on:
                connection.execute(insert(mutes).values(person=person.id, muted=other))

        await self.store.write(job, person.id)
        await self.of(person.id)
        await self.notices.say(kind="mute", person=person.id)


class RelationshipEvents:
    """Announces that relationships of people changed, so that listeners reload what they hold in memory."""

    def __init__(self, notices: Notices) -> None:
        self.notices = notices
        self.listeners: list[Callable[[list[str]], Awaitable[None]]] = []

    async def tell(self, *people: str) -> None:
        """Announce a change at this process and all others."""
        await self.hear(list(people))
        await self.notices.say(kind="bond", people=list(people))

    async def hear(self, people: list[str]) -> None:
        """Run the listeners of this process."""
        for listener in self.listeners:
            await listener(people)

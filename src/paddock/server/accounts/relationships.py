"""Who follows whom, and whom somebody knows. Two who follow each other are friends."""

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
    """What is between me and somebody."""

    follows: bool = False
    """I follow them."""
    followed: bool = False
    """They follow me; both makes us friends."""
    blocked: bool = False
    muted: bool = False

    @property
    def friends(self) -> bool:
        """Whether each follows the other."""
        return self.follows and self.followed


class Listed(Struct, frozen=True):
    """A page of people, and from where the next one goes on."""

    people: list[tuple[Person, Relationship]]
    more: str | None


class Follows:
    """Follows between accounts."""

    def __init__(self, store: Store, relationship_events: RelationshipEvents, most: int) -> None:
        self.store = store
        self.relationship_events = relationship_events
        self.most = most

    async def follow(self, person: Person, other: str) -> None:
        """Follow an account."""
        if not person.account:
            raise Forbidden("server.accounts-only")
        if other == person.id:
            raise Refused("server.follow-yourself")
        if not await self.store.write(lambda connection: self._follow(connection, person.id, other)):
            raise TooMany("server.follows-enough", most=self.most)
        await self.relationship_events.tell(person.id, other)

    def _follow(self, connection: Connection, person: str, other: str) -> bool:
        # Both rows are held, in one order, so that of two who follow each other at once one sees the other.
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
        """Follow somebody no longer."""

        def job(connection: Connection) -> None:
            connection.execute(delete(follows).where(_pair(follows, person.id, other)))
            back = update(follows).where(_pair(follows, other, person.id))
            connection.execute(back.values(mutual=False))

        await self.store.write(job, person.id)
        await self.relationship_events.tell(person.id, other)

    async def between(self, person: str, other: str) -> Relationship:
        """What is between two people, as the first may know it."""
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
        """Whether two people follow each other."""
        if person is None:
            return False
        asked = select(follows.c.at).where(_pair(follows, person, other), follows.c.mutual.is_(True))
        async with self.store.read() as connection:
            return (await connection.execute(asked)).first() is not None

    async def counts(self, person: str) -> tuple[int, int]:
        """How many follow somebody, and how many they follow."""
        count = select(func.count()).select_from(follows)
        async with self.store.read() as connection:
            followers = await connection.execute(count.where(follows.c.other == person))
            following = await connection.execute(count.where(follows.c.person == person))
            return followers.scalar_one(), following.scalar_one()

    async def listed(self, person: str, kind: Kind, after: str | None) -> Listed:
        """A page of those who are bound to somebody, the newest first."""
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
    """The row of two people in a table of pairs."""
    first, second = list(table.c)[:2]
    return (first == one) & (second == two)


def _bond(kind: Kind, mutual: bool) -> Relationship:
    if kind == "blocked":
        return Relationship(blocked=True)
    return Relationship(follows=kind != "followers" or mutual, followed=kind == "followers" or mutual)


def circle_of(connection: Connection, person: str) -> list[str]:
    """Whom somebody knows, friends first; nobody they have blocked."""
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

    def __init__(self, store: Store, relationship_events: RelationshipEvents) -> None:
        self.store = store
        self.relationship_events = relationship_events
        self._known: dict[str, set[str]] = {}
        relationship_events.listeners.append(self._look_again)

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
        await self.relationship_events.tell(person.id, other)


_PAGE = 50
_MUTED = select(mutes.c.muted).where(mutes.c.person == bindparam("person"))


class Mutes:
    """Everyone's list of the muted, kept in memory for those who are connected."""

    def __init__(self, store: Store, notices: Notices) -> None:
        self.store = store
        self.notices = notices
        self._known: dict[str, set[str]] = {}

    async def of(self, person: str | None) -> set[str]:
        """The ids of those a person has muted; the set is kept up to date."""
        if person is None:
            return set()
        rows = await self.store.rows(_MUTED, person=person)
        found = {row.muted for row in rows}
        known = self._known.setdefault(person, set())
        known.clear()
        known.update(found)
        return known

    async def listed(self, person: Person, after: str | None) -> Page[Person]:
        """A page of the muted, with their names."""
        muted = select(people).join(mutes, mutes.c.muted == people.c.id).where(mutes.c.person == person.id)
        async with self.store.read() as connection:
            rows, more = await Order(mutes.c.muted).read(connection, muted, after, _PAGE)
        return Page([person_of(row) for row in rows], more)

    async def mute(self, person: Person, other: str, on: bool) -> None:
        """Mute somebody, or hear them again, at every process."""

        def job(connection: Connection) -> None:
            connection.execute(delete(mutes).where(mutes.c.person == person.id, mutes.c.muted == other))
            if on:
                connection.execute(insert(mutes).values(person=person.id, muted=other))

        await self.store.write(job, person.id)
        await self.of(person.id)
        await self.notices.say(kind="mute", person=person.id)


class RelationshipEvents:
    """Tells whoever keeps something about people in memory to look again."""

    def __init__(self, notices: Notices) -> None:
        self.notices = notices
        self.listeners: list[Callable[[list[str]], Awaitable[None]]] = []

    async def tell(self, *people: str) -> None:
        """Let everyone know, here and at the other processes."""
        await self.hear(list(people))
        await self.notices.say(kind="bond", people=list(people))

    async def hear(self, people: list[str]) -> None:
        """As `tell`, at this process."""
        for listener in self.listeners:
            await listener(people)

"""Friends, followers and recent opponents, what they are doing, and friends' tables."""

from __future__ import annotations

import time
from collections.abc import Collection

from msgspec import Struct
from sqlalchemy import Select, or_, select

from paddock.server.accounts.people import Person, account_key, person_of
from paddock.server.accounts.presence import Here, Presences
from paddock.server.accounts.relationships import PAGE, Follows, Kind, Relationship, around
from paddock.server.records.table_record import TableBrief
from paddock.server.storage.pagination import Order, Page
from paddock.server.storage.schema import blocks, follows, mutes, people, presences, seats, tables
from paddock.server.storage.store import Store
from paddock.server.tables import repository

_RECENT_GAMES = 25
_FOUND = 12
_ALIVE = {"open": 2 * 86_400.0, "running": 30 * 86_400.0}
_LAST = chr(0x10FFFF)
_BY_NAME = Order(people.c.name, people.c.id, falling=(False, False))
_BY_KEY = Order(people.c.name_key, falling=(False,))


class Acquaintance(Struct, frozen=True):
    """A person, my relationship with them, and what they are doing if I may know it."""

    person: Person
    bond: Relationship
    here: bool = False
    table: TableBrief | None = None
    """The table they are looking at, if I may see it."""


class Social:
    """Lists people together with what they are doing."""

    def __init__(self, store: Store, relationships: Follows, presence: Presences) -> None:
        self.store = store
        self.relationships = relationships
        self.presence = presence

    async def listed(self, person: Person, kind: Kind, after: str | None) -> Page[Acquaintance]:
        """A page of my friends, the people I follow, my followers, or the people I have blocked."""
        page = await self.relationships.listed(person.id, kind, after)
        return Page(await self._with_presence(page.people), page.more)

    async def here(self, person: Person, after: str | None) -> Page[Acquaintance]:
        """A page of my friends who are online, by name."""
        somewhere = (
            select(presences.c.person)
            .where(presences.c.person == people.c.id)
            .where(presences.c.process.in_(await self.presence.processes()))
        )
        present = (
            select(people)
            .join(follows, follows.c.other == people.c.id)
            .where(
                follows.c.person == person.id,
                follows.c.mutual.is_(True),
                people.c.shown != "nobody",
                somewhere.exists(),
            )
        )
        async with self.store.read() as connection:
            rows, more = await _BY_NAME.read(connection, present, after, PAGE)
        friends = [(person_of(row), Relationship(follows=True, followed=True)) for row in rows]
        return Page([one for one in await self._with_presence(friends) if one.here], more)

    async def recent(self, person: Person, after: str | None) -> Page[Acquaintance]:
        """A page of my recent opponents, newest first; a page covers a number of games."""
        mine = select(seats.c.table_id).where(seats.c.person == person.id, seats.c.finished.is_not(None))
        newest = Order(seats.c.finished, seats.c.table_id, seats.c.seat)
        async with self.store.read() as connection:
            games, more = await newest.read(connection, mine, after, _RECENT_GAMES)
            # Two queries: for a join PostgreSQL would read all people.
            beside = (
                select(seats.c.person)
                .where(seats.c.table_id.in_([game.table_id for game in games]), seats.c.person != person.id)
                .order_by(seats.c.finished.desc())
            )
            ids = list(dict.fromkeys((await connection.execute(beside)).scalars()))
            accounts = select(people).where(
                people.c.id.in_(ids), people.c.gone.is_(False), people.c.id.not_in(around(person.id))
            )
            found = {row.id: person_of(row) for row in await connection.execute(accounts)}
        met = [found[one] for one in ids if one in found]
        return Page(await self.known(person, met), more)

    async def found(self, person: Person | None, name: str, after: str | None) -> Page[Acquaintance]:
        """A page of accounts whose names start with `name`."""
        key = account_key(name)
        if key is None:
            return Page([])
        async with self.store.read() as connection:
            rows, more = await _BY_KEY.read(connection, self._named(key), after, _FOUND)
        met = [person_of(row) for row in rows]
        if person is None:
            return Page([Acquaintance(one, Relationship()) for one in met], more)
        return Page(await self.known(person, met), more)

    def _named(self, key: str) -> Select[tuple[object, ...]]:
        begins = people.c.name_key.startswith(key, autoescape=True)
        if not self.store.shared:  # SQLite looks into an index for ranges only
            begins = (people.c.name_key >= key) & (people.c.name_key < key + _LAST)
        return select(people).where(begins, people.c.gone.is_(False))

    async def known(self, person: Person, others: list[Person]) -> list[Acquaintance]:
        """Add relationship and activity to some people."""
        ids = [other.id for other in others]
        async with self.store.read() as connection:

            async def those(query: Select[str]) -> set[str]:
                return set((await connection.execute(query)).scalars())

            mine = await those(
                select(follows.c.other).where(follows.c.person == person.id, follows.c.other.in_(ids))
            )
            theirs = await those(
                select(follows.c.person).where(follows.c.other == person.id, follows.c.person.in_(ids))
            )
            muted = await those(
                select(mutes.c.muted).where(mutes.c.person == person.id, mutes.c.muted.in_(ids))
            )
            blocked = await those(
                select(blocks.c.blocked).where(blocks.c.person == person.id, blocks.c.blocked.in_(ids))
            )
            hidden = blocked | await those(
                select(blocks.c.person).where(blocks.c.blocked == person.id, blocks.c.person.in_(ids))
            )
        relationships = [
            (
                other,
                Relationship(other.id in mine, other.id in theirs, other.id in blocked, other.id in muted),
            )
            for other in others
        ]
        return await self._with_presence(relationships, hidden)

    async def _with_presence(
        self, known: list[tuple[Person, Relationship]], hidden: Collection[str] = ()
    ) -> list[Acquaintance]:
        present = await self.presence.of([person.id for person, _ in known])
        seen = {
            person.id: present[person.id]
            for person, bond in known
            if person.id in present
            and not bond.blocked
            and person.id not in hidden
            and _may_know(present[person.id], bond)
        }
        open_tables = await self._open({here.table for here in seen.values() if here.table is not None})
        told = []
        for person, bond in known:
            here = seen.get(person.id)
            table = open_tables.get(here.table or "") if here is not None else None
            theirs = table is not None and table.host == person.id and table.friends and bond.friends
            shown = table if table is not None and (table.public or theirs) else None
            told.append(Acquaintance(person, bond, here is not None, shown))
        return told

    async def _open(self, ids: set[str]) -> dict[str, TableBrief]:
        if not ids:
            return {}
        going = select(tables.c.brief).where(
            tables.c.id.in_(ids), tables.c.challenge.is_(None), tables.c.stage != "closed"
        )
        async with self.store.read() as connection:
            return {brief.id: brief for brief in await repository.listed(connection, going)}

    async def tables(self, person: Person, after: str | None) -> Page[TableBrief]:
        """A page of my friends' open and running tables that I may see, newest first."""
        now = time.time()
        alive = [(tables.c.stage == stage) & (tables.c.touched > now - age) for stage, age in _ALIVE.items()]
        going = (
            select(tables.c.brief)
            .join(follows, follows.c.other == tables.c.host)
            .where(
                follows.c.person == person.id,
                follows.c.mutual.is_(True),
                or_(*alive),
                or_(tables.c.public.is_(True), tables.c.friends.is_(True)),
                tables.c.challenge.is_(None),
            )
        )
        newest = Order(tables.c.created, tables.c.id)
        async with self.store.read() as connection:
            return await repository.page(connection, going, newest, after, PAGE)


def _may_know(here: Here, bond: Relationship) -> bool:
    return here.shown == "everyone" or (here.shown == "friends" and bond.friends)

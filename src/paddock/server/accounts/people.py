"""People: guests and accounts, their names and settings."""

from __future__ import annotations

import time
import unicodedata
from collections.abc import Collection
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, Row, delete, insert, or_, select, update

from paddock.core.messages import LANGUAGES
from paddock.server.accounts.quota import charge, no_room
from paddock.server.errors import Refused, Taken
from paddock.server.settings import Limits
from paddock.server.storage.schema import (
    accuracy,
    admissions,
    answers,
    blocks,
    browsers,
    drivers,
    entries,
    faults,
    follows,
    invitations,
    mutes,
    people,
    presences,
    puzzle_answers,
    ratings,
    reports,
    seats,
    sessions,
    tracks,
    turns,
    wishes,
)
from paddock.server.storage.store import Store
from paddock.server.text import look, new_id, visible

NAME_LENGTH = 24
GONE = "—"
"""Replaces the name of a deleted person."""


class Person(Struct, frozen=True):
    """A guest or the owner of an account."""

    id: str
    name: str
    account: bool


def clean_name(name: str) -> str:
    """Return a name without extra spaces and invisible characters; refuses an empty or a long one."""
    text = unicodedata.normalize("NFKC", name)
    text = " ".join(visible(text).split())
    shown = any(unicodedata.category(c)[0] in "LNPS" for c in text)
    if not shown or len(text) > NAME_LENGTH:
        raise Refused("server.bad-name", most=NAME_LENGTH)
    return text


def name_key(name: str) -> str:
    """Return the key under which names that differ only in case are equal."""
    return name.casefold()


def account_key(name: str) -> str | None:
    """Return the key to look up an account by name; None for an invalid name."""
    try:
        return name_key(clean_name(name))
    except Refused:
        return None


class People:
    """Reads and writes people."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def new_guest(self, name: str) -> Person:
        """Create a guest; raises Taken if the name looks like an account's."""
        person = Person(new_id(12), clean_name(name), False)

        def job(connection: Connection) -> bool:
            if _worn(connection, person.name):
                return False
            _insert(connection, person, None)
            return True

        if not await self.store.write(job):
            raise Taken("server.name-taken", name=person.name)
        return person

    async def new_account(self, name: str, password: str, guest: Person | None) -> Person:
        """Create an account; raises Taken. A guest keeps their id."""
        person = Person(guest.id if guest is not None else new_id(12), clean_name(name), True)

        def job(connection: Connection) -> bool:
            if _worn(connection, person.name):
                return False
            if guest is None:
                _insert(connection, person, password)
            else:
                connection.execute(
                    update(people)
                    .where(people.c.id == guest.id)
                    .values(
                        name=person.name,
                        name_key=name_key(person.name),
                        look=look(person.name),
                        password=password,
                        created=time.time(),
                    )
                )
            return True

        if not await self.store.write(job):
            raise Taken("server.name-taken", name=person.name)
        return person

    async def rename(self, person: Person, name: str) -> Person:
        """Rename somebody; raises Taken if the name looks like another account's."""
        renamed = Person(person.id, clean_name(name), person.account)
        values: dict[str, Any] = {"name": renamed.name}
        if person.account:
            values |= {"name_key": name_key(renamed.name), "look": look(renamed.name)}

        def job(connection: Connection) -> bool:
            if _worn(connection, renamed.name, but=person):
                return False
            connection.execute(update(people).where(people.c.id == person.id).values(**values))
            return True

        if not await self.store.write(job):
            raise Taken("server.name-taken", name=renamed.name)
        return renamed

    async def is_admin(self, person: Person) -> bool:
        """Return whether somebody is an admin."""
        row = await self.find(person.id)
        return row is not None and bool(row.admin)

    async def check_free(self, name: str, person: Person) -> None:
        """Raise Taken if the name looks like somebody else's account."""
        async with self.store.read() as connection:
            if await connection.run_sync(_worn, name, person):
                raise Taken("server.name-taken", name=name)

    async def find(self, person: str) -> Row[Any] | None:
        """Return the row of a person; None if there is none or they are deleted."""
        async with self.store.read() as connection:
            rows = await connection.execute(
                select(people).where(people.c.id == person, people.c.gone.is_(False))
            )
            return rows.one_or_none()

    async def listed(self, ids: Collection[str]) -> list[Person]:
        """Return the people with these ids, without deleted ones."""
        async with self.store.read() as connection:
            rows = await connection.execute(
                select(people).where(people.c.id.in_(ids), people.c.gone.is_(False)).order_by(people.c.name)
            )
            return [person_of(row) for row in rows]

    async def names(self, ids: Collection[str]) -> dict[str, str]:
        """Return the names of these people by id, without deleted ones."""
        async with self.store.read() as connection:
            rows = await connection.execute(
                select(people.c.id, people.c.name).where(people.c.id.in_(ids), people.c.gone.is_(False))
            )
            return {row.id: row.name for row in rows}

    async def find_account(self, name: str) -> Row[Any] | None:
        """Return the row of the account with this name."""
        key = account_key(name)
        if key is None:
            return None
        async with self.store.read() as connection:
            rows = await connection.execute(select(people).where(people.c.name_key == key))
            return rows.one_or_none()

    async def charge(self, person: Person, size: int, limits: Limits) -> None:
        """Add bytes to what somebody stores (below 0: freed); raises TooMany above their quota."""
        most = limits.stored_bytes_per_person
        if not await self.store.write(lambda connection: charge(connection, person.id, size, most)):
            raise no_room(limits)

    async def language(self, person: str) -> str:
        """Return the language somebody chose, or English."""
        row = await self.find(person)
        kept: dict[str, Any] = msgspec.json.decode(row.settings) if row is not None else {}
        language = kept.get("language")
        return language if language in LANGUAGES else "en"

    async def settings(self, person: Person) -> dict[str, Any]:
        """Return the settings that the browser stored for a person."""
        row = await self.find(person.id)
        kept: dict[str, Any] = msgspec.json.decode(row.settings) if row is not None else {}
        return kept

    async def keep_settings(self, person: Person, settings: dict[str, Any]) -> None:
        """Store the browser's settings."""
        change = (
            update(people)
            .where(people.c.id == person.id)
            .values(settings=msgspec.json.encode(settings).decode())
        )
        await self.store.write(lambda connection: connection.execute(change).rowcount)

    async def forget(self, person: Person) -> None:
        """Delete somebody's name, sessions, tracks, relationships and results at once.

        Their seats and chat messages, which are no longer shown, are removed later by `Erasure`.
        """

        def job(connection: Connection) -> None:
            nothing = {"name_key": None, "look": None, "password": None, "settings": "{}", "admin": False}
            gone = update(people).where(people.c.id == person.id)
            connection.execute(gone.values(name=GONE, gone=True, **nothing))
            connection.execute(update(seats).where(seats.c.person == person.id).values(name=None))
            connection.execute(update(drivers).where(drivers.c.person == person.id).values(gone=True))
            for owned, column in (
                (sessions, sessions.c.person),
                (tracks, tracks.c.owner),
                (admissions, admissions.c.person),
                (entries, entries.c.person),
                (mutes, mutes.c.person),
                (mutes, mutes.c.muted),
                (follows, follows.c.person),
                (follows, follows.c.other),
                (blocks, blocks.c.person),
                (blocks, blocks.c.blocked),
                (invitations, invitations.c.person),
                (invitations, invitations.c.by),
                (presences, presences.c.person),
                (reports, reports.c.by),
                (reports, reports.c.about),
                (wishes, wishes.c.person),
                (browsers, browsers.c.person),
                (turns, turns.c.person),
                (ratings, ratings.c.person),
                (answers, answers.c.person),
                (puzzle_answers, puzzle_answers.c.person),
                (accuracy, accuracy.c.person),
                (faults, faults.c.person),
            ):
                connection.execute(delete(owned).where(column == person.id))

        await self.store.write(job)


def _worn(connection: Connection, name: str, but: Person | None = None) -> bool:
    """Return whether an account other than `but` has a name that looks like this one."""
    alike = select(people.c.id).where(or_(people.c.look == look(name), people.c.name_key == name_key(name)))
    others = alike.where(people.c.id != but.id) if but is not None else alike
    return connection.execute(others).first() is not None


def _insert(connection: Connection, person: Person, password: str | None) -> None:
    connection.execute(
        insert(people).values(
            id=person.id,
            name=person.name,
            name_key=name_key(person.name) if password is not None else None,
            look=look(person.name) if password is not None else None,
            password=password,
            settings="{}",
            created=time.time(),
            gone=False,
        )
    )


def person_of(row: Row[Any]) -> Person:
    """Return the person in a row of `people`."""
    return Person(row.id, row.name, row.password is not None)

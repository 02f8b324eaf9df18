"""People who may not come in for a while: accounts by their name, guests by where they come from."""

from __future__ import annotations

import math
import time

from msgspec import Struct
from sqlalchemy import Connection, delete, insert, or_, select

from paddock.server.errors import Forbidden, Refused, Unknown
from paddock.server.hosting import deeds
from paddock.server.people.people import People, Person, person_of
from paddock.server.people.sessions import Sessions
from paddock.server.storage.pages import Order, Page
from paddock.server.storage.schema import bans, people, sessions
from paddock.server.storage.store import Store
from paddock.server.wire.usher import Usher

_DAY = 86_400.0
_LISTED = 50


class Ban(Struct, frozen=True):
    """Somebody who may not come in, why, and until when."""

    person: Person
    reason: str
    at: float
    until: float


class Bans:
    """Keeps people out."""

    def __init__(self, store: Store, people: People, sessions: Sessions, usher: Usher) -> None:
        self.store = store
        self.people = people
        self.sessions = sessions
        self.usher = usher

    async def check(self, person: str, place: str, account: bool) -> None:
        """Refuse somebody who is banned, or a guest from where a banned guest came."""
        mine = bans.c.person == person
        theirs = or_(mine, bans.c.place == place) if not account and place else mine
        running = select(bans).where(theirs, bans.c.until > time.time()).order_by(bans.c.until.desc())
        async with self.store.read() as connection:
            row = (await connection.execute(running)).first()
        if row is not None:
            days = math.ceil((row.until - time.time()) / _DAY)
            raise Forbidden("server.banned", days=days, reason=row.reason)

    async def ban(self, admin: Person, other: str, days: int, reason: str) -> None:
        """Keep somebody out for some days; all their sessions end. Admins cannot be banned."""
        row = await self.people.find(other)
        if row is None:
            raise Unknown("server.no-person")
        if row.admin:
            raise Refused("server.ban-admin")
        places = await self.sessions.places(other) if row.password is None else []
        now = time.time()
        values = {"person": other, "place": places[0] if places else "", "reason": reason}

        def job(connection: Connection) -> None:
            connection.execute(delete(bans).where(bans.c.person == other))
            connection.execute(insert(bans).values(**values, at=now, until=now + days * _DAY))
            connection.execute(delete(sessions).where(sessions.c.person == other))
            deeds.note(connection, admin, "ban", other, f"{days}: {reason}")

        await self.store.write(job, other)
        await self.usher.send_away(person_of(row))

    async def lift(self, admin: Person, other: str) -> None:
        """Let somebody in again."""

        def job(connection: Connection) -> None:
            if connection.execute(delete(bans).where(bans.c.person == other)).rowcount:
                deeds.note(connection, admin, "lift-ban", other)

        await self.store.write(job, other)

    async def listed(self, after: str | None) -> Page[Ban]:
        """A page of the bans that hold, the newest first."""
        holding = (
            select(people, bans.c.reason, bans.c.at, bans.c.until)
            .join(bans, bans.c.person == people.c.id)
            .where(bans.c.until > time.time())
        )
        async with self.store.read() as connection:
            rows, more = await Order(bans.c.at, bans.c.person).read(connection, holding, after, _LISTED)
        return Page([Ban(person_of(row), row.reason, row.at, row.until) for row in rows], more)

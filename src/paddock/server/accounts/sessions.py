"""Sessions and known devices.

A signed cookie names a session, whose hash is stored in the database. A second cookie marks a device from
which somebody has signed in to an account before.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import secrets as random
import time
from typing import Any

from litestar.datastructures import Cookie
from sqlalchemy import Connection, bindparam, delete, insert, select

from paddock.server.accounts.people import Person, person_of
from paddock.server.storage.schema import people, sessions
from paddock.server.storage.store import Store, kept_secret

COOKIE = "paddock_session"
YEAR = 365 * 86_400
_WHO = (
    select(people)
    .join(sessions, sessions.c.person == people.c.id)
    .where(
        sessions.c.key == bindparam("token"),
        sessions.c.created > bindparam("since"),
        people.c.gone.is_(False),
    )
)


class Sessions:
    """Signs people in and out."""

    def __init__(self, store: Store, secure: bool) -> None:
        self.store = store
        self.secure = secure
        self.devices = Devices(secure)
        self._key = b""

    async def open(self) -> None:
        """Load the key that signs the cookies; the first process creates it."""
        self._key = self.devices.key = await kept_secret(self.store, "cookies")

    def place(self, address: str) -> str:
        """Return a keyed hash of a network address: it can be compared, but not reversed."""
        return hmac.new(self._key, f"place:{address}".encode(), hashlib.sha256).hexdigest()[:32]

    async def sign_in(self, person: Person, address: str) -> Cookie:
        """Start a session at a network address; returns its cookie."""
        token = random.token_urlsafe(32)
        row = self._row(token, person, address)
        await self.store.write(lambda connection: connection.execute(insert(sessions).values(**row)).rowcount)
        return self._cookie(f"{token}.{self._sign(token)}", YEAR)

    def _row(self, token: str, person: Person, address: str) -> dict[str, Any]:
        place = self.place(address)
        return {"key": _kept(token), "person": person.id, "created": time.time(), "place": place}

    async def turn_over(self, person: Person, address: str) -> Cookie:
        """Replace a person's sessions with a new one, so that guest cookies do not open the account."""
        token = random.token_urlsafe(32)
        row = self._row(token, person, address)

        def job(connection: Connection) -> None:
            connection.execute(delete(sessions).where(sessions.c.person == person.id))
            connection.execute(insert(sessions).values(**row))

        await self.store.write(job)
        return self._cookie(f"{token}.{self._sign(token)}", YEAR)

    async def who(self, cookie: str | None) -> Person | None:
        """Return the person of a cookie; None if it is forged, signed out or too old."""
        token, _, signature = (cookie or "").rpartition(".")
        if not token or not hmac.compare_digest(self._sign(token).encode(), signature.encode()):
            return None
        found = await self.store.rows(_WHO, token=_kept(token), since=time.time() - YEAR)
        return person_of(found[0]) if found else None

    async def places(self, person: str) -> list[str]:
        """Return the hashed network addresses of a person's sessions."""
        mine = select(sessions.c.place).where(sessions.c.person == person).distinct()
        async with self.store.read() as connection:
            return [place for place in (await connection.execute(mine)).scalars() if place]

    async def sign_out(self, cookie: str | None) -> Cookie:
        """End one session; returns the cookie that clears it."""
        ended = delete(sessions).where(sessions.c.key == session_of(cookie))
        await self.store.write(lambda connection: connection.execute(ended).rowcount)
        return self.cleared()

    async def sign_out_everywhere(self, person: Person) -> Cookie:
        """End all sessions of a person; returns the cookie that clears this one."""
        ended = delete(sessions).where(sessions.c.person == person.id)
        await self.store.write(lambda connection: connection.execute(ended).rowcount)
        return self.cleared()

    def cleared(self) -> Cookie:
        """Return a cookie that clears the session's."""
        return self._cookie("", 0)

    def _cookie(self, value: str, age: int) -> Cookie:
        return Cookie(
            COOKIE, path="/", value=value, max_age=age, httponly=True, samesite="lax", secure=self.secure
        )

    def _sign(self, token: str) -> str:
        return hmac.new(self._key, token.encode(), hashlib.sha256).hexdigest()


def session_of(cookie: str | None) -> str:
    """Return the stored hash of the session in a cookie; empty if there is none."""
    token = (cookie or "").rpartition(".")[0]
    return _kept(token) if token else ""


def _kept(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


DEVICE_COOKIE = "paddock_device"
_AGE = 2 * 365 * 86_400


class Devices:
    """Issues and recognises device cookies; nothing is stored on the server.

    A cookie is a random id, signed together with the account it was issued for.
    """

    def __init__(self, secure: bool) -> None:
        self.secure = secure
        self.key = b""

    def cookie(self, account: str) -> Cookie:
        """Return a cookie for a device that has just signed in to an account."""
        mark = secrets.token_urlsafe(12)
        value = f"{mark}.{self._sign(mark, account)}"
        return Cookie(
            DEVICE_COOKIE,
            path="/",
            value=value,
            max_age=_AGE,
            httponly=True,
            samesite="lax",
            secure=self.secure,
        )

    def known(self, cookie: str | None, account: str) -> str | None:
        """Return the id of a device that signed in to this account before; None for any other."""
        mark, _, signature = (cookie or "").rpartition(".")
        fits = hmac.compare_digest(self._sign(mark, account).encode(), signature.encode())
        return mark if mark and fits else None

    def _sign(self, mark: str, account: str) -> str:
        return hmac.new(self.key, f"device:{mark}:{account}".encode(), hashlib.sha256).hexdigest()

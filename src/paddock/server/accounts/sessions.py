"""Who is signed in: a signed cookie names a session that is kept, hashed, in the database."""

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
    """Signing in and out."""

    def __init__(self, store: Store, secure: bool) -> None:
        self.store = store
        self.secure = secure
        self.devices = Devices(secure)
        self._key = b""

    async def open(self) -> None:
        """Get the key that signs the cookies; the first process makes it."""
        self._key = self.devices.key = await kept_secret(self.store, "cookies")

    def place(self, address: str) -> str:
        """What is kept of a network address: enough to know it again, not to find it."""
        return hmac.new(self._key, f"place:{address}".encode(), hashlib.sha256).hexdigest()[:32]

    async def sign_in(self, person: Person, address: str) -> Cookie:
        """A new session of somebody at a network address; returns the cookie for it."""
        token = random.token_urlsafe(32)
        row = self._row(token, person, address)
        await self.store.write(lambda connection: connection.execute(insert(sessions).values(**row)).rowcount)
        return self._cookie(f"{token}.{self._sign(token)}", YEAR)

    def _row(self, token: str, person: Person, address: str) -> dict[str, Any]:
        place = self.place(address)
        return {"key": _kept(token), "person": person.id, "created": time.time(), "place": place}

    async def turn_over(self, person: Person, address: str) -> Cookie:
        """End all sessions of somebody and begin a new one: a guest's cookie opens no account."""
        token = random.token_urlsafe(32)
        row = self._row(token, person, address)

        def job(connection: Connection) -> None:
            connection.execute(delete(sessions).where(sessions.c.person == person.id))
            connection.execute(insert(sessions).values(**row))

        await self.store.write(job)
        return self._cookie(f"{token}.{self._sign(token)}", YEAR)

    async def who(self, cookie: str | None) -> Person | None:
        """Whoever a cookie belongs to; None if it is forged, signed out or too old."""
        token, _, signature = (cookie or "").rpartition(".")
        if not token or not hmac.compare_digest(self._sign(token).encode(), signature.encode()):
            return None
        found = await self.store.rows(_WHO, token=_kept(token), since=time.time() - YEAR)
        return person_of(found[0]) if found else None

    async def places(self, person: str) -> list[str]:
        """Where somebody is signed in."""
        mine = select(sessions.c.place).where(sessions.c.person == person).distinct()
        async with self.store.read() as connection:
            return [place for place in (await connection.execute(mine)).scalars() if place]

    async def sign_out(self, cookie: str | None) -> Cookie:
        """End one session; returns the cookie that clears it."""
        ended = delete(sessions).where(sessions.c.key == session_of(cookie))
        await self.store.write(lambda connection: connection.execute(ended).rowcount)
        return self.cleared()

    async def sign_out_everywhere(self, person: Person) -> Cookie:
        """End all sessions of a person."""
        ended = delete(sessions).where(sessions.c.person == person.id)
        await self.store.write(lambda connection: connection.execute(ended).rowcount)
        return self.cleared()

    def cleared(self) -> Cookie:
        """A cookie that takes the place of the session's."""
        return self._cookie("", 0)

    def _cookie(self, value: str, age: int) -> Cookie:
        return Cookie(
            COOKIE, path="/", value=value, max_age=age, httponly=True, samesite="lax", secure=self.secure
        )

    def _sign(self, token: str) -> str:
        return hmac.new(self._key, token.encode(), hashlib.sha256).hexdigest()


def session_of(cookie: str | None) -> str:
    """The session a cookie names, as it is kept, which does not give the cookie away; empty if none."""
    token = (cookie or "").rpartition(".")[0]
    return _kept(token) if token else ""


def _kept(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


DEVICE_COOKIE = "paddock_device"
_AGE = 2 * 365 * 86_400


class Devices:
    """Gives out and recognises the cookies of devices; nothing is kept.

    A cookie is a random mark, signed together with the account it was given for.
    """

    def __init__(self, secure: bool) -> None:
        self.secure = secure
        self.key = b""

    def cookie(self, account: str) -> Cookie:
        """A cookie for the device on which somebody has just signed in to an account."""
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
        """The mark of a device that was signed in to this account before; None for any other."""
        mark, _, signature = (cookie or "").rpartition(".")
        fits = hmac.compare_digest(self._sign(mark, account).encode(), signature.encode())
        return mark if mark and fits else None

    def _sign(self, mark: str, account: str) -> str:
        return hmac.new(self.key, f"device:{mark}:{account}".encode(), hashlib.sha256).hexdigest()

"""Notification preferences: by which ways and how often at most."""

from __future__ import annotations

import hashlib
import secrets
import time
from typing import Any, Literal

from msgspec import Struct
from sqlalchemy import Connection, Row, delete, func, insert, select, update

from paddock.server.accounts.people import Person
from paddock.server.errors import Forbidden, Refused, TooMany
from paddock.server.notifications.email import check_mail
from paddock.server.notifications.outgoing_requests import check_address
from paddock.server.notifications.web_push import read_point, unlettered
from paddock.server.storage.schema import browsers, people, wishes
from paddock.server.storage.store import Store

Form = Literal["json", "discord"]
MINUTES = 15
_BROWSERS = 10
_SECRET_BYTES = 16


class Browser(Struct, frozen=True):
    """A browser with a push subscription."""

    id: str
    endpoint: str
    point: bytes
    secret: bytes
    guest: bool = False
    """Whether its person is a guest."""


class Ways(Struct, frozen=True, kw_only=True):
    """The ways to notify a person, and the least minutes between two notifications."""

    minutes: int = MINUTES
    mail: str = ""
    unconfirmed: str = ""
    """An email address that waits for its confirmation code."""
    hook: str = ""
    form: Form = "json"
    browsers: int = 0


_NOTHING = {
    "minutes": MINUTES,
    "mail": "",
    "unconfirmed": "",
    "code": "",
    "hook": "",
    "form": "json",
    "called": 0.0,
}


class Wishes:
    """Reads and writes notification preferences."""

    def __init__(self, store: Store, own_network: bool) -> None:
        self.store = store
        self.own_network = own_network

    async def of(self, person: str) -> Ways:
        """Return a person's preferences; the default has no ways."""
        async with self.store.read() as connection:
            rows = await connection.execute(select(wishes).where(wishes.c.person == person))
            row = rows.one_or_none()
            count = select(func.count()).select_from(browsers).where(browsers.c.person == person)
            known = (await connection.execute(count)).scalar_one()
        if row is None:
            return Ways(browsers=known)
        return Ways(
            minutes=row.minutes,
            mail=row.mail,
            unconfirmed=row.unconfirmed,
            hook=row.hook,
            form=row.form,
            browsers=known,
        )

    async def choose(self, person: Person, minutes: int, hook: str, form: Form) -> None:
        """Set the least minutes between notifications, and a webhook or none."""
        if hook:
            check_account(person)
            check_address(hook, self.own_network)
        await self._change(person, minutes=minutes, hook=hook, form=form)

    async def ask_mail(self, person: Person, address: str) -> str:
        """Set an unconfirmed email address and return its confirmation code; an empty address removes it."""
        if not address:
            await self._change(person, mail="", unconfirmed="", code="")
            return ""
        check_account(person)
        check_mail(address)
        code = f"{secrets.randbelow(10**8):08d}"
        await self._change(person, unconfirmed=address, code=code)
        return code

    async def confirm_mail(self, person: Person, code: str) -> None:
        """Confirm an email address; raises Refused for a wrong code, which also cancels the attempt."""

        def job(connection: Connection) -> bool:
            row = connection.execute(select(wishes).where(wishes.c.person == person.id)).one_or_none()
            if row is None or not row.code:
                return False
            right = secrets.compare_digest(row.code, code)
            values = {"mail": row.unconfirmed} if right else {}
            change = update(wishes).where(wishes.c.person == person.id)
            connection.execute(change.values(unconfirmed="", code="", **values))
            return right

        if not await self.store.write(job, person.id):
            raise Refused("server.wrong-code")

    async def add_browser(self, person: Person, endpoint: str, point: str, secret: str) -> None:
        """Subscribe a browser for a person, replacing any other person there; raises TooMany."""
        check_address(endpoint, self.own_network)
        read_point(unlettered(point))
        if len(unlettered(secret)) != _SECRET_BYTES:
            raise Refused("server.bad-push")
        values = {
            "id": _browser_id(endpoint),
            "person": person.id,
            "endpoint": endpoint,
            "point": point,
            "secret": secret,
            "created": time.time(),
        }

        def job(connection: Connection) -> bool:
            connection.execute(delete(browsers).where(browsers.c.id == values["id"]))
            count = select(func.count()).select_from(browsers).where(browsers.c.person == person.id)
            if connection.execute(count).scalar_one() >= _BROWSERS:
                return False
            connection.execute(insert(browsers).values(**values))
            _ensure(connection, person.id)
            return True

        if not await self.store.write(job, person.id):
            raise TooMany("server.too-many-browsers")

    async def drop_browser(self, endpoint: str, person: Person | None = None) -> None:
        """Unsubscribe a browser."""
        drop = delete(browsers).where(browsers.c.id == _browser_id(endpoint))
        if person is not None:
            drop = drop.where(browsers.c.person == person.id)
        await self.store.write(lambda connection: connection.execute(drop).rowcount)

    async def browsers_of(self, person: str) -> list[Browser]:
        """Return the subscribed browsers of a person."""
        async with self.store.read() as connection:
            guest = people.c.password.is_(None).label("guest")
            theirs = select(browsers, guest).join(people, people.c.id == browsers.c.person)
            rows = await connection.execute(theirs.where(browsers.c.person == person))
            return [_browser(row) for row in rows]

    async def _change(self, person: Person, **values: Any) -> None:
        def job(connection: Connection) -> None:
            _ensure(connection, person.id)
            connection.execute(update(wishes).where(wishes.c.person == person.id).values(**values))

        await self.store.write(job, person.id)


def _ensure(connection: Connection, person: str) -> None:
    if connection.execute(select(wishes.c.person).where(wishes.c.person == person)).first() is None:
        connection.execute(insert(wishes).values(person=person, **_NOTHING))


def check_account(person: Person) -> None:
    """Raise Forbidden for guests: notifications use other servers, and new guests cost nothing to create."""
    if not person.account:
        raise Forbidden("server.accounts-only")


def _browser(row: Row[Any]) -> Browser:
    return Browser(row.id, row.endpoint, unlettered(row.point), unlettered(row.secret), row.guest)


def _browser_id(endpoint: str) -> str:
    return hashlib.sha256(endpoint.encode()).hexdigest()

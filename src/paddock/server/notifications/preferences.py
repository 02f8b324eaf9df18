"""How people want to be called: by which ways, how often at most."""

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
    """A browser that takes push messages."""

    id: str
    endpoint: str
    point: bytes
    secret: bytes
    guest: bool = False
    """Whether it is a guest's."""


class Ways(Struct, frozen=True, kw_only=True):
    """The ways by which somebody is called, and at most one call in so many minutes."""

    minutes: int = MINUTES
    mail: str = ""
    unconfirmed: str = ""
    """A mail address to which a code was sent that has not come back yet."""
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
    """Everyone's ways of being called."""

    def __init__(self, store: Store, own_network: bool) -> None:
        self.store = store
        self.own_network = own_network

    async def of(self, person: str) -> Ways:
        """How somebody is called; by no way where nothing was wished."""
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
        """Wish for a pace and for a webhook, or for none."""
        if hook:
            check_account(person)
            check_address(hook, self.own_network)
        await self._change(person, minutes=minutes, hook=hook, form=form)

    async def ask_mail(self, person: Person, address: str) -> str:
        """Note a mail address, or none; returns the code that proves it is one's own."""
        if not address:
            await self._change(person, mail="", unconfirmed="", code="")
            return ""
        check_account(person)
        check_mail(address)
        code = f"{secrets.randbelow(10**8):08d}"
        await self._change(person, unconfirmed=address, code=code)
        return code

    async def confirm_mail(self, person: Person, code: str) -> None:
        """Take a mail address whose code came back; a wrong code ends the try."""

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
        """Let a browser take push messages for somebody; it then takes nobody else's."""
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
        """Send no more push messages to a browser."""
        drop = delete(browsers).where(browsers.c.id == _browser_id(endpoint))
        if person is not None:
            drop = drop.where(browsers.c.person == person.id)
        await self.store.write(lambda connection: connection.execute(drop).rowcount)

    async def browsers_of(self, person: str) -> list[Browser]:
        """The browsers that take push messages for somebody."""
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
    """Refuse guests: mail, webhooks and trials cost others something, and a guest costs nothing to make."""
    if not person.account:
        raise Forbidden("server.accounts-only")


def _browser(row: Row[Any]) -> Browser:
    return Browser(row.id, row.endpoint, unlettered(row.point), unlettered(row.secret), row.guest)


def _browser_id(endpoint: str) -> str:
    return hashlib.sha256(endpoint.encode()).hexdigest()

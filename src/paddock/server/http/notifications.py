"""Tables that wait for somebody, and how they want to be called there."""

from __future__ import annotations

from typing import Annotated

from litestar import Router, get, post, put
from litestar.di import NamedDependency as Given
from litestar.params import JSONBody
from msgspec import Meta, Struct

from paddock.server.accounts.people import Person
from paddock.server.errors import NotNow, TooOften
from paddock.server.http.dependencies import Bookmark, Done, example
from paddock.server.notifications.delivery import Delivery
from paddock.server.notifications.notifier import Notifier
from paddock.server.notifications.outgoing_requests import Unreachable
from paddock.server.notifications.preferences import Form, Ways, Wishes
from paddock.server.rate_limits import Buckets
from paddock.server.storage.pagination import Page
from paddock.server.tables.lobby import Lobby
from paddock.server.tables.repository import Turn
from paddock.server.text import PLAIN


class CallWays(Struct):
    """How somebody is called, and what this server offers."""

    ways: Ways
    push_key: str
    """What a browser needs to take push messages from this server."""
    mail: bool
    """Whether this server sends letters."""


class CallRequest(Struct, forbid_unknown_fields=True):
    """At most one call in so many minutes, and a webhook or none."""

    minutes: Annotated[int, Meta(ge=1, le=7 * 24 * 60)] = 15
    hook: Annotated[str, Meta(max_length=500, pattern=PLAIN)] = ""
    form: Form = "json"


class MailRequest(Struct, forbid_unknown_fields=True):
    """A mail address, or none."""

    address: Annotated[str, Meta(max_length=254, pattern=PLAIN)]


class CodeRequest(Struct, forbid_unknown_fields=True):
    """The code from the letter."""

    code: Annotated[str, Meta(max_length=16, pattern=PLAIN)]


class BrowserRequest(Struct, forbid_unknown_fields=True):
    """What a browser's push subscription says."""

    endpoint: Annotated[str, Meta(max_length=1000, pattern=PLAIN)]
    point: Annotated[str, Meta(max_length=100, pattern=PLAIN)]
    secret: Annotated[str, Meta(max_length=40, pattern=PLAIN)]


class EndpointRequest(Struct, forbid_unknown_fields=True):
    """The address of a browser's push subscription."""

    endpoint: Annotated[str, Meta(max_length=1000, pattern=PLAIN)]


@get("/api/me/turns")
async def my_turns(lobby: Given[Lobby], person: Given[Person], after: Bookmark = None) -> Page[Turn]:
    """The tables that wait for your decision, the longest waiting first."""
    return await lobby.turns_of(person.id, after)


async def _ways(wishes: Wishes, delivery: Delivery, person: Person) -> CallWays:
    return CallWays(await wishes.of(person.id), delivery.push_key, delivery.mail_server is not None)


@get("/api/me/calls")
async def my_calls(wishes: Given[Wishes], delivery: Given[Delivery], person: Given[Person]) -> CallWays:
    """How you are called to tables that wait for you."""
    return await _ways(wishes, delivery, person)


@put("/api/me/calls")
async def choose(
    data: Annotated[CallRequest, example(minutes=30)],
    wishes: Given[Wishes],
    delivery: Given[Delivery],
    person: Given[Person],
) -> CallWays:
    """Choose how often at most, and a webhook (accounts only)."""
    await wishes.choose(person, data.minutes, data.hook, data.form)
    return await _ways(wishes, delivery, person)


@put("/api/me/calls/mail")
async def mail(
    data: Annotated[MailRequest, example(address="")],
    wishes: Given[Wishes],
    delivery: Given[Delivery],
    calls: Given[Notifier],
    letters: Given[Buckets],
    person: Given[Person],
) -> CallWays:
    """Give a mail address; a letter brings a code that proves it is yours. An empty one ends the letters."""
    if data.address:
        if delivery.mail_server is None:
            raise NotNow("server.no-mail")
        wait = letters.take(person.id)
        if wait:
            raise TooOften(wait)
    code = await wishes.ask_mail(person, data.address)
    if code:
        try:
            await calls.send_code(person, data.address, code)
        except Unreachable:
            raise NotNow("server.mail-failed") from None
    return await _ways(wishes, delivery, person)


@post("/api/me/calls/mail/code", status_code=200)
async def mail_code(
    data: Annotated[CodeRequest, example(code="12345678")],
    wishes: Given[Wishes],
    delivery: Given[Delivery],
    person: Given[Person],
) -> CallWays:
    """Prove a mail address by the code from the letter."""
    await wishes.confirm_mail(person, data.code.strip())
    return await _ways(wishes, delivery, person)


@put("/api/me/calls/browser")
async def add_browser(
    data: JSONBody[BrowserRequest], wishes: Given[Wishes], delivery: Given[Delivery], person: Given[Person]
) -> CallWays:
    """Let this browser take push messages for you."""
    await wishes.add_browser(person, data.endpoint, data.point, data.secret)
    return await _ways(wishes, delivery, person)


@post("/api/me/calls/browser/drop", status_code=200)
async def drop_browser(
    data: Annotated[EndpointRequest, example(endpoint="https://push.example/1")],
    wishes: Given[Wishes],
    delivery: Given[Delivery],
    person: Given[Person],
) -> CallWays:
    """Send no more push messages to a browser of yours."""
    await wishes.drop_browser(data.endpoint, person)
    return await _ways(wishes, delivery, person)


@post("/api/me/calls/try", status_code=200)
async def try_out(calls: Given[Notifier], letters: Given[Buckets], person: Given[Person]) -> Done:
    """Have a call sent by all your ways at once, to see that they lead to you."""
    wait = letters.take(person.id)
    if wait:
        raise TooOften(wait)
    if not await calls.greet(person):
        raise NotNow("server.no-call")
    return Done()


router = Router(
    "/",
    route_handlers=[my_turns, my_calls, choose, mail, mail_code, add_browser, drop_browser, try_out],
    tags=["calls"],
)

"""Routes for tables that wait for somebody, and for notification preferences."""

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
    """How somebody is notified, and what this server offers."""

    ways: Ways
    push_key: str
    """The key a browser needs to subscribe to push messages from this server."""
    mail: bool
    """Whether this server sends email."""


class CallRequest(Struct, forbid_unknown_fields=True):
    """The least minutes between two notifications, and a webhook or none."""

    minutes: Annotated[int, Meta(ge=1, le=7 * 24 * 60)] = 15
    hook: Annotated[str, Meta(max_length=500, pattern=PLAIN)] = ""
    form: Form = "json"


class MailRequest(Struct, forbid_unknown_fields=True):
    """An email address; empty for none."""

    address: Annotated[str, Meta(max_length=254, pattern=PLAIN)]


class CodeRequest(Struct, forbid_unknown_fields=True):
    """The code from the email."""

    code: Annotated[str, Meta(max_length=16, pattern=PLAIN)]


class BrowserRequest(Struct, forbid_unknown_fields=True):
    """A browser's push subscription."""

    endpoint: Annotated[str, Meta(max_length=1000, pattern=PLAIN)]
    point: Annotated[str, Meta(max_length=100, pattern=PLAIN)]
    secret: Annotated[str, Meta(max_length=40, pattern=PLAIN)]


class EndpointRequest(Struct, forbid_unknown_fields=True):
    """The endpoint of a browser's push subscription."""

    endpoint: Annotated[str, Meta(max_length=1000, pattern=PLAIN)]


@get("/api/me/turns")
async def my_turns(lobby: Given[Lobby], person: Given[Person], after: Bookmark = None) -> Page[Turn]:
    """List the tables that wait for your decision, longest waiting first."""
    return await lobby.turns_of(person.id, after)


async def _ways(wishes: Wishes, delivery: Delivery, person: Person) -> CallWays:
    return CallWays(await wishes.of(person.id), delivery.push_key, delivery.mail_server is not None)


@get("/api/me/calls")
async def my_calls(wishes: Given[Wishes], delivery: Given[Delivery], person: Given[Person]) -> CallWays:
    """Return how you are notified of tables that wait for you."""
    return await _ways(wishes, delivery, person)


@put("/api/me/calls")
async def choose(
    data: Annotated[CallRequest, example(minutes=30)],
    wishes: Given[Wishes],
    delivery: Given[Delivery],
    person: Given[Person],
) -> CallWays:
    """Choose how often you are notified at most, and a webhook (accounts only)."""
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
    """Set an email address and send a code there that proves it is yours; an empty one stops emails."""
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
    """Confirm an email address with the code from the email."""
    await wishes.confirm_mail(person, data.code.strip())
    return await _ways(wishes, delivery, person)


@put("/api/me/calls/browser")
async def add_browser(
    data: JSONBody[BrowserRequest], wishes: Given[Wishes], delivery: Given[Delivery], person: Given[Person]
) -> CallWays:
    """Subscribe this browser to push messages for you."""
    await wishes.add_browser(person, data.endpoint, data.point, data.secret)
    return await _ways(wishes, delivery, person)


@post("/api/me/calls/browser/drop", status_code=200)
async def drop_browser(
    data: Annotated[EndpointRequest, example(endpoint="https://push.example/1")],
    wishes: Given[Wishes],
    delivery: Given[Delivery],
    person: Given[Person],
) -> CallWays:
    """Unsubscribe one of your browsers from push messages."""
    await wishes.drop_browser(data.endpoint, person)
    return await _ways(wishes, delivery, person)


@post("/api/me/calls/try", status_code=200)
async def try_out(calls: Given[Notifier], letters: Given[Buckets], person: Given[Person]) -> Done:
    """Send a test notification by all your ways at once."""
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

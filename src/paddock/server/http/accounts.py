"""Routes for guests, accounts, settings and mutes."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Request, Response, Router, delete, get, post, put
from litestar.di import NamedDependency as Given
from litestar.params import JSONBody, Parameter
from msgspec import Meta, Struct
from sqlalchemy import Row

from paddock.server.accounts.login_throttle import LoginThrottle
from paddock.server.accounts.passwords import fits, hash_password
from paddock.server.accounts.people import People, Person, account_key, name_key, person_of
from paddock.server.accounts.presence import Shown
from paddock.server.accounts.relationships import Mutes
from paddock.server.accounts.sessions import COOKIE, DEVICE_COOKIE, Sessions, session_of
from paddock.server.admin.moderation import Bans
from paddock.server.errors import Forbidden, NotNow, Refused, TooLarge, Unknown
from paddock.server.http.dependencies import Bookmark, Done, address, example, use_up
from paddock.server.rate_limits import Buckets
from paddock.server.records.table_record import TableBrief
from paddock.server.storage.pagination import Page
from paddock.server.tables.erasure import Erasure, Names
from paddock.server.tables.lobby import Lobby
from paddock.server.text import PLAIN
from paddock.server.wire.disconnects import Disconnects

Password = Annotated[str, Meta(max_length=200)]
_SETTINGS_BYTES = 4096
_PASSWORD_LENGTH = 8


class GuestRequest(Struct, forbid_unknown_fields=True):
    """The name of a guest."""

    name: Annotated[str, Meta(min_length=1, max_length=100, examples=["Ada"])]


class Credentials(Struct, forbid_unknown_fields=True):
    """The name and password of an account."""

    name: Annotated[str, Meta(min_length=1, max_length=100, pattern=PLAIN, examples=["Lovelace"])]
    password: Annotated[str, Meta(max_length=200, examples=["correct horse"])]


class DeleteRequest(Struct, forbid_unknown_fields=True):
    """The account's password; guests leave it empty."""

    password: Password = ""


class Me(Struct):
    """The person who is signed in, if any, and the browser's settings."""

    person: Person | None
    settings: dict[str, Any]
    admin: bool = False
    shown: Shown = "friends"
    """Who may see whether this person is online."""


@get("/api/me")
async def me(people: Given[People], visitor: Given[Person | None]) -> Me:
    """Return the person who is signed in."""
    row = await people.find(visitor.id) if visitor is not None else None
    return _me(row) if row is not None else Me(None, {})


def _me(row: Row[Any]) -> Me:
    return Me(person_of(row), msgspec.json.decode(row.settings), bool(row.admin), row.shown)


@post("/api/guest", status_code=200)
async def guest(
    data: Annotated[GuestRequest, example(name="Ada")],
    request: Request[Any, Any, Any],
    guests: Given[Buckets],
    people: Given[People],
    sessions: Given[Sessions],
    bans: Given[Bans],
) -> Response[Me]:
    """Sign in as a guest."""
    use_up(guests, address(request))
    await bans.check("", sessions.place(address(request)), account=False)
    person = await people.new_guest(data.name)
    return Response(Me(person, {}), cookies=[await sessions.sign_in(person, address(request))])


@post("/api/account", status_code=200)
async def account(
    data: Annotated[Credentials, example(name="Lovelace", password="correct horse")],
    request: Request[Any, Any, Any],
    login_throttle: Given[LoginThrottle],
    guests: Given[Buckets],
    people: Given[People],
    names: Given[Names],
    sessions: Given[Sessions],
    disconnects: Given[Disconnects],
    bans: Given[Bans],
    visitor: Given[Person | None],
) -> Response[Me]:
    """Create an account, from the current guest if there is one."""
    login_throttle.check(address(request))
    if visitor is not None and visitor.account:
        raise NotNow("server.has-account")
    if len(data.password) < _PASSWORD_LENGTH:
        raise Refused("server.short-password", least=_PASSWORD_LENGTH)
    await bans.check("", sessions.place(address(request)), account=False)
    # The current guest already counted against the limit for new people.
    if visitor is None:
        use_up(guests, address(request))
    person = await people.new_account(data.name, await hash_password(data.password), visitor)
    if visitor is not None:
        await names.tell(person.id, person.name)
    settings = await people.settings(person)
    cookie = await sessions.turn_over(person, address(request))
    if visitor is not None:
        await disconnects.let_come_again(person)
    return Response(Me(person, settings), cookies=[cookie, sessions.devices.cookie(name_key(person.name))])


@post("/api/sign-in", status_code=200)
async def sign_in(
    data: Annotated[Credentials, example(name="Lovelace", password="correct horse")],
    request: Request[Any, Any, Any],
    sessions: Given[Sessions],
    login_throttle: Given[LoginThrottle],
    people: Given[People],
    bans: Given[Bans],
) -> Response[Me]:
    """Sign in to an account."""
    name = account_key(data.name) or ""
    device = sessions.devices.known(request.cookies.get(DEVICE_COOKIE), name)
    await login_throttle.slow_down(address(request), name, device)
    row = await people.find_account(data.name)
    if not await fits(data.password, row.password if row is not None else None) or row is None:
        login_throttle.wrong(name)
        raise Forbidden("server.wrong-password")
    person = person_of(row)
    await bans.check(person.id, "", account=True)
    cookies = [await sessions.sign_in(person, address(request)), sessions.devices.cookie(name)]
    return Response(_me(row), cookies=cookies)


@post("/api/sign-out", status_code=200)
async def sign_out(
    request: Request[Any, Any, Any], sessions: Given[Sessions], disconnects: Given[Disconnects]
) -> Response[Done]:
    """End this session and close its sockets."""
    cookie = request.cookies.get(COOKIE)
    cleared = await sessions.sign_out(cookie)
    await disconnects.close_session(session_of(cookie))
    return Response(Done(), cookies=[cleared])


@post("/api/sign-out-everywhere", status_code=200)
async def sign_out_everywhere(
    sessions: Given[Sessions], disconnects: Given[Disconnects], person: Given[Person]
) -> Response[Done]:
    """End all sessions of the person and close all their sockets."""
    cookie = await sessions.sign_out_everywhere(person)
    await disconnects.send_away(person)
    return Response(Done(), cookies=[cookie])


@post("/api/account/delete", status_code=200)
async def delete_account(
    data: Annotated[DeleteRequest, example(password="correct horse")],
    request: Request[Any, Any, Any],
    login_throttle: Given[LoginThrottle],
    people: Given[People],
    disconnects: Given[Disconnects],
    erasure: Given[Erasure],
    sessions: Given[Sessions],
    person: Given[Person],
) -> Response[Done]:
    """Delete the person who is signed in."""
    login_throttle.check(address(request))
    row = await people.find(person.id)
    if row is not None and row.password is not None and not await fits(data.password, row.password):
        raise Forbidden("server.wrong-password")
    await erasure.forget(person)
    await disconnects.send_away(person)
    return Response(Done(), cookies=[sessions.cleared()])


@put("/api/me/name")
async def rename(
    data: Annotated[GuestRequest, example(name="Ada L.")],
    guests: Given[Buckets],
    people: Given[People],
    names: Given[Names],
    person: Given[Person],
) -> Me:
    """Rename a guest."""
    if person.account:
        raise NotNow("server.has-account")
    use_up(guests, f"name:{person.id}")
    renamed = await people.rename(person, data.name)
    await names.tell(person.id, renamed.name)
    return Me(renamed, await people.settings(person))


@put("/api/me/settings")
async def settings(data: JSONBody[dict[str, Any]], people: Given[People], person: Given[Person]) -> Me:
    """Store the browser's settings."""
    if len(msgspec.json.encode(data)) > _SETTINGS_BYTES:
        raise TooLarge("server.too-large")
    await people.keep_settings(person, data)
    return Me(person, data)


@get("/api/me/tables")
async def my_tables(lobby: Given[Lobby], person: Given[Person], after: Bookmark = None) -> Page[TableBrief]:
    """List the open and running tables where you have a seat or are the host, newest first."""
    return await lobby.tables_of(person.id, after)


@get("/api/me/mutes")
async def muted(mutes: Given[Mutes], person: Given[Person], after: Bookmark = None) -> Page[Person]:
    """List the people you have muted."""
    return await mutes.listed(person, after)


OtherPerson = Annotated[str, Parameter(max_length=16)]


@put("/api/me/mutes/{other:str}")
async def mute(other: OtherPerson, people: Given[People], mutes: Given[Mutes], person: Given[Person]) -> Done:
    """Mute somebody's chat."""
    if await people.find(other) is None:
        raise Unknown("server.no-person")
    await mutes.mute(person, other, True)
    return Done()


@delete("/api/me/mutes/{other:str}", status_code=200)
async def unmute(other: OtherPerson, mutes: Given[Mutes], person: Given[Person]) -> Done:
    """Unmute somebody."""
    await mutes.mute(person, other, False)
    return Done()


router = Router(
    "/",
    route_handlers=[
        me,
        guest,
        account,
        sign_in,
        sign_out,
        sign_out_everywhere,
        delete_account,
        rename,
        settings,
        my_tables,
        muted,
        mute,
        unmute,
    ],
    tags=["people"],
)

"""Guests, accounts, settings, mutes."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Request, Response, Router, delete, get, post, put
from litestar.params import Parameter
from msgspec import Meta, Struct

from paddock.server.errors import Forbidden, NotNow, Refused, TooLarge, TooOften, Unknown
from paddock.server.house import House
from paddock.server.people.devices import COOKIE as DEVICE
from paddock.server.people.passwords import fits, hash_password
from paddock.server.people.people import Person, account_key, name_key, person_of
from paddock.server.people.sessions import COOKIE, session_of
from paddock.server.plain import PLAIN
from paddock.server.routes.common import Done, address, example
from paddock.server.sheets.sheet import TableBrief

Password = Annotated[str, Meta(max_length=200)]
_SETTINGS_BYTES = 4096
_PASSWORD_LENGTH = 8


class GuestRequest(Struct, forbid_unknown_fields=True):
    """A name is enough."""

    name: Annotated[str, Meta(min_length=1, max_length=100, examples=["Ada"])]


class Credentials(Struct, forbid_unknown_fields=True):
    """The name and password of an account."""

    name: Annotated[str, Meta(min_length=1, max_length=100, pattern=PLAIN, examples=["Lovelace"])]
    password: Annotated[str, Meta(max_length=200, examples=["correct horse"])]


class DeleteRequest(Struct, forbid_unknown_fields=True):
    """The password once more; guests have none."""

    password: Password = ""


class Me(Struct):
    """Who is signed in, if anyone, and the browser's settings."""

    person: Person | None
    settings: dict[str, Any]


@get("/api/me")
async def me(house: House, visitor: Person | None) -> Me:
    """Who is signed in."""
    return Me(visitor, await house.people.settings(visitor) if visitor is not None else {})


@post("/api/guest", status_code=200)
async def guest(
    data: Annotated[GuestRequest, example(name="Ada")], request: Request[Any, Any, Any], house: House
) -> Response[Me]:
    """Come in as a guest."""
    wait = house.guests.take(address(request))
    if wait:
        raise TooOften(wait)
    person = await house.people.new_guest(data.name)
    return Response(Me(person, {}), cookies=[await house.sessions.sign_in(person)])


@post("/api/account", status_code=200)
async def account(
    data: Annotated[Credentials, example(name="Lovelace", password="correct horse")],
    request: Request[Any, Any, Any],
    house: House,
    visitor: Person | None,
) -> Response[Me]:
    """Make an account, out of the guest who is signed in if there is one."""
    house.guesses.check(address(request))
    if visitor is not None and visitor.account:
        raise NotNow("server.has-account")
    if len(data.password) < _PASSWORD_LENGTH:
        raise Refused("server.short-password", least=_PASSWORD_LENGTH)
    person = await house.people.new_account(data.name, await hash_password(data.password), visitor)
    if visitor is not None:
        await house.names.rename_seats(visitor, person.name)
    settings = await house.people.settings(person)
    cookie = await house.sessions.turn_over(person)
    if visitor is not None:
        await house.turn_over(person)
    return Response(
        Me(person, settings), cookies=[cookie, house.sessions.devices.cookie(name_key(person.name))]
    )


@post("/api/sign-in", status_code=200)
async def sign_in(
    data: Annotated[Credentials, example(name="Lovelace", password="correct horse")],
    request: Request[Any, Any, Any],
    house: House,
) -> Response[Me]:
    """Sign in to an account."""
    name = account_key(data.name) or ""
    device = house.sessions.devices.known(request.cookies.get(DEVICE), name)
    await house.guesses.slow_down(address(request), name, device)
    row = await house.people.find_account(data.name)
    if not await fits(data.password, row.password if row is not None else None) or row is None:
        house.guesses.wrong(name)
        raise Forbidden("server.wrong-password")
    person = person_of(row)
    settings: dict[str, Any] = msgspec.json.decode(row.settings)
    cookies = [await house.sessions.sign_in(person), house.sessions.devices.cookie(name)]
    return Response(Me(person, settings), cookies=cookies)


@post("/api/sign-out", status_code=200)
async def sign_out(request: Request[Any, Any, Any], house: House) -> Response[Done]:
    """End this session; its sockets are closed."""
    cookie = request.cookies.get(COOKIE)
    cleared = await house.sessions.sign_out(cookie)
    await house.close_session(session_of(cookie))
    return Response(Done(), cookies=[cleared])


@post("/api/sign-out-everywhere", status_code=200)
async def sign_out_everywhere(house: House, person: Person) -> Response[Done]:
    """End all sessions of the person; all their sockets are closed."""
    cookie = await house.sessions.sign_out_everywhere(person)
    await house.send_away(person)
    return Response(Done(), cookies=[cookie])


@post("/api/account/delete", status_code=200)
async def delete_account(
    data: Annotated[DeleteRequest, example(password="correct horse")],
    request: Request[Any, Any, Any],
    house: House,
    person: Person,
) -> Response[Done]:
    """Delete the person who is signed in."""
    house.guesses.check(address(request))
    row = await house.people.find(person.id)
    if row is not None and row.password is not None and not await fits(data.password, row.password):
        raise Forbidden("server.wrong-password")
    await house.forget(person)
    return Response(Done(), cookies=[house.sessions.cleared()])


@put("/api/me/name")
async def rename(data: Annotated[GuestRequest, example(name="Ada L.")], house: House, person: Person) -> Me:
    """Give a guest another name."""
    if person.account:
        raise NotNow("server.has-account")
    wait = house.guests.take(f"name:{person.id}")
    if wait:
        raise TooOften(wait)
    renamed = await house.people.rename(person, data.name)
    await house.names.rename_seats(person, renamed.name)
    return Me(renamed, await house.people.settings(person))


@put("/api/me/settings")
async def settings(data: dict[str, Any], house: House, person: Person) -> Me:
    """Keep the browser's settings."""
    if len(msgspec.json.encode(data)) > _SETTINGS_BYTES:
        raise TooLarge("server.too-large")
    await house.people.keep_settings(person, data)
    return Me(person, data)


@get("/api/me/tables")
async def my_tables(house: House, person: Person) -> list[TableBrief]:
    """The tables somebody sits at, open and running ones first."""
    return await house.lobby.tables_of(person.id)


@get("/api/me/mutes")
async def muted(house: House, person: Person) -> list[Person]:
    """The people whose chat you do not get."""
    return await house.mutes.listed(person)


OtherPerson = Annotated[str, Parameter(max_length=16)]


@put("/api/me/mutes/{other:str}")
async def mute(other: OtherPerson, house: House, person: Person) -> Done:
    """Mute somebody."""
    if await house.people.find(other) is None:
        raise Unknown("server.no-person")
    await house.mute(person, other, True)
    return Done()


@delete("/api/me/mutes/{other:str}", status_code=200)
async def unmute(other: OtherPerson, house: House, person: Person) -> Done:
    """Hear somebody again."""
    await house.mute(person, other, False)
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

"""Routes for entering a table: invite, admit, kick, let back in."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Request, Router, get, post
from litestar.di import NamedDependency as Given
from msgspec import Meta, Struct

from paddock.server.accounts.people import People, Person
from paddock.server.accounts.sessions import Sessions
from paddock.server.errors import Forbidden
from paddock.server.http.dependencies import Done, address, example
from paddock.server.http.tables import SeatRequest, TableId
from paddock.server.notifications.invitations import Invitations, InvitedTo, card_of
from paddock.server.records.table_record import Seat, TableInfo
from paddock.server.tables import seating
from paddock.server.tables.access import Access
from paddock.server.tables.registry import TableRegistry


class PersonRequest(Struct, forbid_unknown_fields=True):
    """The person a request is about."""

    person: Annotated[str, Meta(max_length=16)]


class Invitation(Struct, forbid_unknown_fields=True):
    """The parts of an invitation link."""

    invitation: Annotated[str, Meta(max_length=64)]
    """The secret that admits; empty if the person was invited by name."""
    card: Annotated[str, Meta(max_length=64)] = ""
    """Proves the link: shows who invites to which game, but does not admit."""


@get("/api/tables/{table:str}/invitation")
async def invitation(table: TableId, registry: Given[TableRegistry], person: Given[Person]) -> Invitation:
    """Return the parts of the invitation link; players only."""
    found = await registry.seen(table, person)
    if found.sheet.host != person.id and not found.sheet.seats_of(person.id):
        raise Forbidden("server.players-only")
    return Invitation(found.invitation, card_of(found.invitation))


@post("/api/tables/{table:str}/invited", status_code=200)
async def invited(
    table: TableId,
    data: Annotated[Invitation, example(invitation="Zk3…")],
    registry: Given[TableRegistry],
    invitations: Given[Invitations],
    visitor: Given[Person | None],
) -> InvitedTo:
    """Return who invites to which table, before you enter."""
    found = await registry.table(table)
    await registry.catch_up(found)
    return await invitations.look(found, visitor, data.invitation)


@post("/api/tables/{table:str}/invite", status_code=200)
async def invite(
    table: TableId,
    data: Annotated[PersonRequest, example(person="k3v9x0q2m7ab")],
    registry: Given[TableRegistry],
    invitations: Given[Invitations],
    person: Given[Person],
) -> Done:
    """Invite one of your followers to an open table; they are notified by the ways they chose."""
    await invitations.invite(await registry.seen(table, person), person, data.person)
    return Done()


@post("/api/tables/{table:str}/admit", status_code=200)
async def admit(
    table: TableId,
    data: Annotated[Invitation, example(invitation="Zk3…")],
    request: Request[Any, Any, Any],
    registry: Given[TableRegistry],
    access: Given[Access],
    sessions: Given[Sessions],
    person: Given[Person],
) -> TableInfo:
    """Enter a table with an invitation."""
    found = await registry.table(table)
    seating.check_place(found.sheet, person, sessions.place(address(request)))
    await access.admit(found, person, data.invitation)
    return found.info


@post("/api/tables/{table:str}/kick", status_code=200)
async def kick(
    table: TableId,
    data: Annotated[SeatRequest, example(seat=2)],
    registry: Given[TableRegistry],
    people: Given[People],
    sessions: Given[Sessions],
    person: Given[Person],
) -> TableInfo:
    """Remove somebody before the start; they stay out until the host lets them back.

    A guest cannot return under another name from the same network either, unless it is your network too.
    """
    found = await registry.seen(table, person)
    seat = found.sheet.seats[data.seat] if data.seat < len(found.sheet.seats) else Seat()
    away = await people.find(seat.person) if seat.person is not None else None
    places = []
    if away is not None and away.password is None:
        mine = await sessions.places(person.id)
        places = [place for place in await sessions.places(away.id) if place not in mine]
    return await found.alter(lambda sheet: seating.kick(sheet, person, data.seat, places))


@get("/api/tables/{table:str}/sent-away")
async def sent_away(
    table: TableId, registry: Given[TableRegistry], people: Given[People], person: Given[Person]
) -> list[Person]:
    """List who was removed; host only."""
    found = await registry.seen(table, person)
    seating.check_host(found.sheet, person)
    return await people.listed(found.sheet.barred)


@post("/api/tables/{table:str}/let-back", status_code=200)
async def let_back(
    table: TableId,
    data: Annotated[PersonRequest, example(person="k3v9x0q2m7ab")],
    registry: Given[TableRegistry],
    person: Given[Person],
) -> TableInfo:
    """Let somebody back who was removed."""
    found = await registry.seen(table, person)
    return await found.alter(lambda sheet: seating.let_back(sheet, person, data.person))


router = Router(
    "/",
    route_handlers=[
        invitation,
        invited,
        invite,
        admit,
        kick,
        sent_away,
        let_back,
    ],
    tags=["tables"],
)

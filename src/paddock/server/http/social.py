"""Routes for friends, follows, blocks, presence, recent opponents and invitations."""

from __future__ import annotations

from typing import Annotated

from litestar import Router, delete, get, put
from litestar.di import NamedDependency as Given
from litestar.params import FromPath, Parameter
from msgspec import Struct

from paddock.server.accounts.people import People, Person, person_of
from paddock.server.accounts.presence import Presences, Shown
from paddock.server.accounts.relationships import Blocks, Follows, Kind
from paddock.server.errors import Refused, Unknown
from paddock.server.http.accounts import OtherPerson
from paddock.server.http.dependencies import Bookmark, Done, example
from paddock.server.http.tables import TableId
from paddock.server.notifications.invitations import Invitations, InvitedTo
from paddock.server.records.table_record import TableBrief
from paddock.server.storage.pagination import Page
from paddock.server.tables.registry import TableRegistry
from paddock.server.tables.seating import clear_away
from paddock.server.tables.social import Acquaintance, Social


class ShownRequest(Struct, forbid_unknown_fields=True):
    """Who may see whether you are online."""

    shown: Shown


@get("/api/me/people/{kind:str}")
async def listed(
    kind: FromPath[Kind], social: Given[Social], person: Given[Person], after: Bookmark = None
) -> Page[Acquaintance]:
    """List your friends, those you follow, your followers or those you have blocked; newest first."""
    return await social.listed(person, kind, after)


@get("/api/me/friends/here")
async def friends_here(
    social: Given[Social], person: Given[Person], after: Bookmark = None
) -> Page[Acquaintance]:
    """List your friends who are online, with the tables they have open."""
    return await social.here(person, after)


@get("/api/me/friends/tables")
async def friends_tables(
    social: Given[Social], person: Given[Person], after: Bookmark = None
) -> Page[TableBrief]:
    """List your friends' tables that wait for players or can be watched."""
    return await social.tables(person, after)


@get("/api/me/opponents")
async def opponents(
    social: Given[Social], person: Given[Person], after: Bookmark = None
) -> Page[Acquaintance]:
    """List the people you played with lately, newest first."""
    return await social.recent(person, after)


@get("/api/people")
async def find_people(
    social: Given[Social],
    visitor: Given[Person | None],
    name: Annotated[str, Parameter(min_length=1, max_length=100)],
    after: Bookmark = None,
) -> Page[Acquaintance]:
    """List accounts whose names start with a prefix."""
    return await social.found(visitor, name, after)


@get("/api/me/bonds/{other:str}")
async def one_bond(
    other: OtherPerson, social: Given[Social], people: Given[People], person: Given[Person]
) -> Acquaintance:
    """Return your relationship to somebody, and what they do now if you may see it."""
    row = await people.find(other)
    if row is None:
        raise Unknown("server.no-person")
    (known,) = await social.known(person, [person_of(row)])
    return known


@put("/api/me/follows/{other:str}")
async def follow(other: OtherPerson, relationships: Given[Follows], person: Given[Person]) -> Done:
    """Follow an account; two who follow each other are friends."""
    await relationships.follow(person, other)
    return Done()


@delete("/api/me/follows/{other:str}", status_code=200)
async def unfollow(other: OtherPerson, relationships: Given[Follows], person: Given[Person]) -> Done:
    """Unfollow somebody."""
    await relationships.unfollow(person, other)
    return Done()


@put("/api/me/blocks/{other:str}")
async def block(
    other: OtherPerson,
    people: Given[People],
    blocks: Given[Blocks],
    registry: Given[TableRegistry],
    person: Given[Person],
) -> Done:
    """Block somebody: no chat, no invitations, no seat at your tables, and neither sees the other online."""
    if other == person.id:
        raise Refused("server.block-yourself")
    if await people.find(other) is None:
        raise Unknown("server.no-person")
    await blocks.block(person, other, True)
    for found in await registry.open_tables(person.id, other):
        table = await registry.table(found)
        await table.alter(lambda sheet: clear_away(sheet, other) if sheet.stage == "open" else None)
    return Done()


@delete("/api/me/blocks/{other:str}", status_code=200)
async def unblock(other: OtherPerson, blocks: Given[Blocks], person: Given[Person]) -> Done:
    """Unblock somebody."""
    await blocks.block(person, other, False)
    return Done()


@put("/api/me/shown")
async def show(
    data: Annotated[ShownRequest, example(shown="friends")],
    presences: Given[Presences],
    person: Given[Person],
) -> Done:
    """Choose who may see whether you are online: everyone, your friends or nobody."""
    await presences.show(person, data.shown)
    return Done()


@get("/api/me/invitations")
async def my_invitations(
    invitations: Given[Invitations], person: Given[Person], after: Bookmark = None
) -> Page[InvitedTo]:
    """List the open tables you are invited to, newest first."""
    return await invitations.listed(person, after)


@delete("/api/me/invitations/{table:str}", status_code=200)
async def decline(table: TableId, invitations: Given[Invitations], person: Given[Person]) -> Done:
    """Decline an invitation."""
    await invitations.settle(table, person)
    return Done()


router = Router(
    "/",
    route_handlers=[
        listed,
        friends_here,
        friends_tables,
        opponents,
        find_people,
        one_bond,
        follow,
        unfollow,
        block,
        unblock,
        show,
        my_invitations,
        decline,
    ],
    tags=["company"],
)

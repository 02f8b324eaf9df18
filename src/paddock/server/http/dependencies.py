"""Dependencies and helpers that all routes share."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar.connection import ASGIConnection
from litestar.di import NamedDependency as Given
from litestar.openapi.spec import Example
from litestar.params import Body, BodyKwarg, Parameter
from msgspec import Struct

from paddock.server.accounts.people import People, Person
from paddock.server.accounts.presence import Presences
from paddock.server.accounts.sessions import COOKIE, Sessions
from paddock.server.errors import Forbidden, NotSignedIn, TooOften
from paddock.server.rate_limits import Buckets

Bookmark = Annotated[str | None, Parameter(max_length=600, description="Where the page before ended")]


class Done(Struct):
    """The empty answer of a request that succeeded."""


def example(**values: Any) -> BodyKwarg:
    """Declare a request body with an example for the OpenAPI document."""
    shown: BodyKwarg = Body(examples=[Example(value=values)])
    return shown


def address(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Return the network address of a client."""
    return connection.client.host if connection.client is not None else "local"


def use_up(buckets: Buckets, who: str, amount: float = 1) -> None:
    """Take tokens from somebody's bucket; raises TooOften if there are too few."""
    wait = buckets.take(who, amount)
    if wait:
        raise TooOften(wait)


def weigh(bytes_kept: Buckets, connection: ASGIConnection[Any, Any, Any, Any], kept: Any) -> None:
    """Count the bytes an address stores; raises TooOften if it exceeds the hourly limit."""
    size = len(kept) if isinstance(kept, bytes) else len(msgspec.json.encode(kept))
    use_up(bytes_kept, address(connection), size)


async def the_visitor(
    request: ASGIConnection[Any, Any, Any, Any], sessions: Given[Sessions], presences: Given[Presences]
) -> Person | None:
    """Return the person who is signed in, or None."""
    visitor = await sessions.who(request.cookies.get(COOKIE))
    if visitor is not None:
        presences.saw(visitor.id)
    return visitor


async def the_person(visitor: Given[Person | None]) -> Person:
    """Return the person who is signed in; raises if nobody is."""
    if visitor is None:
        raise NotSignedIn
    return visitor


async def the_admin(person: Given[Person], people: Given[People]) -> Person:
    """Return the person who is signed in if they are an admin; raises otherwise."""
    if not await people.is_admin(person):
        raise Forbidden("server.admins-only")
    return person

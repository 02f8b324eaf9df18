"""Routes for seasons: create, join, answer, follow."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Any

from litestar import Request, Response, Router, get, post
from litestar.di import NamedDependency as Given
from litestar.params import FromPath, Parameter
from msgspec import Meta, Struct

from paddock.core.registry import find_game
from paddock.server.accounts.people import Person
from paddock.server.http.dependencies import Bookmark, example, weigh
from paddock.server.rate_limits import Buckets
from paddock.server.seasons.service import NewSeason, SeasonList, SeasonLists, Seasons
from paddock.server.seasons.standings import schemes
from paddock.server.seasons.views import SeasonBrief, SeasonInfo
from paddock.server.settings import Settings
from paddock.server.storage.pagination import Page

SeasonId = Annotated[str, Parameter(max_length=24)]
_LENGTH = 3600.0


class Answer(Struct, forbid_unknown_fields=True):
    """Whether you come to a round."""

    round: Annotated[int, Meta(ge=0, le=63)]
    coming: bool


class Driver(Struct, forbid_unknown_fields=True):
    """Who is to leave; yourself if it is left out."""

    person: Annotated[str, Meta(max_length=16)] | None = None


class Scheme(Struct):
    """The points for the places of a race, first place first."""

    name: str
    points: list[int]


@get("/api/seasons")
async def lists(seasons: Given[Seasons], visitor: Given[Person | None]) -> SeasonLists:
    """List your seasons, public ones and finished ones: the first page of each."""
    return await seasons.listed(visitor)


@get("/api/seasons/pages/{which:str}")
async def page(
    which: FromPath[SeasonList],
    seasons: Given[Seasons],
    visitor: Given[Person | None],
    after: Bookmark = None,
) -> Page[SeasonBrief]:
    """Return a page of your seasons, of public ones or of finished ones."""
    return await seasons.page(visitor, which, after)


@get("/api/points-schemes")
async def points_schemes() -> list[Scheme]:
    """List the points schemes."""
    return [Scheme(name, points) for name, points in schemes().items()]


@post("/api/seasons", status_code=200)
async def new_season(
    data: Annotated[
        NewSeason,
        example(name="Autumn Cup", races=[{"game": "rallyman-gt", "at": 1763668800.0}], bots="club"),
    ],
    request: Request[Any, Any, Any],
    seasons: Given[Seasons],
    bytes_kept: Given[Buckets],
    person: Given[Person],
) -> SeasonInfo:
    """Create a season."""
    weigh(bytes_kept, request, data)
    return await seasons.create(person, data)


@get("/api/seasons/{season:str}")
async def one_season(season: SeasonId, seasons: Given[Seasons], visitor: Given[Person | None]) -> SeasonInfo:
    """Return a season: calendar, tables, standings."""
    return await seasons.find(season, visitor)


@post("/api/seasons/{season:str}/join", status_code=200)
async def join(season: SeasonId, seasons: Given[Seasons], person: Given[Person]) -> SeasonInfo:
    """Join a season."""
    return await seasons.join(season, person)


@post("/api/seasons/{season:str}/leave", status_code=200)
async def leave(
    season: SeasonId, data: Annotated[Driver, example()], seasons: Given[Seasons], person: Given[Person]
) -> SeasonInfo:
    """Leave a season; the host may remove somebody else."""
    return await seasons.leave(season, person, data.person)


@post("/api/seasons/{season:str}/answer", status_code=200)
async def answer(
    season: SeasonId,
    data: Annotated[Answer, example(round=4, coming=True)],
    seasons: Given[Seasons],
    person: Given[Person],
) -> SeasonInfo:
    """Say whether you come to a round."""
    return await seasons.answer(season, person, data.round, data.coming)


@post("/api/seasons/{season:str}/begin", status_code=200)
async def begin(season: SeasonId, seasons: Given[Seasons], person: Given[Person]) -> SeasonInfo:
    """Start the next round now; host only."""
    return await seasons.begin(season, person)


@post("/api/seasons/{season:str}/call-off", status_code=200)
async def call_off(season: SeasonId, seasons: Given[Seasons], person: Given[Person]) -> SeasonInfo:
    """End a season early; host only."""
    return await seasons.call_off(season, person)


@get("/api/seasons/{season:str}/calendar.ics")
async def calendar(season: SeasonId, seasons: Given[Seasons], settings: Given[Settings]) -> Response[str]:
    """Return the scheduled races as an iCalendar file."""
    found = await seasons.find(season, None)
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Paddock//Season//EN"]
    for race in found.rounds:
        if race.at is not None:
            title = f"{found.name} {race.number + 1}: {find_game(race.game).title}"
            lines += [
                "BEGIN:VEVENT",
                f"UID:{found.id}-{race.number}@paddock",
                f"DTSTAMP:{_stamp(found.created)}",
                f"DTSTART:{_stamp(race.at)}",
                f"DTEND:{_stamp(race.at + _LENGTH)}",
                f"SUMMARY:{_escaped(title)}",
                f"URL:{settings.public_address}/season/{found.id}",
                "END:VEVENT",
            ]
    headers = {"Content-Disposition": f'attachment; filename="{found.id}.ics"'}
    body = "\r\n".join([*lines, "END:VCALENDAR", ""])
    return Response(body, media_type="text/calendar", headers=headers)


def _stamp(moment: float) -> str:
    return datetime.fromtimestamp(moment, UTC).strftime("%Y%m%dT%H%M%SZ")


def _escaped(text: str) -> str:
    for special in ("\\", ";", ","):
        text = text.replace(special, "\\" + special)
    return text


router = Router(
    "/",
    route_handlers=[
        lists,
        page,
        points_schemes,
        new_season,
        one_season,
        join,
        leave,
        answer,
        begin,
        call_off,
        calendar,
    ],
    tags=["seasons"],
)

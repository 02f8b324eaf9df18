"""What people see of seasons."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import Struct

from paddock.core.game import Level
from paddock.server.accounts.people import GONE
from paddock.server.records.season_record import Form, Heat, HeatStage, Race, SeasonRecord, SeasonStage
from paddock.server.records.time_control import Days, Live
from paddock.server.seasons.awards import SeasonBest
from paddock.server.seasons.repository import Book
from paddock.server.seasons.standings import Standing, points_for, schemes, standings


class SeasonBrief(Struct, frozen=True, kw_only=True):
    """A season in a list."""

    id: str
    name: str
    host: str | None
    form: Form
    public: bool
    pace: Live | Days
    stage: SeasonStage
    created: float
    games: list[str]
    """The games of its races in order."""
    round: int
    """The number of started rounds."""
    drivers: int
    next: float | None
    """When the next race starts, if it has a time."""


class SeatOfHeat(Struct, frozen=True):
    """A seat at a table of a round with its result."""

    person: str | None
    bot: str | None
    place: int | None
    """The place among the season's drivers."""
    points: int | None


class HeatInfo(Struct, frozen=True):
    """A table of a round; without a table it is a bye."""

    table: str | None
    stage: HeatStage
    seats: list[SeatOfHeat]


class RoundInfo(Struct, frozen=True):
    """A round: game, time, drivers and tables."""

    number: int
    game: str
    options: dict[str, Any]
    course: str | None
    at: float | None
    stage: Literal["planned", "running", "over"]
    coming: list[str]
    away: list[str]
    heats: list[HeatInfo]


class DriverInfo(Struct, frozen=True):
    """A driver of a season."""

    person: str
    name: str
    left: bool


class SeasonInfo(SeasonBrief, frozen=True, kw_only=True):
    """A season with everything on its page."""

    scheme: str
    points: list[int]
    """The points by place."""
    size: int
    bots: Level | None
    field: list[DriverInfo]
    rounds: list[RoundInfo]
    standings: list[Standing]
    bests: list[SeasonBest]
    joined: bool
    mine: bool
    """Whether the visitor is its host."""
    must_say: bool
    """Whether only drivers who say that they come take part in the next round."""
    joinable: bool


def brief(sheet: SeasonRecord, drivers: int) -> SeasonBrief:
    """Return what lists show of a season."""
    return SeasonBrief(**_known(sheet, drivers))


def _known(sheet: SeasonRecord, drivers: int) -> dict[str, Any]:
    going = sheet.stage in ("open", "running") and sheet.round < len(sheet.races)
    return {
        "id": sheet.id,
        "name": sheet.name,
        "host": sheet.host,
        "form": sheet.form,
        "public": sheet.public,
        "pace": sheet.pace,
        "stage": sheet.stage,
        "created": sheet.created,
        "games": [race.game for race in sheet.races],
        "round": sheet.round,
        "drivers": drivers,
        "next": sheet.race(sheet.round).at if going else None,
    }


def joinable(sheet: SeasonRecord) -> bool:
    """Return whether people may join; after the start only if missing a race does not eliminate."""
    return sheet.stage == "open" or (sheet.stage == "running" and sheet.form == "points")


def info(book: Book, names: Mapping[str, str], visitor: str | None, best: list[SeasonBest]) -> SeasonInfo:
    """Return what a visitor sees of a season."""
    sheet = book.sheet
    planned = max(len(sheet.races), sheet.round)
    here = [person for person in book.drivers if person not in book.left]
    race = sheet.race(sheet.round)
    return SeasonInfo(
        **_known(sheet, len(here)),
        scheme=sheet.scheme,
        points=schemes()[sheet.scheme],
        size=sheet.size,
        bots=sheet.bots,
        field=[DriverInfo(person, names.get(person, GONE), person in book.left) for person in book.drivers],
        rounds=[_round(book, number, sheet.race(number)) for number in range(planned)],
        standings=standings(sheet.form, book.drivers, book.heats, sheet.scheme, sheet.round),
        bests=best,
        joined=visitor in here,
        mine=visitor is not None and visitor == sheet.host,
        must_say=isinstance(sheet.pace, Live) and race.at is not None,
        joinable=joinable(sheet),
    )


def _round(book: Book, number: int, race: Race) -> RoundInfo:
    begun, over = number < book.sheet.round, number < book.over
    said = book.coming.get(number, {})
    return RoundInfo(
        number=number,
        game=race.game,
        options=race.options,
        course=race.course,
        at=race.at,
        stage="over" if over else "running" if begun else "planned",
        coming=[person for person in book.drivers if said.get(person) is True],
        away=[person for person in book.drivers if said.get(person) is False],
        heats=[_heat(heat, book.sheet.scheme) for heat in book.heats if heat.round == number],
    )


def _heat(heat: Heat, scheme: str) -> HeatInfo:
    places = heat.finished()
    seats = []
    for seat in heat.seats:
        place = places.get(seat.person) if seat.person is not None else None
        points = points_for(scheme, place) if place is not None else None
        seats.append(SeatOfHeat(seat.person, seat.bot, place, points))
    return HeatInfo(heat.table, heat.stage, seats)

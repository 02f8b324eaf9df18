"""Seasons as people see them."""

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
    """A season as lists show it."""

    id: str
    name: str
    host: str | None
    form: Form
    public: bool
    pace: Live | Days
    stage: SeasonStage
    created: float
    games: list[str]
    """The games of its races, race by race."""
    round: int
    """How many rounds have begun."""
    drivers: int
    next: float | None
    """When the next race starts, if that is set."""


class SeatOfHeat(Struct, frozen=True):
    """A seat at a table of a round, with what it came to."""

    person: str | None
    bot: str | None
    place: int | None
    """Among the season's drivers."""
    points: int | None


class HeatInfo(Struct, frozen=True):
    """A table of a round; without a table it is a bye."""

    table: str | None
    stage: HeatStage
    seats: list[SeatOfHeat]


class RoundInfo(Struct, frozen=True):
    """A round: what is raced, when, by whom."""

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
    """Somebody who takes part."""

    person: str
    name: str
    left: bool


class SeasonInfo(SeasonBrief, frozen=True, kw_only=True):
    """A season with everything on its page."""

    scheme: str
    points: list[int]
    """What the places bring."""
    size: int
    bots: Level | None
    field: list[DriverInfo]
    rounds: list[RoundInfo]
    standings: list[Standing]
    bests: list[SeasonBest]
    joined: bool
    mine: bool
    """Whether whoever asks is its host."""
    must_say: bool
    """Whether only those race who say that they come."""
    joinable: bool


def brief(sheet: SeasonRecord, drivers: int) -> SeasonBrief:
    """What lists show of a season."""
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
    """Whether somebody may still come in: later only where a missed race is no reason to be out."""
    return sheet.stage == "open" or (sheet.stage == "running" and sheet.form == "points")


def info(book: Book, names: Mapping[str, str], visitor: str | None, best: list[SeasonBest]) -> SeasonInfo:
    """What a visitor sees of a season."""
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

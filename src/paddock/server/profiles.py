"""What is told of finished games: profiles, the strongest people, courses and their records."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, Row, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from paddock.server.errors import Unknown
from paddock.server.people.bonds import Bonds
from paddock.server.people.people import People
from paddock.server.storage import ratings, totals
from paddock.server.storage.pages import Order, Page
from paddock.server.storage.ratings import RatedPace, Rating, RatingPoint
from paddock.server.storage.schema import (
    course_bests,
    course_totals,
    feats,
    people,
    person_bests,
    person_totals,
    seats,
    tables,
)
from paddock.server.storage.schema import rated as rated_games
from paddock.server.storage.schema import ratings as strengths
from paddock.server.storage.store import Store

_LISTED = 50
_BESTS = 12
_POINTS = 300


class CourseRecord(Struct, frozen=True):
    """A good result on a course."""

    person: str
    name: str
    score: float
    unit: str
    seats: int
    table: str
    at: float


class BestResult(Struct, frozen=True):
    """Somebody's best result on a course."""

    course: str
    score: float
    unit: str
    seats: int
    table: str
    at: float


class GameStatistics(Struct):
    """Somebody's results in one game; `feats` are sums."""

    game: str
    played: int
    won: int
    places: dict[str, int]
    feats: dict[str, float]
    best: list[BestResult]
    more: str | None
    """Where the next page of the best results begins."""


class Profile(Struct):
    """Somebody as others see them."""

    id: str
    name: str
    account: bool
    since: float
    games: list[GameStatistics]
    ratings: list[Rating]
    followers: int = 0
    following: int = 0


class Ranked(Struct, frozen=True):
    """Somebody among the strongest."""

    person: str
    name: str
    rating: Rating


class Course(Struct):
    """What was raced on, how often, the record, and how people fare there.

    `drives` counts people's finished drives; `mean` is their mean score, in the record's unit, and `feats`
    what they did in a drive on average.
    """

    course: str
    played: int
    record: CourseRecord | None
    drives: int
    mean: float | None
    feats: dict[str, float]


class LuckPoint(Struct, frozen=True):
    """Somebody's luck in one drive: hazards fewer than expected."""

    game: str
    course: str | None
    luck: float
    at: float


class Profiles:
    """Tells what results add up to."""

    def __init__(self, store: Store, people: People, bonds: Bonds) -> None:
        self.store = store
        self.people = people
        self.bonds = bonds

    async def profile(self, person: str) -> Profile:
        """Somebody's results; raises Unknown."""
        row = await self.people.find(person)
        if row is None:
            raise Unknown("server.no-person")
        mine = person_totals.c.person == person
        async with self.store.read() as connection:
            counted = (await connection.execute(select(person_totals).where(mine))).all()
            strong = await connection.execute(select(strengths).where(strengths.c.person == person))
            rated = [ratings.rating_of(r.game, r.pace, (r.mu, r.sigma), r.games) for r in strong]
            by_game: dict[str, dict[str, float]] = {}
            for total in counted:
                by_game.setdefault(total.game, {})[total.name] = total.value
            played = [
                _summary(game, named, await _bests(connection, person, game, None))
                for game, named in sorted(by_game.items())
            ]
        account = row.password is not None
        known = await self.bonds.counts(row.id) if account else (0, 0)
        return Profile(row.id, row.name, account, row.created, played, rated, *known)

    async def bests(self, person: str, game: str, after: str | None) -> Page[BestResult]:
        """A page of somebody's best results, course by course."""
        async with self.store.read() as connection:
            return await _bests(connection, person, game, after)

    async def rating_points(self, person: str) -> list[RatingPoint]:
        """How somebody's ratings went, the newest last."""
        newest = rated_games.c.id.desc()
        mine = select(rated_games).where(rated_games.c.person == person).order_by(newest).limit(_POINTS)
        async with self.store.read() as connection:
            rows = (await connection.execute(mine)).all()
        return [
            RatingPoint(r.game, r.pace, *ratings.in_points((r.mu, r.sigma)), r.place, r.table_id, r.at)
            for r in reversed(rows)
        ]

    async def luck(self, person: str) -> list[LuckPoint]:
        """Somebody's luck with the dice, drive by drive, the newest last."""
        own = (
            select(tables.c.game, tables.c.course, feats.c.value, tables.c.finished)
            .select_from(feats)
            .join(seats, (seats.c.table_id == feats.c.table_id) & (seats.c.seat == feats.c.seat))
            .join(tables, tables.c.id == feats.c.table_id)
            .where(seats.c.person == person, feats.c.name == "luck")
            .order_by(tables.c.finished.desc())
            .limit(_POINTS)
        )
        async with self.store.read() as connection:
            rows = (await connection.execute(own)).all()
        return [LuckPoint(r.game, r.course, r.value, r.finished or 0.0) for r in reversed(rows)]

    async def strongest(self, game: str, pace: RatedPace, after: str | None) -> Page[Ranked]:
        """A page of the strongest people of a game at a pace whose ratings are settled."""
        here = (strengths.c.game == game, strengths.c.pace == pace, people.c.gone.is_(False))
        best = (
            select(strengths, people.c.name)
            .join(people, people.c.id == strengths.c.person)
            .where(
                *here, strengths.c.sigma <= ratings.SETTLED_SIGMA, strengths.c.games >= ratings.SETTLED_GAMES
            )
        )
        order = Order(strengths.c.mu, strengths.c.person)
        async with self.store.read() as connection:
            rows, more = await order.read(connection, best, after, _LISTED)
        known = [
            Ranked(r.person, r.name, ratings.rating_of(game, pace, (r.mu, r.sigma), r.games)) for r in rows
        ]
        return Page(known, more)

    async def courses(self, game: str, after: str | None) -> Page[Course]:
        """A page of what a game was raced on, what most first."""
        here = course_totals.c.game == game
        most = select(course_totals.c.course).where(here, course_totals.c.name == totals.PLAYED)
        order = Order(course_totals.c.value, course_totals.c.course, falling=(True, False))
        async with self.store.read() as connection:
            rows, more = await order.read(connection, most, after, _LISTED)
            listed = [row.course for row in rows]
            counted = select(course_totals).where(here, course_totals.c.course.in_(listed))
            by_course: dict[str, dict[str, float]] = {course: {} for course in listed}
            for row in await connection.execute(counted):
                by_course[row.course][row.name] = row.value
            records = await connection.run_sync(_record_of_each, game, listed)
        known = [_course(course, named, records.get(course)) for course, named in by_course.items()]
        return Page(known, more)

    async def records(self, game: str, course: str) -> list[CourseRecord]:
        """The best public results on a course."""
        best = totals.bests(game, course, totals.BEST_LISTED)
        async with self.store.read() as connection:
            named = best.add_columns(people.c.name).join(people, people.c.id == course_bests.c.person)
            return [_record(row) for row in await connection.execute(named)]


async def _bests(connection: AsyncConnection, person: str, game: str, after: str | None) -> Page[BestResult]:
    mine = select(person_bests).where(person_bests.c.person == person, person_bests.c.game == game)
    order = Order(person_bests.c.course, falling=(False,))
    rows, more = await order.read(connection, mine, after, _BESTS)
    return Page([BestResult(r.course, r.score, r.unit, r.seats, r.table_id, r.at) for r in rows], more)


def _record_of_each(connection: Connection, game: str, courses: list[str]) -> dict[str, CourseRecord]:
    """The best public result on each of some courses."""
    rank = func.row_number().over(partition_by=course_bests.c.course, order_by=totals.best_first(game))
    here = (course_bests.c.game == game) & course_bests.c.course.in_(courses)
    ranked = select(course_bests, rank.label("rank")).where(here).subquery()
    first = (
        select(ranked, people.c.name).join(people, people.c.id == ranked.c.person).where(ranked.c.rank == 1)
    )
    return {row.course: _record(row) for row in connection.execute(first)}


def _record(row: Row[Any]) -> CourseRecord:
    return CourseRecord(row.person, row.name, row.score, row.unit, row.seats, row.table_id, row.at)


def _course(course: str, named: dict[str, float], record: CourseRecord | None) -> Course:
    drives, measured = int(named.get(totals.DRIVES, 0)), named.get(totals.MEASURED, 0)
    mean = named[totals.SCORE] / measured if measured else None
    shares = {name: value / drives for name, value in _feats_of(named).items()}
    return Course(course, int(named[totals.PLAYED]), record, drives, mean, shares)


def _feats_of(named: dict[str, float]) -> dict[str, float]:
    return {
        name.removeprefix(totals.FEAT): value
        for name, value in sorted(named.items())
        if name.startswith(totals.FEAT)
    }


def _summary(game: str, named: dict[str, float], best: Page[BestResult]) -> GameStatistics:
    places = {
        name.removeprefix(totals.PLACE): int(value)
        for name, value in sorted(named.items())
        if name.startswith(totals.PLACE)
    }
    played, won = int(named.get(totals.PLAYED, 0)), int(named.get(totals.WON, 0))
    return GameStatistics(game, played, won, places, _feats_of(named), best.items, best.more)

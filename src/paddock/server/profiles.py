"""Profiles, leaderboards, courses and records, computed from finished games."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, Row, Select, and_, case, func, select

from paddock.server.accounts.people import People
from paddock.server.accounts.relationships import Follows
from paddock.server.errors import Unknown
from paddock.server.storage import aggregates, ratings
from paddock.server.storage.pagination import Order, Page
from paddock.server.storage.ratings import RatedPace, Rating, RatingPoint
from paddock.server.storage.schema import (
    course_totals,
    feats,
    people,
    proven,
    seats,
)
from paddock.server.storage.schema import rated as rated_games
from paddock.server.storage.schema import ratings as strengths
from paddock.server.storage.store import Store

_LISTED = 50
_BESTS = 12
_POINTS = 300


class CourseRecord(Struct, frozen=True):
    """A result on a course."""

    person: str
    name: str
    score: float
    unit: str
    seats: int
    table: str
    at: float


class BestResult(Struct, frozen=True):
    """A person's best result on a course."""

    course: str
    score: float
    unit: str
    seats: int
    table: str
    at: float


class GameStatistics(Struct):
    """A person's results in one game; `feats` are sums."""

    game: str
    played: int
    won: int
    places: dict[str, int]
    feats: dict[str, float]
    best: list[BestResult]
    more: str | None
    """Bookmark of the next page of best results."""


class Profile(Struct):
    """A person's public profile."""

    id: str
    name: str
    account: bool
    since: float
    games: list[GameStatistics]
    ratings: list[Rating]
    followers: int = 0
    following: int = 0


class Ranked(Struct, frozen=True):
    """A person on the leaderboard."""

    person: str
    name: str
    rating: Rating


class Course(Struct):
    """A course: how often it was raced, the record, and averages.

    `drives` counts people's finished drives. `mean` is their mean score in the record's unit, `feats` their
    average counts per drive.
    """

    course: str
    played: int
    record: CourseRecord | None
    drives: int
    mean: float | None
    feats: dict[str, float]


class LuckPoint(Struct, frozen=True):
    """A person's luck in one drive: how many hazards fewer than expected."""

    game: str
    course: str | None
    luck: float
    at: float


class Profiles:
    """Reads profiles, leaderboards and courses."""

    def __init__(self, store: Store, people: People, relationships: Follows) -> None:
        self.store = store
        self.people = people
        self.relationships = relationships

    async def profile(self, person: str) -> Profile:
        """A person's profile; raises Unknown."""
        row = await self.people.find(person)
        if row is None:
            raise Unknown("server.no-person")
        async with self.store.read() as connection:
            strong = await connection.execute(select(strengths).where(strengths.c.person == person))
            rated = [ratings.rating_of(r.game, r.pace, (r.mu, r.sigma), r.games) for r in strong]
            played = await connection.run_sync(_games_of, person)
        account = row.password is not None
        known = await self.relationships.counts(row.id) if account else (0, 0)
        return Profile(row.id, row.name, account, row.created, played, rated, *known)

    async def bests(self, person: str, game: str, after: str | None) -> Page[BestResult]:
        """A page of a person's best results, course by course."""
        async with self.store.read() as connection:
            return await connection.run_sync(_bests, person, game, after)

    async def rating_points(self, person: str) -> list[RatingPoint]:
        """A person's rating history, oldest first."""
        newest = rated_games.c.id.desc()
        mine = select(rated_games).where(rated_games.c.person == person).order_by(newest).limit(_POINTS)
        async with self.store.read() as connection:
            rows = (await connection.execute(mine)).all()
        return [
            RatingPoint(r.game, r.pace, *ratings.in_points((r.mu, r.sigma)), r.place, r.table_id, r.at)
            for r in reversed(rows)
        ]

    async def luck(self, person: str) -> list[LuckPoint]:
        """A person's luck with the dice, drive by drive, oldest first."""
        own = (
            select(seats.c.game, seats.c.course, feats.c.value, seats.c.finished)
            .join(feats, (feats.c.table_id == seats.c.table_id) & (feats.c.seat == seats.c.seat))
            .where(seats.c.person == person, feats.c.name == "luck")
            .order_by(seats.c.finished.desc())
            .limit(_POINTS)
        )
        async with self.store.read() as connection:
            rows = (await connection.execute(own)).all()
        return [LuckPoint(r.game, r.course, r.value, r.finished or 0.0) for r in reversed(rows)]

    async def strongest(self, game: str, pace: RatedPace, after: str | None) -> Page[Ranked]:
        """A page of the leaderboard of a game and pace: people whose rating is no longer provisional."""
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
        """A page of a game's courses, most raced first."""
        here = course_totals.c.game == game
        most = select(course_totals.c.course).where(here, course_totals.c.name == aggregates.PLAYED)
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
        best = _records(game).where(seats.c.course == course).order_by(*aggregates.best_first(game))
        async with self.store.read() as connection:
            return [_record(row) for row in await connection.execute(best.limit(_LISTED))]


def _games_of(connection: Connection, person: str) -> list[GameStatistics]:
    """A person's results per game, computed from their seats."""
    ahead = case((and_(seats.c.place == 1, seats.c.starters > 1), 1), else_=0)
    came_in = (
        select(seats.c.game, seats.c.place, func.count().label("times"), func.sum(ahead).label("won"))
        .where(seats.c.person == person, seats.c.place.is_not(None))
        .group_by(seats.c.game, seats.c.place)
        .order_by(seats.c.game, seats.c.place)
    )
    did = (
        select(feats.c.game, feats.c.name, func.sum(feats.c.value).label("value"))
        .where(feats.c.person == person)
        .group_by(feats.c.game, feats.c.name)
        .order_by(feats.c.name)
    )
    played: dict[str, GameStatistics] = {}
    for row in connection.execute(came_in):
        one = played.setdefault(row.game, GameStatistics(row.game, 0, 0, {}, {}, [], None))
        one.played += row.times
        one.won += row.won
        one.places[str(row.place)] = row.times
    for row in connection.execute(did):
        if row.game in played:
            played[row.game].feats[row.name] = row.value
    for one in played.values():
        best = _bests(connection, person, one.game, None)
        one.best, one.more = best.items, best.more
    return list(played.values())


def _bests(connection: Connection, person: str, game: str, after: str | None) -> Page[BestResult]:
    """A person's best results on a page of courses; an index gives the courses first."""
    stick = aggregates.yardstick(game)
    if stick is None:
        return Page([])
    mine = (
        seats.c.person == person,
        seats.c.game == game,
        seats.c.bot.is_(None),
        seats.c.unit == stick.unit,
        seats.c.course.is_not(None),
    )
    driven = select(seats.c.course).where(*mine).group_by(seats.c.course)
    courses, more = Order(seats.c.course, falling=(False,)).read_sync(connection, driven, after, _BESTS)
    here = [row.course for row in courses]
    results = select(seats).where(*mine, seats.c.course.in_(here)).order_by(*aggregates.best_first(game))
    best: dict[str, BestResult] = {}
    for r in connection.execute(results):
        best.setdefault(
            r.course, BestResult(r.course, r.score, r.unit, r.starters, r.table_id, r.finished or 0.0)
        )
    return Page([best[course] for course in here], more)


def _records(game: str) -> Select[Any]:
    """Results in a game that qualify as records, with the names of the drivers."""
    named = select(seats, people.c.name.label("driver")).join(people, people.c.id == seats.c.person)
    return named.where(seats.c.game == game, proven)


def _record_of_each(connection: Connection, game: str, courses: list[str]) -> dict[str, CourseRecord]:
    """The best public result on each course; each is the first row of an index range."""
    here = (course_totals.c.game == game, course_totals.c.name == aggregates.PLAYED)
    first = (
        select(seats.c.table_id)
        .where(seats.c.game == game, seats.c.course == course_totals.c.course, proven)
        .order_by(*aggregates.best_first(game))
        .limit(1)
        .scalar_subquery()
    )
    at = select(first).where(*here, course_totals.c.course.in_(courses))
    held = list(connection.execute(at).scalars())
    best = _records(game).where(seats.c.table_id.in_(held)).order_by(*aggregates.best_first(game))
    found: dict[str, CourseRecord] = {}
    for row in connection.execute(best):
        found.setdefault(row.course, _record(row))
    return found


def _record(row: Row[Any]) -> CourseRecord:
    at = row.finished or 0.0
    return CourseRecord(row.person, row.driver, row.score, row.unit, row.starters, row.table_id, at)


def _course(course: str, named: dict[str, float], record: CourseRecord | None) -> Course:
    drives, measured = int(named.get(aggregates.DRIVES, 0)), named.get(aggregates.MEASURED, 0)
    mean = named[aggregates.SCORE] / measured if measured else None
    sums = {name: value for name, value in sorted(named.items()) if name.startswith(aggregates.FEAT)}
    shares = {name.removeprefix(aggregates.FEAT): value / drives for name, value in sums.items()}
    return Course(course, int(named[aggregates.PLAYED]), record, drives, mean, shares)

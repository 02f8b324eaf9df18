"""Results and statistics: written down and added up when a game is over, told when somebody asks."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, Row, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from paddock.core.errors import PaddockError
from paddock.core.game import AnyGame, Result
from paddock.core.logs import Log
from paddock.core.match import replay, verify
from paddock.core.registry import find_game
from paddock.server.errors import Unknown
from paddock.server.people.bonds import Bonds
from paddock.server.people.people import People
from paddock.server.sheets.sheet import Sheet, TableInfo
from paddock.server.storage import attempts, heats, ratings, totals
from paddock.server.storage.faces import Faces, add_faces, faces_of
from paddock.server.storage.pages import Order, Page
from paddock.server.storage.ratings import RatedPace, Rating, RatingPoint
from paddock.server.storage.schema import (
    course_bests,
    course_totals,
    feats,
    people,
    person_bests,
    person_totals,
    tables,
)
from paddock.server.storage.schema import rated as rated_games
from paddock.server.storage.schema import ratings as strengths
from paddock.server.storage.store import Store, outage
from paddock.server.tables import filing
from paddock.server.tables.hall import Hall
from paddock.server.tables.play import Play
from paddock.server.tables.table import Table

_LOG = logging.getLogger("paddock.statistics")
_LISTED = 50
_BESTS = 12
_POINTS = 300
_AT_ONCE = 200
_FIRST_PAUSE = 2.0
_LONGEST_PAUSE = 3600.0
Check = Callable[[Sheet, Play, bytes], None]
"""Replays an attempt at a challenge and recomputes its dice; raises LogError if it is not what it says."""


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


class Statistics:
    """Keeps results; the rules of a game say what is counted."""

    def __init__(self, store: Store, hall: Hall, people: People, bonds: Bonds, check: Check) -> None:
        self.store = store
        self.bonds = bonds
        self.hall = hall
        self.people = people
        self.check = check
        self._at_work: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._failed: dict[str, tuple[int, float]] = {}
        """The games that could not be counted: how often it was tried, and when it is tried again."""

    def hear(self, table: Table, before: TableInfo) -> None:
        """Write a game down that has just ended."""
        if table.sheet.stage == "over" and before.stage == "running":
            self.tally_soon(table)

    def tally_soon(self, table: Table) -> None:
        """Write a finished game down in the background."""
        if table.id not in self._at_work:
            self._at_work.add(table.id)
            task = asyncio.create_task(self._tally(table))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def take_up(self) -> None:
        """Write down what ended while nobody had the time, or could not be counted a while ago."""
        now = time.monotonic()
        wait = [table for table, (_, again) in self._failed.items() if again > now]
        async with self.store.read() as connection:
            rows = await connection.execute(
                select(tables.c.id)
                .where(tables.c.stage == "over", tables.c.tallied.is_(False))
                .limit(_AT_ONCE + len(wait))
            )
            left = [found for found in rows.scalars() if found not in self._at_work and found not in wait]
        for found in left:
            try:
                self.tally_soon(await self.hall.table(found))
            except PaddockError as error:
                _LOG.error("table %s cannot be counted: %s", found, error)
                await self._tally_result(found)

    async def _tally_result(self, found: str) -> None:
        """Write down how a game came out of which nothing more can be told, since its rules are gone."""
        stored = await filing.find(self.store, found)
        if stored is not None:
            written = partial(_write, sheet=stored.sheet, driven=[], valid=False, proven=False)
            await self.store.write(written, found)

    async def close(self) -> None:
        """Finish what is being written."""
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _tally(self, table: Table) -> None:
        sheet = table.sheet
        try:
            driven, valid = await self._count(table)
            faces = await self._faces(table)
            proven = await self._proven(table)
            written = partial(_write, sheet=sheet, driven=driven, valid=valid, proven=proven, faces=faces)
            await self.store.write(written, table.id)
            self._failed.pop(table.id, None)
        except Exception as error:
            tries = self._failed.get(table.id, (0, 0.0))[0] + 1
            pause = min(_LONGEST_PAUSE, _FIRST_PAUSE * 2.0 ** min(tries - 1, 16))
            self._failed[table.id] = (tries, time.monotonic() + pause)
            trace = None if outage(error) else error
            _LOG.warning("table %s is counted again in %.0f s: %s", table.id, pause, error, exc_info=trace)
        finally:
            self._at_work.discard(table.id)

    async def _count(self, table: Table) -> tuple[list[dict[str, float]], bool]:
        """What every seat did, and whether an attempt at a challenge is what it says."""
        sheet, play = table.sheet, table.running_or_over()
        driven: list[dict[str, float]] = []
        if sheet.result is not None and sheet.counts:
            driven = await asyncio.to_thread(_feats, play.game, play.log.copy(), sheet, sheet.result)
        if sheet.challenge is None:
            return driven, False
        try:
            await asyncio.to_thread(self.check, sheet, play, table.seed)
        except PaddockError as error:
            _LOG.error("the attempt of table %s does not count: %s", table.id, error)
            return driven, False
        return driven, True

    async def _faces(self, table: Table) -> Faces:
        """How every die of a game fell."""
        if table.sheet.result is None or not table.sheet.counts:
            return {}
        play = table.running_or_over()
        return await asyncio.to_thread(faces_of, play.game, play.log.copy())

    async def _proven(self, table: Table) -> bool:
        """Whether a result may be a record: its log was replayed and every die recomputed from its seed."""
        sheet = table.sheet
        measured = sheet.course is not None and totals.yardstick(sheet.game) is not None
        if not (measured and sheet.public and sheet.counts):
            return False
        try:
            await asyncio.to_thread(verify, table.running_or_over().log.copy())
        except PaddockError as error:
            _LOG.error("the result of table %s is no record: %s", table.id, error)
            return False
        return True

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


def _feats(game: AnyGame, log: Log, sheet: Sheet, result: Result) -> list[dict[str, float]]:
    events = [event for step in replay(log, game) for event in step.events]
    counted = find_game(sheet.game).feats(game.options(sheet.options), events, result)
    return [{name: float(value) for name, value in own.items()} for own in counted]


def _write(
    connection: Connection,
    sheet: Sheet,
    driven: list[dict[str, float]],
    valid: bool,
    proven: bool,
    faces: Faces | None = None,
) -> None:
    """Write a game down, once: whoever marks it first adds it to the totals."""
    unmarked = update(tables).where(tables.c.id == sheet.id, tables.c.tallied.is_(False))
    if connection.execute(unmarked.values(tallied=True)).rowcount != 1:
        return
    rows = [
        {"table_id": sheet.id, "seat": seat, "name": name, "value": value}
        for seat, own in enumerate(driven)
        for name, value in own.items()
    ]
    connection.execute(delete(feats).where(feats.c.table_id == sheet.id))
    if rows:
        connection.execute(insert(feats), rows)
    if sheet.result is not None and sheet.counts:
        totals.add(connection, [_finished(sheet, sheet.result, driven, proven)])
        ratings.rate(connection, sheet)
        heats.enter(connection, sheet)
        add_faces(connection, sheet.game, faces or {})
    stick = totals.yardstick(sheet.game)
    if valid and sheet.result is not None and stick is not None and sheet.result.unit == stick.unit:
        attempt = (sheet.challenge or "", sheet.seats[0].person or "", sheet.attempt or 0)
        result = {"score": sheet.result.scores[0], "unit": sheet.result.unit, "at": sheet.finished}
        attempts.enter(connection, attempt, stick.lowest, **result)


def _finished(sheet: Sheet, result: Result, driven: list[dict[str, float]], proven: bool) -> totals.Finished:
    finishes = [
        totals.Finish(
            i,
            seat.person,
            seat.bot,
            result.places[i],
            result.scores[i],
            result.unit,
            driven[i] if driven else {},
        )
        for i, seat in enumerate(sheet.seats)
    ]
    return totals.Finished(
        sheet.id, sheet.game, sheet.course, proven, sheet.finished or 0.0, len(finishes), finishes
    )

"""Results and statistics: written down when a game is over, added up when somebody asks."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, Float, Row, case, cast, delete, func, insert, null, select, update
from sqlalchemy.exc import SQLAlchemyError

from paddock.core.errors import PaddockError
from paddock.core.game import AnyGame, Result, Yardstick
from paddock.core.logs import Log
from paddock.core.match import replay
from paddock.core.registry import find_game, games
from paddock.server.errors import Unknown
from paddock.server.people.people import People
from paddock.server.sheets.sheet import Sheet, TableInfo
from paddock.server.storage.schema import entries, feats, people, seats, tables
from paddock.server.storage.store import Store
from paddock.server.tables.hall import Hall
from paddock.server.tables.play import Play
from paddock.server.tables.table import Table

_LOG = logging.getLogger("paddock.statistics")
_LISTED = 50
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


class Profile(Struct):
    """Somebody as others see them."""

    id: str
    name: str
    account: bool
    since: float
    games: list[GameStatistics]


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

    def __init__(self, store: Store, hall: Hall, people: People, check: Check) -> None:
        self.store = store
        self.hall = hall
        self.people = people
        self.check = check
        self._at_work: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()

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
        """Write down what ended while nobody had the time."""
        async with self.store.read() as connection:
            rows = await connection.execute(
                select(tables.c.id).where(tables.c.stage == "over", tables.c.tallied.is_(False)).limit(200)
            )
            left = [found for found in rows.scalars() if found not in self._at_work]
        for found in left:
            try:
                self.tally_soon(await self.hall.table(found))
            except PaddockError as error:
                _LOG.error("table %s cannot be counted: %s", found, error)
                await self.store.write(partial(_mark, table=found))

    async def close(self) -> None:
        """Finish what is being written."""
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _tally(self, table: Table) -> None:
        sheet, play = table.sheet, table.running_or_over()
        rows: list[dict[str, Any]] = []
        valid = False
        try:
            if sheet.result is not None and sheet.counts:
                rows = await asyncio.to_thread(_feats, play.game, play.log.copy(), sheet, sheet.result)
            if sheet.challenge is not None:
                await asyncio.to_thread(self.check, sheet, play, table.seed)
                valid = True
        except Exception:
            _LOG.exception("table %s could not be counted", table.id)
        try:
            await self.store.write(lambda connection: _write(connection, sheet, rows, valid), table.id)
        except SQLAlchemyError as error:
            _LOG.warning("table %s is counted later: %s", table.id, error)
        finally:
            self._at_work.discard(table.id)

    async def profile(self, person: str) -> Profile:
        """Somebody's results; raises Unknown."""
        row = await self.people.find(person)
        if row is None:
            raise Unknown("server.no-person")
        async with self.store.read() as connection:
            finished = (await connection.execute(_finished().where(seats.c.person == person))).all()
            counted = await connection.execute(
                select(tables.c.game, feats.c.name, func.sum(feats.c.value).label("value"))
                .join(tables, tables.c.id == feats.c.table_id)
                .join(seats, (seats.c.table_id == feats.c.table_id) & (seats.c.seat == feats.c.seat))
                .where(seats.c.person == person)
                .group_by(tables.c.game, feats.c.name)
            )
            sums: dict[str, dict[str, float]] = {}
            for found in counted:
                sums.setdefault(found.game, {})[found.name] = found.value
        by_game: dict[str, list[Row[Any]]] = {}
        for played in finished:
            by_game.setdefault(played.game, []).append(played)
        return Profile(
            row.id,
            row.name,
            row.password is not None,
            row.created,
            [_summary(game, played, sums.get(game, {})) for game, played in sorted(by_game.items())],
        )

    async def courses(self, game: str) -> list[Course]:
        """What a game was raced on."""
        async with self.store.read() as connection:
            rows = await connection.execute(
                select(tables.c.course, func.count().label("played"))
                .where(tables.c.game == game, tables.c.stage == "over", tables.c.course.is_not(None))
                .group_by(tables.c.course)
                .order_by(func.count().desc())
                .limit(_LISTED)
            )
            found = {row.course: row.played for row in rows}
            driven = await connection.execute(_driven(game, yardstick(game)))
            drives = {row.course: row for row in driven}
            counted = await connection.execute(_counted(game))
            feats_of: dict[str, dict[str, float]] = {}
            for row in counted:
                if row.course in drives:
                    share = row.value / drives[row.course].drives
                    feats_of.setdefault(row.course, {})[row.name] = share
        return [
            Course(
                course,
                played,
                next(iter(await self.records(game, course, 1)), None),
                drives[course].drives if course in drives else 0,
                drives[course].mean if course in drives else None,
                feats_of.get(course, {}),
            )
            for course, played in found.items()
        ]

    async def records(self, game: str, course: str, most: int = _LISTED) -> list[CourseRecord]:
        """The best public results on a course."""
        stick = yardstick(game)
        if stick is None:
            return []
        async with self.store.read() as connection:
            rows = await connection.execute(
                _finished()
                .add_columns(people.c.name.label("person_name"))
                .join(people, people.c.id == seats.c.person)
                .where(tables.c.game == game, tables.c.course == course, tables.c.public.is_(True))
                .where(seats.c.unit == stick.unit, seats.c.bot.is_(None))
                .order_by(seats.c.score.asc() if stick.lowest else seats.c.score.desc(), tables.c.finished)
                .limit(most)
            )
            return [
                CourseRecord(r.person, r.person_name, r.score, r.unit, r.seat_count, r.id, r.finished)
                for r in rows
            ]


def yardstick(name: str) -> Yardstick | None:
    """What makes a record in a game, if anything."""
    game = games().get(name)
    return game.yardstick if game is not None else None


def _finished() -> Any:
    count = select(func.count()).where(seats.alias("all_seats").c.table_id == tables.c.id).scalar_subquery()
    return (
        select(
            tables.c.id,
            tables.c.game,
            tables.c.course,
            tables.c.finished,
            seats.c.person,
            seats.c.bot,
            seats.c.place,
            seats.c.score,
            seats.c.unit,
            count.label("seat_count"),
        )
        .join(seats, seats.c.table_id == tables.c.id)
        .where(tables.c.stage == "over", tables.c.tallied.is_(True), seats.c.place.is_not(None))
    )


def _peoples(game: str) -> Any:
    """Finished drives of people in a game, on courses with a name."""
    return (
        (tables.c.game == game)
        & (tables.c.stage == "over")
        & tables.c.tallied.is_(True)
        & tables.c.course.is_not(None)
        & seats.c.person.is_not(None)
        & seats.c.bot.is_(None)
        & seats.c.place.is_not(None)
    )


def _driven(game: str, stick: Yardstick | None) -> Any:
    measured = case((seats.c.unit == stick.unit, seats.c.score)) if stick is not None else cast(null(), Float)
    return (
        select(tables.c.course, func.count().label("drives"), func.avg(measured).label("mean"))
        .join(seats, seats.c.table_id == tables.c.id)
        .where(_peoples(game))
        .group_by(tables.c.course)
    )


def _counted(game: str) -> Any:
    return (
        select(tables.c.course, feats.c.name, func.sum(feats.c.value).label("value"))
        .join(seats, seats.c.table_id == tables.c.id)
        .join(feats, (feats.c.table_id == seats.c.table_id) & (feats.c.seat == seats.c.seat))
        .where(_peoples(game))
        .group_by(tables.c.course, feats.c.name)
    )


def _summary(game: str, played: list[Row[Any]], sums: dict[str, float]) -> GameStatistics:
    places: dict[str, int] = {}
    best: dict[str, Row[Any]] = {}
    stick = yardstick(game)
    for row in played:
        places[str(row.place)] = places.get(str(row.place), 0) + 1
        driven = row.bot is None
        if stick is None or row.course is None or row.unit != stick.unit or not driven:
            continue
        held = best.get(row.course)
        if held is None or (row.score < held.score) == stick.lowest:
            best[row.course] = row
    records = [
        BestResult(course, row.score, row.unit, row.seat_count, row.id, row.finished)
        for course, row in sorted(best.items())
    ]
    won = sum(row.place == 1 and row.seat_count > 1 for row in played)
    return GameStatistics(game, len(played), won, places, sums, records)


def _feats(game: AnyGame, log: Log, sheet: Sheet, result: Result) -> list[dict[str, Any]]:
    events = [event for step in replay(log, game) for event in step.events]
    counted = find_game(sheet.game).feats(game.options(sheet.options), events, result)
    return [
        {"table_id": sheet.id, "seat": seat, "name": name, "value": float(value)}
        for seat, own in enumerate(counted)
        for name, value in own.items()
    ]


def _mark(connection: Connection, table: str) -> None:
    connection.execute(update(tables).where(tables.c.id == table).values(tallied=True))


def _write(connection: Connection, sheet: Sheet, rows: list[dict[str, Any]], valid: bool) -> None:
    connection.execute(delete(feats).where(feats.c.table_id == sheet.id))
    if rows:
        connection.execute(insert(feats), rows)
    stick = yardstick(sheet.game)
    if valid and sheet.result is not None and stick is not None and sheet.result.unit == stick.unit:
        connection.execute(
            update(entries)
            .where(entries.c.table_id == sheet.id)
            .values(score=sheet.result.scores[0], unit=sheet.result.unit, at=sheet.finished)
        )
    _mark(connection, sheet.id)

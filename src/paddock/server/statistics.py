"""Statistics: checks finished games by replay, then stores and adds up their results, once."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from functools import partial

from sqlalchemy import Connection, delete, insert, select, update

from paddock.core.errors import PaddockError
from paddock.core.game import AnyGame, Result
from paddock.core.logs import Log
from paddock.core.match import replay, verify
from paddock.core.registry import find_game
from paddock.server.records.table_record import TableInfo, TableRecord
from paddock.server.storage import aggregates, challenge_attempts, ratings, season_tables
from paddock.server.storage.schema import feats, seats, tables
from paddock.server.storage.store import Store, outage
from paddock.server.tables import repository
from paddock.server.tables.play import Play
from paddock.server.tables.registry import TableRegistry
from paddock.server.tables.table import Table
from paddock.server.thread_pools import BACKGROUND

_LOG = logging.getLogger("paddock.statistics")
_AT_ONCE = 200
_FIRST_PAUSE = 2.0
_LONGEST_PAUSE = 3600.0
Check = Callable[[TableRecord, Play, bytes], None]
"""Checks a challenge attempt by replay and recomputed dice; raises LogError if it is not genuine."""


class Statistics:
    """Stores results of finished games; each game's rules define what is counted."""

    def __init__(self, store: Store, registry: TableRegistry, check: Check) -> None:
        self.store = store
        self.registry = registry
        self.check = check
        self._at_work: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._failed: dict[str, tuple[int, float]] = {}
        """Games that could not be counted: the number of tries, and when to try again."""

    def hear(self, table: Table, before: TableInfo) -> None:
        """Record a game that has just ended."""
        if table.sheet.stage == "over" and before.stage == "running":
            self.tally_soon(table)

    def tally_soon(self, table: Table) -> None:
        """Record a finished game in the background."""
        if table.id not in self._at_work:
            self._at_work.add(table.id)
            task = asyncio.create_task(self._tally(table))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def take_up(self) -> None:
        """Record games that ended unrecorded, and retry failed ones that are due."""
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
                table = await self.registry.table(found)
                table.running_or_over()
                self.tally_soon(table)
            except PaddockError as error:
                _LOG.error("table %s cannot be counted: %s", found, error)
                await self._tally_result(found)

    async def _tally_result(self, found: str) -> None:
        """Record only the result of a game whose rules no longer exist."""
        stored = await repository.find(self.store, found)
        if stored is not None:
            written = partial(write_down, sheet=stored.sheet, driven=[], valid=False, proven=False)
            await self.store.write(written, found)

    async def close(self) -> None:
        """Finish running tasks."""
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _tally(self, table: Table) -> None:
        sheet = table.sheet
        try:
            driven, valid = await self._count(table)
            proven = await self._proven(table)
            written = partial(write_down, sheet=sheet, driven=driven, valid=valid, proven=proven)
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
        """The counts of every seat, and whether a challenge attempt is genuine."""
        sheet, play = table.sheet, table.running_or_over()
        driven: list[dict[str, float]] = []
        if sheet.result is not None and sheet.counts:
            driven = await BACKGROUND.run(_feats, play.game, play.log.copy(), sheet, sheet.result)
        if sheet.challenge is None:
            return driven, False
        try:
            await BACKGROUND.run(self.check, sheet, play, table.seed)
        except PaddockError as error:
            _LOG.error("the attempt of table %s does not count: %s", table.id, error)
            return driven, False
        return driven, True

    async def _proven(self, table: Table) -> bool:
        """Whether the result may be a record: the log was replayed and every die recomputed."""
        sheet = table.sheet
        measured = sheet.course is not None and aggregates.yardstick(sheet.game) is not None
        if not (measured and sheet.public and sheet.counts):
            return False
        try:
            await BACKGROUND.run(verify, table.running_or_over().log.copy())
        except PaddockError as error:
            _LOG.error("the result of table %s is no record: %s", table.id, error)
            return False
        return True


def _feats(game: AnyGame, log: Log, sheet: TableRecord, result: Result) -> list[dict[str, float]]:
    events = [event for step in replay(log, game) for event in step.events]
    counted = find_game(sheet.game).feats(game.options(sheet.options), events, result)
    return [{name: float(value) for name, value in own.items()} for own in counted]


def write_down(
    connection: Connection, sheet: TableRecord, driven: list[dict[str, float]], valid: bool, proven: bool
) -> None:
    """Record a game once: only the process that marks it first adds it to the totals."""
    unmarked = update(tables).where(tables.c.id == sheet.id, tables.c.tallied.is_(False))
    if connection.execute(unmarked.values(tallied=True)).rowcount != 1:
        return
    rows = [
        {
            "table_id": sheet.id,
            "seat": number,
            "name": name,
            "value": value,
            "person": sheet.seats[number].person,
            "game": sheet.game,
        }
        for number, own in enumerate(driven)
        for name, value in own.items()
    ]
    connection.execute(delete(feats).where(feats.c.table_id == sheet.id))
    if rows:
        connection.execute(insert(feats), rows)
    if sheet.result is not None and sheet.counts:
        aggregates.add(connection, sheet, sheet.result, driven)
        ratings.rate(connection, sheet)
        season_tables.enter(connection, sheet)
    stick = aggregates.yardstick(sheet.game)
    if stick is None or sheet.result is None or sheet.result.unit != stick.unit:
        return
    if proven:
        own = (seats.c.person.is_not(None), seats.c.bot.is_(None))
        connection.execute(update(seats).where(seats.c.table_id == sheet.id, *own).values(proven=True))
    if valid:
        attempt = (sheet.challenge or "", sheet.seats[0].person or "", sheet.attempt or 0)
        result = {"score": sheet.result.scores[0], "unit": sheet.result.unit, "at": sheet.finished}
        challenge_attempts.enter(connection, attempt, stick.lowest, **result)

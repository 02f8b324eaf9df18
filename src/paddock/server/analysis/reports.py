"""Reports of games: computed once in the background, stored in a folder, shared by all who see the game."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import time
from collections.abc import Awaitable, Callable
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Struct
from sqlalchemy import exists, select

from paddock.analysis import Report, analyse, analysers
from paddock.analysis.analyse import VERSION
from paddock.analysis.puzzles import Puzzle, puzzles_in, read, written
from paddock.analysis.report import Cards
from paddock.core.errors import BadInput, PaddockError
from paddock.core.logs import Log, load
from paddock.core.messages import Message
from paddock.core.registry import find_game
from paddock.server.errors import TooMany
from paddock.server.records.table_record import TableInfo, TableRecord
from paddock.server.storage.schema import accuracy, seats, tables
from paddock.server.storage.store import Store
from paddock.server.tables import repository
from paddock.server.tables.table import Table
from paddock.server.thread_pools import VISITORS
from paddock.server.workers.job_queue import JobQueue, Tell, write_whole
from paddock.solve import Store as Solved
from paddock.solve import Wish, find_shelf, kept, solvers

_LOG = logging.getLogger("paddock.analyses")
_PUZZLES = ".puzzles"
_TAKEN_UP = 24
"""The most games that one check for missing reports takes up."""
LogOf = Callable[[TableRecord], Awaitable[bytes]]
"""Returns the log of a finished game; raises if it may not be shown."""
Made = Callable[[TableRecord, Report, list[Puzzle]], Awaitable[None]]
"""Called with every new report, its table and the puzzles of its game."""
_ROUND_SECONDS = 600.0
"""The seconds between two checks for missing reports, for example of challenges that closed since."""
Stage = Literal["analysed", "working", "waiting", "missing", "impossible"]


class AnalysisState(Struct, kw_only=True):
    """The report of a game, or the progress of its analysis."""

    stage: Stage
    done: float = 1.0
    reason: Message | None = None
    """Why the game cannot be analysed."""
    report: Report | None = None


class Analyses:
    """Stores reports in a folder; file names depend on the game's records, the analysis and the solver."""

    def __init__(
        self, folder: Path, solutions: Path, job_queue: JobQueue, wish: Wish, store: Store, log_of: LogOf
    ) -> None:
        self.folder = folder
        self.solutions = solutions
        self.job_queue = job_queue
        self.wish = wish
        self.store = store
        self.log_of = log_of
        self.listeners: list[Made] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._looked = 0.0

    async def state(
        self, sheet: TableRecord, raw: bytes, begin: bool, cards: Cards = "own", idle: bool = False
    ) -> AnalysisState:
        """Return the report of a table's game or its progress; `begin` queues the analysis if needed."""
        try:
            path = await VISITORS.run(self._path, raw, cards)
        except BadInput as error:
            return AnalysisState(stage="impossible", reason=error.message)
        if path.name in self.job_queue.refused:
            return AnalysisState(stage="impossible", reason=self.job_queue.refused[path.name])
        kept = await VISITORS.run(_read, path)
        if kept is not None:
            return AnalysisState(stage="analysed", report=kept)
        job = self.job_queue.find(path.name)
        if begin and (job is None or (job.idle and not idle)):
            if self.job_queue.busy_enough if idle else self.job_queue.full:
                raise TooMany("server.too-many-errands")
            args = (raw, str(self.solutions), self.wish, cards, str(path))
            made = partial(self._made, sheet, path)
            job = self.job_queue.ask(path.name, analyse_log, *args, idle=idle, then=made)
        if job is None:
            return AnalysisState(stage="missing", done=0.0)
        return AnalysisState(stage="working" if job.begun else "waiting", done=job.done)

    async def _made(self, sheet: TableRecord, path: Path) -> None:
        """Pass a finished report to the listeners."""
        report = await VISITORS.run(_read, path)
        if report is None:
            return
        found = await VISITORS.run(_puzzles, path)
        for listener in self.listeners:
            try:
                await listener(sheet, report, found)
            except PaddockError as error:
                _LOG.warning("the report of table %s is not followed: %s", sheet.id, error)

    def hear(self, table: Table, before: TableInfo) -> None:
        """Queue the analysis of a game that has just ended, as an idle job."""
        if table.sheet.stage == "over" and before.stage == "running":
            self._later([table.sheet])

    async def take_up(self) -> None:
        """Queue missing reports: first of the newest games, later only of games with people."""
        first = not self._looked
        if not first and time.monotonic() < self._looked + _ROUND_SECONDS:
            return
        self._looked = time.monotonic()
        ended = select(tables.c.id).where(tables.c.stage == "over").order_by(tables.c.touched.desc())
        noted = exists().where(accuracy.c.table_id == tables.c.id, accuracy.c.version == VERSION)
        driven = exists().where(seats.c.table_id == tables.c.id, seats.c.person.is_not(None))
        wanted = [ended.where(driven, ~noted), *([ended] if first else [])]
        found: dict[str, None] = {}
        async with self.store.read() as connection:
            for each in wanted:
                rows = await connection.execute(each.limit(_TAKEN_UP))
                found |= dict.fromkeys(rows.scalars())
        sheets = [
            stored.sheet for one in found if (stored := await repository.find(self.store, one)) is not None
        ]
        self._later(sheets)

    def _later(self, sheets: list[TableRecord]) -> None:
        wanted = [sheet for sheet in sheets if sheet.game in analysers()]
        task = asyncio.create_task(self._begin(wanted))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _begin(self, sheets: list[TableRecord]) -> None:
        for sheet in sheets:
            try:
                raw = await self.log_of(sheet)
                if (await self.state(sheet, raw, begin=True, idle=True)).stage == "analysed":
                    path = await VISITORS.run(self._path, raw, "own")
                    await self._made(sheet, path)
            except PaddockError as error:
                _LOG.info("table %s is not analysed now: %s", sheet.id, error)

    async def close(self) -> None:
        """Wait until pending games are queued."""
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _path(self, raw: bytes, cards: Cards) -> Path:
        log = load(raw)
        game = log.header.game
        if game not in analysers():
            raise BadInput("analysis.no-analyser", game=game, known=", ".join(analysers()))
        options = find_game(game).options(log.header.options)
        parts = [*_driven(log), game, str(log.header.rules), msgspec.json.encode(options).decode()]
        parts += [str(len(log.header.seats)), cards, str(VERSION)]
        if len(log.header.seats) == 1 and game in solvers():
            if find_spec("numba") is None:
                raise BadInput("server.no-solving")
            parts.append(_solved_by(game, options, Solved(self.solutions)))
        digest = hashlib.sha256("\n".join(parts).encode()).hexdigest()[:32]
        return self.folder / f"{game}-{digest}.json"


def _solved_by(game: str, options: Any, store: Solved) -> str:
    """Return the solution a solo drive is compared with; for an unsolved rally it is empty."""
    try:
        course = find_shelf(game).course(options)
    except BadInput:
        return ""
    there = game == "rallyman-gt" or kept(game, options, store).perfect is not None
    return f"{course.file} {course.solver_version}" if there else ""


def _driven(log: Log) -> list[str]:
    """Return the records of the game without the names of its players."""
    return [msgspec.json.encode(record).decode() for _, record in log.counted]


def _read(path: Path) -> Report | None:
    try:
        return msgspec.json.decode(path.read_bytes(), type=Report)
    except (OSError, msgspec.MsgspecError):
        return None


def _puzzles(path: Path) -> list[Puzzle]:
    try:
        return read(path.with_suffix(_PUZZLES).read_bytes())
    except (OSError, msgspec.MsgspecError):
        return []


def analyse_log(tell: Tell, raw: bytes, solutions: str, wish: Wish, cards: Cards, path: str) -> None:
    """Analyse a game and write its report and its puzzles; runs in a background job."""
    report = analyse(load(raw), wish, Solved(Path(solutions)), lambda done, _: tell(done), cards)
    goal = Path(path)
    if cards == "own" and (found := puzzles_in(load(raw), report)):
        write_whole(goal.with_suffix(_PUZZLES), written(found))
    write_whole(goal, msgspec.json.encode(report))

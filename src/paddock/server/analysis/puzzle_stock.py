"""The stock of puzzles: shipped ones, those from played games and those from games of bots."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import partial
from importlib.util import find_spec
from pathlib import Path

import msgspec
from sqlalchemy import ColumnElement, Connection, and_, func, or_, select, update

from paddock.analysis import Report
from paddock.analysis.puzzles import Puzzle, made_by_bots, puzzle_games, read, shipped, written
from paddock.core.registry import find_game
from paddock.server.records.table_record import TableRecord
from paddock.server.storage.schema import puzzle_days, puzzles
from paddock.server.storage.store import Store, insert_into
from paddock.server.thread_pools import BACKGROUND
from paddock.server.workers.job_queue import JobQueue, Tell, write_whole

_LOW = 10
"""If a game has fewer unused puzzles than this, bots play for more."""
_TRIES = 30
"""The most games that bots play per job."""
ERRAND = "puzzles"


class PuzzleStock:
    """Stores puzzles and assigns one to every day."""

    def __init__(self, store: Store, folder: Path, job_queue: JobQueue) -> None:
        self.store = store
        self.folder = folder
        self.job_queue = job_queue

    async def open(self) -> None:
        """Add the shipped puzzles."""
        await self.keep(await BACKGROUND.run(shipped), played=False)

    async def keep(self, new: Sequence[Puzzle], played: bool) -> None:
        """Add puzzles that are not in the stock yet."""
        if new:
            await self.store.write(partial(_keep, new=list(new), played=played))

    async def harvest(self, sheet: TableRecord, report: Report, found: list[Puzzle]) -> None:
        """Add the puzzles of a public game after its analysis."""
        if sheet.public and sheet.counts:
            await self.keep(found, played=True)

    async def of(self, day: str) -> Puzzle | None:
        """Return the puzzle of a day; None if the day has none or today's rules cannot read it."""
        found = (
            select(puzzles.c.puzzle)
            .join(puzzle_days, puzzle_days.c.puzzle == puzzles.c.id)
            .where(puzzle_days.c.day == day, readable())
        )
        async with self.store.read() as connection:
            kept = (await connection.execute(found)).scalar()
        return msgspec.json.decode(kept, type=Puzzle) if kept is not None else None

    async def give(self, day: str, number: int) -> Puzzle | None:
        """Return the puzzle of a day, assigning one if it has none; games alternate by the day's number."""
        known = await self.of(day)
        if known is None:
            await self.store.write(partial(_choose, day=day, number=number), ERRAND)
            await self.restock()
            known = await self.of(day)
        return known

    async def restock(self) -> None:
        """Queue an idle job in which bots play for more puzzles, for each game that runs low."""
        await self._take_in()
        async with self.store.read() as connection:
            rows = await connection.execute(
                select(puzzles.c.game, func.count())
                .where(readable(), puzzles.c.used.is_(False))
                .group_by(puzzles.c.game)
            )
            left = {game: int(count) for game, count in rows}
        for game in puzzle_games():
            if left.get(game, 0) < _LOW and find_spec("numpy") is not None:
                path = self.folder / f"{game}-{int(time.time())}.jsonl"
                if self.job_queue.find(f"{ERRAND} {game}") is None and not self.job_queue.busy_enough:
                    self.job_queue.ask(f"{ERRAND} {game}", make_puzzles, game, str(path), idle=True)

    async def _take_in(self) -> None:
        """Add the puzzles that jobs have written, and delete their files."""
        for path in sorted(self.folder.glob("*.jsonl")) if self.folder.exists() else ():
            await self.keep(read(await BACKGROUND.run(path.read_bytes)), played=False)
            path.unlink(missing_ok=True)


def make_puzzles(tell: Tell, game: str, path: str) -> None:
    """Let bots play until there are enough puzzles; runs in a background job."""
    found: list[Puzzle] = []
    first = int(time.time())
    for seed in range(_TRIES):
        tell(seed / _TRIES)
        found += made_by_bots(game, first + seed)
        if len(found) >= _LOW:
            break
    write_whole(Path(path), written(found))


def readable() -> ColumnElement[bool]:
    """Select the puzzles that today's rules can read."""
    known = ((game, find_game(game).rules_version) for game in puzzle_games())
    return or_(*(and_(puzzles.c.game == game, puzzles.c.rules == rules) for game, rules in known))


def _keep(connection: Connection, new: list[Puzzle], played: bool) -> None:
    rows = [
        {
            "id": one.id,
            "game": one.game,
            "rules": one.rules,
            "played": played,
            "used": False,
            "puzzle": msgspec.json.encode(one).decode(),
            "made": time.time(),
        }
        for one in new
    ]
    connection.execute(insert_into(connection, puzzles).on_conflict_do_nothing(), rows)


def _choose(connection: Connection, day: str, number: int) -> None:
    """Assign a day the next puzzle of the game in turn: unused before used, played before made by bots."""
    order = (puzzles.c.used, puzzles.c.played.desc(), puzzles.c.id)
    rows = connection.execute(select(puzzles.c.game).where(readable()).distinct())
    games = sorted(rows.scalars())
    if not games:
        return
    game = games[number % len(games)]
    here = select(puzzles.c.id).where(readable(), puzzles.c.game == game)
    chosen = connection.execute(here.order_by(*order).limit(1)).scalar_one()
    given = insert_into(connection, puzzle_days).values(day=day, puzzle=chosen)
    if connection.execute(given.on_conflict_do_nothing()).rowcount == 1:
        connection.execute(update(puzzles).where(puzzles.c.id == chosen).values(used=True))

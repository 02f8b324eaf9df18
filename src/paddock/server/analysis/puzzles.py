"""The puzzle of the day: the same for everybody, answered once; the solution is shown only afterwards."""

from __future__ import annotations

import time
from datetime import UTC, date, datetime, timedelta
from functools import partial
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, select, update

from paddock.analysis.puzzles import Puzzle, PuzzleAnswer, answer
from paddock.analysis.report import Unit
from paddock.core.game import AnyGame
from paddock.core.registry import find_game
from paddock.server.accounts.people import Person
from paddock.server.analysis.puzzle_stock import PuzzleStock, readable
from paddock.server.errors import Unknown
from paddock.server.records.challenge_calendar import Streak, streak_of
from paddock.server.records.table_record import Seat, TableInfo, TableRecord, info
from paddock.server.storage.schema import puzzle_answers, puzzle_days, puzzles
from paddock.server.storage.store import Store, insert_into
from paddock.server.tables.questions import Questions, read_reply, write_reply
from paddock.server.wire.frames import Scene
from paddock.server.workers.pool import Workers

_PAGE = 12


class PuzzleBrief(Struct, frozen=True, kw_only=True):
    """A puzzle as lists show it."""

    day: str
    """The day of the puzzle, such as 2026-11-16."""
    game: str
    answered: int
    """How many people have answered it."""
    solved: int
    """How many of them were right."""
    mine: bool | None
    """Whether your own answer was right; None if you have not answered."""


class PuzzlePage(Struct, frozen=True, kw_only=True):
    """Today's puzzle and earlier ones, newest first."""

    today: PuzzleBrief | None
    past: list[PuzzleBrief]
    before: str | None
    """The day where the next page starts; None on the last page."""


class PuzzleSheet(Struct, frozen=True, kw_only=True):
    """A puzzle as a table shows it: the position, and your answer if you have given one."""

    brief: PuzzleBrief
    seat: int
    unit: Unit
    table: TableInfo
    scene: Scene
    answer: PuzzleAnswer | None


class Puzzles:
    """Serves puzzles and stores answers."""

    def __init__(self, store: Store, stock: PuzzleStock, questions: Questions, advisers: Workers) -> None:
        self.store = store
        self.stock = stock
        self.questions = questions
        self.advisers = advisers

    async def page(self, person: Person | None, before: str | None) -> PuzzlePage:
        """Return today's puzzle and a page of earlier ones."""
        now = today()
        await self.stock.give(now, _number(now))
        last = before if before is not None else now
        async with self.store.read() as connection:
            listed = (
                select(puzzle_days.c.day)
                .join(puzzles, puzzles.c.id == puzzle_days.c.puzzle)
                .where(puzzle_days.c.day < last, readable())
                .order_by(puzzle_days.c.day.desc())
                .limit(_PAGE + 1)
            )
            days = list((await connection.execute(listed)).scalars())
        briefs = await self._briefs([now, *days[:_PAGE]], person)
        past = [briefs[day] for day in days[:_PAGE]]
        return PuzzlePage(
            today=briefs.get(now), past=past, before=days[_PAGE - 1] if len(days) > _PAGE else None
        )

    async def sheet(self, day: str, person: Person | None) -> PuzzleSheet:
        """Return the puzzle of a day as a table; raises Unknown."""
        puzzle = await self._of(day)
        given = await self._answer_of(day, person)
        game, state = find_game(puzzle.game), puzzle.state
        shown = _table(day, puzzle, game, state)
        pending = game.pending(state)
        asked = () if given is not None else pending.seats
        scene = Scene(
            step=1,
            seat=puzzle.seat,
            view=msgspec.Raw(msgspec.json.encode(game.view(state, puzzle.seat))),
            asked=asked,
            may=(),
            actions=None if asked else [],
            clock=None,
            result=None,
            seed_hash="",
            seed=None,
        )
        brief = (await self._briefs([day], person))[day]
        return PuzzleSheet(
            brief=brief, seat=puzzle.seat, unit=puzzle.unit, table=shown, scene=scene, answer=given
        )

    async def explore(self, day: str, who: str, question: Any) -> msgspec.Raw:
        """Answer a question about the position of a puzzle."""
        puzzle = await self._of(day)
        game = find_game(puzzle.game)
        return await self.questions.answer_at(game, puzzle.state, who, puzzle.seat, question)

    async def solve(self, day: str, person: Person, action: Any) -> PuzzleAnswer:
        """Judge and store somebody's plan; only the first answer counts, later calls return it."""
        puzzle = await self._of(day)
        given = await self._answer_of(day, person)
        if given is not None:
            return given
        plan = find_game(puzzle.game).action(action)
        raw = await self.advisers.ask(
            person.id, _judge, msgspec.json.encode(puzzle), msgspec.json.encode(plan)
        )
        told = msgspec.json.decode(read_reply(raw), type=PuzzleAnswer)
        await self.store.write(partial(_write, day=day, person=person.id, answer=told), day)
        return await self._answer_of(day, person) or told

    async def streak(self, person: Person) -> Streak:
        """Return on how many days in a row somebody has solved the puzzle of the day."""
        mine = select(puzzle_answers.c.day).where(
            puzzle_answers.c.person == person.id,
            puzzle_answers.c.solved.is_(True),
            puzzle_answers.c.prompt.is_(True),
        )
        async with self.store.read() as connection:
            days = {_number(day) for day in (await connection.execute(mine)).scalars()}
        return streak_of(days, _number(today()))

    async def _of(self, day: str) -> Puzzle:
        now = today()
        found = await self.stock.give(day, _number(day)) if day == now else await self.stock.of(day)
        if found is None:
            raise Unknown("server.no-puzzle")
        return found

    async def _answer_of(self, day: str, person: Person | None) -> PuzzleAnswer | None:
        if person is None:
            return None
        mine = select(puzzle_answers.c.answer).where(
            puzzle_answers.c.day == day, puzzle_answers.c.person == person.id
        )
        async with self.store.read() as connection:
            kept = (await connection.execute(mine)).scalar()
        return msgspec.json.decode(kept, type=PuzzleAnswer) if kept is not None else None

    async def _briefs(self, days: list[str], person: Person | None) -> dict[str, PuzzleBrief]:
        here = puzzle_answers.c.day.in_(days)
        async with self.store.read() as connection:
            games = await connection.execute(
                select(puzzle_days, puzzles.c.game)
                .join(puzzles, puzzles.c.id == puzzle_days.c.puzzle)
                .where(puzzle_days.c.day.in_(days), readable())
            )
            known = {row.day: row for row in games}
            own: dict[str, bool] = {}
            if person is not None:
                mine = select(puzzle_answers.c.day, puzzle_answers.c.solved)
                rows = await connection.execute(mine.where(here, puzzle_answers.c.person == person.id))
                own = {day: bool(solved) for day, solved in rows}
        return {
            day: PuzzleBrief(
                day=day,
                game=row.game,
                answered=row.answered,
                solved=row.solved,
                mine=own.get(day),
            )
            for day, row in known.items()
        }


def today() -> str:
    """Return the current day in UTC."""
    return datetime.fromtimestamp(time.time(), UTC).date().isoformat()


def _number(day: str) -> int:
    """Return the days since 1970; raises Unknown for an invalid date."""
    try:
        return (date.fromisoformat(day) - date(1970, 1, 1)) // timedelta(days=1)
    except ValueError:
        raise Unknown("server.no-puzzle") from None


def _table(day: str, puzzle: Puzzle, game: AnyGame, state: Any) -> TableInfo:
    """Return a table to show a puzzle at; all its seats are empty."""
    options = msgspec.to_builtins(state.options)
    seats = [Seat() for _ in range(len(state.cars))]
    return info(
        TableRecord(
            id=f"puzzle-{day}",
            game=puzzle.game,
            options=options,
            course=game.course(state.options),
            public=False,
            stage="running",
            host="",
            seats=seats,
            created=0.0,
        )
    )


def _judge(puzzle: bytes, action: bytes) -> bytes:
    """Judge a plan; runs in a worker process."""
    found = msgspec.json.decode(puzzle, type=Puzzle)
    plan = find_game(found.game).action(msgspec.json.decode(action))
    return write_reply(lambda: answer(found, plan))


def _write(connection: Connection, day: str, person: str, answer: PuzzleAnswer) -> None:
    row = {
        "day": day,
        "person": person,
        "solved": answer.right,
        "prompt": day == today(),
        "answer": msgspec.json.encode(answer).decode(),
        "at": time.time(),
    }
    new = insert_into(connection, puzzle_answers).values(row).on_conflict_do_nothing()
    if connection.execute(new).rowcount == 1:
        count = {"answered": puzzle_days.c.answered + 1, "solved": puzzle_days.c.solved + int(answer.right)}
        connection.execute(update(puzzle_days).where(puzzle_days.c.day == day).values(**count))

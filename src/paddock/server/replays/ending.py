"""The end of a game: how it went, and what its people had done on the same course before."""

from __future__ import annotations

from msgspec import Struct
from sqlalchemy import select

from paddock.core.game import AnyGame
from paddock.core.logs import Log
from paddock.core.match import first_state, replay
from paddock.core.summaries import Recount
from paddock.server.errors import NotNow
from paddock.server.sheets.sheet import Sheet
from paddock.server.storage.schema import people, proven, seats
from paddock.server.storage.store import Store
from paddock.server.storage.totals import best_first
from paddock.server.tables.table import Table
from paddock.server.thread_pools import VISITORS


class Held(Struct, frozen=True):
    """The record of a course: whose it was, and the table it was driven at."""

    name: str
    score: float
    table: str


class Before(Struct, frozen=True):
    """What somebody had done on the course: finished races, wins against others, the best score."""

    seat: int
    races: int
    wins: int
    best: float | None


class Ending(Struct, frozen=True):
    """A finished game looked back on; `record` and `before` are of the time before it.

    Scores are compared in `unit`, the lowest or the highest first; None where results of this game cannot be
    compared.
    """

    recount: Recount | None
    unit: str | None
    lowest: bool
    record: Held | None
    before: list[Before]


async def tell_ending(store: Store, table: Table) -> Ending:
    """The end of a table's game; refuses while it runs."""
    sheet, play = table.sheet, table.running_or_over()
    if sheet.stage != "over":
        raise NotNow("server.not-over")
    recount = await VISITORS.run(_recount, play.game, play.log.copy())
    stick = play.game.yardstick
    unit, lowest = (stick.unit, stick.lowest) if stick is not None else (None, True)
    if not sheet.counts or sheet.course is None:
        return Ending(recount, unit, lowest, None, [])
    return Ending(
        recount, unit, lowest, await _record(store, sheet), await _before(store, sheet, unit, lowest)
    )


def _recount(game: AnyGame, log: Log) -> Recount | None:
    return game.recount(first_state(game, log), replay(log, game))


async def _record(store: Store, sheet: Sheet) -> Held | None:
    """The record of the course before this game."""
    async with store.read() as connection:
        rows = await connection.execute(
            select(people.c.name, seats.c.score, seats.c.table_id)
            .join(people, people.c.id == seats.c.person)
            .where(seats.c.game == sheet.game, seats.c.course == sheet.course, proven)
            .where(seats.c.table_id != sheet.id, seats.c.finished <= sheet.finished)
            .order_by(*best_first(sheet.game))
            .limit(1)
        )
        row = rows.first()
    return Held(row.name, row.score, row.table_id) if row is not None else None


async def _before(store: Store, sheet: Sheet, unit: str | None, lowest: bool) -> list[Before]:
    """What the people at the table had done on its course before."""
    found = []
    async with store.read() as connection:
        for number, seat in enumerate(sheet.seats):
            if seat.person is None or seat.bot is not None:
                continue
            rows = await connection.execute(
                select(seats.c.place, seats.c.score, seats.c.unit, seats.c.starters)
                .where(seats.c.person == seat.person, seats.c.bot.is_(None), seats.c.place.is_not(None))
                .where(seats.c.game == sheet.game, seats.c.course == sheet.course)
                .where(seats.c.finished <= sheet.finished, seats.c.table_id != sheet.id)
            )
            past = rows.all()
            scores = [row.score for row in past if row.unit == unit]
            best = (min(scores) if lowest else max(scores)) if scores else None
            wins = sum(row.place == 1 and row.starters > 1 for row in past)
            found.append(Before(number, len(past), wins, best))
    return found

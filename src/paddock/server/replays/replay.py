"""Replays of games step by step as one seat saw them, and the summary of a finished game."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct, structs
from sqlalchemy import select

from paddock.core.game import AnyGame
from paddock.core.logs import Decision, Drawn, Log
from paddock.core.match import first_state, replay
from paddock.core.messages import Message
from paddock.core.snapshots import Snapshot
from paddock.core.summaries import Recount
from paddock.server.accounts.people import Person
from paddock.server.errors import NotNow
from paddock.server.records.table_record import TableInfo, TableRecord
from paddock.server.storage.aggregates import best_first
from paddock.server.storage.schema import people, proven, seats
from paddock.server.storage.store import Store
from paddock.server.tables import repository
from paddock.server.tables.access import check_eyes, open_book
from paddock.server.tables.table import Table
from paddock.server.thread_pools import VISITORS


class Witnessed(Struct, frozen=True):
    """An event as a seat learned of it, with its text."""

    event: Any
    told: Message


class ReplayStep(Struct, frozen=True):
    """One counted record; `action` and `outcome` only if the whole game is disclosed."""

    step: int
    by: int | None
    at: float
    action: Any
    outcome: Any
    events: list[Witnessed]


class Replay(Struct, frozen=True):
    """All steps of a game, as one seat (None: a spectator) learned of them."""

    table: TableInfo
    seat: int | None
    last: int
    steps: list[ReplayStep]


class StepView(Struct, frozen=True):
    """What a seat saw after a step."""

    step: int
    view: Any
    asked: tuple[int, ...]


async def tell_replay(store: Store, table: Table, person: Person | None, seat: int | None) -> Replay:
    """Return the replay of a table's game."""
    check_eyes(table.sheet, person, seat)
    play = table.running_or_over()
    log = play.log.copy()
    times = await repository.find_times(store, table.id)
    shown = open_book(table.sheet)
    steps = await VISITORS.run(_steps, play.game, log, seat, times, shown)
    if shown:
        return Replay(table.info, seat, len(log.records), steps)
    known = [step for step in steps if play.numbering.knows(seat, step.step)]
    numbered = [structs.replace(step, step=play.shown(seat, step.step)) for step in known]
    return Replay(table.info, seat, play.shown(seat, len(log.records)), numbered)


async def tell_views(
    table: Table, person: Person | None, seat: int | None, first: int, last: int, most: int
) -> list[StepView]:
    """Return what a seat saw after steps `first` to `last`; starts with the newest view up to `first`."""
    check_eyes(table.sheet, person, seat)
    play = table.running_or_over()
    if open_book(table.sheet) or play.numbering.open:
        near = play.snapshots.before(first)
        return await VISITORS.run(_views, play.game, play.log.copy(), seat, first, last, most, near)
    views = await VISITORS.run(_views, play.game, play.log.copy(), seat, 0, play.step, play.step + 1, None)
    known = [view for view in views if view.step == 0 or play.numbering.knows(seat, view.step)]
    numbered = [structs.replace(view, step=play.shown(seat, view.step)) for view in known]
    before = [view for view in numbered if view.step <= first][-1:]
    return [*before, *(view for view in numbered if first < view.step <= last)][:most]


def _steps(
    game: AnyGame, log: Log, seat: int | None, times: dict[int, float], shown: bool
) -> list[ReplayStep]:
    steps = []
    for step in replay(log, game):
        seen = [game.witness(event, seat) for event in step.events]
        record = step.record
        steps.append(
            ReplayStep(
                step=step.number,
                by=record.seat if isinstance(record, Decision) else None,
                at=times.get(step.number, 0.0),
                action=record.action if shown and isinstance(record, Decision) else None,
                outcome=record.outcome if shown and isinstance(record, Drawn) else None,
                events=[
                    Witnessed(event, game.tell(event, step.cells)) for event in seen if event is not None
                ],
            )
        )
    return steps


def _views(
    game: AnyGame, log: Log, seat: int | None, first: int, last: int, most: int, near: Snapshot | None
) -> list[StepView]:
    state = near.restore(game) if near is not None else first_state(game, log)
    found = [_view(game, state, seat, near.number if near is not None else 0)]
    for step in replay(log, game, last, near):
        if len(found) >= most:
            break
        if step.number <= first:
            found.clear()
        found.append(_view(game, step.state, seat, step.number))
    return found


def _view(game: AnyGame, state: Any, seat: int | None, number: int) -> StepView:
    view = msgspec.Raw(msgspec.json.encode(game.view(state, seat)))
    return StepView(number, view, game.pending(state).seats)


class Held(Struct, frozen=True):
    """The earlier record of a course: its holder, score and table."""

    name: str
    score: float
    table: str


class Before(Struct, frozen=True):
    """Somebody's earlier results on the course: finished races, wins against others, best score."""

    seat: int
    races: int
    wins: int
    best: float | None


class Ending(Struct, frozen=True):
    """The summary of a finished game; `record` and `before` are from before it.

    Scores are in `unit`, and `lowest` says whether the lowest is best; None if scores cannot be compared.
    """

    recount: Recount | None
    unit: str | None
    lowest: bool
    record: Held | None
    before: list[Before]


async def tell_ending(store: Store, table: Table) -> Ending:
    """Return the summary of a table's game; raises NotNow while it runs."""
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


async def _record(store: Store, sheet: TableRecord) -> Held | None:
    """Return the record of the course before this game."""
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


async def _before(store: Store, sheet: TableRecord, unit: str | None, lowest: bool) -> list[Before]:
    """Return the earlier results on this course of everybody at the table."""
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

"""Replays: what happened step by step, through the eyes one may look through."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct, structs

from paddock.core.game import AnyGame
from paddock.core.logs import Decision, Drawn, Log
from paddock.core.match import first_state, replay
from paddock.core.messages import Message
from paddock.core.snapshots import Snapshot
from paddock.server.people.people import Person
from paddock.server.sheets.sheet import TableInfo
from paddock.server.storage.store import Store
from paddock.server.tables import filing
from paddock.server.tables.openness import check_eyes, open_book
from paddock.server.tables.table import Table
from paddock.server.thread_pools import VISITORS


class Witnessed(Struct, frozen=True):
    """An event as a seat learns of it, and in words."""

    event: Any
    told: Message


class ReplayStep(Struct, frozen=True):
    """One record that counts; `action` and `outcome` only once the game lies open."""

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
    """The replay of a table's game."""
    check_eyes(table.sheet, person, seat)
    play = table.running_or_over()
    log = play.log.copy()
    times = await filing.find_times(store, table.id)
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
    """What a seat saw after the steps from `first` to `last`; the newest before `first` if none is there."""
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

"""Decisions of people and bots: checked by the rules, stored, then sent; also the start of a game.

A request that arrives twice is applied once.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from paddock.core.chance import seed_hash
from paddock.core.errors import BadInput, IllegalAction
from paddock.core.logs import Decision
from paddock.core.match import Draft
from paddock.server.accounts.people import Person
from paddock.server.errors import Forbidden, NotNow, Refused
from paddock.server.metrics import METRICS
from paddock.server.records import time_control
from paddock.server.records.challenge_calendar import closes
from paddock.server.records.table_record import TableInfo, TableRecord, copy
from paddock.server.records.time_control import first_clock
from paddock.server.tables.play import Play, begin
from paddock.server.tables.seating import check_host, check_open
from paddock.server.tables.table import Change, Table


class Stale(Refused):
    """The table has moved on since the decision was made."""

    status, reason = 409, "stale"

    def __init__(self) -> None:
        super().__init__("server.stale")


class BadDecision(BadInput):
    """The game refuses a bot's decision, for whatever reason."""


class NotYourSeat(Forbidden):
    """The seat belongs to another person, or a bot plays it."""

    reason = "seat"


def check_seat(sheet: TableRecord, person: str | None, seat: int) -> None:
    """Raises NotYourSeat unless the person plays the seat."""
    if person is None or seat >= len(sheet.seats) or sheet.seats[seat].person != person:
        raise NotYourSeat("server.not-your-seat")
    if sheet.seats[seat].bot is not None:
        raise NotYourSeat("server.bot-drives")


async def decide(
    table: Table,
    person: str | None,
    seat: int,
    request: str,
    seen: Callable[[], int],
    values: Any,
    stored: Callable[[int], None],
) -> None:
    """Play a person's decision; `stored` is called with the record's number before anyone is told.

    `seen` returns the newest record up to which the seat has seen everything. It is called under the table's
    lock, so secret decisions of others do not make this one stale. A request that was refused stays refused.
    """

    def make() -> Change | None:
        check_seat(table.sheet, person, seat)
        known = table.play.acked.get((seat, request)) if table.play is not None else None
        if known is not None:
            return None
        if (refusal := table.refused.get((seat, request))) is not None:
            raise refusal.with_traceback(None)
        play = table.running()
        check_in_time(table.sheet)
        check_fresh(play, seat, seen())
        return deciding(table, play, seat, request, play.game.action(values))

    def told() -> None:
        stored(table.running_or_over().acked[seat, request])

    began = time.perf_counter()
    try:
        change = await table.commit(make, told)
    except (Stale, IllegalAction) as refusal:
        table.refuse(seat, request, refusal)
        raise
    if change is None:
        told()
        METRICS.count("paddock_decisions_repeated_total")
    else:
        METRICS.count("paddock_decisions_total")
        METRICS.observe("paddock_decision_seconds", time.perf_counter() - began)


async def decide_for_bot(table: Table, seat: int, step: int, values: Any) -> None:
    """Play a bot's decision; raises BadDecision if it is illegal, Stale if the game has moved on."""

    def make() -> Change:
        play = table.running()
        if table.sheet.seats[seat].bot is None:
            raise NotYourSeat("server.not-your-seat")
        check_fresh(play, seat, step)
        try:
            return deciding(table, play, seat, f"bot:{step}", play.game.action(values))
        except Exception as error:
            reason = f"{type(error).__name__}: {error}"
            raise BadDecision("core.bad-action", game=table.sheet.game, reason=reason) from error

    await table.commit(make)
    METRICS.count("paddock_bot_decisions_total")


def check_in_time(sheet: TableRecord) -> None:
    """Raises if the table's challenge has closed: its dice are public from then on."""
    if sheet.challenge is not None and closes(sheet.challenge) <= time.time():
        raise NotNow("server.challenge-closed")


def check_fresh(play: Play, seat: int, step: int) -> None:
    """Raises Stale if anything but other seats' decisions came after the scene the decision was made on."""
    if step > play.step:
        raise Stale
    for record in play.log.records[step:]:
        if not isinstance(record, Decision) or record.seat == seat:
            raise Stale


def deciding(table: Table, play: Play, seat: int, request: str, action: Any) -> Change:
    """The change that a decision makes; raises if it is illegal."""
    draft = play.deciding(seat, action, table.seed)
    sheet = after(table, play, draft, decided=seat)
    sheet.back = None
    return Change(sheet, draft, decision=(seat, request))


def after(table: Table, play: Play, draft: Draft, decided: int | None = None) -> TableRecord:
    """The table record after a draft: step, clocks, and the result if the game has ended."""
    sheet = copy(table.sheet)
    sheet.step = draft.step
    pending = play.game.pending(draft.state)
    now = time.time()
    if sheet.clock is not None:
        downtimes = table.desk.uptime.downtimes
        sheet.clock = time_control.switch(sheet.clock, sheet.pace, pending.seats, now, decided, downtimes)
    if pending.over:
        sheet.stage = "over"
        sheet.finished = now
        sheet.result = play.game.result(draft.state)
    return sheet


async def start(table: Table, person: Person, remember: int) -> TableInfo:
    """Start the game; all seats have to be taken."""

    def make() -> Change:
        check_open(table.sheet)
        check_host(table.sheet, person)
        if any(seat.free for seat in table.sheet.seats):
            raise NotNow("server.free-seats")
        game = table.game
        options = game.options(table.sheet.options)
        game.check_seats(len(table.sheet.seats))
        play = begin(game, options, table.sheet.roster, table.seed, remember)
        draft = play.settling(table.seed)
        now = time.time()
        sheet = after(table, play, draft)
        if sheet.stage == "open":
            sheet.stage = "running"
        sheet.started = now
        sheet.seed_hash = seed_hash(table.seed)
        asked = game.pending(draft.state).seats
        sheet.clock = first_clock(sheet.pace, len(sheet.seats), asked, now)
        return Change(sheet, draft, started=play)

    await table.commit(make)
    return table.info

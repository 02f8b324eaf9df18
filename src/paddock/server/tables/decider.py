"""Decisions: checked by the rules, stored, then told; sent twice, applied once."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from paddock.core.errors import BadInput, IllegalAction
from paddock.core.logs import Decision
from paddock.core.match import Draft
from paddock.server.calendar import closes
from paddock.server.errors import Forbidden, NotNow, Refused
from paddock.server.metrics import METRICS
from paddock.server.sheets import pace
from paddock.server.sheets.sheet import Sheet, copy
from paddock.server.tables.play import Play
from paddock.server.tables.table import Change, Table


class Stale(Refused):
    """The table has moved on since the decision was made."""

    status, reason = 409, "stale"

    def __init__(self) -> None:
        super().__init__("server.stale")


class BadDecision(BadInput):
    """The game does not take what a bot decided, whatever the cause."""


class NotYourSeat(Forbidden):
    """The seat is somebody else's, or a bot drives it."""

    reason = "seat"


def check_seat(sheet: Sheet, person: str | None, seat: int) -> None:
    """Refuse a seat that the person does not play."""
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
    """Let a person's seat decide; `stored` is called with the record's number before anyone is told.

    `seen` returns the newest record up to which the seat has seen everything. It is asked when nothing else
    can happen at the table, so that what the others do in secret makes no decision stale. What was refused
    stays refused, however often it is sent.
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
    """Let a bot's seat decide; raises BadDecision, and refuses stale decisions like a person's."""

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


def check_in_time(sheet: Sheet) -> None:
    """Refuse to go on with an attempt at a challenge that has closed: its dice are public from then on."""
    if sheet.challenge is not None and closes(sheet.challenge) <= time.time():
        raise NotNow("server.challenge-closed")


def check_fresh(play: Play, seat: int, step: int) -> None:
    """Refuse a decision made on a scene after which more came than other seats' decisions."""
    if step > play.step:
        raise Stale
    for record in play.log.records[step:]:
        if not isinstance(record, Decision) or record.seat == seat:
            raise Stale


def deciding(table: Table, play: Play, seat: int, request: str, action: Any) -> Change:
    """The change a decision makes; refuses an illegal one."""
    draft = play.deciding(seat, action, table.seed)
    sheet = after(table, play, draft, decided=seat)
    sheet.back = None
    return Change(sheet, draft, decision=(seat, request))


def after(table: Table, play: Play, draft: Draft, decided: int | None = None) -> Sheet:
    """The sheet after a draft: step, clocks, and the result if the game is over."""
    sheet = copy(table.sheet)
    sheet.step = draft.step
    pending = play.game.pending(draft.state)
    now = time.time()
    if sheet.clock is not None:
        downtimes = table.desk.uptime.downtimes
        sheet.clock = pace.switch(sheet.clock, sheet.pace, pending.seats, now, decided, downtimes)
    if pending.over:
        sheet.stage = "over"
        sheet.finished = now
        sheet.result = play.game.result(draft.state)
    return sheet

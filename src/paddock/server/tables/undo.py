"""Undo: at once while the seat is still on turn, otherwise if everyone agrees; never past dice or reveals."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import Connection

from paddock.server.accounts.quota import charge, no_room
from paddock.server.errors import NotNow
from paddock.server.records.table_record import Back, TableRecord, copy
from paddock.server.tables.decisions import after, check_seat
from paddock.server.tables.play import Play
from paddock.server.tables.table import Change, Table
from paddock.server.tables.undo_offers import newest_decision, still_on_turn


def _state_before(play: Play, number: int) -> int:
    """The record to return to, so that decision `number` is undone."""
    return next((n for n, _ in reversed(play.log.counted) if n < number), 0)


def _check_allowed(sheet: TableRecord) -> None:
    if sheet.challenge is not None:
        raise NotNow("server.challenge-no-back")


def _taken_back(table: Table, play: Play, seat: int, to: int, done: tuple[int, str] | None = None) -> Change:
    """Undo to a record; undone records still use space, which is charged to the person who asked."""
    draft = play.taking_back(to)
    sheet = after(table, play, draft)
    sheet.back = None
    limits, payer = table.desk.limits, table.sheet.seats[seat].person or table.sheet.host
    size = sum(map(len, [*draft.lines, *play.log.lines[to + 1 :]]))

    def pay(connection: Connection) -> None:
        if not charge(connection, payer, size, limits.stored_bytes_per_person):
            raise no_room(limits)

    return Change(sheet, draft, decision=done, also=pay)


Stored = Callable[[int], None]
"""Called with the newest step once a request is stored, before anyone is told."""


def _known(table: Table, done: tuple[int, str]) -> bool:
    """Whether an undo request was granted before and is only repeated."""
    return table.play is not None and done in table.play.acked


async def undo(table: Table, person: str | None, seat: int, request: str, stored: Stored) -> None:
    """Undo the seat's newest decision if nothing followed and the seat is on turn; a repeat does nothing."""
    done = (seat, f"undo:{request}")

    def make() -> Change | None:
        check_seat(table.sheet, person, seat)
        if _known(table, done):
            return None
        play = table.running()
        _check_allowed(table.sheet)
        number = newest_decision(play, seat)
        if not still_on_turn(play, seat, number):
            raise NotNow("server.ask-the-others")
        return _taken_back(table, play, seat, _state_before(play, number), done)

    await _once(table, make, done, stored)


async def _once(
    table: Table, make: Callable[[], Change | None], done: tuple[int, str], stored: Stored
) -> None:
    def told() -> None:
        stored(table.running_or_over().acked.get(done, table.sheet.step))

    if await table.commit(make, told) is None:
        told()


async def ask(table: Table, person: str | None, seat: int, request: str, stored: Stored) -> None:
    """Ask the others to undo the seat's newest decision; done at once if there is nobody to ask."""
    done = (seat, f"undo:{request}")

    def make() -> Change | None:
        check_seat(table.sheet, person, seat)
        if _known(table, done):
            return None
        play = table.running()
        _check_allowed(table.sheet)
        to = _state_before(play, newest_decision(play, seat))
        others = [other for other in table.sheet.people() if other != person and _drives(table.sheet, other)]
        if not others:
            return _taken_back(table, play, seat, to, done)
        sheet = copy(table.sheet)
        sheet.back = Back(seat, to, play.step, others)
        return Change(sheet)

    await _once(table, make, done, stored)


def _drives(sheet: TableRecord, person: str) -> bool:
    return any(sheet.seats[seat].bot is None for seat in sheet.seats_of(person))


async def answer(table: Table, person: str | None, agree: bool, stored: Stored) -> None:
    """Accept or decline the open undo request; the last agreement undoes the decisions."""

    def make() -> Change:
        play = table.running()
        back = table.sheet.back
        if back is None or person not in back.waiting:
            raise NotNow("server.no-request")
        sheet = copy(table.sheet)
        assert sheet.back is not None
        sheet.back.waiting.remove(person)
        if not agree or back.made != play.step:
            sheet.back = None
        elif not sheet.back.waiting:
            return _taken_back(table, play, back.seat, back.to)
        return Change(sheet)

    await table.commit(make, lambda: stored(table.sheet.step))

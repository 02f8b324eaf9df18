"""What an expert would do: told at tables for practice, computed beside them."""

from __future__ import annotations

from pathlib import Path

import msgspec
from msgspec import Struct
from sqlalchemy import select

from paddock.analysis import Hint, LookedBack, hint, look_back
from paddock.core.errors import BadInput, PaddockError
from paddock.core.logs import load
from paddock.core.messages import Message
from paddock.server.errors import Forbidden
from paddock.server.sheets.sheet import Sheet, read_sheet
from paddock.server.storage.schema import seats, tables
from paddock.server.storage.store import Store as Database
from paddock.server.tables.decider import check_seat
from paddock.server.tables.table import Table
from paddock.server.tables.workers import Workers
from paddock.solve import Store


class _Reply(Struct):
    hint: Hint | None = None
    told: LookedBack | None = None
    refused: Message | None = None


def allows_hints(sheet: Sheet, person: str) -> bool:
    """Whether somebody may be helped: nobody else plays, and nothing is at stake."""
    if sheet.challenge is not None or sheet.season is not None:
        return False
    return all(seat.person in (None, person) for seat in sheet.seats)


async def check_unrated(store: Database, sheet: Sheet, person: str | None) -> None:
    """Refuse advice on a position that may have been copied from a rated game that somebody is in.

    Only what-ifs and logs that were brought along can hold such a position.
    """
    if person is None or (sheet.branch is None and not sheet.uploaded):
        return
    sits = select(seats.c.table_id).where(seats.c.person == person)
    going = select(tables.c.sheet).where(
        tables.c.id.in_(sits), tables.c.stage == "running", tables.c.game == sheet.game
    )
    for row in await store.rows(going):
        running = read_sheet(row.sheet)
        if running.fair and len(running.people()) > 1:
            raise Forbidden("server.no-advice-while-rated")


async def _check(store: Database, table: Table, person: str, seat: int) -> None:
    check_seat(table.sheet, person, seat)
    if not allows_hints(table.sheet, person):
        raise Forbidden("server.no-hints")
    await check_unrated(store, table.sheet, person)
    if table.sheet.stage == "running" and not table.sheet.helped:
        await table.alter(_note_help)


def _note_help(sheet: Sheet) -> None:
    if sheet.stage == "running":
        sheet.helped = True


async def advise(
    store: Database, table: Table, person: str, seat: int, workers: Workers, solutions: Path
) -> Hint:
    """What an expert would do now; refused where people play one another or something is at stake.

    From then on the game counts nowhere.
    """
    await _check(store, table, person, seat)
    raw = table.running().log.dump()
    reply = await _ask(person, workers, raw, seat, None, solutions)
    assert reply.hint is not None
    return reply.hint


async def judge(
    store: Database, table: Table, person: str, seat: int, step: int, workers: Workers, solutions: Path
) -> LookedBack:
    """How good the seat's decision at a step was; refused where hints are, and counted as one."""
    await _check(store, table, person, seat)
    raw = table.running_or_over().log.dump()
    reply = await _ask(person, workers, raw, seat, step, solutions)
    assert reply.told is not None
    return reply.told


async def _ask(
    person: str, workers: Workers, raw: bytes, seat: int, step: int | None, solutions: Path
) -> _Reply:
    answer = await workers.ask(person, _advise, raw, seat, step, str(solutions))
    reply = msgspec.msgpack.decode(answer, type=_Reply)
    if reply.refused is not None:
        raise BadInput(reply.refused.id, **reply.refused.params)
    return reply


def _advise(raw: bytes, seat: int, step: int | None, solutions: str) -> bytes:
    store = Store(Path(solutions))
    try:
        log = load(raw)
        if step is None:
            reply = _Reply(hint=hint(log, seat, store))
        else:
            reply = _Reply(told=look_back(log, seat, step, store))
    except PaddockError as error:
        reply = _Reply(refused=error.message)
    return msgspec.msgpack.encode(reply)

"""What an expert would do: told at tables for practice, computed beside them."""

from __future__ import annotations

from pathlib import Path

import msgspec
from msgspec import Struct

from paddock.analysis import Hint, LookedBack, hint, look_back
from paddock.core.errors import BadInput, PaddockError
from paddock.core.logs import load
from paddock.core.messages import Message
from paddock.server.errors import Forbidden
from paddock.server.sheets.sheet import Sheet
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


def _check(table: Table, person: str, seat: int) -> None:
    check_seat(table.sheet, person, seat)
    if not allows_hints(table.sheet, person):
        raise Forbidden("server.no-hints")


async def advise(table: Table, person: str, seat: int, workers: Workers, solutions: Path) -> Hint:
    """What an expert would do now; refused where people play one another or something is at stake."""
    _check(table, person, seat)
    raw = table.running().log.dump()
    reply = await _ask(workers, raw, seat, None, solutions)
    assert reply.hint is not None
    return reply.hint


async def judge(
    table: Table, person: str, seat: int, step: int, workers: Workers, solutions: Path
) -> LookedBack:
    """How good the seat's decision at a step was; refused where hints are."""
    _check(table, person, seat)
    raw = table.running_or_over().log.dump()
    reply = await _ask(workers, raw, seat, step, solutions)
    assert reply.told is not None
    return reply.told


async def _ask(workers: Workers, raw: bytes, seat: int, step: int | None, solutions: Path) -> _Reply:
    answer = await workers.ask(_advise, raw, seat, step, str(solutions))
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

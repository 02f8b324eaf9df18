"""Logs of games: download, upload and verification."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

from msgspec import Struct

from paddock.core.errors import LogError
from paddock.core.logs import End, Log, load
from paddock.core.match import game_of, state_at, verify
from paddock.server.accounts.people import Person
from paddock.server.errors import NotNow, Refused
from paddock.server.records.table_record import Seat, TableRecord
from paddock.server.storage.store import Store
from paddock.server.tables import repository
from paddock.server.tables.access import check_open_book
from paddock.server.tables.play import load_log
from paddock.server.tables.registry import TableRegistry
from paddock.server.tables.table import Table
from paddock.server.text import new_id
from paddock.server.thread_pools import VISITORS

_MOST_RECORDS = 20_000
T = TypeVar("T")


class Verified(Struct, frozen=True):
    """The number of dice and draws that were recomputed from the seed."""

    checked: int
    seed_hash: str
    seed: str


async def stored_log(store: Store, sheet: TableRecord) -> bytes:
    """Return the log of a finished game as JSON Lines, with current names; an uploaded one unchanged."""
    check_open_book(sheet)
    rows = await repository.find_records(store, sheet.id)
    if sheet.uploaded:
        return b"".join(row.line + b"\n" for row in rows)
    return await VISITORS.run(lambda: load_log(rows).renamed(sheet.names).dump())


async def verify_log(raw: bytes) -> Verified:
    """Recompute every die and draw; raises LogError with the number of the wrong record."""
    return await VISITORS.run(_guarded, _verify, raw)


async def verify_table(store: Store, table: Table) -> Verified:
    """Verify the log of a table's game like `verify_log`."""
    raw = await stored_log(store, table.sheet)
    if table.sheet.branch is not None:
        raise NotNow("server.branch-unverifiable")
    return await verify_log(raw)


def _guarded(read: Callable[[bytes], T], raw: bytes) -> T:
    """Read an untrusted log; raises Refused if it breaks the rules code."""
    try:
        return read(raw)
    except (LookupError, ValueError, TypeError, ArithmeticError, AttributeError, AssertionError) as error:
        raise Refused("server.bad-log", reason=type(error).__name__) from error


def _verify(raw: bytes) -> Verified:
    log = _read(raw)
    checked = verify(log)
    end = log.records[-1]
    assert isinstance(end, End)
    return Verified(checked, log.header.seed_hash, end.seed)


def _read(raw: bytes) -> Log:
    log = load(raw)
    if len(log.records) > _MOST_RECORDS:
        raise Refused("server.too-large")
    return log


async def upload(registry: TableRegistry, person: Person, raw: bytes) -> Table:
    """Replay an uploaded game and store it as a private table; dice are verified if it has a seed hash."""
    sheet, log = await VISITORS.run(_guarded, lambda brought: _record_of(person, brought), raw)
    return await registry.create(sheet, b"", log.lines)


def _record_of(person: Person, raw: bytes) -> tuple[TableRecord, Log]:
    log = _read(raw)
    if not log.ended:
        raise LogError(len(log.records), "core.log-unfinished")
    game = game_of(log)
    if log.header.seed_hash:
        verify(log)
    result = game.result(state_at(game, log))
    if result is None:
        raise LogError(len(log.records), "core.log-not-over")
    now = time.time()
    sheet = TableRecord(
        id=new_id(),
        game=game.name,
        options=log.header.options,
        public=False,
        stage="over",
        host=person.id,
        seats=[Seat(name=name[:100]) for name in log.header.seats],
        created=now,
        started=now,
        finished=now,
        step=len(log.records),
        seed_hash=log.header.seed_hash,
        result=result,
        uploaded=True,
    )
    return sheet, log

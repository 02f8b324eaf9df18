"""Stores and loads tables: table records, logs, seats, briefs, and whom each table waits for."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

import msgspec
from msgspec import Struct, structs
from sqlalchemy import Connection, Select, bindparam, delete, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from paddock.core.messages import Message
from paddock.server.records.table_record import (
    TableBrief,
    TableRecord,
    only_progress,
    read_brief,
    read_record,
    write_brief,
    write_record,
)
from paddock.server.storage import table_steps
from paddock.server.storage.notices import notify
from paddock.server.storage.pagination import Order, Page
from paddock.server.storage.schema import people, records, seats, tables
from paddock.server.storage.store import Store
from paddock.server.storage.table_steps import Step, Turns
from paddock.server.tables.play import Play, StoredRecord
from paddock.server.tables.table import Change, Table

_COLUMNS = (
    "game",
    "public",
    "friends",
    "stage",
    "host",
    "finished",
    "challenge",
    "attempt",
    "course",
    "sheet",
    "brief",
)
_CHANGE = (
    update(tables)
    .where(tables.c.id == bindparam("here"))
    .values({name: bindparam(f"new_{name}") for name in _COLUMNS})
)
_NEW_SEATS = insert(seats)
_OLD_SEATS = delete(seats).where(seats.c.table_id == bindparam("here"))
_TABLE = select(
    tables.c.version, tables.c.sheet, tables.c.progress, tables.c.seed, tables.c.invitation
).where(tables.c.id == bindparam("here"))
_RECORDS = (
    select(records.c.number, records.c.line, records.c.seat, records.c.decision)
    .where(
        records.c.table_id == bindparam("here"),
        or_(records.c.number == 0, records.c.number > bindparam("after")),
    )
    .order_by(records.c.number)
)
_NAMES = (
    select(seats.c.table_id, seats.c.seat, func.coalesce(seats.c.name, people.c.name).label("name"))
    .join(people, people.c.id == seats.c.person)
    .where(seats.c.table_id.in_(bindparam("tables", expanding=True)))
)


def columns(sheet: TableRecord) -> dict[str, Any]:
    """The indexed columns stored beside the table record."""
    return {
        "game": sheet.game,
        "public": sheet.public,
        "friends": sheet.friends and not sheet.public,
        "stage": sheet.stage,
        "host": sheet.host,
        "finished": sheet.finished,
        "challenge": sheet.challenge,
        "attempt": sheet.attempt,
        "course": sheet.course if sheet.counts else None,
        "sheet": write_record(sheet),
        "brief": write_brief(sheet),
    }


def bots_asked(sheet: TableRecord, play: Play | None, state: Any) -> bool:
    """Whether a bot has to decide in this state."""
    if sheet.stage != "running" or play is None:
        return False
    return any(sheet.seats[seat].bot is not None for seat in play.game.pending(state).seats)


def plain(table: Table, change: Change) -> bool:
    """Whether a change is only a step, which takes the fast path."""
    return change.also is None and only_progress(table.sheet, change.sheet)


def step(table: Table, change: Change, progress: str) -> Step:
    """The step of a plain change: records, and the people the table waits for."""
    sheet, before, play = change.sheet, table.play, change.started or table.play
    state = change.draft.state if change.draft is not None else play.state if play is not None else None
    lines: list[tuple[int, bytes, int | None, str | None]] = []
    if change.started is not None:
        lines.append((0, change.started.log.lines[0], None, None))
    if change.draft is not None:
        first = change.draft.first
        made = {first: change.decision} if change.decision is not None else {}
        lines += [
            (number, line, *made.get(number, (None, None)))
            for number, line in enumerate(change.draft.lines, start=first)
        ]
    decided = table.sheet.seats[change.decision[0]].person if change.decision is not None else None
    asked = asked_people(table.sheet, before, before.state) if before is not None else {}
    return Step(
        table=table.id,
        version=table.version + 1,
        at=time.time(),
        bots_asked=bots_asked(sheet, play, state),
        progress=progress,
        records=lines,
        turns=turned(asked, asked_people(sheet, play, state), decided),
    )


def put(connection: Connection, table: Table, change: Change, process: str) -> bool:
    """Store a change atomically; returns False if the table has changed in the meantime."""
    sheet = change.sheet
    (moved,) = table_steps.store(connection, [step(table, change, "")], process)
    if not moved:
        return False
    new = {f"new_{name}": value for name, value in columns(sheet).items()}
    connection.execute(_CHANGE, {"here": table.id, **new})
    if sheet.seats != table.sheet.seats or sheet.result != table.sheet.result:
        connection.execute(_OLD_SEATS, {"here": sheet.id})
        connection.execute(_NEW_SEATS, seat_rows(sheet))
    if change.also is not None:
        change.also(connection)
    return True


def create(
    connection: Connection,
    sheet: TableRecord,
    seed: bytes,
    invitation: str,
    process: str,
    lines: list[bytes] | None = None,
) -> None:
    """Store a new table; `lines` is the log of a table that starts in mid-game or is finished."""
    connection.execute(
        insert(tables).values(
            id=sheet.id,
            version=1,
            created=sheet.created,
            seed=seed,
            invitation=invitation,
            tallied=False,
            bots_asked=False,
            touched=time.time(),
            **columns(sheet),
        )
    )
    connection.execute(insert(seats), seat_rows(sheet))
    if lines:
        connection.execute(insert(records), record_rows(sheet.id, lines))
    notify(connection, by=process, kind="tables", tables=[(sheet.id, 1)])


def stored_bytes(sheet: TableRecord, lines: list[bytes] | None = None) -> int:
    """The bytes that a new table takes."""
    return len(write_record(sheet)) + sum(map(len, lines or []))


def going(connection: Connection, host: str) -> int:
    """The number of open and running tables of a host, not counting challenge attempts."""
    return connection.execute(
        select(func.count())
        .select_from(tables)
        .where(
            tables.c.host == host,
            tables.c.stage.in_(("open", "running")),
            tables.c.challenge.is_(None),
        )
    ).scalar_one()


def record_rows(table: str, lines: list[bytes]) -> list[dict[str, Any]]:
    """Record rows for the lines of a log."""
    now = time.time()
    return [
        {"table_id": table, "number": number, "line": line, "seat": None, "decision": None, "at": now}
        for number, line in enumerate(lines)
    ]


def seat_rows(sheet: TableRecord) -> list[dict[str, Any]]:
    """Seat rows, with results if there are any that count."""
    result = sheet.result if sheet.counts else None
    return [
        {
            "table_id": sheet.id,
            "seat": i,
            "person": seat.person,
            "bot": seat.bot,
            "place": result.places[i] if result is not None else None,
            "score": result.scores[i] if result is not None else None,
            "unit": result.unit if result is not None else None,
            "name": seat.name if seat.alias else None,
            "finished": sheet.finished,
            "game": sheet.game,
            "course": sheet.course if sheet.counts else None,
            "starters": len(sheet.seats),
        }
        for i, seat in enumerate(sheet.seats)
    ]


class Found(Struct, frozen=True):
    """A stored table, with current names."""

    version: int
    sheet: TableRecord
    seed: bytes
    invitation: str


async def find(store: Store, table: str) -> Found | None:
    """The stored table, or None."""
    return await store.ask(partial(find_stored, table=table))


async def find_whole(store: Store, table: str) -> tuple[Found, list[StoredRecord]] | None:
    """The table and the log of its game, if one was started."""

    def job(connection: Connection) -> tuple[Found, list[StoredRecord]] | None:
        found = find_stored(connection, table)
        if found is None:
            return None
        begun = found.sheet.stage in ("running", "over")
        return found, stored_records(connection, table) if begun else []

    return await store.ask(job)


def find_stored(connection: Connection, table: str) -> Found | None:
    """As `find`, within a transaction."""
    row = connection.execute(_TABLE, {"here": table}).one_or_none()
    if row is None:
        return None
    sheet = read_record(row.sheet, row.progress)
    for seat, name in names_at(connection, [table]).get(table, {}).items():
        sheet.seats[seat].name = name
    return Found(row.version, sheet, bytes(row.seed), row.invitation)


def names_at(connection: Connection, ids: Sequence[str]) -> dict[str, dict[int, str]]:
    """Current names at some tables, by table and seat."""
    rows = connection.execute(_NAMES, {"tables": ids})
    found: dict[str, dict[int, str]] = {}
    for row in rows:
        found.setdefault(row.table_id, {})[row.seat] = row.name
    return found


async def listed(connection: AsyncConnection, chosen: Select[str]) -> list[TableBrief]:
    """The selected tables, with current names."""
    return await with_names(connection, (await connection.execute(chosen)).scalars())


async def page(
    connection: AsyncConnection, chosen: Select[str], order: Order, after: str | None, size: int
) -> Page[TableBrief]:
    """A page of the selected tables, with current names."""
    rows, more = await order.read(connection, chosen, after, size)
    return Page(await with_names(connection, [row.brief for row in rows]), more)


async def with_names(connection: AsyncConnection, stored: Iterable[str]) -> list[TableBrief]:
    """Tables from stored briefs, with current names."""
    briefs = [read_brief(raw) for raw in stored]
    names = await connection.run_sync(names_at, [brief.id for brief in briefs])
    return [_named(brief, names.get(brief.id, {})) for brief in briefs]


def _named(brief: TableBrief, names: dict[int, str]) -> TableBrief:
    seats = [structs.replace(seat, name=names.get(seat.seat, seat.name)) for seat in brief.seats]
    return structs.replace(brief, seats=seats)


async def find_records(store: Store, table: str, after: int = -1) -> list[StoredRecord]:
    """The header of a table's log and the records after a number, in order."""
    ask = store.ask_long if after < 0 else store.ask
    return await ask(partial(stored_records, table=table, after=after))


def stored_records(connection: Connection, table: str, after: int = -1) -> list[StoredRecord]:
    """As `find_records`, within a transaction."""
    rows = connection.execute(_RECORDS, {"here": table, "after": after})
    return [StoredRecord(row.number, bytes(row.line), row.seat, row.decision) for row in rows]


async def find_times(store: Store, table: str) -> dict[int, float]:
    """When each record was stored."""
    async with store.read() as connection:
        rows = await connection.execute(
            select(records.c.number, records.c.at).where(records.c.table_id == table)
        )
        return {row.number: row.at for row in rows}


_MESSAGES = msgspec.json.Decoder(Message)
Asked = dict[str, str]
"""Encoded prompts by person; empty if there is no particular one."""


class Turn(Struct, frozen=True):
    """A table that waits for a person's decision: since when, and the prompt."""

    table: TableBrief
    since: float
    asks: Message | None = None


def asked_people(sheet: TableRecord, play: Play | None, state: Any) -> Asked:
    """The people the game waits for; people whose seat a bot plays are left out."""
    if sheet.stage != "running" or play is None:
        return {}
    asked: Asked = {}
    for number in play.game.pending(state).seats:
        seat = sheet.seats[number]
        if seat.person is not None and seat.bot is None and seat.person not in asked:
            words = play.game.asks(state, number)
            asked[seat.person] = msgspec.json.encode(words).decode() if words is not None else ""
    return asked


def read_asks(stored: str) -> Message | None:
    """Decode a stored prompt."""
    return _MESSAGES.decode(stored) if stored else None


def turned(before: Asked, now: Asked, decided: str | None) -> Turns:
    """How a decision changes whom the table waits for; `decided` is notified again if still on turn."""
    return Turns(
        done=[person for person in before if person not in now],
        kept=[
            (person, asks, person == decided)
            for person, asks in now.items()
            if person in before and (person == decided or asks != before[person])
        ],
        asked=[(person, asks) for person, asks in now.items() if person not in before],
    )

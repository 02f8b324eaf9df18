"""Personal export: everything the server stores about a person, as one zip file that is streamed."""

from __future__ import annotations

import asyncio
import zipfile
from collections.abc import AsyncIterator
from typing import IO, Any, cast

import msgspec
from sqlalchemy import select

from paddock.core.errors import PaddockError
from paddock.server.accounts.people import Person
from paddock.server.errors import TooOften
from paddock.server.replays.logs import stored_log
from paddock.server.storage.schema import (
    accuracy,
    blocks,
    drivers,
    entries,
    faults,
    follows,
    messages,
    people,
    plans,
    puzzle_answers,
    rated,
    reports,
    seats,
    tables,
    tracks,
)
from paddock.server.storage.store import Store
from paddock.server.tables import repository
from paddock.server.thread_pools import VISITORS


async def personal_export(store: Store, person: Person) -> AsyncIterator[bytes]:
    """Yield the parts of a zip file: the person, their tracks, chat, results and the logs of their games."""
    tape = _Tape()
    with zipfile.ZipFile(cast("IO[bytes]", tape), "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in await _papers(store, person):
            file.writestr(name, msgspec.json.format(msgspec.json.encode(content)))
        yield tape.take()
        for found in await _games(store, person):
            log = await _log(store, found)
            if log is not None:
                await VISITORS.run(file.writestr, f"logs/{found}.jsonl", log)
                yield tape.take()
    yield tape.take()


class _Tape:
    """A write-only file that hands over what a zip file has written so far."""

    def __init__(self) -> None:
        self._written: list[bytes] = []

    def write(self, part: bytes) -> int:
        """Append a part."""
        self._written.append(bytes(part))
        return len(part)

    def flush(self) -> None:
        """Do nothing; nothing is buffered."""

    def take(self) -> bytes:
        """Return and clear what was written since the last call."""
        taken, self._written = b"".join(self._written), []
        return taken


async def _papers(store: Store, person: Person) -> list[tuple[str, Any]]:
    mine = {
        "results.json": select(seats, tables.c.game, tables.c.finished)
        .join(tables, tables.c.id == seats.c.table_id)
        .where(seats.c.person == person.id, seats.c.place.is_not(None)),
        "ratings.json": select(rated).where(rated.c.person == person.id).order_by(rated.c.id),
        "accuracy.json": select(accuracy).where(accuracy.c.person == person.id).order_by(accuracy.c.at),
        "losses.json": select(faults).where(faults.c.person == person.id),
        "puzzles.json": select(puzzle_answers).where(puzzle_answers.c.person == person.id),
        "challenges.json": select(entries).where(entries.c.person == person.id),
        "seasons.json": select(drivers.c.season, drivers.c.joined).where(drivers.c.person == person.id),
        "follows.json": select(follows.c.other, follows.c.at).where(follows.c.person == person.id),
        "blocks.json": select(blocks.c.blocked, blocks.c.at).where(blocks.c.person == person.id),
        "reports.json": select(reports.c.about, reports.c.kind, reports.c.text, reports.c.at).where(
            reports.c.by == person.id
        ),
        "plans.json": select(plans.c.table_id, plans.c.seat, plans.c.action, plans.c.at).where(
            plans.c.person == person.id, plans.c.action != ""
        ),
        "said.json": select(messages.c.table_id, messages.c.text, messages.c.at).where(
            messages.c.person == person.id
        ),
    }
    async with store.read() as connection:
        row = (await connection.execute(select(people).where(people.c.id == person.id))).one()
        known: dict[str, Any] = {"id": row.id, "name": row.name, "since": row.created}
        known["settings"] = msgspec.json.decode(row.settings)
        papers: list[tuple[str, Any]] = [("me.json", known)]
        for name, query in mine.items():
            rows = await connection.execute(query)
            papers.append((name, [dict(one._mapping) for one in rows]))
        drawn = await connection.execute(select(tracks).where(tracks.c.owner == person.id))
        papers += [(f"tracks/{one.id}.json", msgspec.json.decode(one.layout)) for one in drawn]
    return papers


async def _games(store: Store, person: Person) -> list[str]:
    sat = select(seats.c.table_id).where(seats.c.person == person.id)
    ended = select(tables.c.id).where(tables.c.id.in_(sat), tables.c.stage == "over")
    async with store.read() as connection:
        return list((await connection.execute(ended.order_by(tables.c.finished))).scalars())


async def _log(store: Store, found: str) -> bytes | None:
    """Return the log of a game; None if it may not be shown yet or today's rules cannot read it."""
    kept = await repository.find(store, found)
    while kept is not None:
        try:
            return await stored_log(store, kept.sheet)
        except TooOften as busy:
            await asyncio.sleep(busy.wait)
        except PaddockError:
            return None
    return None

"""The registry of tables: all tables in use in this process."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import Connection, select

from paddock.core.errors import PaddockError
from paddock.server.accounts.people import Person
from paddock.server.accounts.quota import charge, no_room
from paddock.server.errors import NotNow, Refused, TooMany, Unknown
from paddock.server.metrics import METRICS
from paddock.server.records.table_record import TableInfo, TableRecord, write_progress
from paddock.server.settings import Settings
from paddock.server.storage.quota import Space
from paddock.server.storage.schema import seats, tables
from paddock.server.storage.store import Store
from paddock.server.storage.uptime import Uptime
from paddock.server.tables import repository
from paddock.server.tables.access import Access
from paddock.server.tables.closing import close_unplayable
from paddock.server.tables.play import Play, StoredRecord, resume
from paddock.server.tables.seating import course_of
from paddock.server.tables.table import Change, Table, narrowed
from paddock.server.text import is_id, new_id
from paddock.server.thread_pools import TABLES

_LOG = logging.getLogger("paddock.tables")
_KEEP_SECONDS = 120.0
_LONG_LOG = 60
_WHY_NOT = {
    "core.log-figures": "server.other-figures",
    "core.log-altered": "server.damaged-log",
    "core.log-cut-off": "server.damaged-log",
    "core.log-empty": "server.damaged-log",
    "core.log-unreadable": "server.damaged-log",
}
"""Message for a refused log; any other reason means that it was played under other rules."""

Listener = Callable[[Table, TableInfo], None]


class TableRegistry:
    """Finds tables, keeps those in use in memory and stores their changes."""

    def __init__(
        self, store: Store, space: Space, access: Access, uptime: Uptime, settings: Settings, process: str
    ) -> None:
        self.store = store
        self.space = space
        self.access = access
        self.uptime = uptime
        self.settings = settings
        self.process = process
        self.shared = store.shared
        self.limits = settings.limits
        self.listeners: list[Listener] = []
        """Called after every change stored by this process: lobby, bots, statistics."""
        self.followers: list[Listener] = []
        """Called after changes by other processes: lobby."""
        self.newcomers: list[Callable[[TableRecord], None]] = []
        """Called for every new table."""
        self._tables: dict[str, Table] = {}
        self._loading: dict[str, asyncio.Task[Table]] = {}
        METRICS.gauge("paddock_tables_in_memory", lambda: len(self._tables))

    def __len__(self) -> int:
        return len(self._tables)

    def in_use(self) -> list[Table]:
        """The tables in memory."""
        return list(self._tables.values())

    async def settled(self) -> list[Table]:
        """The tables in memory, after those now being loaded have arrived."""
        await asyncio.gather(*self._loading.values(), return_exceptions=True)
        return self.in_use()

    def held(self, table: str) -> Table | None:
        """The table if it is in memory."""
        return self._tables.get(table)

    async def table(self, table: str) -> Table:
        """Returns a table, loaded if necessary; raises Unknown."""
        if not is_id(table):
            raise Unknown("server.no-table")
        held = self._tables.get(table)
        if held is None:
            task = self._loading.get(table)
            if task is None:
                task = self._loading[table] = asyncio.create_task(self._load(table))
                task.add_done_callback(lambda _: self._loading.pop(table, None))
            held = await asyncio.shield(task)
        held.used = time.monotonic()
        return held

    async def seen(self, table: str, visitor: Person | None) -> Table:
        """Returns a table if the visitor may see it; raises otherwise."""
        found = await self.table(table)
        who = visitor.id if visitor is not None else None
        try:
            await self.access.check(found.sheet, who)
        except Refused:
            await self.catch_up(found)
            await self.access.check(found.sheet, who)
        return found

    async def _load(self, table: str) -> Table:
        whole = await repository.find_whole(self.store, table)
        if whole is None:
            raise Unknown("server.no-table")
        found, rows = whole
        sheet = found.sheet
        loaded = Table(self, sheet, found.version, found.seed, found.invitation)
        if sheet.stage in ("running", "over"):
            try:
                # Log records may have been added between the two reads; ignore those this table record lacks.
                loaded.play = await self._resume(sheet, rows[: sheet.step + 1])
            except NotNow as refusal:
                if await self._closed_for(sheet, refusal):
                    return await self._load(table)
            else:
                # If damage has destroyed the newest records, the game goes on from the last one that is left.
                sheet.step, sheet.locked = loaded.play.step, None
        self._tables[table] = loaded
        METRICS.count("paddock_tables_loaded_total")
        return loaded

    async def _closed_for(self, sheet: TableRecord, refusal: NotNow) -> bool:
        """Close a running game whose log is refused (returns True), or lock a finished one (returns False).

        Raises the refusal if the game may continue later, with the missing figures or games installed.
        """
        why = refusal.__cause__.message.id if isinstance(refusal.__cause__, PaddockError) else ""
        if sheet.stage == "over" and why in ("core.log-rules", "core.log-figures"):
            sheet.locked = refusal.message
            return False
        if why != "core.log-rules":
            raise refusal
        await close_unplayable(self.store, sheet.id, self.process)
        return True

    async def _follow(self, play: Play | None, sheet: TableRecord) -> Play:
        """The game up to the records another process has stored, continued from what is known here."""
        if play is not None:
            header, *rows = await repository.find_records(self.store, sheet.id, after=play.step)
            if header.line == play.log.lines[0]:
                play.take_in(rows[: sheet.step - play.step])
                return play
        rows = await repository.find_records(self.store, sheet.id)
        return await self._resume(sheet, rows[: sheet.step + 1])

    async def _resume(self, sheet: TableRecord, rows: list[StoredRecord]) -> Play:
        remember = self.settings.limits.missed_records
        try:
            if len(rows) > _LONG_LOG:
                return await TABLES.run(resume, rows, remember)
            return resume(rows, remember)
        except PaddockError as error:
            _LOG.error("table %s cannot be taken up: %s", sheet.id, error)
            raise NotNow(_WHY_NOT.get(error.message.id, "server.other-rules"), game=sheet.game) from error

    async def create(self, sheet: TableRecord, seed: bytes, lines: list[bytes] | None = None) -> Table:
        """Store a new table and keep it in memory; raises if the host's limits or the quota are reached."""
        invitation = new_id(24)
        sheet.course = course_of(sheet)
        limits = self.settings.limits
        # Season races belong to nobody: a host's full quota must not stop a round.
        size = repository.stored_bytes(sheet, lines) if sheet.season is None else 0
        own = sheet.challenge is None and sheet.season is None
        limited = own and sheet.stage in ("open", "running")
        await self.space.check()

        def job(connection: Connection) -> Refused | None:
            # Charging locks the host's row, so two tables created at once are counted one after the other.
            if not charge(connection, sheet.host, size, limits.stored_bytes_per_person):
                return no_room(limits)
            if limited and repository.going(connection, sheet.host) >= limits.tables_per_person:
                charge(connection, sheet.host, -size, limits.stored_bytes_per_person)
                return TooMany("server.too-many-tables")
            repository.create(connection, sheet, seed, invitation, self.process, lines)
            return None

        refusal = await self.store.write(job, sheet.host)
        if refusal is not None:
            raise refusal
        _tell_all(self.newcomers, sheet)
        return await self.table(sheet.id)

    async def open_tables(self, host: str, sitting: str) -> list[str]:
        """A host's open tables at which `sitting` has a seat."""
        sits = select(seats.c.table_id).where(seats.c.person == sitting)
        mine = select(tables.c.id).where(
            tables.c.host == host, tables.c.stage == "open", tables.c.id.in_(sits)
        )
        async with self.store.read() as connection:
            return list((await connection.execute(mine)).scalars())

    async def put(self, table: Table, change: Change) -> bool:
        """Store a change; returns False if another process has changed the table first."""
        if repository.plain(table, change):
            return await self.store.step(repository.step(table, change, write_progress(change.sheet)))
        return await self.store.write(
            lambda connection: repository.put(connection, table, change, self.process), table.id
        )

    async def shut_out(self, table: Table) -> None:
        """Close the connections of people who may no longer see a table."""
        await self.access.shut_out(table)

    def changed(self, table: Table, before: TableInfo) -> None:
        """Notify listeners of a stored change."""
        _tell_all(self.listeners, table, before)

    async def catch_up(self, table: Table) -> None:
        """Apply what other processes have stored, and update the connections here."""
        if not self.shared:
            return
        async with table.lock:
            await self.refresh(table)

    async def refresh(self, table: Table) -> None:
        """As `catch_up`; the caller holds the table's lock."""
        found = await repository.find(self.store, table.id)
        if found is None or found.version == table.version:
            return
        before, old, sheet = table.info, table.sheet, found.sheet
        if sheet.stage == "over" and table.play is None:
            sheet.locked = old.locked
        elif sheet.stage in ("running", "over"):
            table.play = await self._follow(table.play, sheet)
        table.seed, table.invitation = found.seed, found.invitation
        table.sheet, table.version = sheet, found.version
        table.redraw()
        if narrowed(old, sheet):
            await self.shut_out(table)
        table.tell(before, old.step, old.back != sheet.back)
        _tell_all(self.followers, table, before)

    def sweep(self) -> None:
        """Drop tables from memory that nobody has used for a while."""
        long_ago = time.monotonic() - _KEEP_SECONDS
        for table in [t for t in self._tables.values() if t.idle and t.used < long_ago]:
            table.put_away()
            del self._tables[table.id]

    async def waiting_for_bots(self, quiet: float) -> list[str]:
        """Tables that wait for a bot and have not changed for `quiet` seconds."""
        async with self.store.read() as connection:
            rows = await connection.execute(
                select(tables.c.id).where(
                    tables.c.stage == "running",
                    tables.c.bots_asked.is_(True),
                    tables.c.touched <= time.time() - quiet,
                )
            )
            return list(rows.scalars())


def _tell_all(listeners: Sequence[Callable[..., None]], *news: Any) -> None:
    """Call listeners; a failing one is logged and does not affect the caller."""
    for listener in listeners:
        try:
            listener(*news)
        except Exception:
            METRICS.count("paddock_listener_failures_total")
            _LOG.exception("a listener failed")

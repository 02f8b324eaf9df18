"""A table in memory: its record, its game and its connections."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Collection
from typing import Any, Protocol

from msgspec import Struct
from sqlalchemy import Connection

from paddock.core.errors import PaddockError
from paddock.core.game import AnyGame
from paddock.core.match import Draft
from paddock.core.registry import find_game
from paddock.server.errors import NotNow
from paddock.server.records import time_control
from paddock.server.records.table_record import TableInfo, TableRecord, copy, info, only_progress
from paddock.server.settings import Limits
from paddock.server.storage.uptime import Uptime
from paddock.server.tables.broadcast import bring_all, show
from paddock.server.tables.play import Play
from paddock.server.wire.frames import (
    BackFrame,
    BackInfo,
    ClockFrame,
    ClockInfo,
    Onlooker,
    Presence,
    PresenceFrame,
    TableFrame,
    write_frame,
)

_PRESENCE_SECONDS = 0.2
_REFUSALS = 100
"""The number of refused decisions to remember."""
_NAMED = 20
"""The maximum number of named spectators; the others are only counted."""


class Watcher(Protocol):
    """A connection to a table."""

    person: str | None
    face: int | None
    step: int | None
    """The newest step that was sent; None before the first scene."""

    name: str | None
    """The name shown among the spectators; None: only counted."""
    muted: set[str]
    hidden: set[str]
    """People who have blocked this person or are blocked by them."""
    away: bool
    """Whether the page is open but not visible."""

    def send(self, frame: bytes) -> None:
        """Queue a frame."""

    def close(self, code: int) -> None:
        """Close it once the queue is sent."""

    def refocus(self, sheet: TableRecord) -> None:
        """Switch to one of the person's own seats if the current one belongs to another."""


class Change(Struct):
    """A new table record and the log records that lead to it, stored together."""

    sheet: TableRecord
    draft: Draft | None = None
    started: Play | None = None
    decision: tuple[int, str] | None = None
    also: Callable[[Connection], None] | None = None
    """Runs in the same transaction; if it raises, nothing is stored."""


class Desk(Protocol):
    """What a table needs from the registry."""

    uptime: Uptime
    limits: Limits
    shared: bool
    """Whether other processes may change tables too."""

    async def put(self, table: Table, change: Change) -> bool:
        """Store a change; returns False if another process has changed the table first."""

    async def refresh(self, table: Table) -> None:
        """Apply what other processes have stored."""

    async def shut_out(self, table: Table) -> None:
        """Close the connections of people who may no longer see the table."""

    def changed(self, table: Table, before: TableInfo) -> None:
        """Notify lobby, bots and statistics of a stored change."""


def narrowed(before: TableRecord, now: TableRecord) -> bool:
    """Whether fewer people may see the table than before."""
    fewer = before.public or (before.friends and not now.friends) or before.people() != now.people()
    hidden = not now.public and fewer
    return hidden or before.barred != now.barred


class Table:
    """A table in memory. Changes are sent only after they are stored."""

    def __init__(self, desk: Desk, sheet: TableRecord, version: int, seed: bytes, invitation: str) -> None:
        self.desk = desk
        self.sheet = sheet
        self.version = version
        self.seed = seed
        self.invitation = invitation
        self.play: Play | None = None
        self.lock = asyncio.Lock()
        self.watchers: set[Watcher] = set()
        self.elsewhere: dict[str, Presence] = {}
        """Connections to other processes, by process."""
        self.attentive_elsewhere: dict[str, list[int]] = {}
        """Seats whose players have the table in sight at another process, by process."""
        self.used = time.monotonic()
        self.refused: dict[tuple[int, str], PaddockError] = {}
        """The newest permanently refused decisions, by seat and request id."""
        self.scenes: dict[int | None, bytes] = {}
        self.seen: Any = None
        """The view of this step if all seats share it."""
        self._info: tuple[TableRecord, TableInfo] | None = None
        self._changes: set[asyncio.Future[Change | None]] = set()
        self._flag: asyncio.TimerHandle | None = None
        self._presence: asyncio.TimerHandle | None = None
        self._told_presence: Presence | None = None
        self._beside_presence: Callable[[], None] | None = None

    @property
    def id(self) -> str:
        """The table's id."""
        return self.sheet.id

    @property
    def game(self) -> AnyGame:
        """The game of this table."""
        return find_game(self.sheet.game)

    @property
    def info(self) -> TableInfo:
        """Public information; the same object until something in it changes."""
        if self._info is None or self._info[0] is not self.sheet:
            self._info = (self.sheet, info(self.sheet))
        return self._info[1]

    def refuse(self, seat: int, request: str, refusal: PaddockError) -> None:
        """Remember a permanently refused decision: the client may send it again."""
        while len(self.refused) >= _REFUSALS:
            del self.refused[next(iter(self.refused))]
        self.refused[seat, request] = refusal

    def running(self) -> Play:
        """The running game; raises NotNow if there is none."""
        if self.play is None or self.sheet.stage != "running":
            raise self._why_not()
        return self.play

    def running_or_over(self) -> Play:
        """The running or finished game; raises NotNow before the start."""
        if self.play is None:
            raise self._why_not()
        return self.play

    def _why_not(self) -> NotNow:
        locked = self.sheet.locked
        return NotNow("server.not-running") if locked is None else NotNow(locked.id, **locked.params)

    async def commit(
        self, make: Callable[[], Change | None], stored: Callable[[], None] | None = None
    ) -> Change | None:
        """Make a change, store it, apply it and send it; retried if another process was first.

        Once started it is completed, even if the caller is cancelled.
        """
        task = asyncio.ensure_future(self._commit(make, stored))
        self._changes.add(task)
        task.add_done_callback(self._changed)
        return await asyncio.shield(task)

    def _changed(self, task: asyncio.Future[Change | None]) -> None:
        self._changes.discard(task)
        if not task.cancelled():
            task.exception()

    async def _commit(
        self, make: Callable[[], Change | None], stored: Callable[[], None] | None
    ) -> Change | None:
        async with self.lock:
            while True:
                try:
                    change = make()
                except PaddockError:
                    # Our state may be outdated: reread the database before refusing anything.
                    version = self.version
                    if self.desk.shared:
                        await self.desk.refresh(self)
                    if self.version == version:
                        raise
                    continue
                if change is None:
                    return None
                if await self.desk.put(self, change):
                    break
                await self.desk.refresh(self)
            before, step = self.info, self.sheet.step
            old, back_before = self.sheet, self.sheet.back
            self._take(change)
            if narrowed(old, self.sheet):
                await self.desk.shut_out(self)
            if stored is not None:
                stored()
            self.tell(before, step, back_before is not self.sheet.back)
            self.desk.changed(self, before)
            return change

    async def alter(self, how: Callable[[TableRecord], None]) -> TableInfo:
        """Change only the table record; `how` edits a copy and may raise."""

        def make() -> Change:
            sheet = copy(self.sheet)
            how(sheet)
            return Change(sheet)

        await self.commit(make)
        return self.info

    async def rename(self, person: str, name: str, everywhere: bool) -> None:
        """Apply a person's new name; `everywhere`: also on seats with a name of their own."""
        if not self.sheet.seats_of(person):
            return
        async with self.lock:
            before, sheet = self.info, copy(self.sheet)
            for number in sheet.seats_of(person):
                seat = sheet.seats[number]
                if everywhere or not seat.alias:
                    seat.name, seat.alias = name, False
            self.sheet = sheet
            if before != self.info:
                self.tell(before, sheet.step)
                self.desk.changed(self, before)

    def redraw(self) -> None:
        """Drop cached views: the table looks different now."""
        self.scenes.clear()
        self.seen = None

    def _take(self, change: Change) -> None:
        self.version += 1
        if only_progress(self.sheet, change.sheet):
            self._info = (change.sheet, self.info)
        self.sheet = change.sheet
        self.redraw()
        if change.started is not None:
            self.play = change.started
        if change.draft is not None and self.play is not None:
            self.play.keep(change.draft)
            if change.decision is not None:
                self.play.acked[change.decision] = change.draft.first

    def tell(self, before: TableInfo, step: int, back: bool = False) -> None:
        """Bring every connection up to date; `step` is the newest step before the change."""
        now = self.info
        if before is not now and before != now:
            self.broadcast(write_frame(TableFrame(now)))
        bring_all(self)
        if self.play is not None and step == self.play.step:
            self._show_turned_seats(before)
        if back:
            for watcher in self.watchers:
                watcher.send(write_frame(BackFrame(self.back_info(watcher.face))))
        self.wind()

    def _show_turned_seats(self, before: TableInfo) -> None:
        """Resend the scene to seats that changed hands: what they may decide is different."""
        for watcher in self.watchers:
            face = watcher.face
            if face is not None and before.seats[face].bot != self.sheet.seats[face].bot:
                show(self, watcher, "seat")

    def broadcast(self, frame: bytes) -> None:
        """Send one frame to every connection."""
        for watcher in self.watchers:
            watcher.send(frame)

    def back_info(self, face: int | None) -> BackInfo | None:
        """The open undo request, as a seat sees it."""
        back = self.sheet.back
        if back is None or self.play is None:
            return None
        waiting = [i for i, seat in enumerate(self.sheet.seats) if seat.person in back.waiting]
        return BackInfo(back.seat, self.play.shown(face, back.to), waiting)

    def clock_info(self) -> ClockInfo | None:
        """The clocks as they stand now."""
        clock = self.sheet.clock
        if clock is None:
            return None
        now, downtimes = time.time(), self.desk.uptime.downtimes
        left = time_control.read(clock, now, downtimes)
        running = clock.running if self.sheet.stage == "running" else []
        out = time_control.run_out(clock, now, downtimes) if running else []
        return ClockInfo([round(1000 * seconds) for seconds in left], running, out, now)

    def out_of_time(self) -> list[int]:
        """The seats that are out of time."""
        clock = self.clock_info()
        return clock.out if clock is not None else []

    def presence(self, hidden: Collection[str] = ()) -> Presence:
        """Connected seats and spectators in all processes, without the people in `hidden`."""
        parts = [self.present_here(), *self.elsewhere.values()]
        here = sorted({seat for part in parts for seat in part.here})
        named = {one.person: one for part in parts for one in part.onlookers if one.person not in hidden}
        shown = sorted(named.values(), key=lambda one: (one.name, one.person))[:_NAMED]
        return Presence(here, sum(part.watching for part in parts), shown)

    def present_here(self) -> Presence:
        """The seats and the spectators connected to this process."""
        seats = {watcher: self.sheet.seats_of(watcher.person) for watcher in self.watchers}
        here = sorted({seat for own in seats.values() for seat in own})
        watching = [watcher for watcher, own in seats.items() if not own]
        named = {w.person: w.name for w in watching if w.person is not None and w.name is not None}
        onlookers = [Onlooker(person, name) for person, name in list(named.items())[:_NAMED]]
        return Presence(here, len(watching), onlookers)

    def attentive_here(self) -> list[int]:
        """The seats whose players have the table in sight, in this process."""
        owned = [self.sheet.seats_of(watcher.person) for watcher in self.watchers if not watcher.away]
        return sorted({seat for seats in owned for seat in seats})

    def attentive(self) -> set[int]:
        """The seats whose players have the table in sight, in any process."""
        return {*self.attentive_here()}.union(*self.attentive_elsewhere.values())

    def tell_presence(self, then: Callable[[], None] | None = None) -> None:
        """Send presence once for all who come and go within a moment; `then` runs at the same time."""
        if then is not None:
            self._beside_presence = then
        if self._presence is None:
            loop = asyncio.get_running_loop()
            self._presence = loop.call_later(_PRESENCE_SECONDS, self._say_presence)

    def tell_presence_anew(self) -> None:
        """Send presence although nobody came or went: who may see whom has changed."""
        self._told_presence = None
        self.tell_presence()

    def _say_presence(self) -> None:
        self._presence = None
        now = self.presence()
        if now != self._told_presence:
            self._told_presence = now
            frame = write_frame(PresenceFrame(now))
            named = {one.person for one in now.onlookers}
            for watcher in self.watchers:
                unseen = named & watcher.hidden
                own = write_frame(PresenceFrame(self.presence(unseen))) if unseen else frame
                watcher.send(own)
        if self._beside_presence is not None:
            self._beside_presence()
            self._beside_presence = None

    def wind(self) -> None:
        """Set the timer for the next clock that runs out."""
        if self._flag is not None:
            self._flag.cancel()
            self._flag = None
        clock = self.sheet.clock
        if clock is None or not self.watchers or self.sheet.stage != "running":
            return
        left = time_control.read(clock, time.time(), self.desk.uptime.downtimes)
        waits = [left[seat] for seat in clock.running if left[seat] > 0]
        if waits:
            self._flag = asyncio.get_running_loop().call_later(min(waits) + 0.01, self._flag_falls)

    def _flag_falls(self) -> None:
        clock = self.clock_info()
        if clock is not None:
            self.redraw()
            self.broadcast(write_frame(ClockFrame(clock)))
        self.wind()

    def put_away(self) -> None:
        """Stop the timer before the table leaves memory."""
        if self._flag is not None:
            self._flag.cancel()

    @property
    def idle(self) -> bool:
        """Whether nobody is connected and nothing is in progress."""
        return not self.watchers and not self.lock.locked() and self._presence is None

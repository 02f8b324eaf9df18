"""Plans: decisions made in advance, played on the seat's turn if still legal and no riskier.

Only the owner's connections learn of a plan: it appears in no view, event, log or list. It is checked
again when the turn comes. If it cannot be played, the owner is told and notified of the turn as usual.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, bindparam, delete, insert, select, update

from paddock.core.errors import BadInput, IllegalAction, PaddockError
from paddock.core.messages import Message, say
from paddock.server.errors import Forbidden, NotNow, TooLarge
from paddock.server.metrics import METRICS
from paddock.server.records.table_record import TableInfo, TableRecord
from paddock.server.records.time_control import Live
from paddock.server.storage.notices import notify
from paddock.server.storage.schema import plans, turns
from paddock.server.storage.store import Store, outage
from paddock.server.tables.decisions import NotYourSeat, Stale, check_seat, deciding
from paddock.server.tables.play import Play
from paddock.server.tables.registry import TableRegistry
from paddock.server.tables.table import Change, Table
from paddock.server.wire.frames import LeftPlan, NotPlayed, PlansFrame, write_frame

_LOG = logging.getLogger("paddock.plans")
_LONGEST = 4_000
_CLOSE = 1e-12
"""Rounding: risks that differ by no more count as equal."""
_LEFT = (
    select(plans)
    .where(plans.c.table_id == bindparam("table"), plans.c.person == bindparam("person"))
    .order_by(plans.c.seat)
)
_FAILURES = msgspec.json.Decoder(NotPlayed)
_NOTHING: dict[str, Any] = {"action": "", "ground": "", "failed": "", "begun": False}


class _Gone(PaddockError):
    """The plan was changed or dropped while it was being played."""

    def __init__(self) -> None:
        super().__init__("server.stale")


def can_leave(sheet: TableRecord, person: str) -> bool:
    """Whether plans are allowed: several people play, and the game has no live clock."""
    if sheet.stage != "running" or isinstance(sheet.pace, Live):
        return False
    return any(seat.person not in (None, person) for seat in sheet.seats)


def in_words(why: NotPlayed, risk: float, language: str) -> str:
    """The reason why a plan was not played, as text."""
    match why.reason:
        case "illegal":
            reason = say(why.message, language) if why.message is not None else ""
            return say(Message("server.plan-illegal", {"why": reason}), language)
        case "riskier":
            grown = {"then": _percent(risk), "now": _percent(why.risk)}
            return say(Message("server.plan-riskier", {**grown}), language)
        case _:
            return say(Message("server.plan-changed"), language)


def _percent(chance: float) -> float:
    return round(100 * chance, 1)


class Plans:
    """Stores plans and plays them when their seat has to decide."""

    def __init__(self, store: Store, registry: TableRegistry, process: str) -> None:
        self.store = store
        self.registry = registry
        self.process = process
        self._playing: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()
        self._tables: set[str] = set()
        """Tables that may have plans; complete only if no other process runs (`_alone`)."""
        self._alone = False
        self._closed = False

    async def of(self, table: Table, person: str | None) -> list[LeftPlan]:
        """A person's plans at a table."""
        if person is None:
            return []
        rows = await self.store.rows(_LEFT, table=table.id, person=person)
        return [_left(row) for row in rows if _shown(row, table)]

    async def why_not(self, table: Table, person: str, language: str) -> str | None:
        """The reason, as text, why a person's plan at a table that waits for them was not played."""
        failed = [plan for plan in await self.of(table, person) if plan.failed is not None]
        return in_words(failed[0].failed, failed[0].risk, language) if failed and failed[0].failed else None

    async def leave(
        self, table: Table, person: str | None, seat: int, request: str, seen: Callable[[], int], values: Any
    ) -> None:
        """Store a plan; a repeated request stores it once. Raises if it would be illegal now.

        `seen` returns the newest record up to which the seat has seen everything.
        """
        async with table.lock:
            await self._catch_up(table)
            check_seat(table.sheet, person, seat)
            assert person is not None
            if await self._answered(table, seat, request):
                return
            play = table.running()
            if not can_leave(table.sheet, person):
                raise Forbidden("server.plan-not-here")
            if seat in play.game.pending(play.state).seats:
                raise NotNow("server.plan-your-turn")
            if seen() != play.step:
                raise Stale
            action = play.game.action(values)
            foresight = play.game.foresee(play.state, seat, action)
            written = msgspec.json.encode(action).decode()
            if len(written) > _LONGEST:
                raise TooLarge("server.plan-too-long")
            row = {
                "person": person,
                "request": request,
                "action": written,
                "risk": foresight.risk,
                "ground": foresight.ground,
                "begun": False,
                "failed": "",
                "at": time.time(),
            }
            await self.store.write(partial(self._put, table=table.id, seat=seat, row=row), table.id)
            METRICS.count("paddock_plans_left_total")
            self._tables.add(table.id)
        await self.tell(table, person)
        self.look(table)

    async def drop(self, table: Table, person: str | None, seat: int) -> None:
        """Drop the plan of a seat, if there is one."""
        async with table.lock:
            check_seat(table.sheet, person, seat)
            assert person is not None
            await self.store.write(
                partial(self._change, table=table.id, seat=seat, person=person, **_NOTHING), table.id
            )
        await self.tell(table, person)

    async def tell(self, table: Table, person: str) -> None:
        """Send the owner's plans to their connections to this process."""
        if not any(watcher.person == person for watcher in table.watchers):
            return
        frame = write_frame(PlansFrame(await self.of(table, person)))
        for watcher in table.watchers:
            if watcher.person == person:
                watcher.send(frame)

    def look(self, table: Table, _before: TableInfo | None = None) -> None:
        """Play the plans of seats that have to decide now."""
        play, sheet = table.play, table.sheet
        if play is None or isinstance(sheet.pace, Live) or len(sheet.people()) < 2 or self._closed:
            return
        if self._alone and table.id not in self._tables:
            return
        if table.id in self._playing:
            self._again.add(table.id)
        elif sheet.stage in ("running", "over"):
            self._playing[table.id] = asyncio.create_task(self._play_all(table))

    async def take_over(self) -> None:
        """Play overdue plans: the process that should have played them may have died."""
        due = (
            select(plans.c.table_id)
            .join(turns, (turns.c.table_id == plans.c.table_id) & (turns.c.person == plans.c.person))
            .where(plans.c.action != "", plans.c.failed == "")
            .distinct()
        )
        async with self.store.read() as connection:
            found = list((await connection.execute(due)).scalars())
            if not self._alone and not self.store.shared:
                self._tables |= set((await connection.execute(select(plans.c.table_id).distinct())).scalars())
                self._alone = True
        for one in found:
            try:
                self.look(await self.registry.table(one))
            except PaddockError as error:
                _LOG.error("table %s: a plan left there cannot be played: %s", one, error)

    async def close(self) -> None:
        """Cancel all running attempts."""
        self._closed = True
        tasks = list(self._playing.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _play_all(self, table: Table) -> None:
        try:
            while True:
                self._again.discard(table.id)
                await self._settle(table)
                if table.id not in self._again:
                    break
        except Exception as error:
            if outage(error):
                _LOG.warning("table %s: plans are looked at later: %s", table.id, error)
            else:
                _LOG.exception("table %s: a plan could not be played", table.id)
        finally:
            self._playing.pop(table.id, None)

    async def _settle(self, table: Table) -> None:
        here = plans.c.table_id == table.id
        if table.sheet.stage != "running":
            async with self.store.read() as connection:
                if (await connection.execute(select(plans.c.seat).where(here))).first() is None:
                    return
            await self.store.write(lambda connection: connection.execute(delete(plans).where(here)).rowcount)
            return
        async with self.store.read() as connection:
            waiting = (here, plans.c.action != "", plans.c.failed == "")
            rows = (await connection.execute(select(plans).where(*waiting))).all()
        for row in rows:
            await self._try(table, row)

    async def _try(self, table: Table, row: Row[Any]) -> None:
        """Play a plan if its seat has to decide; if it cannot be played, store the reason for its owner."""
        verdict: NotPlayed | None = None

        def make() -> Change | None:
            nonlocal verdict
            verdict = None
            play = table.running()
            check_seat(table.sheet, row.person, row.seat)
            if row.seat not in play.game.pending(play.state).seats:
                return None
            judged = _judge(play, row)
            if not isinstance(judged, tuple):
                verdict = judged
                return None
            change = deciding(table, play, row.seat, f"plan:{play.step}", judged[0])
            change.also = partial(self._played, row=row, goes_on=_goes_on(play, change, row))
            return change

        try:
            done = await table.commit(make)
        except (_Gone, NotNow, NotYourSeat):
            return
        if done is not None:
            METRICS.count("paddock_plans_played_total")
        elif verdict is not None:
            failed = msgspec.json.encode(verdict).decode()
            same = {"table": row.table_id, "seat": row.seat, "person": row.person, "request": row.request}
            await self.store.write(partial(self._change, **same, failed=failed), table.id)
            METRICS.count("paddock_plans_not_played_total")
        else:
            return
        await self.tell(table, row.person)

    async def _catch_up(self, table: Table) -> None:
        if self.store.shared:
            await self.registry.refresh(table)

    async def _answered(self, table: Table, seat: int, request: str) -> bool:
        newest = select(plans.c.request).where(plans.c.table_id == table.id, plans.c.seat == seat)
        async with self.store.read() as connection:
            return (await connection.execute(newest)).scalar() == request

    def _put(self, connection: Connection, table: str, seat: int, row: dict[str, Any]) -> None:
        connection.execute(delete(plans).where(plans.c.table_id == table, plans.c.seat == seat))
        connection.execute(insert(plans).values(table_id=table, seat=seat, **row))
        self._notify(connection, table, row["person"])

    def _change(
        self,
        connection: Connection,
        table: str,
        seat: int,
        person: str,
        request: str | None = None,
        **values: Any,
    ) -> bool:
        """Update a stored plan; returns False if it no longer exists."""
        mine = [plans.c.table_id == table, plans.c.seat == seat, plans.c.person == person]
        mine += [plans.c.action != ""] + ([plans.c.request == request] if request is not None else [])
        changed = connection.execute(update(plans).where(*mine).values(**values)).rowcount == 1
        self._notify(connection, table, person)
        return changed

    def _played(self, connection: Connection, row: Row[Any], goes_on: bool) -> None:
        """In the decision's transaction, mark the plan as played, so that it is played once."""
        after = {"begun": True} if goes_on else _NOTHING
        same = {"table": row.table_id, "seat": row.seat, "person": row.person, "request": row.request}
        if not self._change(connection, **same, **after):
            raise _Gone

    def _notify(self, connection: Connection, table: str, person: str) -> None:
        notify(connection, by=self.process, kind="plan", table=table, person=person)


def _judge(play: Play, row: Row[Any]) -> tuple[Any] | NotPlayed | None:
    """The decision in a 1-tuple, the reason why there is none, or None if something else is asked."""
    game = play.game
    try:
        action = game.action(msgspec.json.decode(row.action))
        found = game.due(play.state, row.seat, action, row.begun)
    except (IllegalAction, BadInput) as error:
        return NotPlayed("illegal", error.message)
    if found is None:
        return None
    decision, foresight = found
    if not row.begun and foresight.ground != row.ground:
        return NotPlayed("changed", risk=foresight.risk)
    if foresight.risk > row.risk + _CLOSE:
        return NotPlayed("riskier", risk=foresight.risk)
    try:
        game.act(game.clone(play.state), row.seat, decision)
    except IllegalAction as error:
        return NotPlayed("illegal", error.message)
    return (decision,)


def _goes_on(play: Play, change: Change, row: Row[Any]) -> bool:
    """Whether the plan stays active after a decision because the seat is asked again."""
    assert change.draft is not None
    game, state = play.game, change.draft.state
    if row.seat not in game.pending(state).seats:
        return False
    return game.due(state, row.seat, game.action(msgspec.json.decode(row.action)), True) is not None


def _shown(row: Row[Any], table: Table) -> bool:
    """Whether the owner has something to see: a plan, or why none was played this turn."""
    play = table.play
    if not row.action or play is None or table.sheet.stage != "running":
        return False
    return not row.failed or row.seat in play.game.pending(play.state).seats


def _left(row: Row[Any]) -> LeftPlan:
    failed = _FAILURES.decode(row.failed) if row.failed else None
    return LeftPlan(row.seat, msgspec.json.decode(row.action), row.risk, row.at, row.begun, failed)

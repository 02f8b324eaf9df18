"""The WebSocket of a table: one client's conversation with it."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial

import msgspec
from msgspec import UNSET

from paddock.core.errors import IllegalAction, PaddockError
from paddock.core.messages import Message
from paddock.server.accounts.people import Person
from paddock.server.accounts.presence import Presences
from paddock.server.accounts.relationships import Blocks, Mutes
from paddock.server.errors import Refused, TooOften, Unavailable
from paddock.server.metrics import METRICS
from paddock.server.rate_limits import Bucket, Buckets
from paddock.server.records.table_record import TableRecord
from paddock.server.settings import Limits
from paddock.server.storage.store import outage
from paddock.server.tables import decisions, undo
from paddock.server.tables.access import Access
from paddock.server.tables.broadcast import catch_up, scene, show
from paddock.server.tables.chat import Chat, room_of
from paddock.server.tables.deferred_decisions import Plans
from paddock.server.tables.questions import Questions
from paddock.server.tables.table import Table
from paddock.server.wire import frames as wire
from paddock.server.wire.connections import (
    MALFORMED,
    NOT_YOURS,
    OTHER_PROTOCOL,
    TOO_MUCH,
    TOO_SLOW,
    Closing,
    Outbox,
)

_LOG = logging.getLogger("paddock.sockets")
_REASONS: dict[str, wire.Reason] = {
    "stale": "stale",
    "seat": "seat",
    "forbidden": "seat",
    "stage": "stage",
    "rate": "rate",
}


@dataclass(frozen=True)
class Service:
    """What table sockets need: limits, access, chat, answers, presence."""

    limits: Limits
    access: Access
    mutes: Mutes
    blocks: Blocks
    presences: Presences
    chat: Chat
    talk: Buckets
    questions: Questions
    plans: Plans
    came_or_went: Callable[[Table], None]
    tell_chat: Callable[[Table, wire.ChatMessage], None]


class TableSocket:
    """Answers the frames of one client and forwards what happens at the table."""

    def __init__(self, service: Service, table: Table, person: Person | None, outbox: Outbox) -> None:
        self.service = service
        self.table = table
        self.who = person
        self.person = person.id if person is not None else None
        self.outbox = outbox
        self.face: int | None = None
        self.step: int | None = None
        self.name: str | None = None
        self.muted: set[str] = set()
        self.hidden: set[str] = set()
        self.away = False
        self._chosen_face = False
        limits = service.limits
        self._rate = Bucket(limits.frames_per_second, limits.frame_burst)
        self._questions: set[asyncio.Task[None]] = set()
        self._malformed = 0
        self._ignored = 0

    def send(self, frame: bytes) -> None:
        """Put a frame into the outbox."""
        self.outbox.send(frame)

    def close(self, code: int) -> None:
        """Close the connection after everything queued is sent."""
        self.outbox.close(code)

    def refocus(self, sheet: TableRecord) -> None:
        """Show only the person's own seats; select the only one unless they chose another view."""
        own = sheet.seats_of(self.person)
        if self.face is not None and self.face not in own:
            self.face = None
        if self.face is None and not self._chosen_face and len(own) == 1:
            self.face = own[0]

    async def talk(self) -> None:
        """Run the whole conversation until the client disconnects."""
        await self._greet()
        try:
            while True:
                raw = await self.outbox.receive()
                if not self._rate.take():
                    self._slow_down(raw)
                elif (frame := self._read(raw)) is not None:
                    await self._answer(frame)
        finally:
            for question in self._questions:
                question.cancel()
            self.table.watchers.discard(self)
            self.table.used = time.monotonic()
            self.service.came_or_went(self.table)

    async def _greet(self) -> None:
        try:
            async with asyncio.timeout(self.service.limits.hello_seconds):
                hello = self._read(await self.outbox.receive())
        except TimeoutError:
            raise Closing(TOO_SLOW) from None
        if not isinstance(hello, wire.Hello):
            raise Closing(MALFORMED)
        if hello.protocol != wire.PROTOCOL:
            raise Closing(OTHER_PROTOCOL)
        room = room_of(self.table.sheet, self.person)
        self.muted, self.hidden, self.name, chat = await asyncio.gather(
            self.service.mutes.of(self.person),
            self.service.blocks.around(self.person),
            self._named(),
            self.service.chat.remembered(self.table.id, room, hello.heard or 0),
        )
        await self.service.access.check_still(self.table, self.person)
        if hello.face is not UNSET:
            self._choose(hello.face)
        self.refocus(self.table.sheet)
        table = self.table
        self.step = self._real(self.face, hello.seen) if hello.seen is not None else None
        table.watchers.add(self)
        self.send(
            wire.write_frame(
                wire.Welcome(
                    protocol=wire.PROTOCOL,
                    you=wire.You(self.person, table.sheet.seats_of(self.person)),
                    table=table.info,
                    step=self._shown(table.sheet.step),
                    time=time.time(),
                    presence=table.presence(self.hidden),
                    chat=[said for said in chat if said.person not in self.muted | self.hidden],
                    back=table.back_info(self.face),
                )
            )
        )
        if hello.seen is None:
            show(table, self, "hello")
        else:
            catch_up(table, self)
        left = await self.service.plans.of(table, self.person)
        if left:
            self.send(wire.write_frame(wire.PlansFrame(left)))
        table.wind()
        self.service.came_or_went(table)

    async def _named(self) -> str | None:
        named = self.who is not None and await self.service.presences.named(self.who)
        return self.who.name if self.who is not None and named else None

    def _choose(self, seat: int | None) -> None:
        if seat is not None and seat not in self.table.sheet.seats_of(self.person):
            raise Closing(NOT_YOURS)
        self.face = seat
        self._chosen_face = True

    def _slow_down(self, raw: str) -> None:
        self._ignored += 1
        if self._ignored > self.service.limits.frame_burst:
            raise Closing(TOO_MUCH)
        self._refuse(_id_of(raw), "rate", None, TooOften(self._rate.wait()).message, False)

    def _read(self, raw: str) -> wire.ClientFrame | None:
        try:
            return wire.read_frame(raw)
        except (msgspec.DecodeError, RecursionError, ValueError) as error:
            self._malformed += 1
            if self._malformed > self.service.limits.malformed_frames:
                raise Closing(MALFORMED) from None
            message = Message("server.bad-frame", {"reason": str(error)[:200]})
            self.send(wire.write_frame(wire.Refuse(_id_of(raw), "bad", None, message)))
            return None

    async def _answer(self, frame: wire.ClientFrame) -> None:
        match frame:
            case wire.Ping(id=request):
                self.send(wire.write_frame(wire.Pong(request, time.time())))
            case wire.Sight(away=away):
                self.away = away
                self.service.came_or_went(self.table)
            case wire.Face(seat=seat):
                if seat is not None and seat not in self.table.sheet.seats_of(self.person):
                    refusal = decisions.NotYourSeat("server.not-your-seat")
                    self.send(wire.write_frame(wire.Refuse("face", "seat", None, refusal.message)))
                else:
                    self._choose(seat)
                    show(self.table, self, "face")
            case wire.Decide():
                await self._try(frame.id, self._decide(frame), with_scene=True)
            case wire.Explore():
                self._explore(frame)
            case wire.Undo():
                asked = (self.table, self.person, frame.seat, frame.id)
                deed = undo.undo(*asked, self._acking(frame.id))
                await self._try(frame.id, deed)
            case wire.AskBack():
                asked = (self.table, self.person, frame.seat, frame.id)
                deed = undo.ask(*asked, self._acking(frame.id))
                await self._try(frame.id, deed)
            case wire.AnswerBack():
                deed = undo.answer(self.table, self.person, frame.agree, self._acking(frame.id))
                await self._try(frame.id, deed)
            case wire.LeavePlan():
                await self._try(frame.id, self._leave(frame))
            case wire.DropPlan():
                await self._try(frame.id, self._drop(frame))
            case wire.Say():
                await self._try(frame.id, self._say(frame))
            case wire.Hello():
                raise Closing(MALFORMED)

    async def _decide(self, frame: wire.Decide) -> None:
        await decisions.decide(
            self.table,
            self.person,
            frame.seat,
            frame.id,
            self._seen(frame.step),
            frame.action,
            self._acking(frame.id),
        )

    async def _leave(self, frame: wire.LeavePlan) -> None:
        left = (frame.seat, frame.id, self._seen(frame.step), frame.action)
        await self.service.plans.leave(self.table, self.person, *left)
        self._ack(frame.id, self.table.sheet.step)

    async def _drop(self, frame: wire.DropPlan) -> None:
        await self.service.plans.drop(self.table, self.person, frame.seat)
        self._ack(frame.id, self.table.sheet.step)

    def _explore(self, frame: wire.Explore) -> None:
        """Answer a question in a task of its own, so that decisions do not wait for it."""
        if len(self._questions) >= self.service.limits.questions_waiting:
            self._refuse(frame.id, "rate", None, TooOften(1).message, False)
            return
        task = asyncio.create_task(self._try(frame.id, self._answer_question(frame)))
        self._questions.add(task)
        task.add_done_callback(self._questions.discard)

    async def _answer_question(self, frame: wire.Explore) -> None:
        asked = (self.table, self.person, frame.seat, frame.question)
        step, answer = await self.service.questions.answer(*asked)
        self.send(wire.write_frame(wire.Answer(frame.id, self._shown(step), answer)))

    async def _say(self, frame: wire.Say) -> None:
        wait = self.service.talk.take(self.person or "")
        if wait:
            raise TooOften(wait)
        said, again = await self.service.chat.say(self.table, self.who, frame.id, frame.text)
        self._ack(frame.id, self.table.sheet.step)
        if not again:
            self.service.tell_chat(self.table, said)

    def _acking(self, request: str) -> Callable[[int], None]:
        return lambda step: self._ack(request, step)

    def _ack(self, request: str, step: int) -> None:
        self.send(wire.write_frame(wire.Ack(request, self._shown(step))))

    def _shown(self, step: int) -> int:
        """Return the number of a step as the selected seat sees it."""
        return self.table.play.shown(self.face, step) if self.table.play is not None else step

    def _seen(self, shown: int) -> Callable[[], int]:
        """Return a function for the newest step up to which the selected seat has seen everything."""
        return partial(self._real, self.face, shown)

    def _real(self, face: int | None, shown: int) -> int:
        play = self.table.play
        return play.numbering.real(face, shown) if play is not None else shown

    async def _try(self, request: str, deed: Awaitable[None], with_scene: bool = False) -> None:
        try:
            await deed
        except PaddockError as error:
            reason: wire.Reason = "bad"
            rule = None
            if isinstance(error, IllegalAction):
                reason, rule = "illegal", error.rule_id
            elif isinstance(error, Refused):
                reason = _REASONS.get(error.reason, "bad")
            self._refuse(request, reason, rule, error.message, with_scene)
        except Exception as error:
            if outage(error):
                _LOG.warning("table %s: the database is away: %s", self.table.id, error)
                self._refuse(request, "unavailable", None, Unavailable().message, with_scene)
                return
            _LOG.exception("table %s could not answer a frame", self.table.id)
            METRICS.count("paddock_frame_failures_total")
            self._refuse(request, "failed", None, Message("server.failed"), with_scene)

    def _refuse(
        self, request: str, reason: wire.Reason, rule: str | None, message: Message, with_scene: bool
    ) -> None:
        METRICS.count(f'paddock_refusals_total{{reason="{reason}"}}')
        fresh = None
        if with_scene and self.table.play is not None:
            fresh = scene(self.table, self.face)
            self.step = self.table.play.step
        self.send(wire.write_frame(wire.Refuse(request, reason, rule, message, fresh)))


def _id_of(raw: str) -> str:
    """The id of a malformed frame, if it can be read."""
    try:
        found = msgspec.json.decode(raw)["id"]
    except (msgspec.DecodeError, RecursionError, ValueError, TypeError, KeyError):
        return ""
    return found[:64] if isinstance(found, str) else ""

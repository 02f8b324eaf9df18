"""Questions about a running game: a game's own what-ifs, and hints and judgements by experts.

Slow questions are answered in worker processes, so that no table waits: the state goes there as bytes and
the answer comes back as bytes. Questions that a game marks as quick are answered at once.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import select

from paddock.analysis import Hint, LookedBack, hint, look_back
from paddock.core.decoding import reader
from paddock.core.errors import BadInput, IllegalAction, PaddockError
from paddock.core.game import AnyGame, encode_state
from paddock.core.logs import load
from paddock.core.messages import Message
from paddock.core.registry import find_game
from paddock.server.errors import Forbidden, TooOften
from paddock.server.metrics import METRICS
from paddock.server.rate_limits import Buckets
from paddock.server.records.table_record import TableRecord, read_record
from paddock.server.settings import Limits
from paddock.server.storage.schema import seats, tables
from paddock.server.storage.store import Store as Database
from paddock.server.tables.decisions import check_seat
from paddock.server.tables.table import Table
from paddock.server.workers.pool import Workers
from paddock.solve import Store

_JSON = msgspec.json.Encoder()


class _Reply(Struct):
    """An answer in JSON, or the reason of a refusal."""

    answer: bytes = b""
    refused: Message | None = None
    rule: str | None = None


def write_reply(answer: Callable[[], Any]) -> bytes:
    """Encode an answer, or the refusal it ended in."""
    try:
        reply = _Reply(_JSON.encode(answer()))
    except PaddockError as error:
        rule = error.rule_id if isinstance(error, IllegalAction) else None
        reply = _Reply(refused=error.message, rule=rule)
    return msgspec.msgpack.encode(reply)


def read_reply(raw: bytes) -> bytes:
    """The answer in JSON that a worker sent; raises the refusal if there was one."""
    reply = msgspec.msgpack.decode(raw, type=_Reply)
    if reply.refused is None:
        return reply.answer
    if reply.rule is not None:
        raise IllegalAction(reply.rule, reply.refused.id, **reply.refused.params)
    raise BadInput(reply.refused.id, **reply.refused.params)


@lru_cache
def _reads_questions(game: type[AnyGame]) -> Callable[[Any], Any]:
    return reader(game.Question)


class Questions:
    """Answers seats' questions, with a rate limit per person."""

    def __init__(self, workers: Workers, limits: Limits) -> None:
        self.workers = workers
        self._rates = Buckets(limits.questions_per_second, limits.question_burst)

    async def answer(
        self, table: Table, person: str | None, seat: int, question: Any
    ) -> tuple[int, msgspec.Raw]:
        """The answer to a seat's question, and the step it refers to."""
        check_seat(table.sheet, person, seat)
        play = table.running()
        step = play.step
        return step, await self.answer_at(play.game, play.state, str(person), seat, question)

    async def answer_at(self, game: AnyGame, state: Any, who: str, seat: int, question: Any) -> msgspec.Raw:
        """The answer to a seat's question in any position; it counts towards the rate limit of `who`."""
        if game.Question is None:
            raise BadInput("core.no-questions", game=game.name)
        wait = self._rates.take(who)
        if wait:
            raise TooOften(wait)
        try:
            asked = _reads_questions(type(game))(question)
        except msgspec.ValidationError as error:
            raise BadInput("server.bad-question", reason=str(error)) from None
        with METRICS.timed("paddock_explore_seconds"):
            if isinstance(asked, game.quick):
                return msgspec.Raw(_JSON.encode(game.explore(state, seat, asked)))
            packed = msgspec.msgpack.encode(asked)
            raw = await self.workers.ask(who, _explore, game.name, encode_state(state), seat, packed)
        return msgspec.Raw(read_reply(raw))

    def close(self) -> None:
        """Stop the workers."""
        self.workers.close()


def _explore(game_name: str, state: bytes, seat: int, question: bytes) -> bytes:
    game = find_game(game_name)
    stands = msgspec.msgpack.decode(state, type=game.State)
    asked = msgspec.msgpack.decode(question, type=game.Question)
    return write_reply(lambda: game.explore(stands, seat, asked))


class _HintReply(Struct):
    hint: Hint | None = None
    told: LookedBack | None = None
    refused: Message | None = None


def allows_hints(sheet: TableRecord, person: str) -> bool:
    """Whether hints are allowed: nobody else plays, and the game is no challenge and no season race."""
    if sheet.challenge is not None or sheet.season is not None:
        return False
    return all(seat.person in (None, person) for seat in sheet.seats)


async def check_unrated(store: Database, sheet: TableRecord, person: str | None) -> None:
    """Raises if the position may be copied from a rated game that the person is playing.

    Only what-ifs and imported logs can hold such a position.
    """
    if person is None or (sheet.branch is None and not sheet.uploaded):
        return
    sits = select(seats.c.table_id).where(seats.c.person == person)
    going = select(tables.c.sheet).where(
        tables.c.id.in_(sits), tables.c.stage == "running", tables.c.game == sheet.game
    )
    for row in await store.rows(going):
        running = read_record(row.sheet)
        if running.fair and len(running.people()) > 1:
            raise Forbidden("server.no-advice-while-rated")


async def _check(store: Database, table: Table, person: str, seat: int) -> None:
    check_seat(table.sheet, person, seat)
    if not allows_hints(table.sheet, person):
        raise Forbidden("server.no-hints")
    await check_unrated(store, table.sheet, person)
    if table.sheet.stage == "running" and not table.sheet.helped:
        await table.alter(_note_help)


def _note_help(sheet: TableRecord) -> None:
    if sheet.stage == "running":
        sheet.helped = True


async def advise(
    store: Database, table: Table, person: str, seat: int, workers: Workers, solutions: Path
) -> Hint:
    """An expert's suggestion; raises unless hints are allowed. The game no longer counts afterwards."""
    await _check(store, table, person, seat)
    raw = table.running().log.dump()
    reply = await _ask(person, workers, raw, seat, None, solutions)
    assert reply.hint is not None
    return reply.hint


async def judge(
    store: Database, table: Table, person: str, seat: int, step: int, workers: Workers, solutions: Path
) -> LookedBack:
    """An expert's judgement of a seat's decision; allowed when hints are, and counts as one."""
    await _check(store, table, person, seat)
    raw = table.running_or_over().log.dump()
    reply = await _ask(person, workers, raw, seat, step, solutions)
    assert reply.told is not None
    return reply.told


async def _ask(
    person: str, workers: Workers, raw: bytes, seat: int, step: int | None, solutions: Path
) -> _HintReply:
    answer = await workers.ask(person, _advise, raw, seat, step, str(solutions))
    reply = msgspec.msgpack.decode(answer, type=_HintReply)
    if reply.refused is not None:
        raise BadInput(reply.refused.id, **reply.refused.params)
    return reply


def _advise(raw: bytes, seat: int, step: int | None, solutions: str) -> bytes:
    store = Store(Path(solutions))
    try:
        log = load(raw)
        if step is None:
            reply = _HintReply(hint=hint(log, seat, store))
        else:
            reply = _HintReply(told=look_back(log, seat, step, store))
    except PaddockError as error:
        reply = _HintReply(refused=error.message)
    return msgspec.msgpack.encode(reply)

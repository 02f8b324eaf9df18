"""Questions to the game while somebody thinks: what takes a while is answered in processes of their own.

However long such a question takes, no table waits for it: the state goes there as bytes, the answer comes
back as bytes, and what happens at the table meanwhile does not touch either. What a game calls quick costs
less than the way there and back, and is answered at once.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import Struct

from paddock.core.decoding import reader
from paddock.core.errors import BadInput, IllegalAction, PaddockError
from paddock.core.game import AnyGame, encode_state
from paddock.core.messages import Message
from paddock.core.registry import find_game
from paddock.server.errors import TooOften
from paddock.server.limits import Buckets
from paddock.server.metrics import METRICS
from paddock.server.settings import Limits
from paddock.server.tables.decider import check_seat
from paddock.server.tables.table import Table
from paddock.server.tables.workers import Workers

_JSON = msgspec.json.Encoder()


class _Reply(Struct):
    """An answer in JSON, or why it is refused."""

    answer: bytes = b""
    refused: Message | None = None
    rule: str | None = None


def write_reply(answer: Callable[[], Any]) -> bytes:
    """What a process sends back: an answer, or the refusal it ended in."""
    try:
        reply = _Reply(_JSON.encode(answer()))
    except PaddockError as error:
        rule = error.rule_id if isinstance(error, IllegalAction) else None
        reply = _Reply(refused=error.message, rule=rule)
    return msgspec.msgpack.encode(reply)


def read_reply(raw: bytes) -> bytes:
    """The answer in JSON that a process sent back; raises what it was refused by."""
    reply = msgspec.msgpack.decode(raw, type=_Reply)
    if reply.refused is None:
        return reply.answer
    if reply.rule is not None:
        raise IllegalAction(reply.rule, reply.refused.id, **reply.refused.params)
    raise BadInput(reply.refused.id, **reply.refused.params)


@lru_cache
def _reads_questions(game: type[AnyGame]) -> Callable[[Any], Any]:
    return reader(game.Question)


class Explorer:
    """Answers questions of seats, so many per person and second."""

    def __init__(self, workers: Workers, limits: Limits) -> None:
        self.workers = workers
        self._rates = Buckets(limits.questions_per_second, limits.question_burst)

    async def answer(
        self, table: Table, person: str | None, seat: int, question: Any
    ) -> tuple[int, msgspec.Raw]:
        """The answer to a seat's question, and the step it belongs to."""
        check_seat(table.sheet, person, seat)
        play = table.running()
        step = play.step
        return step, await self.answer_at(play.game, play.state, str(person), seat, question)

    async def answer_at(self, game: AnyGame, state: Any, who: str, seat: int, question: Any) -> msgspec.Raw:
        """The answer to a seat's question in some position; `who`: whose rate it counts for."""
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
        """Answer no more."""
        self.workers.close()


def _explore(game_name: str, state: bytes, seat: int, question: bytes) -> bytes:
    game = find_game(game_name)
    stands = msgspec.msgpack.decode(state, type=game.State)
    asked = msgspec.msgpack.decode(question, type=game.Question)
    return write_reply(lambda: game.explore(stands, seat, asked))

"""Bots think in processes of their own; one that fails is replaced by a simpler one."""

from __future__ import annotations

import logging
import random
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from paddock.core.game import AnyGame, Perspective, encode_state
from paddock.core.registry import bots, find_bot, find_game
from paddock.server.metrics import METRICS
from paddock.server.tables.decider import BadDecision
from paddock.server.tables.workers import Workers
from paddock.server.thread_pools import PLAYERS

_LOG = logging.getLogger("paddock.bots")
Take = Callable[[Any], Awaitable[None]]
"""What is done with a decision, as plain values; raises BadDecision if the game does not take it."""


class BotPool:
    """Asks bots for decisions, outside of the event loop and with a time limit."""

    def __init__(self, workers: Workers) -> None:
        self.workers = workers
        METRICS.count("paddock_bot_failures_total", 0)

    async def decide(
        self,
        game: AnyGame,
        state: Any,
        seat: int,
        bot: str,
        take: Take,
        character: str = "",
        by: int | None = None,
        host: str = "",
    ) -> None:
        """Let a bot decide; a simpler one decides if it fails, takes too long, or what it decides is refused.

        `character` settles its temperament, `by` is what it draws lots by; None: by chance. `host`: whose
        table it is; hosts take turns.
        """
        encoded = encode_state(state)
        for name in [bot, *simpler(game.name, bot)]:
            seed = random.getrandbits(63) if by is None else by
            try:
                chosen = await self.workers.ask(
                    host, _choose, game.name, encoded, seat, name, character, seed
                )
            except Exception as error:
                _failed(game, name, "late" if isinstance(error, TimeoutError) else "failed", error)
                continue
            try:
                await take(msgspec.msgpack.decode(chosen))
            except BadDecision as error:
                _failed(game, name, "refused", error)
            else:
                return
        await take(await PLAYERS.run(_anything, game, game.clone(state), seat))

    def close(self) -> None:
        """Stop all bots."""
        self.workers.close()


def _failed(game: AnyGame, bot: str, why: str, error: Exception) -> None:
    METRICS.count("paddock_bot_failures_total")
    METRICS.count(f'paddock_bot_fallbacks_total{{game="{game.name}",bot="{bot}",why="{why}"}}')
    _LOG.error("bot %s of %s failed: %s: %s", bot, game.name, type(error).__name__, error)


def simpler(game: str, bot: str) -> list[str]:
    """The bots that come before one in the list of strengths, strongest first."""
    names = list(bots(game))
    place = names.index(bot) if bot in names else len(names)
    return names[:place][::-1]


def _choose(game_name: str, encoded: bytes, seat: int, bot: str, character: str, seed: int) -> bytes:
    game = find_game(game_name)
    state = msgspec.msgpack.decode(encoded, type=game.State)
    perspective: Perspective[Any, Any] = Perspective(game, state, seat, character)
    values = msgspec.to_builtins(find_bot(game_name, bot).choose(perspective, random.Random(seed)))
    game.act(game.clone(state), seat, game.action(values))
    return msgspec.msgpack.encode(values)


def _anything(game: AnyGame, state: Any, seat: int) -> Any:
    return msgspec.to_builtins(game.actions(state, seat).sample(random.Random()))

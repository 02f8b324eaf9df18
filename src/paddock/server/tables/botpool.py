"""Bots think in processes of their own; one that fails is replaced by a simpler one."""

from __future__ import annotations

import logging
import random
from typing import Any

import msgspec

from paddock.core.game import AnyGame, Perspective, encode_state
from paddock.core.registry import bots, find_bot, find_game
from paddock.server.metrics import METRICS
from paddock.server.tables.workers import Workers
from paddock.server.thread_pools import PLAYERS

_LOG = logging.getLogger("paddock.bots")


class BotPool:
    """Asks bots for decisions, outside of the event loop and with a time limit."""

    def __init__(self, workers: Workers) -> None:
        self.workers = workers
        METRICS.count("paddock_bot_failures_total", 0)

    async def choose(
        self,
        game: AnyGame,
        state: Any,
        seat: int,
        bot: str,
        character: str = "",
        by: int | None = None,
        host: str = "",
    ) -> Any:
        """The decision of a bot as plain values; a simpler bot decides if it fails or takes too long.

        `character` settles its temperament, `by` is what it draws lots by; None: by chance. `host`: whose
        table it is; hosts take turns.
        """
        encoded = encode_state(state)
        for name in [bot, *simpler(game.name, bot)]:
            try:
                seed = random.getrandbits(63) if by is None else by
                chosen = await self.workers.ask(
                    host, _choose, game.name, encoded, seat, name, character, seed
                )
                return msgspec.msgpack.decode(chosen)
            except Exception as error:
                METRICS.count("paddock_bot_failures_total")
                late = "late" if isinstance(error, TimeoutError) else "failed"
                METRICS.count(f'paddock_bot_fallbacks_total{{game="{game.name}",bot="{name}",why="{late}"}}')
                _LOG.error("bot %s of %s failed: %s: %s", name, game.name, type(error).__name__, error)
        return await PLAYERS.run(_anything, game, game.clone(state), seat)

    def close(self) -> None:
        """Stop all bots."""
        self.workers.close()


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

"""Runs bots: notices when a bot has to decide, asks a worker process, and plays the answer."""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from paddock.core.errors import PaddockError
from paddock.core.game import AnyGame, Perspective, encode_state
from paddock.core.registry import bots, find_bot, find_game
from paddock.server.errors import NotNow
from paddock.server.metrics import METRICS
from paddock.server.records.table_record import TableInfo
from paddock.server.tables.decisions import BadDecision, NotYourSeat, Stale, decide_for_bot
from paddock.server.tables.kernel_compiler import KernelCompiler
from paddock.server.tables.lessons import bot_character, bot_seed
from paddock.server.tables.registry import TableRegistry
from paddock.server.tables.table import Table
from paddock.server.thread_pools import PLAYERS
from paddock.server.workers.pool import Workers

_LOG = logging.getLogger("paddock.bots")
_QUIET = 10.0
"""After so many seconds without an answer, another process takes the bot over: its own may be dead."""


class BotRunner:
    """Starts bots after every change, and takes over bots whose process has died."""

    def __init__(
        self, registry: TableRegistry, pool: BotProcesses, compiler: KernelCompiler, pause: float
    ) -> None:
        self.registry = registry
        self.pool = pool
        self.compiler = compiler
        self.pause = pause
        self._thinking: dict[tuple[str, int], asyncio.Task[None]] = {}
        self._warming: dict[tuple[str, int], str] = {}
        """Bots that have to decide and still wait for their compiled code, by table and seat."""
        self._closed = False

    def look(self, table: Table, _before: TableInfo | None = None) -> None:
        """Start every bot of the table that has to decide."""
        play = table.play
        if self._closed or play is None or table.sheet.stage != "running":
            return
        for seat in play.game.pending(play.state).seats:
            bot, key = table.sheet.seats[seat].bot, (table.id, seat)
            if bot is not None and key not in self._thinking:
                self._thinking[key] = asyncio.create_task(self._decide(table, seat, bot))
            elif self._warming.get(key, bot) != bot:
                # Another bot sits here now: it need not wait for the code of the previous one.
                self._thinking[key].cancel()

    async def _decide(self, table: Table, seat: int, bot: str) -> None:
        try:
            await self._wait_until_warm(table, seat, bot)
            play = table.running()
            step, began = play.step, time.monotonic()
            table.used = began
            known = (bot_character(table), bot_seed(table, seat), table.sheet.host)

            async def take(values: Any) -> None:
                if table.watchers:
                    await asyncio.sleep(max(0.0, self.pause - (time.monotonic() - began)))
                await decide_for_bot(table, seat, step, values)

            await self.pool.decide(play.game, play.state, seat, bot, take, *known)
        except (Stale, NotNow, NotYourSeat) as error:
            _LOG.info("table %s has moved on while bot %s was thinking: %s", table.id, bot, error)
        except Exception:
            _LOG.exception("table %s: bot %s could not decide", table.id, bot)
            await asyncio.sleep(1.0)
        finally:
            self._thinking.pop((table.id, seat), None)
            table.used = time.monotonic()
            self.look(table)

    async def _wait_until_warm(self, table: Table, seat: int, bot: str) -> None:
        self._warming[table.id, seat] = bot
        try:
            await self.compiler.wait_for_bot(table.sheet.game, bot)
        finally:
            del self._warming[table.id, seat]

    async def take_over(self, quiet: float = _QUIET) -> None:
        """Start bots that have had to decide for `quiet` seconds and that no process runs."""
        for found in await self.registry.waiting_for_bots(quiet):
            try:
                self.look(await self.registry.table(found))
            except PaddockError as error:
                _LOG.error("table %s: its bots cannot go on: %s", found, error)

    async def close(self) -> None:
        """Cancel all running decisions."""
        self._closed = True
        tasks = list(self._thinking.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._thinking.clear()
        self.pool.close()


Take = Callable[[Any], Awaitable[None]]
"""Plays a decision, given as plain values; raises BadDecision if the game refuses it."""


class BotProcesses:
    """Asks bots for decisions in worker processes, with a time limit."""

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
        """Ask a bot and play its decision; if it fails, is too slow or illegal, ask the next weaker bot.

        `character` seeds the bot's temperament, `by` its random choices (None: truly random). `host` is the
        table's host: hosts share the workers in turn.
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
        """Stop the worker processes."""
        self.workers.close()


def _failed(game: AnyGame, bot: str, why: str, error: Exception) -> None:
    METRICS.count("paddock_bot_failures_total")
    METRICS.count(f'paddock_bot_fallbacks_total{{game="{game.name}",bot="{bot}",why="{why}"}}')
    _LOG.error("bot %s of %s failed: %s: %s", bot, game.name, type(error).__name__, error)


def simpler(game: str, bot: str) -> list[str]:
    """The bots of a game that are weaker than `bot`, strongest first."""
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

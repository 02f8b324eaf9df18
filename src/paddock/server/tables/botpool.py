"""Bots think in processes of their own; one that fails is replaced by a simpler one."""

from __future__ import annotations

import asyncio
import importlib
import logging
import multiprocessing
import os
import random
import threading
from collections.abc import Sequence
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from typing import Any

import msgspec

from paddock.core.game import AnyGame, Perspective, encode_state
from paddock.core.registry import bots, find_bot, find_game, games
from paddock.server.metrics import METRICS

_LOG = logging.getLogger("paddock.bots")
_SECONDS_TO_START = 120.0


class BotPool:
    """Asks bots for decisions, outside of the event loop and with a time limit."""

    def __init__(self, processes: int, seconds: float, load: Sequence[str]) -> None:
        self.processes = processes
        self.seconds = seconds
        self.load = tuple(load)
        self._pool: ProcessPoolExecutor | None = None
        self._warm_up: asyncio.Future[int] | None = None
        self._free = asyncio.Semaphore(processes)
        METRICS.count("paddock_bot_failures_total", 0)

    async def choose(self, game: AnyGame, state: Any, seat: int, bot: str) -> Any:
        """The decision of a bot as plain values; a simpler bot decides if it fails or takes too long."""
        encoded = encode_state(state)
        for name in [bot, *simpler(game.name, bot)]:
            try:
                async with self._free:
                    return await self._ask(game.name, encoded, seat, name)
            except Exception as error:
                METRICS.count("paddock_bot_failures_total")
                _LOG.error("bot %s of %s failed: %s: %s", name, game.name, type(error).__name__, error)
        return await asyncio.to_thread(_anything, game, game.clone(state), seat)

    async def _ask(self, game: str, state: bytes, seat: int, bot: str) -> Any:
        for last_try in (False, True):
            pool = await self._ready_pool()
            asked = pool.submit(_choose, game, state, seat, bot, random.getrandbits(63))
            try:
                async with asyncio.timeout(self.seconds):
                    chosen: bytes = await asyncio.wrap_future(asked)
                    return msgspec.msgpack.decode(chosen)
            except TimeoutError:
                self._discard(pool)
                raise
            except BrokenExecutor:
                # Another bot may have broken the pool, so it is worth a second try.
                self._discard(pool)
                if last_try:
                    raise
        raise AssertionError

    async def _ready_pool(self) -> ProcessPoolExecutor:
        """The pool; a new one is given time to start, which counts for no bot's limit."""
        pool = self._pool
        if pool is None:
            pool = self._pool = self._new_pool()
            self._warm_up = asyncio.ensure_future(asyncio.wrap_future(pool.submit(os.getpid)))
        if self._warm_up is not None:
            async with asyncio.timeout(_SECONDS_TO_START):
                await asyncio.shield(self._warm_up)
        return pool

    def _new_pool(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(
            self.processes,
            mp_context=multiprocessing.get_context("spawn"),
            initializer=_prepare,
            initargs=(self.load,),
        )

    def _discard(self, pool: ProcessPoolExecutor) -> None:
        if self._pool is pool:
            self._pool = None
        for process in list((pool._processes or {}).values()):
            process.kill()
        pool.shutdown(wait=False, cancel_futures=True)

    def close(self) -> None:
        """Stop all bots."""
        if self._pool is not None:
            self._discard(self._pool)


def simpler(game: str, bot: str) -> list[str]:
    """The bots that come before one in the list of strengths, strongest first."""
    names = list(bots(game))
    place = names.index(bot) if bot in names else len(names)
    return names[:place][::-1]


def _prepare(modules: Sequence[str]) -> None:
    threading.Thread(target=_die_with_the_server, daemon=True).start()
    for module in modules:
        importlib.import_module(module)
    for game in games():
        bots(game)


def _die_with_the_server() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _choose(game_name: str, encoded: bytes, seat: int, bot: str, seed: int) -> bytes:
    game = find_game(game_name)
    state = msgspec.msgpack.decode(encoded, type=game.State)
    perspective: Perspective[Any, Any] = Perspective(game, state, seat)
    action = find_bot(game_name, bot).choose(perspective, random.Random(seed))
    game.act(game.clone(state), seat, action)
    return msgspec.msgpack.encode(action)


def _anything(game: AnyGame, state: Any, seat: int) -> Any:
    return msgspec.to_builtins(game.actions(state, seat).sample(random.Random()))

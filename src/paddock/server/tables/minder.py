"""Minds the bots: wherever a bot is asked, it is made to decide."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Any

from paddock.core.errors import PaddockError
from paddock.server.errors import NotNow
from paddock.server.sheets.sheet import TableInfo
from paddock.server.tables.botpool import BotPool
from paddock.server.tables.decider import NotYourSeat, Stale, decide_for_bot
from paddock.server.tables.hall import Hall
from paddock.server.tables.kernel_compiler import KernelCompiler
from paddock.server.tables.lessons import bot_character, bot_seed
from paddock.server.tables.table import Table

_LOG = logging.getLogger("paddock.bots")
_QUIET = 10.0
"""A bot asked for so long without an answer may have lost its process: any other takes over."""


class BotMinder:
    """Looks at every change, and now and then for bots that other processes have forgotten."""

    def __init__(self, hall: Hall, pool: BotPool, compiler: KernelCompiler, pause: float) -> None:
        self.hall = hall
        self.pool = pool
        self.compiler = compiler
        self.pause = pause
        self._thinking: dict[tuple[str, int], asyncio.Task[None]] = {}
        self._warming: dict[tuple[str, int], str] = {}
        """The bots that are asked and cannot play yet."""
        self._closed = False

    def look(self, table: Table, _before: TableInfo | None = None) -> None:
        """Let the bots of a table that are asked begin to think."""
        play = table.play
        if self._closed or play is None or table.sheet.stage != "running":
            return
        for seat in play.game.pending(play.state).seats:
            bot, key = table.sheet.seats[seat].bot, (table.id, seat)
            if bot is not None and key not in self._thinking:
                self._thinking[key] = asyncio.create_task(self._decide(table, seat, bot))
            elif self._warming.get(key, bot) != bot:
                # Another has taken its place, and need not wait for what this one waited for.
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
        """Take up the bots that nobody drives."""
        for found in await self.hall.waiting_for_bots(quiet):
            try:
                self.look(await self.hall.table(found))
            except PaddockError as error:
                _LOG.error("table %s: its bots cannot go on: %s", found, error)

    async def close(self) -> None:
        """Stop thinking."""
        self._closed = True
        tasks = list(self._thinking.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._thinking.clear()
        self.pool.close()

"""Compiles the bots' code in the background while the server runs; bots wait until theirs is ready."""

from __future__ import annotations

import asyncio
import logging
import math
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import Collection, Sequence

from msgspec import Struct

from paddock.core.errors import BadInput
from paddock.core.registry import bots, find_bot, games, unavailable_bots
from paddock.kernels.ahead import SECONDS, uncompiled
from paddock.server.errors import NotNow

_LOG = logging.getLogger("paddock.kernels")
_LEAST_SECONDS = 5.0
_LEAST_SLOWNESS, _MOST_SLOWNESS = 0.5, 10.0


class WarmingBot(Struct, frozen=True):
    """A bot that cannot play yet, and the estimated seconds until it can."""

    game: str
    bot: str
    seconds: float


class KernelCompiler:
    """Runs one low-priority compiler process if anything is not compiled yet, and tracks what is left."""

    command: Sequence[str] = (sys.executable, "-m", "paddock.kernels", "--beside")
    """Prints each package when it is ready; ends when its standard input closes."""

    def __init__(self) -> None:
        self._waiting: dict[str, asyncio.Event] = {}
        """Packages that are not compiled yet, in the order of compilation."""
        self._slowness = 1.0
        """Measured compile time relative to the usual time."""
        self._since = 0.0
        self._task: asyncio.Task[None] | None = None
        self._process: Process | None = None

    def start(self) -> None:
        """Start compiling, if anything is not compiled yet."""
        self._waiting = {package: asyncio.Event() for package in self.uncompiled()}
        if self._waiting:
            self._since = time.monotonic()
            self._task = asyncio.create_task(self._compile())

    @staticmethod
    def uncompiled() -> list[str]:
        """The packages that are not compiled yet."""
        return uncompiled(list(SECONDS))

    def seconds_left(self, packages: Collection[str]) -> float:
        """Estimated seconds until these packages are compiled; 0 if they are."""
        order = list(self._waiting)
        last = max((order.index(package) for package in packages if package in order), default=-1)
        if last < 0:
            return 0.0
        usual = [SECONDS[package] * self._slowness for package in order[: last + 1]]
        return max(_LEAST_SECONDS, usual[0] - (time.monotonic() - self._since)) + sum(usual[1:])

    def bot_seconds(self, game: str, bot: str) -> float:
        """Estimated seconds until a bot can play; 0 if it can."""
        return self.seconds_left(_kernels(game, bot)) if self._waiting else 0.0

    def check(self, game: str) -> None:
        """Raises NotNow while the code of a game's experts is not compiled yet."""
        seconds = max((self.bot_seconds(game, bot) for bot in bots(game)), default=0.0)
        if seconds:
            raise NotNow("server.warming", minutes=math.ceil(seconds / 60))

    def warming(self) -> list[WarmingBot]:
        """The bots that cannot play yet."""
        found = [WarmingBot(game, bot, self.bot_seconds(game, bot)) for game in games() for bot in bots(game)]
        return [one for one in found if one.seconds]

    async def wait_for_bot(self, game: str, bot: str) -> None:
        """Wait until a bot can play."""
        for package in _kernels(game, bot):
            if package in self._waiting:
                await self._waiting[package].wait()

    async def wait_for_all(self) -> None:
        """Wait until nothing is left to compile."""
        for event in list(self._waiting.values()):
            await event.wait()

    async def close(self) -> None:
        """Stop the compiler; the next server resumes where it stopped."""
        if self._process is not None and self._process.returncode is None:
            self._process.kill()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _compile(self) -> None:
        warming = sorted(self.warming(), key=lambda one: one.seconds)
        told = ", ".join(f"{one.bot} of {one.game} in about {one.seconds:.0f} s" for one in warming)
        _LOG.info("warming up, everything else is ready: %s", told)
        try:
            # A session of its own, so that Ctrl+C in the server's terminal does not reach it.
            self._process = await asyncio.create_subprocess_exec(
                *self.command, stdin=PIPE, stdout=PIPE, start_new_session=True
            )
            assert self._process.stdout is not None
            async for line in self._process.stdout:
                self._note(line.decode().strip())
            if await self._process.wait() or self._waiting:
                _LOG.error("bots are slow at first: %s could not be compiled", ", ".join(self._waiting))
        except OSError:
            _LOG.exception("bots are slow at first: the compiler could not be started")
        finally:
            for package in list(self._waiting):
                self._waiting.pop(package).set()

    def _note(self, package: str) -> None:
        event = self._waiting.get(package)
        if event is None:
            return
        before = {(one.game, one.bot) for one in self.warming()}
        took, self._since = time.monotonic() - self._since, time.monotonic()
        self._slowness = min(_MOST_SLOWNESS, max(_LEAST_SLOWNESS, took / SECONDS[package]))
        del self._waiting[package]
        event.set()
        ready = before - {(one.game, one.bot) for one in self.warming()}
        names = ", ".join(f"{bot} of {game}" for game, bot in sorted(ready))
        _LOG.info("ready after %.0f s: %s", took, names)


def _kernels(game: str, bot: str) -> tuple[str, ...]:
    try:
        found: tuple[str, ...] = getattr(find_bot(game, bot), "kernels", ())
    except BadInput:
        return ()
    return found


def tell_what_is_not_offered() -> None:
    """Log which bots cannot play here and which packages they need."""
    for game in games():
        for bot, extra in unavailable_bots(game).items():
            _LOG.warning("%s of %s is not offered: install paddock-games[%s]", bot, game, extra)

"""How fast passwords can be tried: by address and name, slower the more guesses at a name were wrong."""

from __future__ import annotations

import asyncio
import time

from paddock.server.errors import TooOften
from paddock.server.rate_limits import Buckets
from paddock.server.settings import Limits

_LONGEST_PAUSE = 4.0
_FIRST_PAUSE = 0.25
_MEMORY = 15 * 60.0
_MOST_NAMES = 10_000


class LoginThrottle:
    """Counts wrong passwords. Nobody can lock the owner of a name out: strangers make each other wait."""

    def __init__(self, limits: Limits) -> None:
        self.free = limits.wrong_passwords
        self._by_address = Buckets(limits.passwords_per_minute / 60, limits.passwords_per_minute)
        half = max(1.0, limits.passwords_per_minute / 2)
        self._by_name = Buckets(half / 60, half)
        self._by_device = Buckets(limits.passwords_per_minute / 60, limits.passwords_per_minute)
        self._wrong: dict[str, tuple[int, float]] = {}
        """Wrong guesses at a name, and when the newest was."""

    def check(self, address: str) -> None:
        """Count a password that is no guess at a name: a new one, or one's own before a deletion."""
        _refuse(self._by_address.take(address))

    async def slow_down(self, address: str, name: str, device: str | None) -> None:
        """Count a guess; refuse too many, and pause where a name is being guessed at by strangers.

        A device that is known to the owner of the name is counted by itself and never paused.
        """
        if device is not None:
            _refuse(self._by_device.take(device))
            return
        _refuse(self._by_address.take(address))
        _refuse(self._by_name.take(f"{address} {name}"))
        await asyncio.sleep(self.pause(name))

    def pause(self, name: str) -> float:
        """How long a stranger waits for the answer about a name."""
        wrong, newest = self._wrong.get(name, (0, 0.0))
        over = wrong - self.free
        if over < 0 or time.monotonic() - newest > _MEMORY:
            return 0.0
        return min(_LONGEST_PAUSE, _FIRST_PAUSE * 2.0 ** min(over, 8))

    def wrong(self, name: str) -> None:
        """Remember a wrong guess at a name."""
        now = time.monotonic()
        count, newest = self._wrong.pop(name, (0, now))
        self._wrong[name] = (1 if now - newest > _MEMORY else count + 1, now)
        if len(self._wrong) > _MOST_NAMES:
            del self._wrong[next(iter(self._wrong))]


def _refuse(wait: float) -> None:
    if wait:
        raise TooOften(wait)

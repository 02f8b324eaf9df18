"""Slows down password guessing: limits per address and name, and pauses after wrong guesses at a name."""

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
    """Counts password attempts. Strangers' wrong guesses never lock out the owner's known devices."""

    def __init__(self, limits: Limits) -> None:
        self.free = limits.wrong_passwords
        self._by_address = Buckets(limits.passwords_per_minute / 60, limits.passwords_per_minute)
        half = max(1.0, limits.passwords_per_minute / 2)
        self._by_name = Buckets(half / 60, half)
        self._by_device = Buckets(limits.passwords_per_minute / 60, limits.passwords_per_minute)
        self._wrong: dict[str, tuple[int, float]] = {}
        """The number of wrong guesses at a name and the time of the newest."""

    def check(self, address: str) -> None:
        """Count a password attempt that is not a sign-in, such as creating or deleting an account."""
        _refuse(self._by_address.take(address))

    async def slow_down(self, address: str, name: str, device: str | None) -> None:
        """Count a sign-in attempt; raises TooOften if there are too many, and pauses if the name is under
        attack.

        A device known to the account has a limit of its own and never pauses.
        """
        if device is not None:
            _refuse(self._by_device.take(device))
            return
        _refuse(self._by_address.take(address))
        _refuse(self._by_name.take(f"{address} {name}"))
        await asyncio.sleep(self.pause(name))

    def pause(self, name: str) -> float:
        """Return for how many seconds an unknown device waits before a sign-in to this name."""
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

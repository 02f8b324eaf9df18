"""Rates: how often somebody may do something."""

from __future__ import annotations

import time


class Bucket:
    """Fills with `rate` tokens a second up to `burst`; every use takes one."""

    __slots__ = ("burst", "filled", "rate", "tokens")

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self.tokens = burst
        self.filled = time.monotonic()

    def take(self, amount: float = 1) -> bool:
        """Use tokens; False, and none is used, if there are not so many."""
        now = time.monotonic()
        self.tokens = min(self.burst, self.tokens + (now - self.filled) * self.rate)
        self.filled = now
        if self.tokens < min(amount, self.burst):
            return False
        self.tokens -= amount
        return True

    def wait(self, amount: float = 1) -> float:
        """Seconds until there are so many tokens again."""
        return max(0.0, (min(amount, self.burst) - self.tokens) / self.rate)

    @property
    def full(self) -> bool:
        """Whether it has had time to fill up: forgetting it changes nothing."""
        return self.tokens + (time.monotonic() - self.filled) * self.rate >= self.burst


class Buckets:
    """A bucket for everyone who comes, forgotten when it is full again."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self._held: dict[str, Bucket] = {}
        self._sweep_at = 1024

    def take(self, who: str, amount: float = 1) -> float:
        """Use tokens of somebody's; returns 0, or the seconds to wait."""
        bucket = self._held.get(who)
        if bucket is None:
            if len(self._held) >= self._sweep_at:
                self._held = {key: held for key, held in self._held.items() if not held.full}
                self._sweep_at = max(1024, 2 * len(self._held))
            bucket = self._held[who] = Bucket(self.rate, self.burst)
        return 0.0 if bucket.take(amount) else max(bucket.wait(amount), 0.1)

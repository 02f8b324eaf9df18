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

    def take(self) -> bool:
        """Use one token; False if there is none."""
        now = time.monotonic()
        self.tokens = min(self.burst, self.tokens + (now - self.filled) * self.rate)
        self.filled = now
        if self.tokens < 1:
            return False
        self.tokens -= 1
        return True

    @property
    def wait(self) -> float:
        """Seconds until there is a token again."""
        return max(0.0, (1 - self.tokens) / self.rate)

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

    def take(self, who: str) -> float:
        """Use a token of somebody's; returns 0, or the seconds to wait."""
        bucket = self._held.get(who)
        if bucket is None:
            if len(self._held) >= self._sweep_at:
                self._held = {key: held for key, held in self._held.items() if not held.full}
                self._sweep_at = max(1024, 2 * len(self._held))
            bucket = self._held[who] = Bucket(self.rate, self.burst)
        return 0.0 if bucket.take() else max(bucket.wait, 0.1)

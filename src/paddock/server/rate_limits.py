"""Rate limits: token buckets."""

from __future__ import annotations

import time


class Bucket:
    """A token bucket: refills at `rate` tokens a second up to `burst`."""

    __slots__ = ("burst", "filled", "rate", "tokens")

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self.tokens = burst
        self.filled = time.monotonic()

    def take(self, amount: float = 1) -> bool:
        """Take tokens; returns False and takes none if there are too few."""
        now = time.monotonic()
        self.tokens = min(self.burst, self.tokens + (now - self.filled) * self.rate)
        self.filled = now
        if self.tokens < min(amount, self.burst):
            return False
        self.tokens -= amount
        return True

    def wait(self, amount: float = 1) -> float:
        """Seconds until `amount` tokens are available."""
        return max(0.0, (min(amount, self.burst) - self.tokens) / self.rate)

    @property
    def full(self) -> bool:
        """Whether the bucket is full again, so that it can be dropped."""
        return self.tokens + (time.monotonic() - self.filled) * self.rate >= self.burst


class Buckets:
    """A bucket per key, dropped when it is full again."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self._held: dict[str, Bucket] = {}
        self._sweep_at = 1024

    def take(self, who: str, amount: float = 1) -> float:
        """Take tokens from the bucket of `who`; returns 0, or the seconds to wait."""
        bucket = self._held.get(who)
        if bucket is None:
            if len(self._held) >= self._sweep_at:
                self._held = {key: held for key, held in self._held.items() if not held.full}
                self._sweep_at = max(1024, 2 * len(self._held))
            bucket = self._held[who] = Bucket(self.rate, self.burst)
        return 0.0 if bucket.take(amount) else max(bucket.wait(amount), 0.1)

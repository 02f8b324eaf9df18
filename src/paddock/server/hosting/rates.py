"""How much goes on at this process: counted every minute, told per minute."""

from __future__ import annotations

import time
from collections import deque

from paddock.server.metrics import METRICS

COUNTED = {
    "requests": "paddock_requests_total",
    "decisions": "paddock_decisions_total",
    "bot_decisions": "paddock_bot_decisions_total",
    "sockets": "paddock_sockets_opened_total",
    "failures": "paddock_failures_total",
}
_EVERY = 60.0
_MINUTES = 60


class Rates:
    """Remembers the counters of the last hour."""

    def __init__(self) -> None:
        self._kept: deque[tuple[float, dict[str, float]]] = deque(maxlen=_MINUTES + 1)
        self.look()

    def look(self) -> None:
        """Note how the counters stand, once a minute."""
        now = time.monotonic()
        if not self._kept or now - self._kept[-1][0] >= _EVERY:
            self._kept.append((now, self._now()))

    def per_minute(self) -> dict[str, float]:
        """What was counted per minute over the last hour, or since the start."""
        began, before = self._kept[0]
        minutes = max((time.monotonic() - began) / 60, 1 / 60)
        return {name: (value - before[name]) / minutes for name, value in self._now().items()}

    @staticmethod
    def _now() -> dict[str, float]:
        return {name: METRICS.counted(counter) for name, counter in COUNTED.items()}

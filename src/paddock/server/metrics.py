"""Counters, gauges and durations in the text format of Prometheus."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class _Durations:
    def __init__(self) -> None:
        self.counts = [0] * (len(_BOUNDS) + 1)
        self.total = 0.0

    def add(self, seconds: float) -> None:
        place = next((i for i, bound in enumerate(_BOUNDS) if seconds <= bound), len(_BOUNDS))
        self.counts[place] += 1
        self.total += seconds


class Metrics:
    """Counters, gauges and durations of this process."""

    def __init__(self) -> None:
        self._counters: dict[str, float] = defaultdict(float)
        self._gauges: dict[str, Callable[[], float]] = {}
        self._durations: dict[str, _Durations] = defaultdict(_Durations)

    def count(self, name: str, by: float = 1) -> None:
        """Increase a counter; a name may carry labels: `x_total{kind="a"}`."""
        self._counters[name] += by

    def counted(self, name: str) -> float:
        """The value of a counter."""
        return self._counters.get(name, 0)

    def gauge(self, name: str, read: Callable[[], float]) -> None:
        """Register a gauge; `read` is called when the metrics are requested."""
        self._gauges[name] = read

    def observe(self, name: str, seconds: float) -> None:
        """Record a duration."""
        self._durations[name].add(seconds)

    @contextmanager
    def timed(self, name: str) -> Iterator[None]:
        """Record how long the block takes."""
        began = time.perf_counter()
        try:
            yield
        finally:
            self.observe(name, time.perf_counter() - began)

    def text(self) -> str:
        """All metrics in Prometheus's text format."""
        lines: list[str] = []
        typed: set[str] = set()
        for name, value in sorted(self._counters.items()):
            _declare(lines, typed, name.partition("{")[0], "counter")
            lines.append(f"{name} {value:g}")
        for name, read in sorted(self._gauges.items()):
            _declare(lines, typed, name, "gauge")
            lines.append(f"{name} {read():g}")
        for name, durations in sorted(self._durations.items()):
            _declare(lines, typed, name, "histogram")
            running = 0
            for bound, count in zip((*map(str, _BOUNDS), "+Inf"), durations.counts, strict=True):
                running += count
                lines.append(f'{name}_bucket{{le="{bound}"}} {running}')
            lines.append(f"{name}_sum {durations.total:.6f}")
            lines.append(f"{name}_count {running}")
        return "\n".join(lines) + "\n"


def _declare(lines: list[str], typed: set[str], name: str, kind: str) -> None:
    if name not in typed:
        typed.add(name)
        lines.append(f"# TYPE {name} {kind}")


METRICS = Metrics()
"""The metrics of this process."""

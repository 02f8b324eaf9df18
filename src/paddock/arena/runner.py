"""Runners play the games of a series: in this process, in several, or on a Ray cluster.

All runners return results in the order of the fixtures, so that everything computed from them is the same.
All use the game data of the process that starts them.
"""

from __future__ import annotations

import multiprocessing
import signal
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import islice
from typing import Any, TypeVar

from paddock.arena.playing import Logged, play_logged
from paddock.arena.series import Fixture, Series
from paddock.core.data import own_data, use_all_data
from paddock.core.extras import need

_AHEAD = 4
"""Chunks in flight for every worker: enough that none waits, few enough to stop soon."""
_LARGEST_PART = 64

T = TypeVar("T")
Work = Callable[[Fixture], T]
"""A function that plays one game and returns what is needed of it."""


class Runner(ABC):
    """Plays fixtures and returns the results in their order."""

    @abstractmethod
    def play(self, work: Work[T], fixtures: Iterable[Fixture]) -> Generator[T, None, None]:
        """Plays all fixtures; closing the iterator stops the rest."""


class InProcess(Runner):
    """Plays one game after the other in this process."""

    def play(self, work: Work[T], fixtures: Iterable[Fixture]) -> Generator[T, None, None]:
        """Plays all fixtures."""
        for fixture in fixtures:
            yield work(fixture)


class OnProcesses(Runner):
    """Plays on several processes; with `figures` (game data by game) these are new processes."""

    def __init__(self, processes: int, chunk: int = 4, figures: Mapping[str, bytes] | None = None) -> None:
        self.processes = processes
        self.chunk = chunk
        self.figures = own_data() if figures is None else dict(figures)
        self.context = None if figures is None else multiprocessing.get_context("spawn")

    def play(self, work: Work[T], fixtures: Iterable[Fixture]) -> Generator[T, None, None]:
        """Plays all fixtures."""
        pool = ProcessPoolExecutor(self.processes, self.context, _begin, (self.figures,))
        waiting: deque[Any] = deque()
        try:
            for part in _parts(fixtures, self.chunk):
                waiting.append(pool.submit(_play_part, work, part))
                if len(waiting) >= self.processes * _AHEAD:
                    yield from waiting.popleft().result()
            while waiting:
                yield from waiting.popleft().result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


class OnRay(Runner):
    """Plays on a Ray cluster; `address` as in Ray: `auto` for the running one, `local` to start one here."""

    def __init__(self, address: str = "auto", chunk: int = 16) -> None:
        self.ray: Any = need("ray", "ray", "--ray")
        self.chunk = chunk
        if not self.ray.is_initialized():
            self.ray.init(address=None if address == "local" else address, log_to_driver=False)

    def play(self, work: Work[T], fixtures: Iterable[Fixture]) -> Generator[T, None, None]:
        """Plays all fixtures; Ray repeats a chunk whose worker dies."""
        ray = self.ray
        play = ray.remote(max_retries=3)(_play_with)
        figures, shared = ray.put(own_data()), ray.put(work)
        workers = max(1, int(ray.cluster_resources().get("CPU", 1)))
        waiting: deque[Any] = deque()
        try:
            for part in _parts(fixtures, self.chunk):
                waiting.append(play.remote(figures, shared, part))
                if len(waiting) >= workers * _AHEAD:
                    yield from ray.get(waiting.popleft())
            while waiting:
                yield from ray.get(waiting.popleft())
        finally:
            for reference in waiting:
                ray.cancel(reference)


def runner_for(processes: int, games: int) -> Runner:
    """Returns a runner for `games` games: in this process, or on several processes."""
    if processes <= 1:
        return InProcess()
    return OnProcesses(processes, max(1, min(_LARGEST_PART, games // (processes * 16))))


def play(series: Series, jobs: int = 1) -> Generator[Logged, None, None]:
    """Plays a series with logs; closing the iterator stops the rest."""
    series.check()
    return runner_for(jobs, series.games).play(partial(play_logged, series), series.fixtures())


def _begin(figures: Mapping[str, bytes]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # the process that waits for the games handles Ctrl-C
    use_all_data(figures)


def _play_with(figures: Mapping[str, bytes], work: Work[T], part: list[Fixture]) -> list[T]:
    use_all_data(figures)
    return _play_part(work, part)


def _play_part(work: Work[T], part: list[Fixture]) -> list[T]:
    return [work(fixture) for fixture in part]


def _parts(fixtures: Iterable[Fixture], size: int) -> Iterator[list[Fixture]]:
    left = iter(fixtures)
    while part := list(islice(left, size)):
        yield part

"""Where the games of a tournament are played: in this process, in several, on a Ray cluster.

All of them give the results back in the order of the fixtures, so that what is made of them is the same.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from typing import Any

from paddock.arena.playing import play_fixture
from paddock.arena.schedule import Fixture, Outing, Tournament
from paddock.core.extras import need

_AHEAD = 4
"""Parts in flight for every worker: enough that none waits, few enough to stop soon."""


def play_part(tournament: Tournament, part: list[Fixture]) -> list[Outing]:
    """Some fixtures, one after the other."""
    return [play_fixture(tournament, fixture) for fixture in part]


class Runner(ABC):
    """Plays fixtures; results come back in their order."""

    @abstractmethod
    def play(self, tournament: Tournament, fixtures: Iterable[Fixture]) -> Iterator[Outing]:
        """Play them all; closing the iterator stops the rest."""


class InProcess(Runner):
    """One game after the other, here."""

    def play(self, tournament: Tournament, fixtures: Iterable[Fixture]) -> Iterator[Outing]:
        """Play them all."""
        for fixture in fixtures:
            yield play_fixture(tournament, fixture)


class OnProcesses(Runner):
    """On several processes of this machine."""

    def __init__(self, processes: int, chunk: int = 4) -> None:
        self.processes = processes
        self.chunk = chunk

    def play(self, tournament: Tournament, fixtures: Iterable[Fixture]) -> Iterator[Outing]:
        """Play them all."""
        pool = ProcessPoolExecutor(self.processes)
        waiting: deque[Any] = deque()
        try:
            for part in _parts(fixtures, self.chunk):
                waiting.append(pool.submit(play_part, tournament, part))
                if len(waiting) >= self.processes * _AHEAD:
                    yield from waiting.popleft().result()
            while waiting:
                yield from waiting.popleft().result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


class OnRay(Runner):
    """On a Ray cluster; `address` as Ray takes it, `auto` for the running one, `local` to start one here."""

    def __init__(self, address: str = "auto", chunk: int = 16) -> None:
        self.ray: Any = need("ray", "ray", "--ray")
        self.chunk = chunk
        if not self.ray.is_initialized():
            self.ray.init(address=None if address == "local" else address, log_to_driver=False)

    def play(self, tournament: Tournament, fixtures: Iterable[Fixture]) -> Iterator[Outing]:
        """Play them all; a part whose worker dies is played again by Ray."""
        ray = self.ray
        play = ray.remote(max_retries=3)(play_part)
        shared = ray.put(tournament)
        workers = max(1, int(ray.cluster_resources().get("CPU", 1)))
        waiting: deque[Any] = deque()
        try:
            for part in _parts(fixtures, self.chunk):
                waiting.append(play.remote(shared, part))
                if len(waiting) >= workers * _AHEAD:
                    yield from ray.get(waiting.popleft())
            while waiting:
                yield from ray.get(waiting.popleft())
        finally:
            for reference in waiting:
                ray.cancel(reference)


def _parts(fixtures: Iterable[Fixture], size: int) -> Iterator[list[Fixture]]:
    left = iter(fixtures)
    while part := list(islice(left, size)):
        yield part

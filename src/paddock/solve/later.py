"""Tables made in the background: what is there is given at once, what is missing is begun, one at a time."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from threading import Lock, Thread
from typing import Generic, TypeVar

from paddock.core.errors import BadInput

T = TypeVar("T")


class Later(Generic[T]):
    """What has been asked for in this process; the work is done by a thread that ends with it."""

    def __init__(self) -> None:
        self._ready: dict[Hashable, T | None] = {}
        self._waiting: dict[Hashable, Callable[[], T]] = {}
        self._lock = Lock()
        self._worker: Thread | None = None

    def wanted(self, key: Hashable, look: Callable[[], T | None], make: Callable[[], T]) -> T | None:
        """What is ready or can be looked up; otherwise None, and it is made if it can be."""
        with self._lock:
            if key in self._ready:
                return self._ready[key]
            if key in self._waiting:
                return None
            found = look()
            if found is not None:
                self._ready[key] = found
                return found
            self._waiting[key] = make
            if self._worker is None:
                self._worker = Thread(target=self._work, name="tables", daemon=True)
                self._worker.start()
            return None

    def finish(self) -> None:
        """Wait until everything that was begun is made."""
        worker = self._worker
        if worker is not None:
            worker.join()

    def _work(self) -> None:
        while True:
            with self._lock:
                if not self._waiting:
                    self._worker = None
                    return
                key, make = next(iter(self._waiting.items()))
            made: T | None = None
            try:
                made = make()
            except BadInput:
                made = None
            finally:
                with self._lock:
                    self._ready[key] = made
                    del self._waiting[key]

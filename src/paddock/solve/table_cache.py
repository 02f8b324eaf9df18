"""Cache of value tables for bots: loaded once per process, computed in the background if missing."""

from __future__ import annotations

import os
from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock, Thread
from typing import Generic, TypeVar

from paddock.core.errors import BadInput

T = TypeVar("T")


class _Patience:
    """Whether bots of this process wait for their tables."""

    on = False


def be_patient(on: bool = True) -> None:
    """Makes bots wait for their tables, in series whose decisions must not depend on the clock."""
    _Patience.on = on


def only_kept() -> bool:
    """Whether bots only use stored tables and compute none: `PADDOCK_TABLES=kept`."""
    return os.environ.get("PADDOCK_TABLES") == "kept"


class Tables(Generic[T]):
    """The last few tables requested; a table that cannot be computed stays None."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._ready: OrderedDict[Hashable, T | None] = OrderedDict()
        self._begun: dict[Hashable, Thread] = {}
        self._lock = Lock()
        self._one_at_a_time = Lock()

    def wanted(
        self, key: Hashable, make: Callable[[], T] | None, look: Callable[[], T | None] = lambda: None
    ) -> T | None:
        """Returns the table if it is cached or `look` finds it; otherwise None, and starts `make`.

        `make` runs in the background, unless bots wait: then its table is returned. Without `make`,
        nothing is computed.
        """
        with self._lock:
            if key in self._ready:
                self._ready.move_to_end(key)
                return self._ready[key]
            worker = self._begun.get(key)
            if worker is None:
                found = look()
                if found is not None:
                    self._keep(key, found)
                    return found
                if make is None:
                    return None
                worker = self._begun[key] = Thread(target=self._make, args=(key, make), daemon=True)
                worker.start()
        if not _Patience.on:
            return None
        worker.join()
        return self._ready.get(key)

    def _make(self, key: Hashable, make: Callable[[], T]) -> None:
        made: T | None = None
        try:
            with self._one_at_a_time:
                made = make()
        except BadInput:
            made = None
        finally:
            with self._lock:
                self._keep(key, made)
                del self._begun[key]

    def _keep(self, key: Hashable, table: T | None) -> None:
        self._ready[key] = table
        while len(self._ready) > self.most:
            self._ready.popitem(last=False)

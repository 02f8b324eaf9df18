"""Garbage collection tuned for short pauses.

A full collection visits every object of every game: with a thousand games in memory it stops all tables for
a third of a second. So objects that have survived a while are frozen, out of reach of ordinary collections.
Only the rare full collection unfreezes them, to free what closed tables have left behind.
"""

from __future__ import annotations

import asyncio
import gc
import time

from paddock.server.metrics import METRICS

_YOUNG = 10_000
_YOUNG_SWEEPS = 10
_NEVER = 1_000_000_000
_SECONDS = 2.0
_SECONDS_TO_FULL = 3600.0


def settle() -> None:
    """Turn off automatic full collections and freeze everything loaded so far."""
    gc.set_threshold(_YOUNG, _YOUNG_SWEEPS, _NEVER)
    gc.collect()
    gc.freeze()


async def sweep(every: float = _SECONDS, full: float = _SECONDS_TO_FULL) -> None:
    """Collect and freeze every few seconds; once in `full` seconds unfreeze everything first."""
    looked = time.monotonic()
    while True:
        await asyncio.sleep(every)
        if time.monotonic() - looked >= full:
            gc.unfreeze()
            looked = time.monotonic()
        with METRICS.timed("paddock_sweep_seconds"):
            gc.collect()
        gc.freeze()

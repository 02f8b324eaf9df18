"""Python's own garbage, swept where nobody waits for it.

A full sweep walks over every object of every game in memory: with a thousand games it holds all tables up for
a third of a second. So what has lasted a while is set aside, where ordinary sweeps do not look; only a full
sweep, once in a long while, looks there too, for what closed tables have left behind.
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
    """Leave full sweeps to `sweep`, and set aside all that the server has loaded."""
    gc.set_threshold(_YOUNG, _YOUNG_SWEEPS, _NEVER)
    gc.collect()
    gc.freeze()


async def sweep(every: float = _SECONDS, full: float = _SECONDS_TO_FULL) -> None:
    """Every few seconds set aside what has lasted since; once in `full` seconds look at that again."""
    looked = time.monotonic()
    while True:
        await asyncio.sleep(every)
        if time.monotonic() - looked >= full:
            gc.unfreeze()
            looked = time.monotonic()
        with METRICS.timed("paddock_sweep_seconds"):
            gc.collect()
        gc.freeze()

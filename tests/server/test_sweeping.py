"""Python's own garbage is swept without a walk over all games."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Iterator

import pytest

from paddock.server.gc_tuning import settle, sweep


@pytest.fixture(autouse=True)
def collector() -> Iterator[None]:
    """The collector as it was, whatever a test does to it."""
    thresholds = gc.get_threshold()
    yield
    gc.set_threshold(*thresholds)
    gc.unfreeze()


class _Ring:
    """Something that only the collector can free once nobody holds it."""

    def __init__(self) -> None:
        self.itself = self


async def sweep_for(seconds: float, full: float) -> None:
    task = asyncio.create_task(sweep(every=0.01, full=full))
    await asyncio.sleep(seconds)
    task.cancel()


async def test_what_is_new_is_swept_and_what_lasts_is_set_aside() -> None:
    settle()
    kept, dropped = _Ring(), weakref.ref(_Ring())
    before = gc.get_freeze_count()
    await sweep_for(0.1, full=3600)
    assert dropped() is None
    assert gc.get_freeze_count() > before
    assert not any(found is kept for found in gc.get_objects())


async def test_a_full_sweep_frees_what_was_set_aside() -> None:
    old = _Ring()
    settle()
    dropped = weakref.ref(old)
    del old
    await sweep_for(0.1, full=3600)
    assert dropped() is not None
    await sweep_for(0.1, full=0.0)
    assert dropped() is None

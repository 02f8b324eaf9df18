"""When the server was up, by its own clock, whatever that does."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from paddock.server.settings import Settings
from paddock.server.storage.migrate import migrate
from paddock.server.storage.store import Store
from paddock.server.storage.uptime import Uptime


async def test_a_clock_that_jumps_back_and_forth_keeps_no_server_from_starting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store(Settings(data=tmp_path).url)
    migrate(store.engine)
    store.open()
    for process, begins, ends in (("first", 1_000.0, 2_000.0), ("second", 3_000.0, 1_500.0)):
        uptime = Uptime(store, process)
        monkeypatch.setattr(time, "time", lambda now=begins: now)
        await uptime.begin()
        monkeypatch.setattr(time, "time", lambda now=ends: now)
        await uptime.end()
    third = Uptime(store, "third")
    monkeypatch.setattr(time, "time", lambda: 4_000.0)
    await third.begin()
    await third.end()
    await store.close()
    assert [(one.began, one.ended) for one in third.downtimes] == [(2_000.0, 4_000.0)]

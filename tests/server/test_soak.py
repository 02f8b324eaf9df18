"""A short soak; `make soak` runs the long one."""

import pytest

from tests.server.soak import soak_on


@pytest.mark.parametrize("backend", ["sqlite", "postgresql"])
def test_nothing_acknowledged_is_lost_in_trouble(backend: str) -> None:
    done = soak_on(backend, 5, f"short {backend}", print)
    assert done["acknowledged"] > 0
    assert done["raced"] > 0
    assert done["kill"] >= 1
    assert done["disk full" if backend == "sqlite" else "database killed"] >= 1

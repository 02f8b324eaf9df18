"""What all tests share: the sample game is registered."""

from __future__ import annotations

import pytest

from paddock.core.registry import add_game
from tests.sample.pig import PIG


@pytest.fixture(scope="session", autouse=True)
def _sample_game() -> None:
    add_game(PIG)

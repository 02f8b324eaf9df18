"""What all tests share: the sample game is registered, and made-up examples are the same in every run."""

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

import tests.sample.registered  # noqa: F401
from paddock.bots.dirt_and_dust.card_values import average_worth, card_worth, plain_worths
from paddock.bots.outspeed.opponent_models import likelihoods
from paddock.bots.outspeed.positions import equally_likely
from paddock.core import registry
from paddock.kernels.outspeed.tiles import deals
from paddock.solve.table_cache import be_patient
from paddock.testing.dirt_and_dust import played_with_cards
from paddock.testing.outspeed import played_with_tiles

SAMPLE = Path(__file__).parent / "sample"

LONG = ("test_soak.py", "test_chaos.py", "test_crashes.py", "test_outages.py", "test_processes.py")
"""Tests that mostly wait; begun first, so that no worker is left alone with one at the end."""

os.environ.setdefault("PADDOCK_TABLES", "kept")  # no test begins to solve rallies for its bots

settings.register_profile("paddock", deadline=None, derandomize=True)
settings.load_profile("paddock")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the longest tests first; the others keep their order."""
    items.sort(key=lambda item: item.path.name not in LONG)


@pytest.fixture(autouse=True)
def _bots_of_one_test(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A bot that a test makes known is known to that test alone; none stays patient after it."""
    monkeypatch.setattr(registry, "_EXTRA_BOTS", dict(registry._EXTRA_BOTS))
    yield
    be_patient(False)


@pytest.fixture(scope="module")
def example_tiles() -> Iterator[None]:
    """Tiles to test rules on that stay as they are, whatever figures are found for those of the box."""
    remembered = (equally_likely, likelihoods, deals)
    for known in remembered:
        known.cache_clear()
    with played_with_tiles(json.loads((SAMPLE / "outspeed_tiles.json").read_text())):
        yield
    for known in remembered:
        known.cache_clear()


@pytest.fixture(scope="module")
def example_cards() -> Iterator[None]:
    """Cards to test rules on that stay as they are, whatever figures are found for those of the box."""
    with played_with_cards(json.loads((SAMPLE / "dirt_and_dust_cards.json").read_text())):
        for known in (card_worth, average_worth, plain_worths):
            known.cache_clear()
        yield
    for known in (card_worth, average_worth, plain_worths):
        known.cache_clear()

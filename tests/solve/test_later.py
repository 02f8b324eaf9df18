"""Tables are made once, in the background unless bots are patient."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Event

import pytest

from paddock.core.errors import BadInput
from paddock.solve.table_cache import Tables, be_patient


@pytest.fixture(autouse=True)
def in_a_hurry() -> Iterator[None]:
    be_patient(False)
    yield
    be_patient(False)


def test_nobody_waits_for_a_table() -> None:
    tables: Tables[str] = Tables(2)
    may, made = Event(), Event()

    def make() -> str:
        may.wait(10)
        made.set()
        return "there"

    assert tables.wanted("key", make) is None
    assert tables.wanted("key", make) is None, "it is begun once"
    may.set()
    assert made.wait(10)
    be_patient()
    assert tables.wanted("key", lambda: "made twice") == "there"


def test_a_patient_bot_gets_its_table_at_once() -> None:
    be_patient()
    tables: Tables[int] = Tables(2)
    assert tables.wanted("a", lambda: 1) == 1
    assert tables.wanted("a", lambda: 2) == 1


def test_what_can_be_looked_up_is_not_made() -> None:
    tables: Tables[int] = Tables(2)
    assert tables.wanted("a", lambda: 1, lambda: 2) == 2
    assert tables.wanted("a", lambda: 1, lambda: 3) == 2, "it is looked up once"


def test_only_the_last_few_are_kept() -> None:
    be_patient()
    tables: Tables[int] = Tables(2)
    for key, value in (("a", 1), ("b", 2), ("a", 3), ("c", 4)):
        tables.wanted(key, lambda value=value: value)  # type: ignore[misc]
    assert tables.wanted("a", lambda: 5) == 1, "used again before c came"
    assert tables.wanted("b", lambda: 6) == 6


def test_what_cannot_be_made_is_not_tried_again() -> None:
    be_patient()
    tables: Tables[int] = Tables(2)

    def fail() -> int:
        raise BadInput("solve.road-too-wide")

    assert tables.wanted("a", fail) is None
    assert tables.wanted("a", lambda: 1) is None

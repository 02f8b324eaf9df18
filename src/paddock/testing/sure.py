"""Type assertions for tests, checked at run time."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")


def some(value: T | None) -> T:
    """Returns a value, asserting that it is not None."""
    assert value is not None
    return value


def one(kind: type[T], value: object) -> T:
    """Returns a value, asserting its type."""
    assert isinstance(value, kind), value
    return value


def all_of(kind: type[T], values: Iterable[object]) -> list[T]:
    """Returns the values as a list, asserting the type of each."""
    return [one(kind, value) for value in values]

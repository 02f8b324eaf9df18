"""What a test is sure of, told to the type checker and checked on the way."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")


def some(value: T | None) -> T:
    """The value, which has to be there."""
    assert value is not None
    return value


def one(kind: type[T], value: object) -> T:
    """The value, which has to be of that kind."""
    assert isinstance(value, kind), value
    return value


def all_of(kind: type[T], values: Iterable[object]) -> list[T]:
    """The values, which have to be all of that kind."""
    return [one(kind, value) for value in values]

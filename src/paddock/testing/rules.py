"""Marks a test with the numbered rules it covers."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import pytest

Test = TypeVar("Test", bound=Callable[..., object])


def rule(*ids: str) -> Callable[[Test], Test]:
    """Marks the rules a test covers: `@rule("GT-MOVE-2", "GT-MOVE-3")`."""
    mark = pytest.mark.rule(*ids)

    def name(test: Test) -> Test:
        return mark(test)  # type: ignore[no-any-return]

    return name

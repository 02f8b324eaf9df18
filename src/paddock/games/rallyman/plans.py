"""The shared description of a next step of a plan."""

from __future__ import annotations

from typing import Generic, TypeVar

from msgspec import Struct

from paddock.games.rallyman.plan_search import Odds

S = TypeVar("S")


class NextStep(Struct, Generic[S], frozen=True, kw_only=True):
    """A legal next step of a plan and its effects in both games; each adds its own."""

    step: S
    name: str
    """The name of the cell or space."""
    gear: int
    limit: int | None
    """The limit in force there for this step."""
    passes: tuple[int, ...]
    """The cells of the cars it draws level with."""
    overspeed: bool
    last: bool
    """Whether it ends the plan."""
    odds: Odds

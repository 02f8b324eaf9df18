"""The wishes for a generated track."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

LaneWish = Literal["any", "two", "three", "mixed"]
DangerWish = Literal["any", "low", "high"]


class CircuitWish(Struct, frozen=True, forbid_unknown_fields=True):
    """A closed circuit from the GT box; `mixed` lanes narrow to two and widen again to three."""

    tiles: int = 15
    lanes: LaneWish = "any"
    danger: DangerWish = "any"


class StageWish(Struct, frozen=True, forbid_unknown_fields=True):
    """A stage from the DIRT box with start and finish; features are required, excluded or (None) free."""

    tiles: int = 12
    danger: DangerWish = "any"
    jumps: bool | None = None
    water: bool | None = None
    shortcuts: bool | None = None
    assistance: bool = False


Wish = CircuitWish | StageWish

DANGER_WEIGHTS: dict[DangerWish, dict[str, float]] = {
    "any": {"yellow": 1, "orange": 1, "red": 1},
    "low": {"yellow": 9, "orange": 3, "red": 1},
    "high": {"yellow": 1, "orange": 3, "red": 9},
}
"""The weight of tiles of each danger colour, by wish."""

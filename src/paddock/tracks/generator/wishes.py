"""What a generated track should be like."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

LaneWish = Literal["any", "two", "three", "mixed"]
DangerWish = Literal["any", "low", "high"]


class CircuitWish(Struct, frozen=True, forbid_unknown_fields=True):
    """A closed circuit from the GT box; `mixed` lanes narrow to two and widen to three again."""

    tiles: int = 15
    lanes: LaneWish = "any"
    danger: DangerWish = "any"


class StageWish(Struct, frozen=True, forbid_unknown_fields=True):
    """A stage from the DIRT box, start and finish counted; a feature is wanted, unwanted or (None) open."""

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
"""How much likelier a tile of a colour is to be laid, by wish."""

"""The Position Track: two rows of spaces laid like bricks."""

from __future__ import annotations

from paddock.games.dirt_and_dust.cards import BOX
from paddock.games.dirt_and_dust.components import Space
from paddock.games.dirt_and_dust.language import Row, Zone

TOP = tuple(space.id for space in BOX.track.top)
BOTTOM = tuple(space.id for space in BOX.track.bottom)
CENTRE = TOP[len(TOP) // 2]
SPACES: dict[str, Space] = {space.id: space for space in (*BOX.track.top, *BOX.track.bottom)}
ROW: dict[str, Row] = {
    **dict.fromkeys(TOP, "accelerating"),
    **dict.fromkeys(BOTTOM, "braking"),
}
ZONE: dict[str, Zone] = {name: space.zone for name, space in SPACES.items()}
_PLACE: dict[str, tuple[tuple[str, ...], int]] = {
    name: (row, index) for row in (TOP, BOTTOM) for index, name in enumerate(row)
}
SHIFTS: dict[str, tuple[str, ...]] = {
    **{name: (BOTTOM[i], BOTTOM[i + 1]) for i, name in enumerate(TOP)},
    **{name: tuple(TOP[j] for j in (i - 1, i) if 0 <= j < len(TOP)) for i, name in enumerate(BOTTOM)},
}
"""Where a change of row can lead."""


def along(space: str, n: int) -> tuple[str, int]:
    """The space n to the right (negative: left) in the row, and how many spaces were missing."""
    row, index = _PLACE[space]
    wanted = index + n
    reached = min(max(wanted, 0), len(row) - 1)
    return row[reached], abs(wanted - reached)


def distance(start: str, end: str) -> int | None:
    """How many spaces lie between two spaces of one row; None if they lie in different rows."""
    (row, i), (other, j) = _PLACE[start], _PLACE[end]
    return abs(i - j) if row is other else None


def row_of(space: str) -> tuple[str, ...]:
    """All spaces of the row a space lies in."""
    return _PLACE[space][0]

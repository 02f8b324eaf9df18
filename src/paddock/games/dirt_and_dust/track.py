"""The Position Tracks: two rows of spaces, laid like bricks or with two spaces below each top space."""

from __future__ import annotations

from paddock.games.dirt_and_dust.cards import BOX
from paddock.games.dirt_and_dust.components import Space
from paddock.games.dirt_and_dust.language import Row, Zone

_ROWS = [
    (tuple(space.id for space in track.top), tuple(space.id for space in track.bottom))
    for track in BOX.tracks.values()
]
SPACES: dict[str, Space] = {
    space.id: space for track in BOX.tracks.values() for space in (*track.top, *track.bottom)
}
ROW: dict[str, Row] = {
    **{name: "accelerating" for top, _ in _ROWS for name in top},
    **{name: "braking" for _, bottom in _ROWS for name in bottom},
}
ZONE: dict[str, Zone] = {name: space.zone for name, space in SPACES.items()}
CENTRE: dict[str, str] = {name: top[len(top) // 2] for top, bottom in _ROWS for name in (*top, *bottom)}
"""For each space, the middle of the top row of its track."""
_PLACE: dict[str, tuple[tuple[str, ...], int]] = {
    name: (row, index) for rows in _ROWS for row in rows for index, name in enumerate(row)
}


def _shifts(top: tuple[str, ...], bottom: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    step = 2 if len(bottom) == 2 * len(top) else 1
    down = {name: (bottom[step * i], bottom[step * i + 1]) for i, name in enumerate(top)}
    return {**down, **{name: tuple(t for t in top if name in down[t]) for name in bottom}}


SHIFTS: dict[str, tuple[str, ...]] = {
    name: reached for top, bottom in _ROWS for name, reached in _shifts(top, bottom).items()
}
"""For each space, where a change of row can lead."""


def along(space: str, n: int) -> tuple[str, int]:
    """Returns the space n to the right (negative: left) in the row, and how many spaces were missing."""
    row, index = _PLACE[space]
    wanted = index + n
    reached = min(max(wanted, 0), len(row) - 1)
    return row[reached], abs(wanted - reached)


def distance(start: str, end: str) -> int | None:
    """Returns the distance of two spaces in a row; None if they are in different rows."""
    (row, i), (other, j) = _PLACE[start], _PLACE[end]
    return abs(i - j) if row is other else None


def row_of(space: str) -> tuple[str, ...]:
    """Returns all spaces of the row of a space."""
    return _PLACE[space][0]

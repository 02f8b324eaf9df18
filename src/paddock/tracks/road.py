"""The shared part of roads in both games: integer cells, flat arrays, names that round-trip."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from paddock.core.errors import BadInput
from paddock.tracks.faces import Danger, Side
from paddock.tracks.layouts import Placement

NO_LIMIT = 9
"""Stands for "no limit": higher than any gear, so that gears can be compared with it."""


@dataclass(frozen=True, eq=False)
class Road:
    """An immutable graph of cells; every array is indexed by cell id. Roads compare by identity.

    `front` is the position of a cell's exit end along the road, 100 per tile; `limit` the highest gear
    allowed on it (`NO_LIMIT`: any); `inside` the side of the corner that decides which car is further
    inside; `tile` the index of its tile in the layout.
    """

    names: tuple[str, ...]
    tile: tuple[int, ...]
    front: tuple[int, ...]
    limit: tuple[int, ...]
    danger: tuple[Danger, ...]
    inside: tuple[Side, ...]
    tiles: tuple[str, ...]
    placements: tuple[Placement, ...]

    def __len__(self) -> int:
        return len(self.names)

    def name(self, cell: int) -> str:
        """Returns the cell's name, as players and tests write it."""
        return self.names[cell]

    def cell(self, name: str) -> int:
        """Returns the cell of that name; the reverse of `name`."""
        try:
            return self.ids[name]
        except KeyError:
            raise BadInput("tracks.unknown_cell", cell=name) from None

    @cached_property
    def ids(self) -> dict[str, int]:
        """Cells by name."""
        return {name: cell for cell, name in enumerate(self.names)}

    def cells(self, names: Iterable[str]) -> tuple[int, ...]:
        """Returns the cells of several names."""
        return tuple(self.cell(name) for name in names)


def mask(cells: Iterable[int]) -> int:
    """Returns a set of cells as bits of one number."""
    bits = 0
    for cell in cells:
        bits |= 1 << cell
    return bits

"""The DIRT road: spaces, steps, landings and overlaps of a stage, from start line to finish row."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from paddock.tracks.faces import Danger, Section, Shortcut, Side
from paddock.tracks.road import Road

LANE, HALF, INSIDE, OUTSIDE, CUT = range(5)
"""The kinds of space: a lane of a row, half a slide row, the two ways of a corner, a shortcut."""

GROUND = (LANE, INSIDE, OUTSIDE)
"""The kinds that are counted in a flight and allow a landing (DIRT-JUMP-6, -D6)."""


class RoadSection(NamedTuple):
    """A section of a road: its tile, its index on the driven face, and what is printed there."""

    tile: int
    local: int
    section: Section
    danger: Danger

    @property
    def back(self) -> int:
        """Its beginning, 100 per tile."""
        return 100 * self.tile + self.section.back

    @property
    def front(self) -> int:
        """Its end, 100 per tile."""
        return 100 * self.tile + self.section.front


class RoadShortcut(NamedTuple):
    """A shortcut of a road; `entered_from` and `left_to` are section numbers, most distant first."""

    tile: int
    local: int
    shortcut: Shortcut
    danger: Danger
    entered_from: tuple[int, ...]
    left_to: tuple[int, ...]
    bypassed: tuple[int, ...] = ()
    cells: tuple[int, ...] = ()


class RoadCorner(NamedTuple):
    """A corner of a road: its place, its direction, and the spaces of its two ways."""

    section: int
    turn: Side
    inside: tuple[int, ...]
    outside: tuple[int, ...]


class DirtStep(NamedTuple):
    """A step forward into `cell`.

    `shortcut` is the number of the shortcut it enters (-1: none, or already on it); `finish`:
    it reaches the finish row.
    """

    cell: int
    straight: bool
    shortcut: int
    finish: bool


class Space(NamedTuple):
    """The place of a space: its kind, section (-1 on a shortcut) and place in it, lanes from the left.

    `nth` is the lane, the half (0 a, 1 b), or the number of the space on its way from 0; `corner` and
    `shortcut` are numbers on the road, -1 for none.
    """

    kind: int
    section: int
    nth: int
    corner: int
    shortcut: int


@dataclass(frozen=True, eq=False)
class DirtRoad(Road):
    """A compiled stage, from the start line to the finish row.

    `kind`, `section`, `nth` and `corner` are the place of a space (see `Space`); `overlaps` are the spaces,
    as bits and including itself, that cannot hold a car beside it (DIRT-TRACK-4); `level` the other lane
    spaces of its row (DIRT-PASS-1); `jump` a jump row's number or 0; `landings_short` and `landings_long`
    the landings of a jump over one or two spaces, never in water (DIRT-JUMP-6); `inwardness` orders equal
    fronts, more is further inside (DIRT-ORDER-3); `finish` marks the spaces of the finish row; `start_steps`
    lead in from before the line, which is at `start_at`.
    """

    spaces: tuple[Space, ...]
    kind: tuple[int, ...]
    section: tuple[int, ...]
    nth: tuple[int, ...]
    corner: tuple[int, ...]
    shortcut: tuple[int, ...]
    back: tuple[int, ...]
    overlaps: tuple[int, ...]
    level: tuple[int, ...]
    jump: tuple[int, ...]
    water: tuple[bool, ...]
    finish: tuple[bool, ...]
    inwardness: tuple[int, ...]
    steps: tuple[tuple[DirtStep, ...], ...]
    landings_short: tuple[tuple[int, ...], ...]
    landings_long: tuple[tuple[int, ...], ...]
    start_steps: tuple[DirtStep, ...]
    start_at: int
    finish_at: int
    sections: tuple[RoadSection, ...]
    section_cells: tuple[tuple[int, ...], ...]
    corners: tuple[RoadCorner, ...]
    shortcuts: tuple[RoadShortcut, ...]
    assistance: bool

    def cell(self, name: str) -> int:
        """Returns the space of that name; a road's only shortcut space can also be called `K`."""
        if name == "K" and "K2" not in self.ids:
            name = "K1"
        return super().cell(name)

    def step(self, start: int, end: int) -> DirtStep | None:
        """Returns the step from one space to another; None if the road has none."""
        for step in self.steps[start]:
            if step.cell == end:
                return step
        return None

    @property
    def finish_section(self) -> int:
        """The finish row: the first section behind the finish line."""
        return len(self.sections) - 1

"""The compiler of DIRT sections: their spaces and where each of them leads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from paddock.core.errors import BadInput
from paddock.tracks.faces import Corner, Half, Row, Side
from paddock.tracks.layouts import Placement
from paddock.tracks.road import NO_LIMIT, mask
from paddock.tracks.road_dirt import (
    CUT,
    GROUND,
    HALF,
    INSIDE,
    LANE,
    OUTSIDE,
    DirtRoad,
    DirtStep,
    RoadCorner,
    RoadSection,
    RoadShortcut,
    Space,
)

LANE_LETTERS = {1: "M", 2: "LR", 3: "LMR"}
ON_THE_CUT = 99


def compile_sections(
    sections: Sequence[RoadSection],
    shortcuts: Sequence[RoadShortcut],
    *,
    tiles: tuple[str, ...] = (),
    placements: tuple[Placement, ...] = (),
    assistance: bool = False,
) -> DirtRoad:
    """Returns a road from sections in driving order; the last one is the finish row."""
    return _Compiler(sections, shortcuts).road(tiles, placements, assistance)


class _Compiler:
    """Numbers the spaces of a road and derives their connections."""

    def __init__(self, sections: Sequence[RoadSection], shortcuts: Sequence[RoadShortcut]) -> None:
        self.sections = tuple(sections)
        self.spaces: list[Space] = []
        self.names: list[str] = []
        self.stretch: list[tuple[int, int]] = []
        self.by_section: list[dict[tuple[int, int], int]] = []
        self.corners: list[RoadCorner] = []
        self.corner_of: dict[int, int] = {}
        for number, item in enumerate(self.sections):
            self.by_section.append({})
            if isinstance(item.section, Row):
                self._add_row(number, item, item.section)
            else:
                self._add_corner(number, item, item.section)
        self.shortcuts = tuple(self._add_shortcut(number, cut) for number, cut in enumerate(shortcuts))

    def _add(self, name: str, space: Space, back: int, front: int) -> int:
        cell = len(self.spaces)
        self.spaces.append(space)
        self.names.append(name)
        self.stretch.append((back, front))
        if space.section >= 0:
            self.by_section[space.section][space.kind, space.nth] = cell
        return cell

    def _add_row(self, number: int, item: RoadSection, row: Row) -> None:
        for lane, letter in enumerate(LANE_LETTERS[row.lanes]):
            self._add(f"{number}.{letter}", Space(LANE, number, lane, -1, -1), item.back, item.front)
        if row.slide:
            ends = _ends(item.back, item.front, 2)
            for half, letter in enumerate("ab"):
                self._add(f"{number}.{letter}", Space(HALF, number, half, -1, -1), ends[half], ends[half + 1])

    def _add_corner(self, number: int, item: RoadSection, corner: Corner) -> None:
        index = self.corner_of[number] = len(self.corners)
        ways: list[tuple[int, ...]] = []
        for kind, letter, way in ((INSIDE, "i", corner.inside), (OUTSIDE, "o", corner.outside)):
            ends = _ends(item.back, item.front, way.spaces, [100 * item.tile + cut for cut in way.cuts])
            ways.append(
                tuple(
                    self._add(
                        f"{number}.{letter}{k + 1}", Space(kind, number, k, index, -1), ends[k], ends[k + 1]
                    )
                    for k in range(way.spaces)
                )
            )
        self.corners.append(RoadCorner(number, corner.turn, ways[0], ways[1]))

    def _add_shortcut(self, number: int, cut: RoadShortcut) -> RoadShortcut:
        back = max(self.sections[end].front for end in cut.entered_from)
        front = min(self.sections[end].back for end in cut.left_to)
        printed = cut.shortcut
        ends = _ends(back, front, printed.spaces, [100 * cut.tile + at for at in printed.cuts])
        before = sum(space.kind == CUT for space in self.spaces)
        cells = tuple(
            self._add(f"K{before + k + 1}", Space(CUT, -1, k, -1, number), ends[k], ends[k + 1])
            for k in range(printed.spaces)
        )
        bypassed = tuple(
            self.corner_of[section]
            for section in range(min(cut.entered_from) + 1, max(cut.left_to))
            if section in self.corner_of
        )
        if not bypassed:
            raise BadInput("tracks.shortcut_without_corner", shortcut=self.names[cells[0]])
        return cut._replace(cells=cells, bypassed=bypassed)

    def road(self, tiles: tuple[str, ...], placements: tuple[Placement, ...], assistance: bool) -> DirtRoad:
        spaces = self.spaces
        steps = tuple(tuple(self._steps(cell)) for cell in range(len(spaces)))
        rows = [self._row(space) for space in spaces]
        jump = tuple(row.jump or 0 if row else 0 for row in rows)
        water = tuple(row is not None and row.water for row in rows)
        finish = tuple(self._finishes(space) for space in spaces)
        air = _Air(steps, [space.kind in GROUND for space in spaces], finish, water)
        homes = [self._home(space) for space in spaces]
        sides = [self._inside(space) for space in spaces]
        return DirtRoad(
            names=tuple(self.names),
            tile=tuple(home.tile for home in homes),
            front=tuple(front for _, front in self.stretch),
            limit=tuple(self._limit(space) for space in spaces),
            danger=tuple(home.danger for home in homes),
            inside=tuple(sides),
            tiles=tiles,
            placements=placements,
            spaces=tuple(spaces),
            kind=tuple(space.kind for space in spaces),
            section=tuple(space.section for space in spaces),
            nth=tuple(space.nth for space in spaces),
            corner=tuple(space.corner for space in spaces),
            shortcut=tuple(space.shortcut for space in spaces),
            back=tuple(back for back, _ in self.stretch),
            overlaps=tuple(mask(self._overlapping(cell)) for cell in range(len(spaces))),
            level=tuple(mask(self._level(cell)) for cell in range(len(spaces))),
            jump=jump,
            water=water,
            finish=finish,
            inwardness=tuple(
                self._inwardness(space, side) for space, side in zip(spaces, sides, strict=True)
            ),
            steps=steps,
            landings_short=tuple(air.landings(cell, 2) if jump[cell] else () for cell in range(len(spaces))),
            landings_long=tuple(air.landings(cell, 3) if jump[cell] else () for cell in range(len(spaces))),
            start_steps=tuple(self._into_from_anywhere(0)),
            start_at=self.sections[0].back,
            finish_at=self.sections[-1].back,
            sections=self.sections,
            section_cells=tuple(tuple(cells.values()) for cells in self.by_section),
            corners=tuple(self.corners),
            shortcuts=self.shortcuts,
            assistance=assistance,
        )

    def _home(self, space: Space) -> RoadSection | RoadShortcut:
        return self.sections[space.section] if space.section >= 0 else self.shortcuts[space.shortcut]

    def _row(self, space: Space) -> Row | None:
        """Returns the row of a lane space."""
        section = self.sections[space.section].section
        return section if space.kind == LANE and isinstance(section, Row) else None

    def _finishes(self, space: Space) -> bool:
        return space.section == len(self.sections) - 1

    def _limit(self, space: Space) -> int:
        if space.kind == CUT:
            return self.shortcuts[space.shortcut].shortcut.limit
        section = self.sections[space.section].section
        if isinstance(section, Row):
            return section.limit or NO_LIMIT
        return (section.inside if space.kind == INSIDE else section.outside).limit

    def _overlapping(self, cell: int) -> Iterator[int]:
        """Yields the space and those that cannot hold a car at the same time (DIRT-TRACK-4)."""
        yield cell
        kind, section, *_ = self.spaces[cell]
        rivals = {LANE: HALF, HALF: LANE, INSIDE: OUTSIDE, OUTSIDE: INSIDE}.get(kind)
        if rivals is not None:
            for (other_kind, _), other in self.by_section[section].items():
                if other_kind == rivals:
                    yield other

    def _level(self, cell: int) -> Iterator[int]:
        kind, section, *_ = self.spaces[cell]
        if kind == LANE:
            for (other_kind, _), other in self.by_section[section].items():
                if other_kind == LANE and other != cell:
                    yield other

    def _inside(self, space: Space) -> Side:
        """Returns the side to which the next corner turns, else that of the last one (DIRT-ORDER-D1)."""
        if not self.corners:
            return "left"
        if space.kind == CUT:
            return self.corners[self.shortcuts[space.shortcut].bypassed[0]].turn
        for corner in self.corners:
            if corner.section >= space.section:
                return corner.turn
        return self.corners[-1].turn

    def _inwardness(self, space: Space, side: Side) -> int:
        if space.kind == CUT:
            return ON_THE_CUT
        row = self._row(space)
        if row is None:
            return int(space.kind == INSIDE)
        return space.nth if side == "right" else row.lanes - 1 - space.nth

    def _steps(self, cell: int) -> Iterator[DirtStep]:
        """Yields every step out of a space on the ground (DIRT-MOVE-2, DIRT-CUT-2, -3, -8)."""
        kind, section, index, corner, cut = self.spaces[cell]
        if kind == CUT:
            yield from self._along_shortcut(self.shortcuts[cut], index)
            return
        if section == len(self.sections) - 1:
            return
        if kind == HALF and index == 0:
            yield self._into(self.by_section[section][HALF, 1])
        elif kind in (INSIDE, OUTSIDE) and index + 1 < len(self._way(corner, kind)):
            yield self._into(self._way(corner, kind)[index + 1])
        elif kind == LANE:
            yield from self._into_from_lane(section, index)
        else:
            yield from self._into_from_anywhere(section + 1)
        for number, beside in enumerate(self.shortcuts):
            if section in beside.entered_from and cell in self._beside(
                section, beside.shortcut.side, beside.shortcut.from_half
            ):
                yield DirtStep(beside.cells[0], False, number, False)

    def _way(self, corner: int, kind: int) -> tuple[int, ...]:
        return self.corners[corner].inside if kind == INSIDE else self.corners[corner].outside

    def _into(self, cell: int, straight: bool = True) -> DirtStep:
        return DirtStep(cell, straight, -1, self._finishes(self.spaces[cell]))

    def _into_from_anywhere(self, section: int) -> Iterator[DirtStep]:
        """Yields the steps into a section from one without lanes: every lane, half a, both ways."""
        for (kind, index), cell in self.by_section[section].items():
            if kind == LANE or index == 0:
                yield self._into(cell)

    def _into_from_lane(self, section: int, lane: int) -> Iterator[DirtStep]:
        here, there = self.sections[section].section, self.sections[section + 1].section
        lanes = here.lanes if isinstance(here, Row) else 1
        wide = there.lanes if isinstance(there, Row) else 1
        for step in self._into_from_anywhere(section + 1):
            kind, _, other, *_ = self.spaces[step.cell]
            if kind != LANE:
                yield step
            elif lane * wide <= (other + 1) * lanes and other * lanes <= (lane + 1) * wide:
                straight = lane * wide < (other + 1) * lanes and other * lanes < (lane + 1) * wide
                yield step._replace(straight=straight)

    def _along_shortcut(self, cut: RoadShortcut, index: int) -> Iterator[DirtStep]:
        if index + 1 < len(cut.cells):
            yield self._into(cut.cells[index + 1])
            return
        for section in sorted(cut.left_to):
            for cell in self._beside(section, cut.shortcut.side, cut.shortcut.to_half):
                yield self._into(cell, straight=False)

    def _beside(self, section: int, side: Side, half: Half) -> Iterator[int]:
        """Yields the spaces of a row from or to which a shortcut on one side leads."""
        cells = self.by_section[section]
        lanes = [index for kind, index in cells if kind == LANE]
        yield cells[LANE, 0 if side == "left" else max(lanes)]
        for index, letter in enumerate("ab"):
            if (HALF, index) in cells and half in ("both", letter):
                yield cells[HALF, index]


class _Air(NamedTuple):
    """The spaces a car flies over, and its landings."""

    steps: tuple[tuple[DirtStep, ...], ...]
    ground: list[bool]
    finish: tuple[bool, ...]
    water: tuple[bool, ...]

    def landings(self, cell: int, distance: int) -> tuple[int, ...]:
        """Returns the landings of a flight over `distance` spaces, up to the finish row (DIRT-JUMP-D7)."""
        reached = {cell}
        for _ in range(distance):
            reached = {
                target
                for here in reached
                for target in ([here] if self.finish[here] else [step.cell for step in self.steps[here]])
                if self.ground[target]
            }
        return tuple(sorted(target for target in reached if not self.water[target]))


def _ends(back: int, front: int, spaces: int, cuts: Iterable[int] = ()) -> tuple[int, ...]:
    """Returns the borders of consecutive spaces: at the cuts, else evenly, in whole per cents."""
    between = tuple(cuts) or tuple(back + (front - back) * k // spaces for k in range(1, spaces))
    return (back, *between, front)

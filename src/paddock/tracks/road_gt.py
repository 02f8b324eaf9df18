"""The GT road: the faces of a circuit compiled into cells, steps and everything a step crosses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import attrgetter
from typing import Any, NamedTuple

from paddock.core.errors import BadInput
from paddock.tracks.boxes import gt_faces
from paddock.tracks.faces import ROAD_WIDTH, GtFace, GtLine, GtSpace, Side
from paddock.tracks.layouts import Circuit, Placement, driven
from paddock.tracks.problems import GT_START, ensure_sound
from paddock.tracks.road import NO_LIMIT, Road, mask

GEARS = 7
"""Hazards of a step are indexed by gear, 0 to 6."""
LONGEST_RING = 200
"""The most faces of a plain ring: far more than any box holds."""


class GtStep(NamedTuple):
    """A step forward into `cell`, with all effects of the track.

    `limit` is the effective limit (GT-CORNER-9), `hazards[gear]` the track hazards it adds (GT-CORNER-4,
    -8), `level` the cells, as bits, whose cars it draws level with (GT-PASS-2), `border` is 1 if it crosses
    a tile border (k grows), `finish` if it crosses the start/finish line, `lines` the dotted lines crossed.
    """

    cell: int
    straight: bool
    limit: int
    hazards: tuple[int, ...]
    level: int
    level_cells: tuple[int, ...]
    border: int
    finish: bool
    lines: tuple[GtLine, ...]


@dataclass(frozen=True, eq=False)
class GtRoad(Road):
    """A compiled circuit: a ring of `n` faces, face 0 the start tile.

    `tile` is the face of a cell; `l`, `r`, `back` and `to` are its rectangle on that face in driving
    direction; `front` is 100 per face plus `to`; `mirrored` marks faces driven from exit to entry. `abreast`
    are the cells level with a cell (GT-PASS-1), `return_left` and `return_right` where a car that left the
    track there comes back (GT-OFF-D1), `pit` whether a car may pit from the cell (GT-PIT-1), `grid` the
    start slots from pole position on.
    """

    n: int
    mirrored: tuple[bool, ...]
    spaces: tuple[str, ...]
    l: tuple[int, ...]  # noqa: E741 - the name the rules use
    r: tuple[int, ...]
    back: tuple[int, ...]
    to: tuple[int, ...]
    hazard: tuple[bool, ...]
    kerb_left: tuple[bool, ...]
    kerb_right: tuple[bool, ...]
    pit: tuple[bool, ...]
    abreast: tuple[tuple[int, ...], ...]
    abreast_mask: tuple[int, ...]
    return_left: tuple[int, ...]
    return_right: tuple[int, ...]
    steps: tuple[tuple[GtStep, ...], ...]
    face_cells: tuple[tuple[int, ...], ...]
    grid: tuple[int, ...]
    pole_side: Side
    finish_at: int

    def step(self, start: int, end: int) -> GtStep | None:
        """Returns the step from one cell to another; None if the road has none."""
        for step in self.steps[start]:
            if step.cell == end:
                return step
        return None

    def place(self, cell: int, k: int) -> int:
        """Returns the absolute front of a car on a cell after crossing `k` tile borders (GT-MODEL-3)."""
        return 100 * k + self.to[cell]

    def inwardness(self, cell: int) -> int:
        """Returns how far inside a cell is at its reference corner; more is further inside (GT-ORDER-4)."""
        return self.r[cell] if self.inside[cell] == "right" else ROAD_WIDTH - self.l[cell]


@lru_cache(maxsize=256)
def circuit_road(circuit: Circuit) -> GtRoad:
    """Returns the road of a circuit; raises `InvalidLayout` with all its problems."""
    ensure_sound(circuit)
    faces = gt_faces()
    mirrored = tuple(tile.reverse for tile in circuit.tiles)
    return _compile([faces[tile.tile] for tile in circuit.tiles], mirrored, circuit.tiles)


@lru_cache(maxsize=256)
def ring_road(*tiles: str) -> GtRoad:
    """Returns a ring of faces without places on the grid, for experiments (GT-MODEL-D2).

    A minus before a tile drives it from exit to entry: `ring_road("102a", "-115a", "103a")`. As in a circuit
    there is at most one start tile, which comes first and is driven forwards (GT-SETUP-D4).
    """
    if not 1 <= len(tiles) <= LONGEST_RING:
        raise BadInput("tracks.ring_length", n=len(tiles), most=LONGEST_RING)
    faces = []
    for number, name in enumerate(tiles, 1):
        tile = name.removeprefix("-")
        if tile not in gt_faces():
            raise BadInput("tracks.unknown_face", face=tile)
        face = gt_faces()[tile]
        if face.number == GT_START and (number > 1 or name != tile):
            raise BadInput("tracks.ring_start", face=tile, number=number)
        faces.append(face)
    return _compile(faces, tuple(name.startswith("-") for name in tiles), ())


class _Cell(NamedTuple):
    """A space and its face."""

    home: int
    face: GtFace
    space: GtSpace

    @property
    def name(self) -> str:
        return f"{self.home}:{self.space.id}"

    @property
    def front(self) -> int:
        return 100 * self.home + self.space.front

    @property
    def limit(self) -> int:
        return self.space.limit or NO_LIMIT

    @property
    def kerb_left(self) -> bool:
        return self.space.l == 0

    @property
    def kerb_right(self) -> bool:
        return self.space.r == ROAD_WIDTH

    @property
    def pit(self) -> bool:
        """Whether a car may pit from it (GT-PIT-1)."""
        return (self.kerb_left or self.kerb_right) and self.space.limit is None and not self.space.hazard


def _compile(printed: list[GtFace], mirrored: tuple[bool, ...], placements: tuple[Placement, ...]) -> GtRoad:
    faces = _joined([driven(face, reverse) for face, reverse in zip(printed, mirrored, strict=True)])
    cells = [_Cell(i, face, space) for i, face in enumerate(faces) for space in face.spaces]

    def each(what: str) -> tuple[Any, ...]:
        return tuple(map(attrgetter(what), cells))

    home, spaces = each("home"), each("space")
    face_cells = _cells_by_face(home, len(faces))
    corners = _Corners(faces)
    abreast = _abreast(cells, face_cells)
    pole_side = corners.inside_at(0, 100)
    return GtRoad(
        names=each("name"),
        tile=home,
        front=each("front"),
        limit=each("limit"),
        danger=each("face.danger"),
        inside=tuple(corners.inside_at(cell.home, cell.space.front) for cell in cells),
        tiles=tuple(map(attrgetter("id"), faces)),
        placements=placements,
        n=len(faces),
        mirrored=mirrored,
        spaces=each("space.id"),
        l=each("space.l"),
        r=each("space.r"),
        back=each("space.back"),
        to=each("space.front"),
        hazard=each("space.hazard"),
        kerb_left=each("kerb_left"),
        kerb_right=each("kerb_right"),
        pit=each("pit"),
        abreast=abreast,
        abreast_mask=tuple(map(mask, abreast)),
        return_left=tuple(_return_cell(cell, face_cells[i], spaces, "left") for cell, i in enumerate(home)),
        return_right=tuple(_return_cell(cell, face_cells[i], spaces, "right") for cell, i in enumerate(home)),
        steps=_steps(_Ring(faces, face_cells, spaces, home)),
        face_cells=face_cells,
        grid=_grid(faces[0], pole_side),
        pole_side=pole_side,
        finish_at=faces[0].finish_line_at or 0,
    )


def _joined(faces: list[GtFace]) -> list[GtFace]:
    """Returns the faces of a ring; raises an error if neighbours have different lanes."""
    for face, following in zip(faces, [*faces[1:], faces[0]], strict=True):
        if face.lanes.exit != following.lanes.entry:
            raise BadInput("tracks.lanes_differ", face=face.id, next=following.id)
    return faces


def _abreast(cells: Sequence[_Cell], face_cells: Sequence[tuple[int, ...]]) -> tuple[tuple[int, ...], ...]:
    """Returns for every cell the cells level with it (GT-PASS-1)."""

    def level(one: GtSpace, other: GtSpace) -> bool:
        return other.back < one.front and one.back < other.front

    return tuple(
        tuple(
            other
            for other in face_cells[cell.home]
            if other != number and level(cell.space, cells[other].space)
        )
        for number, cell in enumerate(cells)
    )


def _cells_by_face(home: Sequence[int], faces: int) -> tuple[tuple[int, ...], ...]:
    found: list[list[int]] = [[] for _ in range(faces)]
    for cell, face in enumerate(home):
        found[face].append(cell)
    return tuple(map(tuple, found))


def _return_cell(cell: int, on_face: Sequence[int], spaces: Sequence[GtSpace], side: Side) -> int:
    """Returns where a car that left the track on a side comes back (GT-OFF-D1)."""

    def at_kerb(space: GtSpace) -> bool:
        return space.l == 0 if side == "left" else space.r == ROAD_WIDTH

    lost = spaces[cell]
    if at_kerb(lost):
        return cell

    def nearness(other: int) -> tuple[int, int]:
        space = spaces[other]
        return min(space.front, lost.front) - max(space.back, lost.back), -space.back

    return max((other for other in on_face if at_kerb(spaces[other])), key=nearness)


class _Corners:
    """The limited corners of a ring of faces and their inside."""

    def __init__(self, faces: list[GtFace]) -> None:
        self.faces = faces
        self.fronts = [
            max((space.front for space in face.spaces if space.limit is not None), default=0)
            for face in faces
        ]
        self.next_inside = self._looking_ahead()

    def _looking_ahead(self) -> list[Side]:
        """Returns for every face the inside of the next limited corner, or else of the next bend."""
        limited = any(self.fronts)
        found: list[Side] = ["left"] * len(self.faces)
        coming: Side = "left"
        for face in 2 * list(reversed(range(len(self.faces)))):
            turn = self.faces[face].turn
            if limited:
                found[face] = coming
                coming = inside_of(self.faces[face]) if self.fronts[face] else coming
            else:
                coming = turn if turn in ("left", "right") else coming
                found[face] = coming
        return found

    def inside_at(self, face: int, front: int) -> Side:
        """Returns the inside of the corner at or after a position (GT-ORDER-D1, GT-SETUP-D2)."""
        return inside_of(self.faces[face]) if self.fronts[face] >= front else self.next_inside[face]


def inside_of(face: GtFace) -> Side:
    """Returns the inside of a limited corner: its turn, or a chicane's less touched kerb (GT-MODEL-7)."""
    if face.turn in ("left", "right"):
        return face.turn
    limited = [space for space in face.spaces if space.limit is not None]
    left = sum(space.l == 0 for space in limited)
    right = sum(space.r == ROAD_WIDTH for space in limited)
    return "right" if right < left else "left"


def _grid(start: GtFace, pole_side: Side) -> tuple[int, ...]:
    """Returns the start slots row by row from the front, the inside first (GT-SETUP-8, -9)."""
    index = {space.id: cell for cell, space in enumerate(start.spaces)}
    slots = [index[slot.space] for slot in start.grid]
    inside_first = -1 if pole_side == "right" else 1
    return tuple(
        sorted(slots, key=lambda cell: (-start.spaces[cell].front, inside_first * start.spaces[cell].l))
    )


class _Ring(NamedTuple):
    faces: list[GtFace]
    face_cells: tuple[tuple[int, ...], ...]
    spaces: Sequence[GtSpace]
    home: Sequence[int]


def _steps(ring: _Ring) -> tuple[tuple[GtStep, ...], ...]:
    """Returns the steps out of every cell: to adjacent cells with a front further on (GT-MOVE-2)."""
    steps: list[tuple[GtStep, ...]] = []
    for cell, a in enumerate(ring.spaces):
        here = ring.home[cell]
        found = [
            _step(ring, cell, other, over_border=False)
            for other in ring.face_cells[here]
            if _touch(a, ring.spaces[other]) and ring.spaces[other].front > a.front
        ]
        if a.front == 100:
            following = ring.face_cells[(here + 1) % len(ring.faces)]
            found += [
                _step(ring, cell, other, over_border=True)
                for other in following
                if ring.spaces[other].back == 0 and _lanes_touch(a, ring.spaces[other])
            ]
        steps.append(tuple(found))
    return tuple(steps)


def _touch(a: GtSpace, b: GtSpace) -> bool:
    return _lanes_touch(a, b) and a.back <= b.front and b.back <= a.front


def _lanes_touch(a: GtSpace, b: GtSpace) -> bool:
    return a.l <= b.r and b.l <= a.r


def _step(ring: _Ring, start: int, end: int, *, over_border: bool) -> GtStep:
    a, b = ring.spaces[start], ring.spaces[end]
    straight = a.l < b.r and b.l < a.r
    crossed = _crossed(ring, start, end, over_border=over_border) if straight else ()
    limits = [number for number in (b.limit, *(line.limit for line in crossed)) if number is not None]
    from_lines = sum(line.hazard for line in crossed)
    reached = 0 if over_border else a.front
    level = tuple(
        other
        for other in ring.face_cells[ring.home[end]]
        if other != end and reached <= ring.spaces[other].back < b.front
    )
    line_at = ring.faces[ring.home[end]].finish_line_at
    return GtStep(
        cell=end,
        straight=straight,
        limit=min(limits, default=NO_LIMIT),
        hazards=tuple(from_lines + (b.hazard and gear == b.limit) for gear in range(GEARS)),
        level=mask(level),
        level_cells=level,
        border=int(over_border),
        finish=line_at is not None and reached <= line_at < b.front,
        lines=crossed,
    )


def _crossed(ring: _Ring, start: int, end: int, *, over_border: bool) -> tuple[GtLine, ...]:
    """Returns the dotted lines a straight step crosses (GT-CORNER-5, -D3)."""
    a, b = ring.spaces[start], ring.spaces[end]
    lines = [line for line in ring.faces[ring.home[start]].lines if line.at == a.front]
    if over_border:
        lines += [line for line in ring.faces[ring.home[end]].lines if line.at == 0]
    return tuple(line for line in lines if max(a.l, b.l, line.l) < min(a.r, b.r, line.r))

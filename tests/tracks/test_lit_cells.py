"""Every space a driver may choose can be tapped: on all ready roads it owns enough of its own area."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from paddock.tracks.drawing import BoardCell, board
from paddock.tracks.layouts import Circuit, Stage, circuits, stages
from paddock.tracks.road_dirt import DirtRoad
from paddock.tracks.road_gt import GtRoad, circuit_road
from paddock.tracks.road_stage import stage_road

Point = tuple[float, float]
SHARE = 0.3
"""How much of its own area a lit space owns at least."""
FINGER, PHONE_ZOOM = 24.0, 1.46
"""Pixels a finger needs each way, and how close the table looks while a plan is laid."""
_CURVE_POINTS = 4
_GRID = 14


def outline(path: str) -> list[Point]:
    """The corners of a space, its curves cut into short lines."""
    points: list[Point] = []
    for command, text in re.findall(r"([MLCZ])([^MLCZ]*)", path):
        values = [float(value) for value in re.findall(r"-?\d+(?:\.\d+)?", text)]
        ends = list(zip(values[::2], values[1::2], strict=True))
        if command != "C":
            points += ends
        else:
            for at in range(0, len(ends), 3):
                points += _curve(points[-1], *ends[at : at + 3])
    return points


def _curve(a: Point, b: Point, c: Point, d: Point) -> Iterator[Point]:
    for n in range(1, _CURVE_POINTS + 1):
        t = n / _CURVE_POINTS
        u = 1 - t
        yield (
            u**3 * a[0] + 3 * u * u * t * b[0] + 3 * u * t * t * c[0] + t**3 * d[0],
            u**3 * a[1] + 3 * u * u * t * b[1] + 3 * u * t * t * c[1] + t**3 * d[1],
        )


def inside(point: Point, corners: list[Point]) -> bool:
    x, y = point
    found = False
    for (ax, ay), (bx, by) in zip(corners, [*corners[1:], corners[0]], strict=True):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            found = not found
    return found


def apart(a: Space, b: Space) -> bool:
    """Whether the boxes around two spaces do not meet."""
    return a.box[2] < b.box[0] or b.box[2] < a.box[0] or a.box[3] < b.box[1] or b.box[3] < a.box[1]


class Space:
    """A space on paper: sample points of its area, and which others it covers."""

    def __init__(self, cell: BoardCell) -> None:
        self.half = cell.half
        self.corners = outline(cell.path)
        xs, ys = [x for x, _ in self.corners], [y for _, y in self.corners]
        self.box = (min(xs), min(ys), max(xs), max(ys))
        width, height = self.box[2] - self.box[0], self.box[3] - self.box[1]
        grid = [
            (self.box[0] + (i + 0.5) * width / _GRID, self.box[1] + (j + 0.5) * height / _GRID)
            for i in range(_GRID)
            for j in range(_GRID)
        ]
        self.points = [point for point in grid if inside(point, self.corners)]
        self.each = width * height / _GRID**2

    def covers(self, point: Point) -> bool:
        left, top, right, bottom = self.box
        return left <= point[0] <= right and top <= point[1] <= bottom and inside(point, self.corners)

    def owned(self, others: list[Space]) -> tuple[float, float]:
        """The share of its area and the area that no other lit space lies over, whichever is drawn first."""
        over = [other for other in others if other is not self and other.half >= self.half]
        kept = sum(not any(other.covers(point) for other in over) for point in self.points)
        return kept / len(self.points), kept * self.each


def lit_sets(road: GtRoad | DirtRoad) -> set[frozenset[int]]:
    """All sets of spaces that can be lit at once: what follows a space, on the ground and in the air."""
    steps = [[step.cell for step in after] for after in road.steps]
    sets = {frozenset(after) for after in steps}
    if isinstance(road, DirtRoad):
        sets |= {frozenset(step.cell for step in road.start_steps)}
        sets |= {frozenset(cells) for cells in (*road.landings_short, *road.landings_long)}
        sets |= {
            frozenset(after).union(*(road.landings_short[cell] + road.landings_long[cell] for cell in after))
            for after in steps
        }
    return {cells for cells in sets if cells}


READY: list[Circuit | Stage] = [*circuits().values(), *stages().values()]


@pytest.mark.parametrize("layout", READY, ids=lambda layout: layout.id)
def test_every_lit_space_owns_enough_of_its_own_area(layout: Circuit | Stage) -> None:
    road = circuit_road(layout) if isinstance(layout, Circuit) else stage_road(layout)
    spaces = [Space(cell) for cell in board(layout).cells]
    for lit in lit_sets(road):
        others = [spaces[cell] for cell in lit]
        for cell in lit:
            share, area = spaces[cell].owned(others)
            assert share >= SHARE, (road.names[cell], sorted(road.names[other] for other in lit))
            assert area * PHONE_ZOOM**2 >= FINGER**2, f"{road.names[cell]} has {area:.0f} px²"


@pytest.mark.parametrize("layout", stages().values(), ids=lambda layout: layout.id)
def test_every_space_can_be_tapped_when_everything_is_within_reach(layout: Stage) -> None:
    road = stage_road(layout)
    spaces = [Space(cell) for cell in board(layout).cells]
    halves = [space for space in spaces if space.half]
    for name, space in zip(road.names, spaces, strict=True):
        share, area = space.owned([half for half in halves if not apart(half, space)])
        assert share >= SHARE, f"{name} owns {share:.2f} of its area"
        assert area * PHONE_ZOOM**2 >= FINGER**2, f"{name} has {area:.0f} px²"

"""Roads on paper: they meet at the edges, stay on their tiles, and their cells fit together."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise
from math import cos, hypot, isclose, radians, sin

import pytest

from paddock.tracks.boxes import dirt_faces, gt_faces
from paddock.tracks.drawing import Board, board
from paddock.tracks.drawing.areas import areas, inside
from paddock.tracks.drawing.middle import Point, edge_middle
from paddock.tracks.drawing.tiles import Tile, tile_on_paper
from paddock.tracks.faces import Corner, Face, GtFace
from paddock.tracks.layouts import Circuit, Placement, Stage, circuits, stages
from paddock.tracks.road import Road
from paddock.tracks.road_dirt import CUT, HALF, DirtRoad
from paddock.tracks.road_gt import circuit_road
from paddock.tracks.road_stage import stage_road

FACES: dict[str, Face] = {**gt_faces(), **dirt_faces()}
ROADS = {name: face for name, face in FACES.items() if face.exit is not None}
LAYOUTS: dict[str, Circuit | Stage] = {**circuits(), **stages()}


def road_of(layout: Circuit | Stage) -> Road:
    return circuit_road(layout) if isinstance(layout, Circuit) else stage_road(layout)


def tiles_of(layout: Circuit | Stage) -> list[Tile]:
    return [tile_on_paper(FACES[place.tile], place, i) for i, place in enumerate(layout.tiles)]


@lru_cache(maxsize=4096)
def polygon(path: str) -> tuple[Point, ...]:
    """A closed path of lines and curves as a polygon."""
    points: list[Point] = []
    for command, text in re.findall(r"([MLC])([^MLCZ]*)", path):
        numbers = [float(number) for number in re.findall(r"-?[\d.]+", text)]
        ends = list(zip(numbers[::2], numbers[1::2], strict=True))
        if command != "C":
            points += ends
            continue
        a, (b, c, d) = points[-1], ends
        for i in range(1, 6):
            t, u = i / 5, 1 - i / 5
            x, y = (u**3 * a[k] + 3 * u * u * t * b[k] + 3 * u * t * t * c[k] + t**3 * d[k] for k in (0, 1))
            points.append((x, y))
    return tuple(points)


def to_segment(point: Point, a: Point, b: Point) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    share = ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / square if square else 0
    share = min(max(share, 0), 1)
    return hypot(point[0] - a[0] - share * dx, point[1] - a[1] - share * dy)


def dense(outline: tuple[Point, ...]) -> list[Point]:
    return [
        (a[0] + (b[0] - a[0]) * i / 4, a[1] + (b[1] - a[1]) * i / 4)
        for a, b in pairwise((*outline, outline[0]))
        for i in range(4)
    ]


def shared_border(one: str, other: str, gap: float) -> float:
    """Length of the part of one outline that lies on the other one; -1 if they do not even touch."""
    edges = list(pairwise((*polygon(other), polygon(other)[0])))
    near = [
        point
        for point in dense(polygon(one))
        if min(to_segment(point, a, b) for a, b in edges) <= gap or inside(point, polygon(other))
    ]
    return max((hypot(a[0] - b[0], a[1] - b[1]) for a in near for b in near), default=-1)


@pytest.mark.parametrize("name", ROADS)
@pytest.mark.parametrize("reverse", [False, True])
def test_a_road_runs_from_edge_to_edge_and_stays_on_its_tile(name: str, reverse: bool) -> None:
    face = ROADS[name]
    tile = tile_on_paper(face, Placement(name, 0, 0, 0, reverse), 0)
    entry, exit_ = (face.exit, face.entry) if reverse else (face.entry, face.exit)
    assert entry is not None and exit_ is not None
    for progress, edge, outwards in ((0, entry, -1), (100, exit_, 1)):
        point, middle = tile.strip.at(progress, 3), edge_middle(edge)
        assert hypot(point[0] - middle[0], point[1] - middle[1]) < 0.01
        heading = radians(tile.strip.heading(progress))
        assert isclose(cos(heading), outwards * middle[0] / 100, abs_tol=1e-6)
        assert isclose(sin(heading), outwards * middle[1] / 100, abs_tol=1e-6)
    for lateral in (0, 6):
        assert all(tile.depth(point) > -2 for point in tile.strip.sampled(0, 100, lateral))


@pytest.mark.parametrize("name", LAYOUTS)
def test_the_roads_of_neighbouring_tiles_meet(name: str) -> None:
    layout = LAYOUTS[name]
    tiles = tiles_of(layout)
    following = [*tiles[1:], tiles[0]] if isinstance(layout, Circuit) else tiles[1:]
    for tile, after in zip(tiles, following, strict=False):
        for lateral in range(7):
            a, b = tile.strip.at(100, lateral), after.strip.at(0, lateral)
            assert hypot(a[0] - b[0], a[1] - b[1]) < 0.01
        turn = (tile.strip.heading(100) - after.strip.heading(0) + 180) % 360 - 180
        assert abs(turn) < 0.01


@pytest.fixture(scope="module")
def boards() -> dict[str, Board]:
    return {name: board(layout) for name, layout in LAYOUTS.items()}


@pytest.mark.parametrize("name", LAYOUTS)
def test_a_cell_lies_on_its_tile_and_its_centre_inside_it(name: str, boards: dict[str, Board]) -> None:
    layout = LAYOUTS[name]
    road, tiles = road_of(layout), tiles_of(layout)
    left, top, width, height = boards[name].view_box
    assert [cell.id for cell in boards[name].cells] == list(range(len(road)))
    assert tuple(cell.name for cell in boards[name].cells) == road.names
    for cell in boards[name].cells:
        assert cell.tile == road.tile[cell.id]
        assert inside((cell.x, cell.y), polygon(cell.path))
        assert tiles[cell.tile].depth((cell.x, cell.y)) > 4
        for x, y in polygon(cell.path):
            assert left <= x <= left + width
            assert top <= y <= top + height
            assert tiles[cell.tile].depth((x, y)) > -2


@pytest.mark.parametrize("name", LAYOUTS)
def test_cells_that_follow_each_other_share_a_border(name: str, boards: dict[str, Board]) -> None:
    road = road_of(LAYOUTS[name])
    paths = [cell.path for cell in boards[name].cells]
    if isinstance(road, DirtRoad):
        for cell, steps in enumerate(road.steps):
            for step in steps:
                kinds = {road.kind[cell], road.kind[step.cell]}
                gap = 3.0 if CUT in kinds else 10.0 if HALF in kinds else 0.4
                if CUT in kinds and HALF in kinds:
                    continue
                assert shared_border(paths[cell], paths[step.cell], gap) >= 0
        return
    for cell, steps in enumerate(road.steps):  # type: ignore[attr-defined]
        for step in steps:
            length = shared_border(paths[cell], paths[step.cell], 0.4)
            assert length > 5 if step.straight else length >= 0


@pytest.mark.parametrize("name", LAYOUTS)
def test_a_car_points_to_where_it_drives(name: str, boards: dict[str, Board]) -> None:
    road, cells = road_of(LAYOUTS[name]), boards[name].cells
    for cell, steps in enumerate(road.steps):  # type: ignore[attr-defined]
        for step in steps:
            if not step.straight or (
                isinstance(road, DirtRoad) and CUT in (road.kind[cell], road.kind[step.cell])
            ):
                continue
            here, there = cells[cell], cells[step.cell]
            heading = radians(here.heading)
            ahead = (there.x - here.x) * cos(heading) + (there.y - here.y) * sin(heading)
            assert ahead > 0


def test_the_cells_of_a_face_do_not_overlap() -> None:
    for name, face in gt_faces().items():
        own = areas(tile_on_paper(face, Placement(name, 0, 0), 0))
        for area in own:
            others = [other for other in own if other is not area]
            assert not any(inside(area.centre, polygon(other.path)) for other in others)


def test_a_reversed_tile_shows_the_same_cells_in_the_same_places() -> None:
    for name in ("106a", "113a", "120b", "109a"):
        there = areas(tile_on_paper(FACES[name], Placement(name, 0, 0), 0))
        back = areas(tile_on_paper(FACES[name], Placement(name, 0, 0, 0, True), 0))
        for a, b in zip(there, back, strict=True):
            assert a.name == b.name
            assert hypot(a.centre[0] - b.centre[0], a.centre[1] - b.centre[1]) < 0.01
            assert isclose((a.heading - b.heading) % 360, 180, abs_tol=0.01)


def test_lanes_are_about_as_wide_whether_there_are_two_or_three() -> None:
    widths = set()
    for name, face in ROADS.items():
        if isinstance(face, GtFace):
            tile = tile_on_paper(face, Placement(name, 0, 0), 0)
            widths |= {
                tile.strip.width(0) / face.lanes.entry,
                tile.strip.width(100) / face.lanes.exit,
            }
    assert max(widths) < 1.2 * min(widths)


def test_left_is_the_drivers_left() -> None:
    straight = tile_on_paper(FACES["103a"], Placement("103a", 0, 0), 0).strip
    assert straight.at(50, 0)[0] < straight.at(50, 3)[0] < straight.at(50, 6)[0]
    assert straight.at(50, 0, 10)[0] < straight.at(50, 0)[0]
    assert straight.at(50, 6, 10)[0] > straight.at(50, 6)[0]
    assert straight.at(100, 3)[1] < straight.at(0, 3)[1]
    right_turn = tile_on_paper(FACES["105a"], Placement("105a", 0, 0), 0).strip
    assert right_turn.length(0, 100, 6) < right_turn.length(0, 100, 0)
    left_turn = tile_on_paper(FACES["120b"], Placement("120b", 0, 0), 0).strip
    assert left_turn.length(0, 100, 0) < left_turn.length(0, 100, 6)


@pytest.mark.parametrize("name", ["110a", "110b", "116a", "116b", "214a", "226a"])
def test_a_road_round_a_right_hand_apex_bows_to_the_left(name: str) -> None:
    strip = tile_on_paper(FACES[name], Placement(name, 0, 0), 0).strip
    assert strip.at(50, 3)[0] < -15
    assert strip.length(30, 70, 6) < strip.length(30, 70, 0)


def test_the_inside_way_of_a_corner_lies_on_the_side_of_the_turn() -> None:
    for name, face in dirt_faces().items():
        own = {area.name: area for area in areas(tile_on_paper(face, Placement(name, 0, 0), 0))}
        for i, section in enumerate(face.sections):
            if isinstance(section, Corner):
                inner, outer = own[f"{i}.i1"].lanes, own[f"{i}.o1"].lanes
                assert (inner > outer) == (section.turn == "right")


def test_a_shortcut_lies_outside_the_road_and_leaves_room_for_its_limit() -> None:
    for name, face in dirt_faces().items():
        tile = tile_on_paper(face, Placement(name, 0, 0), 0)
        for area in areas(tile):
            if area.beside:
                road = (*tile.strip.sampled(0, 100, 0), *tile.strip.sampled(100, 0, 6))
                assert not inside(area.centre, road)
                assert area.size > 16

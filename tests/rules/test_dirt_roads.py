"""The geometry of Rallyman: DIRT, rule by rule, on short roads and on the tiles of the box."""

from __future__ import annotations

import pytest

from paddock.testing import rule
from paddock.testing.roads import dirt_road
from paddock.tracks import (
    NO_LIMIT,
    DirtRoad,
    check,
    compile_road,
    dirt_faces,
    rallies,
    ready_stage,
    stages,
)
from paddock.tracks.faces import Corner, Row
from paddock.tracks.layouts import Placement, Stage


def ahead(road: DirtRoad, start: str) -> set[str]:
    return {road.name(step.cell) for step in road.steps[road.cell(start)]}


def overlapping(road: DirtRoad, name: str) -> set[str]:
    bits = road.overlaps[road.cell(name)]
    return {road.name(cell) for cell in range(len(road)) if bits >> cell & 1}


def names(road: DirtRoad, cells: tuple[int, ...]) -> set[str]:
    return {road.name(cell) for cell in cells}


def problems(*tiles: Placement) -> set[str]:
    return {found.message.id.rpartition(".")[2] for found in check(Stage("own", tiles))}


@rule("DIRT-TRACK-1")
def test_a_stage_runs_from_start_to_finish_over_tiles_of_which_each_exists_once() -> None:
    ready = ready_stage("rally-2/SS1").tiles
    assert problems(*ready) == set()
    assert problems(*ready[1:]) == {"no_start"}
    assert problems(*ready[:-1]) == {"no_finish"}
    assert "start_not_first" in problems(*ready[1:], ready[0])
    assert "finish_not_last" in problems(ready[0], ready[-1], *ready[1:-1])
    assert "edges" in problems(ready[0], *ready[2:])
    assert "both_faces" in problems(ready[0], Placement("203a", 9, 9), *ready[1:])
    assert "copies" in problems(*ready[:-1], Placement("207a", 9, 9), ready[-1])
    assert "assistance" in problems(*ready, Placement("201a", 9, 9))


@rule("DIRT-TRACK-2")
def test_a_face_driven_backwards_is_mirrored() -> None:
    printed, driven = dirt_faces()["219b"], dirt_faces()["219b"].mirrored()
    assert [(section.back, section.front) for section in driven.sections] == [
        (0, 15),
        (15, 35),
        (35, 65),
        (65, 85),
        (85, 100),
    ]
    corner, mirrored = printed.sections[2], driven.sections[2]
    assert isinstance(corner, Corner) and isinstance(mirrored, Corner)
    assert (corner.turn, mirrored.turn) == ("right", "left")
    cut = driven.shortcuts[0]
    assert (cut.side, cut.from_section, cut.to_section, cut.also_from, cut.also_to) == (
        "left",
        0,
        4,
        (1,),
        (3,),
    )


@rule("DIRT-TRACK-2")
def test_order_and_uneven_splits_turn_round() -> None:
    driven = dirt_faces()["229a"].mirrored()
    assert [type(section) for section in driven.sections] == [Corner, Corner, Row]
    first = driven.sections[0]
    assert isinstance(first, Corner)
    assert (first.back, first.front, first.outside.cuts) == (0, 35, (15,))
    water = dirt_faces()["207b"].mirrored().sections
    assert [(s.jump, s.water) for s in water if isinstance(s, Row)] == [
        (None, False),
        (None, True),
        (4, False),
        (None, False),
    ]


@rule("DIRT-TRACK-3")
def test_the_spaces_of_a_section() -> None:
    road = dirt_road("R R1 S CL(1x1/2x3) R K4x2[2>4,L]")
    cells = [names(road, cells) for cells in road.section_cells]
    assert cells[:4] == [
        {"0.L", "0.R"},
        {"1.M"},
        {"2.L", "2.R", "2.a", "2.b"},
        {"3.i1", "3.o1", "3.o2", "3.o3"},
    ]
    assert names(road, road.shortcuts[0].cells) == {"K1", "K2"}


@rule("DIRT-TRACK-4")
def test_which_spaces_overlap() -> None:
    road = dirt_road("S CL(2x2/3x3) R K4[0>2,L]")
    assert overlapping(road, "0.L") == {"0.L", "0.a", "0.b"}
    assert overlapping(road, "0.a") == {"0.a", "0.L", "0.R"}
    assert overlapping(road, "1.i1") == {"1.i1", "1.o1", "1.o2", "1.o3"}
    assert overlapping(road, "1.o3") == {"1.o3", "1.i1", "1.i2"}
    assert overlapping(road, "K") == {"K1"}


@rule("DIRT-TRACK-5", "DIRT-FINISH-3")
def test_the_road_runs_from_the_start_line_to_the_finish_row() -> None:
    road = compile_road(ready_stage("rally-1/SS1"))
    assert ready_stage("rally-1/SS1").tiles[0] == Placement("202a", 0, 0, 4, True)
    assert (road.start_at, road.finish_at) == (35, 935)
    assert [(item.tile, item.section.back) for item in road.sections[:3]] == [(0, 35), (0, 65), (1, 0)]
    assert road.sections[-1].section.front == 65
    assert names(road, road.section_cells[-1]) == {
        name for name in road.names if road.finish[road.cell(name)]
    }
    for cell in road.section_cells[-1]:
        assert road.steps[cell] == ()
    reach = {road.name(cell) for cell in range(len(road)) for step in road.steps[cell] if step.finish}
    assert reach == names(road, road.section_cells[-2])


@rule("DIRT-TRACK-6", "DIRT-TRACK-D1")
def test_fronts_of_all_kinds_of_space() -> None:
    road = compile_road(ready_stage("rally-3/SS1"))
    front = {name: road.front[road.cell(name)] for name in road.names}
    index = next(i for i, tile in enumerate(road.tiles) if tile == "224b")
    row, corner, after = (i for i, item in enumerate(road.sections) if item.tile == index)
    base = 100 * index
    assert front[f"{row}.L"] == base + 25
    assert front[f"{row}.a"] == base + 12
    assert front[f"{row}.b"] == base + 25
    assert [front[f"{corner}.i{k}"] - base for k in (1, 2)] == [50, 75]
    assert [front[f"{corner}.o{k}"] - base for k in (1, 2, 3)] == [40, 60, 75]
    cut = next(cut for cut in road.shortcuts if cut.tile == index)
    assert [road.front[cell] - base for cell in cut.cells] == [50, 75]
    assert front[f"{after}.R"] == base + 100


@rule("DIRT-TRACK-6")
def test_a_long_shortcut_lies_between_the_nearest_rows() -> None:
    road = compile_road(ready_stage("rally-2/SS1"))
    cut = next(cut for cut in road.shortcuts if road.tiles[cut.tile] == "219b")
    (cell,) = cut.cells
    assert (road.back[cell] % 100, road.front[cell] % 100) == (35, 65)


@rule("DIRT-TRACK-7")
def test_a_space_is_as_dangerous_as_its_tile() -> None:
    road = compile_road(ready_stage("rally-2/SS1"))
    assert {road.danger[cell] for cell in range(len(road)) if road.tiles[road.tile[cell]] == "228a"} == {
        "red"
    }
    road = dirt_road("R CL(3x1/5x2) R:red")
    assert road.danger[road.cell("1.o1")] == "yellow"
    assert road.danger[road.cell("2.L")] == "red"


@rule("DIRT-TRACK-8")
def test_any_length_is_allowed() -> None:
    lengths = {len(stage.tiles) for stage in stages().values()}
    assert lengths >= {9, 10, 14}


@rule("DIRT-TRACK-D2")
def test_a_jump_works_both_ways() -> None:
    for reverse in (False, True):
        face = dirt_faces()["204b"].mirrored() if reverse else dirt_faces()["204b"]
        assert sorted(section.jump or 0 for section in face.sections if isinstance(section, Row)) == [0, 3]


@rule("DIRT-TRACK-D3")
def test_the_corrected_lists_of_two_stages() -> None:
    third = [tile.tile for tile in rallies()["rally-3"].stages[1].tiles]
    assert "224a" in third and "228a" in third and "224b" not in third
    assert "229a" in [tile.tile for tile in rallies()["rally-6"].stages[0].tiles]


@rule("DIRT-MOVE-2", "DIRT-MOVE-4")
def test_from_row_to_row() -> None:
    road = dirt_road("R R R1 R")
    assert ahead(road, "0.L") == {"1.L", "1.R"}
    assert ahead(road, "1.R") == {"2.M"}
    assert ahead(road, "2.M") == {"3.L", "3.R"}
    straight = {road.name(step.cell): step.straight for step in road.steps[road.cell("0.L")]}
    assert straight == {"1.L": True, "1.R": False}


@rule("DIRT-MOVE-2", "DIRT-SLIDE-1", "DIRT-SLIDE-3", "DIRT-SLIDE-D2")
def test_a_slide_row_is_taken_in_a_lane_or_in_two_halves() -> None:
    road = dirt_road("R S S R")
    assert ahead(road, "0.L") == {"1.L", "1.R", "1.a"}
    assert ahead(road, "1.a") == {"1.b"}
    assert ahead(road, "1.b") == {"2.L", "2.R", "2.a"}
    assert ahead(road, "1.L") == {"2.L", "2.R", "2.a"}


@rule("DIRT-MOVE-2", "DIRT-MOVE-D1", "DIRT-CORNER-1", "DIRT-CORNER-2", "DIRT-CORNER-3")
def test_a_corner_is_kept_to_its_way_and_open_at_both_ends() -> None:
    road = dirt_road("R CL(2x2/3x3) CR(1x1/2x1) S R")
    assert ahead(road, "0.L") == ahead(road, "0.R") == {"1.i1", "1.o1"}
    assert ahead(road, "1.i1") == {"1.i2"}
    assert ahead(road, "1.o1") == {"1.o2"}
    assert ahead(road, "1.i2") == ahead(road, "1.o3") == {"2.i1", "2.o1"}
    assert ahead(road, "2.i1") == {"3.L", "3.R", "3.a"}


@rule("DIRT-SLIDE-5")
def test_a_car_on_a_half_row_leaves_room_only_behind_it() -> None:
    road = dirt_road("R S R")
    standing = 1 << road.cell("1.b")
    free = {
        road.name(step.cell)
        for step in road.steps[road.cell("0.L")]
        if not road.overlaps[step.cell] & standing
    }
    assert free == {"1.a"}
    standing = 1 << road.cell("1.L")
    free = {
        road.name(step.cell)
        for step in road.steps[road.cell("0.L")]
        if not road.overlaps[step.cell] & standing
    }
    assert free == {"1.R"}


@rule("DIRT-PASS-4")
def test_a_car_in_a_corner_closes_the_other_way() -> None:
    road = dirt_road("R CL(2x2/3x3) R")
    standing = 1 << road.cell("1.i2")
    free = {
        road.name(step.cell)
        for step in road.steps[road.cell("0.L")]
        if not road.overlaps[step.cell] & standing
    }
    assert free == {"1.i1"}


@rule("DIRT-PASS-1")
def test_cars_are_level_in_a_row() -> None:
    road = dirt_road("S CL(2x1/3x2) R1 R")
    assert road.level[road.cell("0.L")] == 1 << road.cell("0.R")
    assert road.level[road.cell("0.a")] == 0
    assert road.level[road.cell("1.o2")] == 0
    assert road.level[road.cell("2.M")] == 0


@rule("DIRT-CORNER-4", "DIRT-CUT-1")
def test_limits_of_corners_shortcuts_and_rows() -> None:
    road = dirt_road("S CL(1x1/2x3) R1(5) R K4[0>2,L]")
    limits = {name: road.limit[road.cell(name)] for name in ("0.L", "0.a", "1.i1", "1.o3", "2.M", "3.L", "K")}
    assert limits == {
        "0.L": NO_LIMIT,
        "0.a": NO_LIMIT,
        "1.i1": 1,
        "1.o3": 2,
        "2.M": 5,
        "3.L": NO_LIMIT,
        "K": 4,
    }


@rule("DIRT-CUT-2", "DIRT-CUT-3", "DIRT-CUT-8")
def test_a_shortcut_joins_the_lanes_and_halves_on_its_side() -> None:
    road = dirt_road("S CR(1x1/2x3) S K4[0>2,R]")
    into = {road.name(cell) for cell in range(len(road)) if "K1" in ahead(road, road.name(cell))}
    assert into == {"0.R", "0.a", "0.b"}
    assert ahead(road, "K") == {"2.R", "2.a", "2.b"}
    left = dirt_road("R CL(1x1/2x3) R K4[0>2,L]")
    assert "K1" in ahead(left, "0.L") and "K1" not in ahead(left, "0.R")
    assert ahead(left, "K") == {"2.L"}


@rule("DIRT-CUT-3")
def test_a_shortcut_of_two_spaces_is_driven_through() -> None:
    road = dirt_road("S CR(3x2/4x3) S K5x2[0>2,R]")
    assert ahead(road, "K1") == {"K2"}
    assert ahead(road, "K2") == {"2.R", "2.a", "2.b"}
    assert "K2" not in ahead(road, "0.R")


@rule("DIRT-CUT-2", "DIRT-CUT-3")
def test_a_shortcut_beside_four_rows() -> None:
    road = compile_road(ready_stage("rally-2/SS1"))
    number, cut = next((i, cut) for i, cut in enumerate(road.shortcuts) if road.tiles[cut.tile] == "219b")
    (cell,) = cut.cells
    first = min(cut.entered_from)
    into = {road.name(c) for c in range(len(road)) for step in road.steps[c] if step.shortcut == number}
    assert into == {f"{first}.R", f"{first + 1}.R", f"{first + 1}.a", f"{first + 1}.b"}
    assert ahead(road, road.name(cell)) == {
        f"{first + 3}.R",
        f"{first + 3}.a",
        f"{first + 3}.b",
        f"{first + 4}.R",
    }


@rule("DIRT-CUT-5")
def test_the_bypassed_corner() -> None:
    road = dirt_road("S CR(1x1/2x3) R1 CL(1x1/2x3) S K3[0>2,R] K3[2>4,L]")
    assert [cut.bypassed for cut in road.shortcuts] == [(0,), (1,)]
    assert [corner.section for corner in road.corners] == [1, 3]


@rule("DIRT-JUMP-2", "DIRT-JUMP-3", "DIRT-JUMP-6")
def test_a_jump_lands_two_or_three_spaces_on_in_any_lane() -> None:
    road = dirt_road("R J3 R R R")
    assert names(road, road.landings_short[road.cell("1.L")]) == {"3.L", "3.R"}
    assert names(road, road.landings_long[road.cell("1.R")]) == {"4.L", "4.R"}
    assert road.jump[road.cell("1.L")] == 3
    assert road.landings_short[road.cell("2.L")] == ()


@rule("DIRT-JUMP-6", "DIRT-JUMP-D6")
def test_slide_rows_count_once_and_shortcuts_not_at_all_in_the_air() -> None:
    road = dirt_road("J4 S CR(3x2/4x3) S K5[1>3,R]")
    assert names(road, road.landings_short[road.cell("0.L")]) == {"2.i1", "2.o1"}
    assert names(road, road.landings_long[road.cell("0.L")]) == {"2.i2", "2.o2"}


@rule("DIRT-JUMP-7", "DIRT-JUMP-5")
def test_nobody_lands_in_water_but_one_may_fly_over_it() -> None:
    road = dirt_road("J4 W R R")
    assert names(road, road.landings_short[road.cell("0.L")]) == {"2.L", "2.R"}
    road = dirt_road("J4 R W R")
    assert road.landings_short[road.cell("0.L")] == ()
    assert names(road, road.landings_long[road.cell("0.L")]) == {"3.L", "3.R"}


@rule("DIRT-JUMP-D7")
def test_a_jump_over_the_finish_ends_on_the_finish_row() -> None:
    road = dirt_road("R J3 R |F| R R")
    assert names(road, road.landings_long[road.cell("1.L")]) == {"3.L", "3.R"}
    assert "4.L" not in road.ids


@rule("DIRT-WATER-1")
def test_water_covers_both_lanes() -> None:
    road = dirt_road("R W R")
    assert [road.name(cell) for cell in range(len(road)) if road.water[cell]] == ["1.L", "1.R"]


@rule("DIRT-ORDER-3", "DIRT-ORDER-D1")
def test_who_is_further_inside() -> None:
    road = dirt_road("R CL(1x1/2x3) R R1(5) CR(1x1/2x3) R R K4[3>5,R]")

    def inner(a: str, b: str) -> str:
        return max((a, b), key=lambda name: road.inwardness[road.cell(name)])

    assert inner("0.L", "0.R") == "0.L"
    assert inner("2.L", "2.R") == "2.R"
    assert inner("5.L", "5.R") == "5.R"
    assert inner("K", "4.o3") == "K"
    assert road.front[road.cell("K")] == road.front[road.cell("4.o3")]


@rule("DIRT-START-3", "DIRT-START-D1")
@pytest.mark.parametrize(
    ("notation", "first"),
    [("R R", {"0.L", "0.R"}), ("S R", {"0.L", "0.R", "0.a"}), ("CL(1x1/2x3) R", {"0.i1", "0.o1"})],
)
def test_the_first_step_enters_the_section_behind_the_line(notation: str, first: set[str]) -> None:
    road = dirt_road(notation)
    assert {road.name(step.cell) for step in road.start_steps} == first


@rule("DIRT-SLIDE-2", "DIRT-SLIDE-3")
def test_x1_slide() -> None:
    road = dirt_road("R S CL(1x1/2x3)")
    assert "1.a" in ahead(road, "0.R")
    assert "1.b" in ahead(road, "1.a")
    assert "2.o1" in ahead(road, "1.b") & ahead(road, "1.R")
    assert "1.L" not in ahead(road, "1.a")


@rule("DIRT-JUMP-2", "DIRT-JUMP-4")
def test_x2_and_x3_jumps() -> None:
    road = dirt_road("R J3 R R")
    assert "3.R" in names(road, road.landings_short[road.cell("1.L")])
    road = dirt_road("R J3 R R R")
    assert "4.L" in names(road, road.landings_long[road.cell("1.L")])


@rule("DIRT-CUT-2", "DIRT-CUT-3")
def test_x5_shortcut() -> None:
    road = dirt_road("S CR(1x1/2x3) S, K4[0>2,R]")
    assert "K1" in ahead(road, "0.R") and "K1" not in ahead(road, "0.L")
    assert "2.R" in ahead(road, "K")


@rule("DIRT-JUMP-6", "DIRT-JUMP-8")
def test_x6_jump_into_a_corner() -> None:
    road = dirt_road("R J4 CR(4x2/5x3)")
    assert names(road, road.landings_short[road.cell("1.L")]) == {"2.i2", "2.o2"}
    assert (road.limit[road.cell("2.i2")], road.limit[road.cell("2.o2")]) == (4, 5)


def test_every_ready_stage_compiles() -> None:
    assert len(stages()) == 18
    for stage in stages().values():
        road = compile_road(stage)
        assert road.assistance == stage.assistance
        assert len(road.corners) >= 3

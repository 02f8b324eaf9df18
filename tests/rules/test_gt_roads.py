"""The geometry of Rallyman: GT, rule by rule, on faces laid in a ring."""

from __future__ import annotations

from collections import Counter

import pytest

from paddock.core.errors import BadInput
from paddock.games.rallyman.gt import RALLYMAN_GT
from paddock.games.rallyman.gt.state import GtOptions
from paddock.testing import rule
from paddock.testing.gt import Race, at
from paddock.testing.roads import gt_road
from paddock.tracks import NO_LIMIT, GtRoad, GtStep, check, circuits, compile_road, gt_faces
from paddock.tracks.layouts import Circuit, Placement
from paddock.tracks.road_gt import inside_of


def step(road: GtRoad, start: str, end: str) -> GtStep:
    found = road.step(road.cell(start), road.cell(end))
    assert found is not None, f"no step from {start} to {end}"
    return found


def ahead(road: GtRoad, start: str) -> set[str]:
    return {road.name(found.cell) for found in road.steps[road.cell(start)]}


def level_with(road: GtRoad, start: str, end: str) -> set[str]:
    return {road.name(cell) for cell in step(road, start, end).level_cells}


@rule("GT-MODEL-1", "GT-MODEL-4")
def test_the_last_face_leads_back_to_the_start_tile() -> None:
    road = gt_road("102a 103a 115a")
    assert road.n == 3
    assert ahead(road, "2:D1") == {"0:A1", "0:A2"}
    for cell in range(len(road)):
        for found in road.steps[cell]:
            if found.border:
                assert road.to[cell] == 100 and road.back[found.cell] == 0
                assert road.tile[found.cell] == (road.tile[cell] + 1) % road.n
            else:
                assert road.tile[found.cell] == road.tile[cell]


@rule("GT-MODEL-2")
def test_a_face_driven_backwards_is_mirrored() -> None:
    forwards, backwards = gt_faces()["120b"], gt_faces()["120b"].mirrored()
    assert (forwards.entry, forwards.exit, forwards.turn) == (3, 5, "left")
    assert (backwards.entry, backwards.exit, backwards.turn) == (5, 3, "right")
    assert (backwards.lanes.entry, backwards.lanes.exit) == (2, 3)
    cells = {space.id: (space.l, space.r, space.back, space.front) for space in backwards.spaces}
    assert cells["A1"] == (4, 6, 75, 100)
    assert cells["B1"] == (3, 6, 25, 75)
    assert [(line.at, line.l, line.r, line.limit) for line in backwards.lines] == [
        (75, 4, 6, 2),
        (25, 3, 6, 2),
    ]


@rule("GT-MODEL-2")
def test_the_long_cell_of_a_bend_lies_before_the_corner_when_driven_backwards() -> None:
    road = gt_road("102a -106a")
    assert ahead(road, "1:B3") == {"1:A3", "1:A2"}
    assert ahead(road, "0:D1") == {"1:B3", "1:C2"}


@rule("GT-MODEL-3")
def test_places_count_tile_borders() -> None:
    road = gt_road("102a 103a 115a")
    assert road.place(road.cell("0:C3"), 0) == 75
    assert road.place(road.cell("1:B2"), 4) == 500
    assert step(road, "0:D1", "1:A1").border == 1
    assert step(road, "1:A1", "1:B1").border == 0


@rule("GT-MODEL-3", "GT-END-2")
def test_a_car_carries_the_borders_it_has_driven_over() -> None:
    race = Race("102a 103a 103a", at("2:B1", 3), at("0:A3", 0), laps=3)
    race.plan("c>0:A1 4>0:B1")
    race.roll("-", "-")
    assert (race.car().k, race.car().laps) == (3, 0)
    assert RALLYMAN_GT.view(race.state, None).cars[0].front == 350
    flat = Race("102a 103a 103a", at("2:B1", 3), at("0:A3", 0), laps=3)
    flat.flat_out("c>0:A1 4>0:B1 5>0:C1 6>0:D1 c>1:A1", *"-----")
    assert (flat.car().k, flat.car().laps) == (4, 1)


@rule("GT-MODEL-5", "GT-END-2")
def test_the_line_lies_between_the_third_and_fourth_row_of_the_start_tile() -> None:
    road = gt_road("102a 103a 115a")
    crossing = {
        (road.name(cell), road.name(found.cell))
        for cell in range(len(road))
        for found in road.steps[cell]
        if found.finish
    }
    assert {start for start, _ in crossing} == {"0:C1", "0:C2", "0:C3"}
    assert {end for _, end in crossing} == {"0:D1", "0:D2", "0:D3"}


@rule("GT-MODEL-6", "GT-ORDER-D1")
def test_a_bend_without_limits_is_not_the_next_corner() -> None:
    road = gt_road("102a -105a 115a")
    assert gt_faces()["105a"].mirrored().turn == "left"
    assert road.inside[road.cell("0:D1")] == "right"
    assert road.inside[road.cell("1:A1")] == "right"


@rule("GT-MODEL-7")
@pytest.mark.parametrize(
    ("face", "inside"),
    [("115a", "right"), ("120b", "left"), ("110a", "right"), ("110b", "right"), ("116a", "right")],
)
def test_the_inside_of_a_corner(face: str, inside: str) -> None:
    assert inside_of(gt_faces()[face]) == inside
    other = {"left": "right", "right": "left"}[inside]
    assert inside_of(gt_faces()[face].mirrored()) == other


@rule("GT-MODEL-8")
def test_a_cell_is_as_dangerous_as_its_face() -> None:
    road = gt_road("102a 103a 104a 103a")
    assert road.danger[road.cell("1:B1")] == "yellow"
    assert road.danger[road.cell("2:B3")] == "orange"


@rule("GT-MODEL-D1")
def test_no_barrier_stands_between_touching_cells() -> None:
    for face in gt_faces().values():
        assert "barrier" not in face.notes
    road = gt_road("102a 108a")
    assert "1:D3" not in ahead(road, "1:A3")


@rule("GT-MODEL-D2", "GT-SETUP-D4")
def test_only_lanes_must_agree_in_a_ring_without_hexes() -> None:
    assert gt_road("102a 119a 103b 103b 103b 103b -119a").n == 7
    with pytest.raises(BadInput, match="102a and 103b"):
        gt_road("102a 103b")


@rule("GT-SETUP-D4", "GT-MODEL-1", "GT-MODEL-2", "GT-MODEL-D2")
@pytest.mark.parametrize(
    ("faces", "words"),
    [
        ("", "1 to 200 tiles, not 0"),
        ("102a" + 200 * " 103a", "1 to 200 tiles, not 201"),
        ("-102a 103a", r"Tile 1 \(102a\)"),
        ("103a 102a", r"Tile 2 \(102a\)"),
        ("102a 103a 102a", r"Tile 3 \(102a\)"),
    ],
)
def test_a_ring_has_a_length_and_one_start_driven_forwards(faces: str, words: str) -> None:
    with pytest.raises(BadInput, match=words):
        gt_road(faces)
    with pytest.raises(BadInput, match=words):
        RALLYMAN_GT.start(GtOptions(track=tuple(faces.split())), 2)


@rule("GT-SETUP-D2", "GT-ORDER-D1")
def test_every_face_of_a_long_ring_looks_to_the_next_corner() -> None:
    road = gt_road("102a" + 60 * " 103a" + " 115a" + 60 * " 103a" + " -115a")
    sides = {
        side: [cell for cell in range(len(road)) if road.inside[cell] == side] for side in ("left", "right")
    }
    assert {road.tile[cell] for cell in sides["right"]} == set(range(62)) | {122}
    assert {road.tile[cell] for cell in sides["left"]} == set(range(61, 123))


@rule("GT-MOVE-2", "GT-MOVE-4")
def test_a_step_goes_to_a_touching_cell_further_ahead() -> None:
    road = gt_road("102a 103a 103a")
    assert ahead(road, "1:A2") == {"1:B1", "1:B2", "1:B3"}
    assert ahead(road, "1:A1") == {"1:B1", "1:B2"}
    assert ahead(road, "1:B3") == {"2:A2", "2:A3"}


@rule("GT-MOVE-3")
def test_straight_and_diagonal() -> None:
    road = gt_road("102a 103a 115a")
    assert step(road, "1:A2", "1:B2").straight
    assert not step(road, "1:A2", "1:B3").straight
    assert step(road, "2:A1", "2:B1").straight
    assert step(road, "2:A2", "2:B1").straight
    assert not step(road, "2:A2", "2:B2").straight


@rule("GT-MOVE-D1")
def test_where_three_lanes_become_two_the_middle_leads_straight_to_both() -> None:
    road = gt_road("102a 119a 103b -119a")
    assert step(road, "1:A2", "1:B1").straight
    assert step(road, "1:A2", "1:B2").straight
    assert ahead(road, "1:A1") == {"1:B1"}
    assert ahead(road, "3:B1") == {"3:A1", "3:A2"}


@rule("GT-MOVE-D2")
def test_a_long_cell_is_entered_from_the_side() -> None:
    road = gt_road("102a 106a")
    into_the_side = step(road, "1:B2", "1:B3")
    assert not into_the_side.straight
    assert road.step(road.cell("1:C2"), road.cell("1:B3")) is None


@rule("GT-CORNER-1", "GT-CORNER-3", "GT-CORNER-9")
def test_the_limit_of_the_entered_cell_counts_also_diagonally() -> None:
    road = gt_road("102b 103b 114b 103b")
    assert step(road, "2:B1", "2:C2").limit == 2
    assert not step(road, "2:B1", "2:C1").straight
    assert step(road, "2:B1", "2:C1").limit == 2
    assert step(road, "2:C2", "2:E2").limit == NO_LIMIT


@rule("GT-CORNER-4", "GT-CORNER-D5")
def test_a_dangerous_corner_costs_a_hazard_only_at_its_limit() -> None:
    road = gt_road("102b 103b 118b 103b")
    assert step(road, "2:A1", "2:B1").hazards == (0, 0, 0, 0, 0, 1, 0)
    assert step(road, "2:A1", "2:B1").limit == 5
    assert sum(step(road, "2:A2", "2:B2").hazards) == 0


@rule("GT-CORNER-5", "GT-CORNER-6", "GT-CORNER-7")
def test_lines_with_numbers_bind_straight_steps_in_and_out() -> None:
    road = gt_road("102a 103a 115a 103a")
    assert step(road, "2:A3", "2:B2").limit == 2
    assert step(road, "2:A2", "2:B2").limit == 3
    assert step(road, "2:B2", "2:D3").limit == 2
    assert step(road, "2:B2", "2:D2").limit == NO_LIMIT
    assert [line.at for line in step(road, "2:A3", "2:B2").lines] == [25]
    assert step(road, "2:A2", "2:B2").lines == ()


@rule("GT-CORNER-5")
def test_a_line_narrower_than_the_cell_behind_it_binds_only_its_own_lane() -> None:
    road = gt_road("102a 112a")
    assert step(road, "1:A3", "1:B2").limit == 1
    assert step(road, "1:A2", "1:B2").straight
    assert step(road, "1:A2", "1:B2").limit == 2


@rule("GT-CORNER-8")
def test_warnings_on_lines_add_a_hazard_in_every_gear() -> None:
    road = gt_road("102b 103b 113b 103b")
    assert step(road, "2:A2", "2:B2").hazards == (1,) * 7
    assert step(road, "2:B2", "2:D2").hazards == (1,) * 7
    assert step(road, "2:A1", "2:B2").hazards == (0,) * 7


@rule("GT-CORNER-10", "GT-CORNER-D7")
@pytest.mark.parametrize("corner", ["112a", "108a", "113a", "110a", "116a"])
def test_the_inner_lane_before_a_double_inner_lane_leads_only_into_it(corner: str) -> None:
    road = gt_road(f"102a {corner}")
    inner = "1:A2" if corner == "113a" else "1:A3"
    assert ahead(road, inner) == {"1:B2"}
    assert step(road, inner, "1:B2").straight


@rule("GT-CORNER-10")
def test_the_middle_lane_crosses_only_its_own_line_into_a_double_inner_lane() -> None:
    road = gt_road("102a 116a")
    assert step(road, "1:A2", "1:B2").limit == 2
    assert step(road, "1:A3", "1:B2").limit == 1
    assert step(road, "1:B2", "1:D2").limit == 2
    assert step(road, "1:B2", "1:D3").limit == 1


@rule("GT-CORNER-D3")
def test_lines_on_both_sides_of_a_tile_border_both_count() -> None:
    warnings = gt_road("102a 107a 107a")
    assert step(warnings, "1:A2", "2:A2").hazards == (2,) * 7
    numbers = gt_road("102a 111a 107a")
    assert step(numbers, "1:A2", "2:A2").limit == 1
    assert step(numbers, "1:A2", "2:A2").hazards == (1,) * 7
    assert len(step(numbers, "1:A2", "2:A2").lines) == 2
    entry = gt_road("102a 107a 115a")
    assert [line.at for line in step(entry, "0:D3", "1:A2").lines] == [0]
    assert [line.at for line in step(entry, "1:A2", "2:A3").lines] == [100]


@rule("GT-CORNER-D4")
def test_a_wide_cell_into_a_wide_cell_crosses_what_lies_between_them() -> None:
    road = gt_road("102a 113a -113a")
    assert step(road, "1:A1", "1:B2").straight
    assert step(road, "1:A1", "1:B2").lines == ()
    assert step(road, "1:A2", "1:B2").hazards == (1,) * 7


@rule("GT-PASS-1", "GT-ORDER-D4")
def test_cells_are_level_if_their_stretches_overlap() -> None:
    road = gt_road("102a 106a")

    def abreast(name: str) -> set[str]:
        return {road.name(cell) for cell in road.abreast[road.cell(name)]}

    assert abreast("1:B3") == {"1:B1", "1:B2", "1:C1", "1:C2"}
    assert abreast("1:A1") == {"1:A2", "1:A3"}
    for cell in range(len(road)):
        assert all(cell in road.abreast[other] for other in road.abreast[cell])
        same_front = [other for other in road.abreast[cell] if road.front[other] == road.front[cell]]
        assert all(road.l[o] >= road.r[cell] or road.l[cell] >= road.r[o] for o in same_front)


@rule("GT-PASS-2")
def test_a_step_draws_level_across_all_lanes() -> None:
    road = gt_road("102a 103a 103a")
    assert level_with(road, "1:A1", "1:B1") == {"1:B2", "1:B3"}
    assert level_with(road, "1:B1", "2:A1") == {"2:A2", "2:A3"}


@rule("GT-PASS-2", "GT-PASS-4")
def test_a_car_already_level_is_not_drawn_level_with_again() -> None:
    road = gt_road("102a 106a")
    assert level_with(road, "1:B3", "0:A3") == {"0:A1", "0:A2"}
    assert "1:B3" not in level_with(road, "1:B2", "1:C2")
    assert level_with(road, "1:B2", "1:B3") == {"1:C1", "1:C2"}
    assert level_with(road, "1:A2", "1:B3") == {"1:B1", "1:B2", "1:C1", "1:C2"}


@rule("GT-SETUP-8", "GT-SETUP-9")
def test_pole_is_on_the_inside_of_the_next_limited_corner() -> None:
    right = gt_road("102a 105a 115a")
    assert [right.name(cell) for cell in right.grid] == ["0:C3", "0:C1", "0:B3", "0:B1", "0:A3", "0:A1"]
    left = gt_road("102a 105a -115a")
    assert [left.name(cell) for cell in left.grid] == ["0:C1", "0:C3", "0:B1", "0:B3", "0:A1", "0:A3"]
    narrow = gt_road("102b 115b")
    assert [narrow.name(cell) for cell in narrow.grid] == ["0:C2", "0:C1", "0:B2", "0:B1", "0:A2", "0:A1"]


@rule("GT-SETUP-D2")
def test_without_limited_corners_the_next_bend_decides() -> None:
    assert gt_road("102a 103a 105a").pole_side == "right"
    assert gt_road("102a 103a -105a").pole_side == "left"
    assert gt_road("102a 103a 103a").pole_side == "left"


@rule("GT-SETUP-11")
def test_the_ready_circuits_use_exactly_the_listed_tiles() -> None:
    lists = {
        "list-1": "102b 103b 104b 105b 105b 106b 106b 109b 110b 111b 111b 112b 114b 115b",
        "list-2": "102a 103a 104a 104a 105a 105a 106a 111a 111a 112a 112a 115a 115a 116a 117a",
        "list-c": "102a 103a 103a 105a 106a 106a 110a 111a 112a 113a 115a 115a 117a 117a 118a",
        "list-d": "102a 103a 104b 105a 106a 106b 107b 108b 109b 111a 112a 113b 117b 118a 119a 120b",
    }
    assert {name: " ".join(sorted(tile.tile for tile in c.tiles)) for name, c in circuits().items()} == lists


@rule("GT-COMP-8")
def test_the_box_holds_31_tiles() -> None:
    copies = {face.number: face.copies for face in gt_faces().values()}
    assert sum(copies.values()) == 31
    assert Counter(copies.values()) == {3: 2, 2: 8, 1: 9}
    assert {number for number, n in copies.items() if n == 3} == {"103", "104"}
    for face in gt_faces().values():
        if face.number in ("119", "120"):
            assert (face.lanes.entry, face.lanes.exit) == (3, 2)
        else:
            wide = 3 if face.id.endswith("a") else 2
            assert (face.lanes.entry, face.lanes.exit) == (wide, wide)


def problems(*tiles: Placement) -> set[str]:
    return {found.message.id.rpartition(".")[2] for found in check(Circuit("own", tiles))}


@rule("GT-COMP-D1")
def test_one_tile_cannot_show_both_sides() -> None:
    ready = circuits()["list-1"].tiles
    assert "both_faces" in problems(*ready, Placement("109a", 9, 9))
    assert "copies" in problems(*ready, Placement("106b", 9, 9))


@rule("GT-SETUP-D4", "GT-MODEL-1", "GT-MODEL-2")
def test_a_circuit_must_close_and_have_one_start_driven_forwards() -> None:
    ready = circuits()["list-1"].tiles
    assert problems(*ready) == set()
    assert "not_closed" in problems(*ready[:-1])
    assert "no_start" in problems(*ready[1:])
    assert "start_not_first" in problems(*ready[1:], ready[0])
    assert "start_reversed" in problems(Placement("102b", 0, 0, 3, True), *ready[1:])
    assert "second_start" in problems(*ready, Placement("102a", 9, 9))
    assert "lanes" in problems(Placement("102a", 0, 0), *ready[1:])


@rule("GT-ORDER-4", "GT-ORDER-D1")
def test_who_is_inside_is_judged_by_the_corner_one_is_in_or_comes_to() -> None:
    road = gt_road("102a 115a 103a -115a")
    inside = {
        name: road.inside[road.cell(name)]
        for name in ("0:C1", "1:A1", "1:C1", "1:D1", "2:A1", "3:B1", "3:A1")
    }
    assert inside == {
        "0:C1": "right",
        "1:A1": "right",
        "1:C1": "right",
        "1:D1": "left",
        "2:A1": "left",
        "3:B1": "left",
        "3:A1": "right",
    }
    assert road.inwardness(road.cell("1:A3")) > road.inwardness(road.cell("1:A2"))
    assert road.inwardness(road.cell("2:A1")) > road.inwardness(road.cell("2:A2"))


@rule("GT-OFF-D1")
def test_a_crashed_car_comes_back_at_the_kerb_beside_it() -> None:
    road = gt_road("102a 106a")

    def back(name: str, side: str) -> str:
        cells = road.return_left if side == "left" else road.return_right
        return road.name(cells[road.cell(name)])

    assert back("1:A1", "left") == "1:A1"
    assert back("1:B2", "left") == "1:B1"
    assert back("1:C2", "right") == "1:B3"
    mirrored = gt_road("102a -106a")
    assert mirrored.name(mirrored.return_left[mirrored.cell("1:C2")]) == "1:B3"
    twice_as_wide = gt_road("102a 112a")
    assert twice_as_wide.name(twice_as_wide.return_left[twice_as_wide.cell("1:B2")]) == "1:B1"


@rule("GT-PIT-1", "GT-PIT-D2")
def test_pits_are_reached_from_plain_kerb_cells() -> None:
    road = gt_road("102a 115a")
    pits = {road.name(cell) for cell in road.face_cells[1] if road.pit[cell]}
    assert pits == {"1:A1", "1:A3", "1:D1", "1:D3"}


@rule("GT-SETUP-7", "GT-SETUP-8", "GT-SETUP-9")
def test_ex_01_starting_grid() -> None:
    road = gt_road("102a 115a 103a")
    assert [road.name(cell) for cell in road.grid[:4]] == ["0:C3", "0:C1", "0:B3", "0:B1"]


@rule("GT-MOVE-3", "GT-CORNER-5")
def test_ex_05_a_planned_line() -> None:
    road = gt_road("102a 103a 115a 103a")
    line = [
        step(road, *pair) for pair in (("1:B2", "2:A2"), ("2:A2", "2:B1"), ("2:B1", "2:C1"), ("2:C1", "2:D3"))
    ]
    assert [found.limit for found in line] == [NO_LIMIT, 3, 3, NO_LIMIT]
    assert [found.straight for found in line] == [True, True, True, False]
    assert not any(found.lines for found in line)


@rule("GT-CORNER-5", "GT-CORNER-7")
def test_ex_11_the_corner_of_all_six_gears() -> None:
    road = gt_road("102a 103a 103a 115a 103a")
    assert not step(road, "3:A2", "3:B2").straight
    assert step(road, "3:A2", "3:B2").limit == 3
    assert step(road, "3:B2", "3:D3").limit == 2
    assert step(road, "2:B3", "3:A2").border == 1
    assert step(road, "3:D3", "4:A3").limit == NO_LIMIT


@rule("GT-CORNER-5", "GT-CORNER-6", "GT-CORNER-7", "GT-CORNER-9", "GT-PASS-2")
def test_ex_14_tight_corner() -> None:
    road = gt_road("102a 103a 115a 103a")
    assert ahead(road, "2:A3") == {"2:B1", "2:B2"}
    assert step(road, "2:A3", "2:B2").limit == 2
    assert "2:B1" in level_with(road, "2:A3", "2:B2")
    assert step(road, "2:B2", "2:D2").limit == NO_LIMIT
    assert step(road, "2:D2", "3:A2").limit == NO_LIMIT
    assert step(road, "2:B2", "2:D3").limit == 2


@rule("GT-CORNER-8")
def test_ex_15_hazard_lines() -> None:
    road = gt_road("102b 103b 113b 103b")
    along_the_kerb = [step(road, "2:A2", "2:B2"), step(road, "2:B2", "2:D2")]
    across = [step(road, "2:A1", "2:B2"), step(road, "2:B2", "2:D1")]
    assert [found.hazards[2] for found in along_the_kerb] == [1, 1]
    assert [found.hazards[2] for found in across] == [0, 0]
    assert not any(found.straight for found in across)


@rule("GT-PASS-2", "GT-PASS-5")
def test_ex_17_between_two_cars() -> None:
    road = gt_road("102a 103a 103a 115a")
    assert "1:B2" in level_with(road, "1:A1", "1:B1")
    assert level_with(road, "1:B1", "2:A2") == {"2:A1", "2:A3"}
    assert not step(road, "1:B1", "2:A2").straight
    assert "2:A1" not in level_with(road, "2:A2", "2:B2")


def test_every_ready_circuit_compiles() -> None:
    for circuit in circuits().values():
        road = compile_road(circuit)
        assert road.n == len(circuit.tiles)
        assert len(road.grid) == 6

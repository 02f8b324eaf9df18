"""DIRT: other cars: drawing level, corners with a car inside, being blocked."""

from __future__ import annotations

import pytest

from paddock.core.errors import IllegalAction
from paddock.games.rallyman.dirt import RALLYMAN_DIRT, plans
from paddock.games.rallyman.dirt import actions as a
from paddock.games.rallyman.dirt.drive import Drive, Spot, drive_of
from paddock.games.rallyman.dirt.state import State, hand_of
from paddock.testing import rule
from paddock.testing.dirt import car, cell_of, drive, plan, token, underway
from paddock.testing.harness import refused
from paddock.tracks.faces import Row
from paddock.tracks.road_dirt import RoadSection
from paddock.tracks.road_dirt_compiler import compile_sections


def why(state: State, text: str) -> str:
    """The rule that refuses a plan; empty if it is legal."""
    try:
        plans.laid(drive_of(state, state.seat), plan(state, text))
    except IllegalAction as refusal:
        return refusal.rule_id
    return ""


@rule("DIRT-PASS-1")
@pytest.mark.parametrize(("step", "gear"), [("4@1.L", 4), ("3@1.L", 3), ("1b@1.L", 1), ("c@1.L", 3)])
def test_drawing_level_wants_the_gear_of_the_other_car(step: str, gear: int) -> None:
    for other in range(7):
        state = underway("R R R |F| R", car("0.L", 3), car("1.R", other))
        assert why(state, step) == ("" if gear >= other else "DIRT-PASS-1")


@rule("DIRT-PASS-2")
def test_once_level_any_gear_goes_on() -> None:
    state = underway("R R R |F| R", car("0.L", 4), car("1.R", 5))
    assert why(state, "5@1.L 4@2.L") == ""
    level = underway("R R R |F| R", car("1.L", 4), car("1.R", 5))
    assert why(level, "3@2.R") == ""


@rule("DIRT-PASS-3")
def test_passing_diagonally_between_two_cars() -> None:
    state = underway("R R R |F| R", car("0.L", 4), car("0.R", 4), car("1.L", 4))
    assert why(state, "4@1.R") == ""


@rule("DIRT-PASS-4")
def test_a_car_in_a_corner_binds_everybody_to_its_way() -> None:
    state = underway("R CL(2x2/3x3) R |F| R", car("0.L", 2), car("1.o2", 1))
    assert why(state, "2@1.o1") == ""
    assert why(state, "2@1.i1") == "DIRT-PASS-4"
    assert why(state, "2@1.o1 c@1.o2") == "DIRT-MOVE-1"


@rule("DIRT-PASS-6", "DIRT-LOSS-8")
def test_cars_beside_the_track_and_finished_cars_are_in_nobodys_way() -> None:
    state = underway("R R R |F| R", car("0.L", 2), car("1.L", 0, status="off"), car("1.R", 6, status="off"))
    assert why(state, "1@1.L") == why(state, "1@1.R") == ""
    corner = underway("R CL(2x2/3x3) R |F| R", car("0.L", 2), car("1.o2", 0, status="off"))
    assert why(corner, "2@1.i1") == ""


@rule("DIRT-PASS-D1")
def test_in_a_row_of_three_lanes_every_car_counts() -> None:
    sections = [RoadSection(n, 0, Row(3, 0, 100), "yellow") for n in range(3)]
    road = compile_sections(sections, [], tiles=("",) * 3)
    hand = hand_of(underway("R |F| R", car("0.L", 3)), 0)
    cars = {road.cell("1.L"): 2, road.cell("1.R"): 5}
    drive_now = Drive(road, Spot(road.cell("0.M"), 4), hand, (), cars)
    gears = {move.lay.gear for move in drive_now.moves(drive_now.start) if move.cell == road.cell("1.M")}
    assert gears == {5}


@rule("DIRT-PASS-D4")
def test_any_gear_draws_level_with_a_spun_car() -> None:
    state = underway("R R R |F| R", car("0.L", 1), car("1.R", 0))
    assert why(state, "1@1.L") == ""


@rule("DIRT-BLOCK-1")
def test_free_blocked_forced_or_stranded() -> None:
    free = underway("R R R |F| R", car("0.L", 3), car("1.L", 1))
    assert drive_of(free, 0).staying() == "free"
    blocked = underway("R R R |F| R", car("0.L", 3), car("1.L", 4), car("1.R", 4))
    assert drive_of(blocked, 0).staying() == "blocked"
    forced = underway("R CL(1x1/2x2) R |F| R", car("0.L", 6))
    assert drive_of(forced, 0).staying() == "forced"
    assert refused(RALLYMAN_DIRT, forced, 0, a.Pass()).rule_id == "DIRT-BLOCK-1"
    drive(forced, "5@1.o1", "-")
    assert forced.phase == "back"
    forced_in_traffic = underway("R CL(1x1/2x2) R |F| R", car("0.L", 6), car("1.o2", 1))
    assert drive_of(forced_in_traffic, 0).staying() == "forced"
    shut = underway("R CL(1x1/2x2) R |F| R", car("0.L", 6), car("1.o1", 1))
    assert drive_of(shut, 0).staying() == "blocked"
    assert not list(drive_of(shut, 0).plans())


@rule("DIRT-BLOCK-1")
def test_a_blocked_car_may_still_take_a_bad_step() -> None:
    way = underway("S CR(4x1/2x2) S R |F| R K2[0>2,R]", car("0.R", 5), car("1.i1", 1))
    assert drive_of(way, 0).staying() == "blocked"
    assert why(way, "5@K") == ""
    assert a.Pass() in RALLYMAN_DIRT.actions(way, 0)


@rule("DIRT-BLOCK-2", "DIRT-TIME-1")
def test_a_blocked_car_keeps_its_gear_and_takes_its_card() -> None:
    state = underway("R R R |F| R", car("0.L", 3), car("1.L", 4), car("1.R", 4))
    RALLYMAN_DIRT.act(state, 0, a.Pass())
    assert (cell_of(state), state.cars[0].gear, state.cars[0].pile) == ("0.L", 3, (3,))
    still = underway("R R R |F| R", car("0.L", 0), car("1.L", 4), car("1.R", 4))
    RALLYMAN_DIRT.act(still, 0, a.Pass())
    assert (still.cars[0].gear, still.cars[0].pile) == (0, (0,))


@rule("DIRT-BLOCK-3")
def test_a_plan_may_end_anywhere() -> None:
    state = underway("R R R R |F| R", car("0.L", 3), car("2.L", 5), car("2.R", 5))
    assert why(state, "3@1.L 4@2.L") == "DIRT-MOVE-1"
    drive(state, "3@1.L", "-")
    assert state.cars[0].pile == (3,)


@rule("DIRT-BLOCK-4", "DIRT-BLOCK-D1")
def test_a_stranded_car_loses_a_minute_and_may_change_lanes() -> None:
    state = underway("S CR(1x1/1x2) S R |F| R K4[0>2,R]", car("0.L", 1))
    state.mud = ((0, token("mud_minus_1")),)
    assert drive_of(state, 0).staying() == "stranded"
    way = drive_of(state, 0).road
    assert refused(RALLYMAN_DIRT, state, 0, a.Pass(way.cell("2.R"))).rule_id == "DIRT-BLOCK-4"
    events = RALLYMAN_DIRT.act(state, 0, a.Pass(way.cell("0.R")))
    assert isinstance(events[0], a.Stranded)
    assert (cell_of(state), state.cars[0].gear) == ("0.R", 0)
    assert RALLYMAN_DIRT.view(state, 0).cars[0].pile_seconds == 60
    assert why(state, "1@K") == ""


@rule("DIRT-BLOCK-4")
def test_a_stranded_car_stays_where_the_other_lane_is_taken() -> None:
    state = underway("R W R |F| R", car("0.L", 3, tokens=("coast", "coast")), car("0.R", 3))
    assert drive_of(state, 0).staying() == "stranded"
    assert RALLYMAN_DIRT.view(state, 0).turn.lanes == ()  # type: ignore[union-attr]
    way = drive_of(state, 0).road
    assert refused(RALLYMAN_DIRT, state, 0, a.Pass(way.cell("0.R"))).rule_id == "DIRT-BLOCK-4"


@rule("DIRT-BLOCK-4")
def test_a_blocked_car_may_not_change_lanes() -> None:
    state = underway("R R R |F| R", car("0.L", 3), car("1.L", 4), car("1.R", 4))
    way = drive_of(state, 0).road
    assert refused(RALLYMAN_DIRT, state, 0, a.Pass(way.cell("0.R"))).rule_id == "DIRT-BLOCK-4"

"""DIRT: where a car may go: rows, corners, slides, shortcuts, mud, water."""

from __future__ import annotations

import pytest

from paddock.core.errors import IllegalAction
from paddock.games.rallyman.dirt import RALLYMAN_DIRT, plans
from paddock.games.rallyman.dirt import actions as a
from paddock.games.rallyman.dirt.drive import drive_of
from paddock.games.rallyman.dirt.state import State
from paddock.testing import rule
from paddock.testing.dirt import any_token, car, cell_of, chance, do, drive, plan, token, underway
from paddock.testing.harness import refused

CUT = "S CR(1x1/2x3) S R R |F| R K4[0>2,R]"


def why(state: State, text: str) -> str:
    """The rule that refuses a plan; empty if it is legal."""
    try:
        plans.laid(drive_of(state, state.seat), plan(state, text))
    except IllegalAction as refusal:
        return refusal.rule_id
    return ""


def muddy(state: State, times: int = 1) -> State:
    """The same with mud on the corner beside the first shortcut."""
    state.mud = tuple((0, token("mud_minus_1")) for _ in range(times))
    return state


@rule("DIRT-MOVE-1")
def test_a_space_holds_one_car() -> None:
    state = underway("R R R |F| R", car("0.L", 3), car("1.L", 1))
    assert why(state, "3@1.L") == "DIRT-MOVE-1"
    assert why(state, "3@1.R") == ""


@rule("DIRT-MOVE-1", "DIRT-SLIDE-5", "DIRT-PASS-5")
def test_a_sliding_car_fills_its_row() -> None:
    on_b = underway("R S CL(2x1/3x2) R |F| R", car("0.L", 3), car("1.b", 1))
    assert why(on_b, "3@1.a") == ""
    assert why(on_b, "3@1.L") == why(on_b, "3@1.R") == "DIRT-SLIDE-5"
    on_a = underway("R S CL(2x1/3x2) R |F| R", car("0.L", 3), car("1.a", 1))
    assert why(on_a, "3@1.a") == "DIRT-MOVE-1"
    assert why(on_a, "3@1.L") == why(on_a, "3@1.R") == "DIRT-SLIDE-5"
    beside = underway("R S CL(2x1/3x2) R |F| R", car("0.L", 3), car("1.L", 1))
    assert why(beside, "3@1.R") == ""
    assert why(beside, "3@1.a") == "DIRT-SLIDE-5"


@rule("DIRT-MOVE-2", "DIRT-MOVE-3")
def test_forward_straight_or_diagonal_any_number_of_times() -> None:
    state = underway("R R R R R |F| R", car("1.L", 3))
    assert why(state, "3@2.R 4@3.L 5@4.R") == ""
    for space in ("1.R", "0.L", "3.L"):
        assert why(state, f"3@{space}") == "DIRT-MOVE-2"


@rule("DIRT-MOVE-5")
def test_who_can_move_must_move() -> None:
    state = underway("R R R |F| R", car("0.L", 3))
    assert refused(RALLYMAN_DIRT, state, 0, a.Pass()).rule_id == "DIRT-BLOCK-1"
    assert refused(RALLYMAN_DIRT, state, 0, a.Plan(())).rule_id == "DIRT-MOVE-5"


@rule("DIRT-CORNER-1", "DIRT-CORNER-2", "DIRT-CORNER-3")
def test_the_way_through_a_corner_is_kept_to_its_end_and_chosen_anew_in_the_next() -> None:
    state = underway("R CL(2x2/3x3) CR(2x1/3x2) R |F| R", car("0.L", 2))
    assert why(state, "2@1.o1 c@1.o2 c@1.o3 1@2.i1") == ""
    assert why(state, "2@1.o1 c@1.i2") == "DIRT-CORNER-2"
    inside = underway("R CL(2x2/3x3) CR(2x1/3x2) R |F| R", car("1.o1", 2))
    assert why(inside, "2@1.i2") == "DIRT-CORNER-2"
    assert why(inside, "2@1.o2") == ""


@rule("DIRT-CORNER-4", "DIRT-CORNER-5", "DIRT-LOSS-1")
def test_overspeed_loses_control_on_the_space_lower_gears_are_fine() -> None:
    for gear, lost in ((2, False), (3, False), (4, True)):
        state = underway("R CL(2x1/3x2) R |F| R", car("0.L", gear))
        told = [n.overspeed for n in plans.extend(drive_of(state, 0)) if (n.gear, n.name) == (gear, "1.o1")]
        assert set(told) == {lost}
        events = drive(state, f"{gear}@1.o1", "-")
        assert any(isinstance(e, a.ControlLost) and e.cause == "overspeed" for e in events) is lost
        assert (state.phase == "back") is lost
    row = underway("R R1(5) R |F| R", car("0.L", 5))
    drive(row, "6@1.M", "-")
    assert (row.phase, row.lost_gear) == ("back", 6)


@rule("DIRT-CORNER-6")
def test_the_limit_binds_only_on_entering() -> None:
    state = underway("R CL(2x1/3x2) R R |F| R", car("0.L", 2))
    drive(state, "2@1.i1 3@2.L", "- -")
    assert (cell_of(state), state.cars[0].pile) == ("2.L", (3,))


@rule("DIRT-CORNER-D1")
def test_the_outside_way_has_one_car_per_space_not_lanes() -> None:
    state = underway("R CL(2x1/3x2) R |F| R", car("0.L", 3), car("1.o1", 1))
    assert why(state, "3@1.o1") == "DIRT-MOVE-1"


@rule("DIRT-CORNER-D2")
def test_a_car_that_starts_on_a_limited_space_is_not_checked_there_again() -> None:
    state = underway("R CL(1x1/2x2) R R |F| R", car("1.o2", 5))
    drive(state, "6@2.L", "-")
    assert state.cars[0].pile == (6,)


@rule("DIRT-SLIDE-1", "DIRT-SLIDE-2", "DIRT-SLIDE-3")
def test_a_slide_row_is_one_space_or_two_and_the_choice_holds() -> None:
    state = underway("R S R R |F| R", car("0.L", 3))
    assert why(state, "3@1.a 4@1.b 5@2.L") == ""
    assert why(state, "3@1.R 4@2.L") == ""
    assert why(state, "3@1.a 4@1.L") == why(state, "3@1.L 4@1.b") == "DIRT-SLIDE-3"


@rule("DIRT-SLIDE-4", "DIRT-SLIDE-D1")
@pytest.mark.parametrize("before", ["3@1.a 2@1.b", "3@1.L"])
@pytest.mark.parametrize("after", ["c@3.a c@3.b", "c@3.R"])
def test_sliding_in_and_sliding_out_are_separate_choices(before: str, after: str) -> None:
    state = underway("R S CL(1x1/3x1) S R R |F| R", car("0.L", 3))
    corner = "1@2.i1" if "2@" in before else "2@2.o1"
    assert why(state, f"{before} {corner} {after}") == ""


@rule("DIRT-SLIDE-D2")
def test_half_row_b_is_only_entered_from_a_or_a_shortcut() -> None:
    assert why(underway("R S R |F| R", car("0.L", 3)), "3@1.b") == "DIRT-SLIDE-D2"
    assert why(underway(CUT, car("0.R", 3)), "3@K 2@2.b") == ""


@rule("DIRT-SLIDE-D3")
def test_a_loss_on_a_half_row_keeps_or_brings_back_the_car_there() -> None:
    for back, status in (("spin", "track"), ("crash-1-2-3", "off")):
        state = underway("R S R R |F| R", car("0.L", 4), car("3.R", 1), on_turn=0)
        state.hazards = 2
        RALLYMAN_DIRT.act(state, 0, a.Plan(plan(state, "4@1.a")))
        chance(state, "!", back, *([any_token("gear")] if status == "off" else []))
        assert (cell_of(state), state.cars[0].status) == ("1.a", status)


@rule("DIRT-CUT-1")
def test_a_shortcut_has_its_own_limit_and_holds_one_car() -> None:
    state = underway(CUT, car("0.R", 4))
    drive(state, "5@K", "-")
    chance(state, any_token("ok"))
    assert state.phase == "back"
    taken = underway(CUT, car("0.R", 4), car("K1", 1))
    assert why(taken, "4@K") == "DIRT-MOVE-1"


@rule("DIRT-CUT-2", "DIRT-CUT-3", "DIRT-CUT-8")
def test_in_from_the_lane_on_its_side_or_a_half_row_and_out_likewise() -> None:
    for start in ("0.R", "0.a", "0.b"):
        assert why(underway(CUT, car(start, 3)), "3@K") == ""
    assert why(underway(CUT, car("0.L", 3)), "3@K") == "DIRT-CUT-2"
    out = underway(CUT, car("K1", 3))
    for end, rule_id in (("2.R", ""), ("2.a", ""), ("2.b", ""), ("2.L", "DIRT-CUT-3")):
        assert why(out, f"3@{end}") == rule_id


@rule("DIRT-CUT-4", "DIRT-CUT-D1")
def test_entering_draws_one_token_which_goes_where_it_belongs() -> None:
    for side, damage in (("ok", (0, 0, 0)), ("puncture", (0, 1, 0))):
        state = underway(CUT, car("0.R", 3))
        drive(state, "4@K 5@2.R", "-")
        assert state.phase == "shortcut"
        events = chance(state, any_token(side))  # type: ignore[arg-type]
        assert isinstance(events[0], a.ShortcutTaken)
        do(state, a.Roll(), "-")
        line = RALLYMAN_DIRT.view(state, 0).cars[0]
        assert line.damage == {side: 1}
        assert line.dice.coast == 2 - damage[1]
    mud = underway(CUT, car("0.R", 3))
    drive(mud, "4@K", "-")
    chance(mud, any_token("mud_minus_1"))
    assert mud.cars[0].tokens == ()
    assert RALLYMAN_DIRT.view(mud, 0).mud[0].depth == 1


@rule("DIRT-CUT-4")
def test_a_puncture_counts_from_the_next_turn() -> None:
    state = underway(CUT, car("0.R", 4))
    drive(state, "4@K c@2.R c@3.R", "-")
    chance(state, any_token("puncture"))
    assert len(RALLYMAN_DIRT.view(state, 0).turn.ahead) == 2  # type: ignore[union-attr]
    do(state, a.Roll(), "-")
    do(state, a.Roll(), "-")
    assert cell_of(state) == "3.R"
    assert why(state, "l@4.R") == ""
    assert why(state, "l@4.R l@5.R") == "DIRT-DICE-1"


@rule("DIRT-CUT-5")
def test_mud_lies_on_the_bypassed_corner_only() -> None:
    state = muddy(underway("S CR(2x1/3x2) S CL(2x1/3x2) R |F| R K4[0>2,R]", car("2.L", 2)))
    drive_now = drive_of(state, 0)
    way = drive_now.road
    assert drive_now.current_limit(-1, way.cell("1.o1")) == 2
    assert drive_now.current_limit(-1, way.cell("3.o1")) == 3


@rule("DIRT-CUT-6", "DIRT-CORNER-7")
def test_mud_lowers_both_limits_at_once_for_everyone_and_adds_up() -> None:
    state = underway("S CR(3x1/4x2) S R |F| R K4[0>2,R]", car("0.R", 4), car("0.L", 4))
    state.order, state.turn = (0, 1), 0
    drive(state, "4@K", "-")
    chance(state, any_token("mud_minus_1"))
    assert state.seat == 1
    limits = {n.name: n.limit for n in plans.extend(drive_of(state, 1))}
    assert (limits["1.i1"], limits["1.o1"]) == (2, 3)
    muddy(state, 2)
    limits = {n.name: n.limit for n in plans.extend(drive_of(state, 1))}
    assert (limits["1.i1"], limits["1.o1"]) == (1, 2)
    drive(state, "3@1.o1", "-")
    assert state.phase == "back"


@rule("DIRT-CUT-7")
def test_a_way_with_limit_0_cannot_be_entered_not_even_to_lose_control() -> None:
    state = muddy(underway(CUT, car("0.R", 1)))
    assert why(state, "1@1.i1") == "DIRT-CUT-7"
    assert why(state, "1@1.o1") == ""
    both = muddy(underway(CUT, car("0.R", 1)), 2)
    assert why(both, "1@1.i1") == why(both, "1@1.o1") == "DIRT-CUT-7"
    assert {n.name: n.limit for n in plans.extend(drive_of(both, 0))}["K1"] == 4


@rule("DIRT-CUT-9", "DIRT-PASS-D2")
def test_a_car_in_the_corner_is_overtaken_on_the_shortcut() -> None:
    state = underway(CUT, car("0.R", 2), car("1.o2", 6), car("2.R", 3))
    assert why(state, "2@K") == ""
    state.cars[2].cell = drive_of(state, 0).road.cell("2.L")
    assert why(state, "2@K c@2.R") == "DIRT-PASS-1"
    assert why(state, "2@K 3@2.R") == ""


@rule("DIRT-CUT-D1", "DIRT-ROLL-D1")
def test_the_draw_comes_before_a_loss_and_once_for_two_spaces() -> None:
    two = "S CR(1x1/2x3) S R R |F| R K4x2[0>2,R]"
    state = underway(two, car("0.R", 3))
    drive(state, "4@K1 3@K2", "-")
    chance(state, any_token("ok"))
    do(state, a.Roll(), "-")
    assert (state.cars[0].tokens, state.cars[0].pile) == ((token("ok"),), (3,))
    lost = underway(two, car("0.R", 4))
    drive(lost, "5@K1", "-")
    assert lost.phase == "shortcut"
    events = chance(lost, any_token("ok"))
    assert [type(e) for e in events[:2]] == [a.ShortcutTaken, a.ControlLost]


@rule("DIRT-CUT-D1")
def test_flat_out_draws_while_the_car_drives_its_final_route() -> None:
    state = underway(CUT, car("0.R", 3))
    events = drive(state, "4@K 5@2.R", "- -", "flat-out")
    assert [type(e) for e in events[-2:]] == [a.SecondsGained, a.Moved]
    assert state.phase == "shortcut"
    chance(state, any_token("ok"))
    assert cell_of(state) == "2.R"


@rule("DIRT-CUT-D2")
def test_a_car_in_the_corner_can_always_drive_out() -> None:
    state = muddy(underway(CUT, car("1.o1", 1)), 3)
    assert {n.name: n.limit for n in plans.extend(drive_of(state, 0))} == {"1.o2": 1}
    drive(state, "1@1.o2", "-")
    assert cell_of(state) == "1.o2"
    through = muddy(underway(CUT, car("1.o1", 1)), 3)
    drive(through, "1@1.o2 c@1.o3 2@2.L", "- - -")
    assert (cell_of(through), through.cars[0].pile) == ("2.L", (2,))
    behind = muddy(underway(CUT, car("0.L", 1)), 3)
    assert plans.extend(drive_of(behind, 0)) == []


@rule("DIRT-CUT-D3")
def test_an_empty_bag_draws_nothing() -> None:
    state = underway(CUT, car("0.R", 3))
    state.bag = (0,) * len(state.bag)
    events = drive(state, "4@K", "-")
    assert any(isinstance(e, a.BagEmpty) for e in events)
    assert cell_of(state) == "K1" and state.cars[0].tokens == ()


@rule("DIRT-CUT-D4")
def test_coming_back_to_a_shortcut_draws_nothing() -> None:
    state = underway(CUT, car("K1", 0, status="off"), car("4.L", 1), on_turn=1)
    state.order, state.turn = (1, 0), 0
    events = drive(state, "1@5.L", "-")
    assert any(isinstance(e, a.Returned) for e in events)
    assert (state.seat, state.phase) == (0, "plan")
    assert sum(state.bag) == 48


@rule("DIRT-CUT-D5")
def test_ok_and_green_flags_stay_out_of_the_bag_until_assistance() -> None:
    for assistance, left in ((False, 46), (True, 48)):
        state = underway(
            "S CR(1x1/2x3) S |F| R K4[0>2,R]",
            car("0.R", 3),
            car("2.L", 3, tokens=("green_flag",)),
            stages=2,
            assistance=assistance,
        )
        drive(state, "4@K", "-")
        chance(state, any_token("ok"))
        assert sum(state.bag) == 46
        drive(state, "3@3.L", "-")
        drive(state, "4@2.R 5@3.R", "- -")
        assert (state.stage, sum(state.bag)) == (1, left)


@rule("DIRT-WATER-1", "DIRT-WATER-2")
def test_water_wants_coasting_or_die_1_alone() -> None:
    state = underway("R W R R |F| R", car("0.L", 3))
    assert why(state, "c@1.L") == ""
    for step in ("3@1.L", "2@1.L", "4@1.L", "1b@1.L"):
        assert why(state, step) == "DIRT-WATER-1"
    assert why(underway("R W R |F| R", car("0.L", 2)), "1@1.L") == ""
    assert why(underway("R W R |F| R", car("0.L", 1)), "1@1.R") == ""
    leading = underway("R W R |F| R", car("0.L", 3), leader=0)
    assert why(leading, "l@1.L") == ""


@rule("DIRT-WATER-3")
def test_a_movement_simply_ends_before_water() -> None:
    state = underway("R R W R |F| R", car("0.L", 3))
    assert why(state, "4@1.L 5@2.L") == "DIRT-WATER-1"
    drive(state, "4@1.L", "-")
    assert (cell_of(state), state.cars[0].gear, state.cars[0].pile) == ("1.L", 4, (4,))


@rule("DIRT-WATER-4")
def test_out_of_water_with_any_die() -> None:
    state = underway("R W R R |F| R", car("0.L", 3))
    for after in ("4@2.L", "3@2.R", "1b@2.L", "c@2.L"):
        assert why(state, f"c@1.L {after}") == ""
    wet = underway("R W R R |F| R", car("1.L", 3))
    for out in ("4@2.L", "3@2.R", "2@2.L", "1b@2.L", "c@2.L"):
        assert why(wet, out) == ""


@rule("DIRT-WATER-D1", "DIRT-BLOCK-4")
def test_a_car_that_cannot_enter_the_water_is_stranded() -> None:
    state = underway("R W R R |F| R", car("0.L", 3, tokens=("coast", "coast")))
    assert drive_of(state, 0).staying() == "stranded"
    RALLYMAN_DIRT.act(state, 0, a.Pass())
    assert (state.cars[0].gear, state.cars[0].pile) == (0, (0,))
    assert why(state, "1@1.L") == ""


@rule("DIRT-WATER-D2")
def test_a_red_zone_brake_die_counts_as_coasting_in_water() -> None:
    state = underway("R W R |F| R", car("0.L", 6), red_zone=True)
    assert why(state, "r@1.L") == ""

"""DIRT: jumps, short, long and dangerous."""

from __future__ import annotations

from paddock.core.errors import IllegalAction
from paddock.games.rallyman.dirt import RALLYMAN_DIRT, plans
from paddock.games.rallyman.dirt import actions as a
from paddock.games.rallyman.dirt.drive import drive_of
from paddock.games.rallyman.dirt.state import State
from paddock.testing import rule
from paddock.testing.dirt import car, cell_of, chance, do, drive, plan, token, underway

ROAD = "R J3 R R R R R |F| R"


def why(state: State, text: str) -> str:
    """The rule that refuses a plan; empty if it is legal."""
    try:
        plans.laid(drive_of(state, state.seat), plan(state, text))
    except IllegalAction as refusal:
        return refusal.rule_id
    return ""


@rule("DIRT-JUMP-1", "DIRT-JUMP-D2")
def test_below_its_number_a_jump_row_is_an_ordinary_row() -> None:
    state = underway(ROAD, car("0.L", 2))
    assert why(state, "2@1.L 3@2.L") == ""
    assert why(state, "2@1.L 3@3.L") == "DIRT-MOVE-2"
    assert why(state, "3@1.L 4@2.L") == "DIRT-JUMP-2"


@rule("DIRT-JUMP-2")
def test_a_short_jump_skips_one_space() -> None:
    state = underway(ROAD, car("0.L", 2))
    events = drive(state, "3@1.L 4@3.R 5@4.R", "- - -")
    assert cell_of(state) == "4.R"
    assert [e.flight for e in events if isinstance(e, a.Moved)] == [0, 1, 0]


@rule("DIRT-JUMP-3", "DIRT-LOSS-1")
def test_a_long_jump_skips_two_and_a_hazard_on_its_die_loses_control_on_landing() -> None:
    state = underway(ROAD, car("0.L", 3))
    assert why(state, "4@1.L>4.R 5@4.R") == ""
    events = drive(state, "4@1.L>4.R 5@4.R", "- -")
    assert (cell_of(state), state.cars[0].pile) == ("4.R", (5,))
    assert [e.flight for e in events if isinstance(e, a.Moved)] == [0, 2]
    lost = underway(ROAD, car("0.L", 3))
    events = drive(lost, "4@1.L>4.R 5@4.R", "!")
    loss = next(e for e in events if isinstance(e, a.ControlLost))
    assert (loss.cause, loss.gear, loss.hazards) == ("landing", 4, 1)
    assert cell_of(lost) == "4.R"
    braked = underway(ROAD, car("0.L", 6))
    drive(braked, "4b@1.L>4.L", "-!")
    assert (braked.phase, cell_of(braked), braked.lost_gear) == ("back", "4.L", 4)


@rule("DIRT-JUMP-4", "DIRT-LOSS-1", "DIRT-TURN-D2")
def test_a_dangerous_jump_loses_control_whatever_is_rolled() -> None:
    state = underway(ROAD, car("0.L", 5, seconds=5))
    assert why(state, "5@1.L>4.L 6@4.L") == "DIRT-TURN-D2"
    do(state, a.Plan(plan(state, "5@1.L>4.L")))
    events = do(state, a.Secure())
    assert next(e for e in events if isinstance(e, a.ControlLost)).cause == "jump"
    assert (cell_of(state), state.lost_gear) == ("4.L", 5)


@rule("DIRT-JUMP-5")
def test_skipped_spaces_do_not_count() -> None:
    road = "R J3 W R R |F| R"
    state = underway(road, car("0.L", 2), car("2.L", 6), car("2.R", 6))
    drive(state, "3@1.L 2@3.L", "- -")
    assert (cell_of(state), state.cars[0].pile) == ("3.L", (2,))
    far = underway(
        "R J3 R R R |F| R", car("0.L", 3), *(car(cell, 6) for cell in ("2.L", "2.R", "3.L", "3.R"))
    )
    drive(far, "4@1.L>4.L 3@4.L", "- -")
    assert (cell_of(far), far.cars[0].pile) == ("4.L", (3,))
    corner = underway("R J3 CL(1x1/1x1) R R |F| R", car("0.L", 2))
    drive(corner, "3@1.L 4@3.L", "- -")
    assert corner.cars[0].pile == (4,)


@rule("DIRT-JUMP-6")
def test_the_line_may_change_in_the_air_and_in_a_corner_either_way() -> None:
    state = underway("R J3 R CL(2x2/3x3) R |F| R", car("0.L", 2))
    landings = {n.name for n in plans.extend(drive_of(state, 0), plan(state, "3@1.L"))}
    assert landings == {"3.i1", "3.o1"}
    bound = underway("R J3 R CL(2x2/3x3) R |F| R", car("0.L", 2), car("3.o3", 1))
    assert {n.name for n in plans.extend(drive_of(bound, 0), plan(bound, "3@1.L"))} == {"3.o1"}
    wide = underway(ROAD, car("0.L", 2))
    assert {n.name for n in plans.extend(drive_of(wide, 0), plan(wide, "3@1.L"))} == {"3.L", "3.R"}


@rule("DIRT-JUMP-7")
def test_the_landing_must_be_free_passable_dry_and_level() -> None:
    taken = underway("R J3 R R R R |F| R", car("0.L", 2), car("3.L", 1), car("3.R", 1))
    assert why(taken, "3@1.L") == "DIRT-JUMP-7"
    one = underway("R J3 R R R R |F| R", car("0.L", 2), car("3.R", 5))
    assert why(one, "3@1.L 4@3.L") == "DIRT-PASS-1"
    assert why(one, "3@1.L") == ""
    level = underway("R J3 R R R R |F| R", car("0.L", 3), car("4.R", 6))
    assert why(level, "4@1.L>4.L 5@4.L") == "DIRT-PASS-1"
    assert why(level, "4@1.L>4.L") == ""
    wet = underway("R J3 R W R R |F| R", car("0.L", 2))
    assert why(wet, "3@1.L") == "DIRT-JUMP-7"
    mud = underway("R J3 S CR(1x1/1x2) S R |F| R K4[2>4,R]", car("0.L", 2))
    mud.mud = ((0, token("mud_minus_1")),)
    assert why(mud, "3@1.L") == "DIRT-JUMP-7"


@rule("DIRT-JUMP-8")
def test_the_limit_of_the_landing_holds_for_the_landing_die() -> None:
    state = underway("R J3 R CL(2x2/4x3) R |F| R", car("0.L", 2))
    drive(state, "3@1.L 2@3.i1", "- -")
    assert state.cars[0].pile == (2,)
    fast = underway("R J3 R CL(2x2/4x3) R |F| R", car("0.L", 2))
    events = drive(fast, "3@1.L 4@3.i1", "- -")
    assert next(e for e in events if isinstance(e, a.ControlLost)).cause == "overspeed"


@rule("DIRT-JUMP-D1")
def test_a_coast_die_jumps_too() -> None:
    state = underway(ROAD, car("0.L", 3))
    assert why(state, "c@1.L 4@2.L") == "DIRT-JUMP-2"
    assert why(state, "c@1.L 4@3.L") == ""


@rule("DIRT-JUMP-D3")
def test_a_movement_may_end_on_the_jump_row() -> None:
    short = underway(ROAD, car("0.L", 2))
    drive(short, "3@1.L", "!")
    assert (cell_of(short), short.cars[0].pile) == ("1.L", (3,))
    long = underway(ROAD, car("0.L", 3))
    assert why(long, "4@1.L") == "DIRT-JUMP-D3"
    drive(long, "4@1.L>4.L", "-")
    assert (cell_of(long), long.cars[0].pile) == ("1.L", (4,))
    flies = underway(ROAD, car("0.L", 3))
    drive(flies, "4@1.L>4.L", "!")
    assert (cell_of(flies), flies.phase) == ("4.L", "back")


@rule("DIRT-JUMP-D4")
def test_flat_out_a_hazard_on_the_long_jump_loses_control_there_without_laying_again() -> None:
    state = underway(ROAD, car("0.L", 3))
    events = drive(state, "4@1.L>4.R 5@4.R 6@5.R", "! - -", "flat-out")
    assert state.phase == "back"
    assert (cell_of(state), state.lost_gear, state.cars[0].seconds) == ("4.R", 4, 3)
    assert not any(isinstance(e, a.LayAgain) for e in events)


@rule("DIRT-JUMP-D5", "DIRT-LOSS-2")
def test_a_hazard_that_also_reaches_the_limit_is_one_loss_on_the_landing() -> None:
    state = underway("R R R J5 R R R R |F| R", car("0.L", 3))
    events = drive(state, "4@1.L 5@2.L 6@3.L>6.L", "! ! !")
    losses = [e for e in events if isinstance(e, a.ControlLost)]
    assert [(e.cause, e.hazards) for e in losses] == [("landing", 3)]
    assert cell_of(state) == "6.L"


@rule("DIRT-JUMP-D6")
def test_in_the_air_a_slide_row_is_one_space_and_shortcuts_are_none() -> None:
    state = underway("R J3 S R R |F| R", car("0.L", 2))
    assert {n.name for n in plans.extend(drive_of(state, 0), plan(state, "3@1.L"))} == {"3.L", "3.R"}
    slide = underway("R J3 R S R |F| R", car("0.L", 2))
    assert {n.name for n in plans.extend(drive_of(slide, 0), plan(slide, "3@1.L"))} == {"3.L", "3.R"}


@rule("DIRT-JUMP-D7")
def test_a_jump_over_the_line_ends_on_the_finish_row() -> None:
    state = underway("R J3 R |F| R", car("0.L", 4), stages=2)
    drive(state, "5@1.L>3.L", "-")
    assert state.cars[0].status == "finished"
    assert state.cars[0].pile == (5,)
    die = underway("R J3 |F| R", car("0.L", 2))
    drive(die, "3@1.L 4@2.L", "- -")
    assert die.cars[0].pile == (4,)


@rule("DIRT-JUMP-D8")
def test_starting_a_turn_on_a_jump_row_does_not_jump() -> None:
    state = underway(ROAD, car("1.L", 5))
    assert why(state, "5@2.L") == ""
    assert why(state, "5@4.L") == "DIRT-MOVE-2"
    events = drive(state, "5@2.L", "!")
    assert [e.flight for e in events if isinstance(e, a.Moved)] == [0]
    assert cell_of(state) == "2.L"


@rule("DIRT-PASS-D3")
def test_a_flying_car_may_land_ahead_of_a_car_in_the_corner() -> None:
    state = underway("R J3 CL(3x3/4x4) R |F| R", car("0.L", 2), car("2.i1", 1))
    assert why(state, "3@1.L 2@2.i2") == ""


@rule("DIRT-JUMP-1", "DIRT-JUMP-D2")
def test_a_jump_works_in_the_gear_of_the_step_not_of_the_start() -> None:
    state = underway(ROAD, car("0.L", 4))
    drive(state, "3@1.L c@3.L", "- -")
    assert cell_of(state) == "3.L"
    assert chance(state) == []
    assert RALLYMAN_DIRT.pending(state).seats == (0,)


@rule("DIRT-JUMP-7", "DIRT-JUMP-D3")
def test_a_named_landing_must_be_open() -> None:
    taken = underway("R J3 R R R R |F| R", car("0.L", 3), car("4.L", 2))
    assert why(taken, "4@1.L>4.R") == ""
    assert why(taken, "4@1.L>4.L") == "DIRT-JUMP-7"
    assert why(taken, "4@1.L>5.L") == "DIRT-JUMP-D3"
    assert why(taken, "4@1.L>4.R 5@4.R") == ""
    short = underway("R J3 R R R R |F| R", car("0.L", 2), car("3.L", 2))
    assert why(short, "3@1.L 2@3.L") == "DIRT-JUMP-7"
    wet = underway("R J3 R W R R |F| R", car("0.L", 2))
    assert why(wet, "3@1.L 2@3.L") == "DIRT-JUMP-7"

"""Where rules of Rallyman: DIRT meet: flights and bound corners, shortcuts and slides, red dice and water."""

from __future__ import annotations

from paddock.core.errors import IllegalAction
from paddock.games.rallyman.dirt import RALLYMAN_DIRT, plans
from paddock.games.rallyman.dirt import actions as a
from paddock.games.rallyman.dirt.drive import drive_of
from paddock.games.rallyman.dirt.state import State
from paddock.testing import rule
from paddock.testing.dirt import any_token, car, cell_of, chance, do, drive, plan, token, underway

CUT = "S CR(1x1/2x3) S R |F| R K4[0>2,R]"


def why(state: State, text: str) -> str:
    """The rule that refuses a plan; empty if it is legal."""
    try:
        plans.laid(drive_of(state, state.seat), plan(state, text))
    except IllegalAction as refusal:
        return refusal.rule_id
    return ""


@rule("DIRT-JUMP-6", "DIRT-PASS-4", "DIRT-JUMP-7")
def test_a_car_in_the_corner_binds_a_flying_car_too() -> None:
    road = "R J3 R CL(2x2/3x3) R |F| R"
    assert why(underway(road, car("0.L", 2)), "3@1.L 2@3.o1") == ""
    assert why(underway(road, car("0.L", 2), car("3.i2", 1)), "3@1.L 2@3.o1") == "DIRT-JUMP-7"
    assert why(underway(road, car("0.L", 2), car("3.i2", 1)), "3@1.L 2@3.i1") == ""
    assert why(underway(road, car("0.L", 2), car("3.i1", 1)), "3@1.L") == "DIRT-JUMP-7"


@rule("DIRT-SLIDE-5", "DIRT-CUT-8")
def test_half_row_b_is_open_from_the_shortcut_while_a_car_slides_on_a() -> None:
    state = underway(CUT, car("0.R", 3), car("2.a", 0))
    assert why(state, "3@K 2@2.b") == ""
    assert why(state, "3@K 2@2.R") == "DIRT-SLIDE-5"
    assert why(state, "3@K 2@2.a") == "DIRT-MOVE-1"


@rule("DIRT-PASS-D2", "DIRT-PASS-1")
def test_gears_are_compared_on_leaving_a_shortcut_not_on_entering_it() -> None:
    state = underway(CUT, car("0.R", 3), car("2.L", 5), car("1.o1", 6))
    assert why(state, "3@K") == ""
    assert why(state, "3@K 4@2.R") == "DIRT-PASS-1"
    assert why(underway(CUT, car("0.R", 3), car("2.L", 4)), "3@K 4@2.R") == ""


@rule("DIRT-WATER-D2", "DIRT-ADV-2", "DIRT-JUMP-D1")
def test_a_red_die_coasts_into_water_and_over_a_jump_and_then_brakes_no_more() -> None:
    wet = underway("R W R R |F| R", car("0.L", 6, tokens=("coast", "coast")), red_zone=True)
    assert why(wet, "r@1.L") == ""
    assert why(wet, "r@1.L 4b@2.L") == "DIRT-DICE-1"
    flying = underway("R J6 R R R R |F| R", car("0.L", 6), red_zone=True)
    assert why(flying, "r@1.L 5@3.L") == ""
    assert why(flying, "r@1.L 5@2.L") == "DIRT-JUMP-2"


@rule("DIRT-ADV-4")
def test_sisu_lasts_for_one_turn_and_helps_nobody_else() -> None:
    state = underway("R " * 12 + "|F| R", car("0.L", 3, sisu=True), car("0.R", 3, sisu=True), sisu="stage")
    do(state, a.PlaySisu())
    drive(state, "4@1.L 5@2.L c@3.L", "! ! !")
    assert (state.cars[0].pile, state.seat) == ((5,), 1)
    drive(state, "4@1.R 5@2.R c@3.R", "! ! !")
    assert state.phase == "sisu"
    do(state, a.Accept())
    chance(state, "spin")
    drive(state, "4@4.L 5@5.L l@6.L", "! ! !")
    assert state.phase == "back"


@rule("DIRT-JUMP-D4", "DIRT-ADV-D4", "DIRT-ADV-D9")
def test_flat_out_sisu_can_be_kept_or_played_in_the_middle_of_a_long_jump() -> None:
    for answer, cell, lost in ((a.Accept(), "4.L", True), (a.PlaySisu(), "6.L", False)):
        state = underway("R J3 R R R R R R |F| R", car("0.L", 3, sisu=True), car("", 0), sisu="stage")
        drive(state, "4@1.L>4.L 5@4.L c@5.L c@6.L", "! - - -", "flat-out")
        assert (state.phase, cell_of(state)) == ("sisu", "1.L")
        do(state, answer)
        assert (cell_of(state), state.phase == "back", state.cars[0].sisu) == (cell, lost, lost)


@rule("DIRT-FINISH-D2", "DIRT-FINISH-4", "DIRT-JUMP-D7")
def test_a_dangerous_jump_that_comes_down_behind_the_line_has_finished() -> None:
    last = underway("R J3 R |F| R", car("0.L", 5), car("", 0))
    drive(last, "5@1.L>3.L", "-")
    assert (last.cars[0].status, last.cars[0].pile, last.seat) == ("finished", (5,), 1)
    goes_on = underway("R J3 R |F| R", car("0.L", 5), car("", 0), stages=2)
    drive(goes_on, "5@1.L>3.L", "-")
    assert (goes_on.phase, goes_on.lost_gear, goes_on.cars[0].pile) == ("back", 5, (5,))


@rule("DIRT-ADV-1", "DIRT-FINISH-D2")
def test_a_spoilt_flying_start_is_no_ride_over_the_line() -> None:
    state = underway("R R |F| R", car("", 0), car("", 0), flying_start=True)
    drive(state, "2@0.L 3@1.L 4@2.L", "! ! !", "flat-out")
    assert (cell_of(state), state.cars[0].pile, state.cars[0].seconds) == ("0.L", (2,), 3)


@rule("DIRT-ADV-1", "DIRT-LOSS-8")
def test_a_flying_start_after_a_crash_and_after_a_spin() -> None:
    for status in ("off", "track"):
        state = underway("R R R R |F| R", car("1.L", 3), car("0.L", 0, status=status), flying_start=True)
        drive(state, "3@2.L", "-")
        drive(state, "2@1.R", "-")
        assert state.cars[1].pile == (2,)


@rule("DIRT-START-D2", "DIRT-PASS-1", "DIRT-BLOCK-1")
def test_the_start_waits_behind_cars_it_cannot_draw_level_with() -> None:
    state = underway("R R R |F| R", car("", 0), car("0.L", 2))
    assert why(state, "1@0.R") == "DIRT-PASS-1"
    assert drive_of(state, 0).staying() == "blocked"
    do(state, a.Pass())
    assert (state.cars[0].status, state.cars[0].pile) == ("line", (0,))
    slow = underway("R R R |F| R", car("", 0), car("0.L", 1))
    assert drive_of(slow, 0).staying() == "free"


@rule("DIRT-LOSS-D1", "DIRT-TRACK-4")
def test_a_car_on_the_other_way_keeps_a_crashed_car_off_turn_after_turn() -> None:
    state = underway("R R CL(1x1/2x2) R R R |F| R", car("1.L", 1), car("2.o1", 0, status="off"))
    drive(state, "1@2.i1", "-")
    assert (state.cars[1].status, state.cars[1].pile, state.cars[1].gear) == ("off", (0,), 0)
    drive(state, "2@3.L", "-")
    assert (state.cars[1].status, state.seat) == ("track", 1)


@rule("DIRT-CUT-6", "DIRT-CUT-D2", "DIRT-RALLY-3")
def test_mud_is_there_at_once_and_gone_with_the_stage() -> None:
    road = "S CR(1x1/2x3) S |F| R K4[0>2,R]"
    state = underway(road, car("0.R", 3), car("0.L", 2), stages=2)
    drive(state, "3@K 4@2.R 5@3.R", "-")
    chance(state, any_token("mud_minus_1"))
    assert [lying for _, lying in state.mud] == [token("mud_minus_1")]
    do(state, a.Roll(), "-")
    do(state, a.Roll(), "-")
    assert state.seat == 1
    assert why(state, "1@1.i1") == "DIRT-CUT-7"
    assert {n.limit for n in plans.extend(drive_of(state, 1)) if n.name == "1.o1"} == {1}
    drive(state, "1@1.o1", "-")
    drive(state, "1@1.o2 2@1.o3", "- -", "one-by-one", "spin")
    assert state.cars[1].gear == 0
    drive(state, "1@2.L 2@3.L", "- -")
    assert (state.stage, state.mud) == (1, ())


@rule("DIRT-ADV-3", "DIRT-RALLY-4", "DIRT-LEAD-1")
def test_seconds_taken_in_secret_hand_the_lead_to_another() -> None:
    state = underway("R |F| R", car("0.L", 6), car("0.R", 5), stages=2, time_controls=True)
    drive(state, "6@1.L", "-")
    drive(state, "5@1.L", "-")
    do(state, a.TakeTime(2), seat=0)
    for seat in (1, None):
        assert RALLYMAN_DIRT.view(state, seat).sheet[0].lines[0].control == 0
        assert RALLYMAN_DIRT.view(state, seat).chosen == (0,)
    do(state, a.TakeTime(0), seat=1)
    assert (state.starters, state.leader, state.sheet[0][0].control) == ((1, 0), 1, 10)


@rule("DIRT-ADV-3", "DIRT-SHEET-1")
def test_every_time_control_adds_to_its_own_stage() -> None:
    state = underway("R |F| R", car("0.L", 6), stages=3, time_controls=True)
    drive(state, "6@1.L", "-")
    do(state, a.TakeTime(1), seat=0)
    drive(state, "1@0.L 2@1.L", "- -")
    do(state, a.TakeTime(3), seat=0)
    drive(state, "1@0.L 2@1.L", "- -")
    assert [(row[0].seconds, row[0].control) for row in state.sheet] == [(10, 5), (40, 15), (40, 0)]
    assert RALLYMAN_DIRT.view(state, 0).totals == (110,)


@rule("DIRT-SPARE-D1", "DIRT-RALLY-D1")
def test_a_carried_puncture_can_be_mended_between_stages_where_that_is_agreed() -> None:
    state = underway("R |F| R", car("0.L", 3, tokens=("puncture",)), stages=2, spare_wheel_removes="coast")
    drive(state, "3@1.L", "-")
    assert RALLYMAN_DIRT.pending(state).seats == (0,)
    do(state, a.ChangeWheel(), seat=0)
    assert (state.cars[0].tokens, state.cars[0].spare, sum(state.bag)) == ((), False, 48)


@rule("DIRT-RETIRE-1", "DIRT-RALLY-5")
def test_a_car_that_carries_six_gearbox_tokens_retires_when_it_would_start() -> None:
    state = underway("R R |F| R", car("1.L", 3), car("1.R", 3, tokens=("gear",) * 6, spare=False), stages=2)
    state.order = (0,)
    state.cars[1].status, state.finishers = "finished", (1,)
    drive(state, "3@2.L", "-")
    assert state.stage == 1
    while state.cars[1].status == "waiting":
        steps = "1@0.L" if state.car.cell < 0 else "1@1.L"
        drive(state, steps, "-")
    assert state.cars[1].status == "retired"

"""DIRT: the rulings made while the engine was built."""

from __future__ import annotations

from paddock.games.rallyman.dirt import RALLYMAN_DIRT, plans
from paddock.games.rallyman.dirt import actions as a
from paddock.games.rallyman.dirt.drive import drive_of
from paddock.games.rallyman.dirt.order import order_of_play
from paddock.testing import rule
from paddock.testing.dirt import any_token, car, cell_of, chance, do, drive, plan, relay, token, underway
from paddock.testing.harness import refused


@rule("DIRT-ORDER-D4")
def test_cars_before_the_line_go_as_they_started() -> None:
    state = underway("R R R |F| R", car(""), car("1.L", 1), car(""))
    state.starters = (1, 2, 0)
    assert order_of_play(state) == (1, 2, 0)


@rule("DIRT-FLAT-D6")
def test_a_layout_that_loses_control_on_the_finish_row_finishes() -> None:
    state = underway("R CL(5x2/6x4) |F| R", car("0.L", 3), car("", 0))
    drive(state, "4@1.o1 5@1.o2 c@1.o3", "! ! !", "flat-out")
    assert state.phase == "relay"
    do(state, a.Relay(relay(state, "4@1.i1=! 5@1.i2=! c@2.L=!")))
    assert (state.cars[0].status, state.cars[0].pile, state.seat) == ("finished", (5,), 1)


@rule("DIRT-JUMP-D9")
def test_a_die_behind_a_long_jump_lies_on_the_named_landing() -> None:
    state = underway("R J3 R R R R |F| R", car("0.L", 3))
    refusal = refused(RALLYMAN_DIRT, state, 0, a.Plan(plan(state, "4@1.L>4.L 5@4.R")))
    assert refusal.rule_id == "DIRT-JUMP-D9"
    assert {n.name for n in plans.extend(drive_of(state, 0), plan(state, "4@1.L>4.L"))} == {"4.L"}


@rule("DIRT-BLOCK-D2")
def test_a_car_stranded_on_a_half_row_may_be_put_on_a_lane() -> None:
    state = underway("S W R R |F| R", car("0.b", 3, tokens=("coast", "coast")), car("", 0))
    assert drive_of(state, 0).staying() == "stranded"
    do(state, a.Pass(drive_of(state, 0).road.cell("0.R")))
    assert (cell_of(state), state.cars[0].pile) == ("0.R", (0,))


@rule("DIRT-SPARE-D5")
def test_the_token_that_came_first_is_removed_first() -> None:
    state = underway(
        "R " * 6 + "|F| R",
        car("0.L", 1, tokens=("coast", "puncture")),
        car("", 0),
        spare_wheel_removes="coast",
    )
    drive(state, "1@1.L", "-")
    do(state, a.ChangeWheel())
    assert state.cars[0].tokens == (token("puncture"),)


@rule("DIRT-FINISH-D6")
def test_a_car_carried_over_rolls_nothing_more_but_draws_on_its_way() -> None:
    state = underway("R R R S CR(1x1/2x3) S |F| R K4[3>5,R]", car("0.R", 3), car("", 0))
    drive(state, "3@1.R c@2.R 4@3.R c@K 5@5.R 6@6.R", "! !")
    do(state, a.Roll(), "!")
    assert (state.phase, state.at) == ("shortcut", 4)
    events = chance(state, any_token("mud_minus_1"))
    assert not any(isinstance(event, a.Rolled) for event in events)
    assert (state.cars[0].status, state.cars[0].pile) == ("finished", (6,))
    assert len(state.mud) == 1


@rule("DIRT-ADV-D9")
def test_who_lets_hazards_count_is_not_asked_again_in_that_turn() -> None:
    state = underway("R J3 R R R R R R |F| R", car("0.L", 3, sisu=True), car("", 0), sisu="stage")
    drive(state, "4@1.L>4.L 5@4.L 6@5.L", "! ! !", "flat-out")
    assert state.phase == "sisu"
    do(state, a.Accept())
    assert state.phase == "relay"
    do(state, a.Relay(relay(state, "4@1.L>4.L=!")))
    assert (state.phase, cell_of(state)) == ("back", "4.L")
    chance(state, "spin")
    assert state.cars[0].sisu


@rule("DIRT-ADV-D9")
def test_the_question_is_asked_also_where_the_finish_line_forgives() -> None:
    for answer, line in ((a.Accept(), "!"), (a.PlaySisu(), "sisu")):
        state = underway("R R R |F| R", car("0.L", 4, sisu=True), car("", 0), sisu="stage")
        drive(state, "5@1.L 6@2.L c@3.L", "! ! !", "flat-out")
        assert state.phase == "sisu"
        events = do(state, answer)
        told = next(event.line for event in events if isinstance(event, a.TurnTold))
        assert told == f"4: 5>1.L! 6>2.L! c>3.L! (3) {line} finish"
        assert (state.cars[0].pile, state.cars[0].sisu) == ((6,), isinstance(answer, a.Accept))


@rule("DIRT-RALLY-D5")
def test_wheels_are_changed_openly_before_the_time_control() -> None:
    state = underway("R |F| R", car("0.L", 3, tokens=("gear",)), car("0.R", 3), stages=2, time_controls=True)
    drive(state, "3@1.L", "-")
    drive(state, "3@1.L", "-")
    assert (state.phase, RALLYMAN_DIRT.pending(state).seats) == ("service", (0,))
    events = do(state, a.ChangeWheel(), seat=0)
    assert isinstance(events[0], a.WheelChanged)
    assert (state.phase, RALLYMAN_DIRT.pending(state).seats) == ("clocks", (0, 1))


@rule("DIRT-SHEET-D2")
def test_the_sheet_tells_what_the_car_takes_along() -> None:
    state = underway("R |F| R", car("0.L", 3, tokens=("gear", "gear")), stages=2)
    drive(state, "3@1.L", "-")
    assert state.sheet[0][0].gear == 2
    do(state, a.ChangeWheel(), seat=0)
    assert (state.sheet[0][0].gear, state.sheet[0][0].spare) == (1, False)
    drive(state, "1@0.L 2@1.L", "- -")
    assert (state.sheet[1][0].gear, state.sheet[1][0].spare) == (1, False)


@rule("DIRT-SHEET-D2", "DIRT-SHEET-1")
def test_at_the_time_control_the_sheet_already_tells_what_the_car_takes_along() -> None:
    helped = underway(
        "R |F| R",
        car("0.L", 3, tokens=("gear", "brake"), spare=False),
        stages=2,
        assistance=True,
        time_controls=True,
    )
    drive(helped, "3@1.L", "-")
    assert helped.phase == "clocks"
    line = RALLYMAN_DIRT.view(helped, 0).sheet[0].lines[0]
    assert (line.gear, line.coast, line.brake, line.spare) == (0, 0, 0, True)

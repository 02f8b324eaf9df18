"""DIRT: rolling one by one and flat out, second tokens."""

from __future__ import annotations

from paddock.games.rallyman.dirt import RALLYMAN_DIRT, relays
from paddock.games.rallyman.dirt import actions as a
from paddock.games.rallyman.dirt.stages import road
from paddock.testing import rule
from paddock.testing.dirt import car, cell_of, do, drive, plan, relay, underway
from paddock.testing.harness import refused
from paddock.testing.sure import some

LONG = "R " * 12 + "|F| R"


@rule("DIRT-TURN-1", "DIRT-TURN-3")
def test_a_turn_plans_rolls_and_ends_with_a_card() -> None:
    state = underway(LONG, car("0.L", 3), car("0.R", 1))
    assert state.phase == "plan"
    refused(RALLYMAN_DIRT, state, 0, a.Roll())
    refused(RALLYMAN_DIRT, state, 0, a.Stop())
    drive(state, "4@1.L 5@2.L", "- -")
    assert (state.cars[0].pile, state.seat) == ((5,), 1)


@rule("DIRT-TURN-1")
def test_a_car_without_gear_dice_retires_before_it_would_come_back_on_the_track() -> None:
    state = underway(LONG, car("1.L", 3), car("0.R", 0, status="off", tokens=("gear",) * 6))
    events = drive(state, "3@2.L", "-")
    assert [e.seat for e in events if isinstance(e, a.Retired)] == [1]
    assert not any(isinstance(e, a.Returned) for e in events)


@rule("DIRT-TURN-D1")
def test_a_plan_does_not_change_while_rolling_one_by_one() -> None:
    state = underway(LONG, car("0.L", 3))
    drive(state, "4@1.L 5@2.L", "-")
    assert state.phase == "step"
    refused(RALLYMAN_DIRT, state, 0, a.Plan(plan(state, "3@2.L")))
    assert set(RALLYMAN_DIRT.actions(state, 0)) == {a.Roll(), a.Stop()}


@rule("DIRT-TURN-D2")
def test_a_certain_loss_may_only_be_the_last_step() -> None:
    state = underway("R CL(1x1/2x2) R R |F| R", car("0.L", 4))
    assert refused(RALLYMAN_DIRT, state, 0, a.Plan(plan(state, "4@1.o1 3@1.o2"))).rule_id == "DIRT-TURN-D2"
    drive(state, "4@1.o1", "-")
    assert state.phase == "back"


@rule("DIRT-ROLL-1")
def test_a_gear_die_and_its_brake_dice_are_rolled_together() -> None:
    state = underway(LONG, car("0.L", 5))
    RALLYMAN_DIRT.act(state, 0, a.Plan(plan(state, "3b@1.L c@2.L")))
    node = RALLYMAN_DIRT.pending(state).chance
    assert node is not None
    odds = dict(zip(node.outcomes, node.weights, strict=True))
    assert odds == {"--": 16, "-!": 8, "!-": 8, "!!": 4}
    events = RALLYMAN_DIRT.resolve(state, "!!")
    assert events[0] == a.Rolled(0, 1, "3", "!!", 2)
    assert (cell_of(state), state.hazards) == ("1.L", 2)


@rule("DIRT-ROLL-2", "DIRT-LOSS-1")
def test_the_third_hazard_loses_control_on_its_space() -> None:
    state = underway(LONG, car("0.L", 3))
    events = drive(state, "3@1.L 4@2.L 5@3.L 6@4.L", "! ! !")
    loss = next(e for e in events if isinstance(e, a.ControlLost))
    assert (loss.cause, loss.hazards, loss.gear) == ("hazards", 3, 5)
    assert cell_of(state) == "3.L"


@rule("DIRT-ROLL-3")
def test_after_each_step_the_player_may_stop() -> None:
    state = underway(LONG, car("0.L", 3), car("0.R", 1))
    drive(state, "3@1.L 4@2.L 5@3.L", "! !")
    do(state, a.Stop())
    assert (cell_of(state), state.cars[0].pile) == ("2.L", (4,))


@rule("DIRT-ROLL-4", "DIRT-SEC-3", "DIRT-SEC-2")
def test_securing_moves_without_a_roll_and_costs_1_then_2_then_3() -> None:
    state = underway(LONG, car("0.L", 3, seconds=7))
    do(state, a.Plan(plan(state, "3@1.L 4@2.L 5@3.L 6@4.L")))
    for left in (6, 4, 1):
        do(state, a.Secure())
        assert state.cars[0].seconds == left
    assert (cell_of(state), state.hazards) == ("3.L", 0)
    assert refused(RALLYMAN_DIRT, state, 0, a.Secure()).rule_id == "DIRT-SEC-3"


@rule("DIRT-ROLL-5")
def test_one_by_one_earns_nothing() -> None:
    state = underway(LONG, car("0.L", 3))
    drive(state, "3@1.L 4@2.L", "- -")
    assert state.cars[0].seconds == 0


@rule("DIRT-ROLL-D1")
def test_overspeed_counts_before_hazards() -> None:
    state = underway("R R R CL(1x1/2x2) R |F| R", car("0.L", 3))
    events = drive(state, "4@1.L 5@2.L 3b@3.o1", "! ! !!")
    assert [e.cause for e in events if isinstance(e, a.ControlLost)] == ["overspeed"]


@rule("DIRT-ROLL-D2")
def test_the_first_step_is_rolled_or_secured() -> None:
    state = underway(LONG, car("0.L", 3, seconds=3))
    do(state, a.Plan(plan(state, "3@1.L 4@2.L")))
    assert set(RALLYMAN_DIRT.actions(state, 0)) == {a.Roll(), a.Secure()}
    assert refused(RALLYMAN_DIRT, state, 0, a.Stop()).rule_id == "DIRT-ROLL-D2"


@rule("DIRT-SEC-1")
def test_only_the_sum_of_seconds_matters() -> None:
    view = RALLYMAN_DIRT.view(underway(LONG, car("0.L", 3, seconds=9)), 0)
    assert view.cars[0].seconds == 9


@rule("DIRT-SEC-4")
def test_a_braking_step_is_secured_whole() -> None:
    state = underway(LONG, car("0.L", 5, seconds=2))
    do(state, a.Plan(plan(state, "3b@1.L c@2.L")))
    assert state.phase == "roll"
    rich = underway(LONG, car("0.L", 5, seconds=3))
    do(rich, a.Plan(plan(rich, "3b@1.L c@2.L")))
    do(rich, a.Secure())
    assert (rich.cars[0].seconds, rich.secured) == (0, 2)


@rule("DIRT-SEC-5")
def test_seconds_do_not_help_against_overspeed() -> None:
    state = underway("R CL(1x1/2x2) R |F| R", car("0.L", 4, seconds=9))
    do(state, a.Plan(plan(state, "4@1.o1")))
    do(state, a.Secure())
    assert state.phase == "back"
    jump = underway("R J3 R R R |F| R", car("0.L", 5, seconds=9))
    do(jump, a.Plan(plan(jump, "5@1.L>4.L")))
    do(jump, a.Secure())
    assert (jump.phase, cell_of(jump)) == ("back", "4.L")
    rolled = underway(LONG, car("0.L", 3, seconds=9))
    do(rolled, a.Plan(plan(rolled, "3@1.L 4@2.L")))
    do(rolled, a.Roll(), "!")
    do(rolled, a.Secure())
    assert rolled.cars[0].pile == (4,) and rolled.cars[0].seconds == 8


@rule("DIRT-SEC-6")
def test_nobody_takes_seconds_into_the_next_stage() -> None:
    state = underway("R |F| R", car("0.L", 3, seconds=7), stages=2)
    drive(state, "3@1.L", "-")
    assert state.stage == 1
    assert state.sheet[0][0].seconds == 30 - 7
    assert state.cars[0].seconds == 0


@rule("DIRT-SEC-D1")
def test_a_secured_long_jump_lands_safely() -> None:
    state = underway("R J3 R R R R |F| R", car("0.L", 3, seconds=1))
    do(state, a.Plan(plan(state, "4@1.L>4.L 5@4.L")))
    do(state, a.Secure())
    do(state, a.Roll(), "-")
    assert (cell_of(state), state.cars[0].pile) == ("4.L", (5,))


@rule("DIRT-FLAT-1")
def test_flat_out_rolls_everything_before_the_car_moves() -> None:
    state = underway(LONG, car("0.L", 3, seconds=9))
    drive(state, "3@1.L 4@2.L", "-", "flat-out")
    assert cell_of(state) == "0.L"
    assert RALLYMAN_DIRT.pending(state).chance is not None
    refused(RALLYMAN_DIRT, state, 0, a.Secure())


@rule("DIRT-FLAT-2")
def test_a_second_for_every_gear_coast_and_leader_die_none_for_brakes() -> None:
    state = underway(LONG, car("0.L", 5))
    drive(state, "3b@1.L c@2.L 4@3.L", "!- - !", "flat-out")
    assert state.cars[0].seconds == 3
    lead = underway(LONG, car("0.L", 3), leader=0)
    drive(lead, "l@1.L l@2.L", "- -", "flat-out")
    assert lead.cars[0].seconds == 2


@rule("DIRT-FLAT-3")
def test_below_the_limit_the_whole_plan_is_driven() -> None:
    state = underway(LONG, car("0.L", 3))
    drive(state, "3@1.L 4@2.L 5@3.L", "! - !", "flat-out")
    assert (cell_of(state), state.cars[0].pile) == ("3.L", (5,))
    over = underway("R R CL(1x1/2x2) R |F| R", car("0.L", 3))
    drive(over, "4@1.L 5@2.o1", "- -", "flat-out")
    assert (over.phase, over.lost_gear, over.cars[0].seconds) == ("back", 5, 2)


@rule("DIRT-FLAT-4", "DIRT-FLAT-5")
def test_a_failed_flat_out_is_laid_again_and_must_end_in_a_loss() -> None:
    state = underway(LONG, car("0.L", 3), car("8.L", 1))
    drive(state, "3@1.L 4@2.L 5@3.L c@4.L", "! ! ! -", "flat-out")
    assert (state.phase, cell_of(state)) == ("relay", "0.L")
    avoided = relay(state, "c@1.L=- 3@2.L=! 4@3.L=!")
    assert refused(RALLYMAN_DIRT, state, 0, a.Relay(avoided)).rule_id == "DIRT-FLAT-4"
    behind = relay(state, "3@1.L=! 4@2.L=! 5@3.L=! c@4.L=-")
    assert refused(RALLYMAN_DIRT, state, 0, a.Relay(behind)).rule_id == "DIRT-FLAT-5"
    other_faces = relay(state, "3@1.L=! 4@2.L=! 5@3.L=-")
    assert refused(RALLYMAN_DIRT, state, 0, a.Relay(other_faces)).rule_id == "DIRT-FLAT-4"
    illegal = relay(state, "4@1.L=! 5@2.L=! 3@3.L=!")
    assert refused(RALLYMAN_DIRT, state, 0, a.Relay(illegal)).rule_id == "DIRT-FLAT-4"
    do(state, a.Relay(relay(state, "3@1.R=! c@2.R=- 4@3.R=! 5@4.R=!")))
    assert (state.phase, cell_of(state), state.lost_gear) == ("back", "4.R", 5)


@rule("DIRT-FLAT-4")
def test_laid_again_a_loss_may_also_come_by_overspeed_or_a_jump() -> None:
    state = underway("R R CL(3x1/5x2) R J4 R R R |F| R", car("0.L", 2))
    drive(state, "3@1.L 4@2.o1 5@2.o2", "! ! !", "flat-out")
    do(state, a.Relay(relay(state, "3@1.L=! 4@2.i1=!")))
    assert (state.phase, cell_of(state), state.lost_gear) == ("back", "2.i1", 4)
    jump = underway("R J4 R R R R |F| R", car("0.L", 4))
    drive(jump, "4@1.L 5@3.L c@4.L", "! ! !", "flat-out")
    do(jump, a.Relay(relay(jump, "5@1.L>4.R=!")))
    assert (jump.phase, cell_of(jump), jump.lost_gear) == ("back", "4.R", 5)
    names = {(road(jump).name(cell), gear) for cell, gear in endings_of("R J4 R R R R |F| R")}
    assert names == {("4.L", 4), ("4.R", 4), ("4.L", 5), ("4.R", 5)}


def endings_of(notation: str) -> set[tuple[int, int]]:
    """Where the dice 4, 5 and c, all with hazards, can lose control from gear 4."""
    state = underway(notation, car("0.L", 4))
    drive(state, "4@1.L 5@3.L c@4.L", "! ! !", "flat-out")
    return set(relays.Relays(state).endings())


@rule("DIRT-FLAT-D1")
def test_dice_left_out_still_earn_their_second() -> None:
    state = underway("R R CL(3x1/5x2) R R |F| R", car("0.L", 2))
    drive(state, "3@1.L 4@2.o1 5@2.o2 c@3.L", "! ! ! -", "flat-out")
    do(state, a.Relay(relay(state, "3@1.L=! 4@2.i1=!")))
    assert state.cars[0].seconds == 4


@rule("DIRT-FLAT-D2")
def test_brake_dice_may_go_elsewhere_or_be_left_out() -> None:
    state = underway(LONG, car("0.L", 4))
    drive(state, "2b@1.L 3@2.L 4@3.L c@4.L", "!! ! - !", "flat-out")
    assert state.phase == "relay"
    do(state, a.Relay(relay(state, "3@1.L=! 2@2.L=! c@3.L=!")))
    assert (cell_of(state), state.lost_gear) == ("3.L", 2)
    other = underway(LONG, car("0.L", 4))
    drive(other, "2b@1.L 3@2.L 4@3.L c@4.L", "!! ! - !", "flat-out")
    do(other, a.Relay(relay(other, "4@1.L=- 2b@2.L=!! 3@3.L=!")))
    assert cell_of(other) == "3.L"
    assert [step.brakes for step in other.plan] == [0, 1, 0]


@rule("DIRT-FLAT-D3")
def test_the_plan_cut_off_at_its_first_loss_is_always_a_legal_layout() -> None:
    state = underway(LONG, car("0.L", 3))
    drive(state, "3@1.L 4@2.L 5@3.L 6@4.L", "! ! ! !", "flat-out")
    kept = relays.original(state)
    assert [step.faces for step in kept] == ["!", "!", "!"]
    assert a.Relay(kept) in RALLYMAN_DIRT.actions(state, 0)
    assert some(RALLYMAN_DIRT.view(state, 0).turn).relay == kept
    jump = underway("R R R R J6 R R R R |F| R", car("0.L", 4))
    drive(jump, "4@1.L 5@2.L 6@3.L c@4.L", "! ! ! !", "flat-out")
    assert [step.die for step in relays.original(jump)] == ["4", "5", "6"]
    flown = underway("R J3 R R R R R R |F| R", car("0.L", 3))
    drive(flown, "4@1.L>4.L 5@4.L 6@5.L", "! ! !", "flat-out")
    assert [step.die for step in relays.original(flown)] == ["4"]


@rule("DIRT-FLAT-D4", "DIRT-FINISH-4", "DIRT-FINISH-D5")
def test_a_failed_flat_out_over_the_line_is_not_laid_again() -> None:
    state = underway("R R R |F| R", car("0.L", 3))
    events = drive(state, "3@1.L 4@2.L 5@3.L", "! ! !", "flat-out")
    assert not any(isinstance(e, a.LayAgain) for e in events)
    assert state.cars[0].pile == (5,)
    assert state.sheet[0][0].seconds == 15 - 3


@rule("DIRT-FLAT-D5")
def test_seconds_are_credited_before_the_loss_and_cannot_be_spent_in_the_same_turn() -> None:
    state = underway(LONG, car("0.L", 3))
    events = drive(state, "3@1.L 4@2.L 5@3.L", "! ! !", "flat-out")
    kinds = [type(e) for e in events]
    assert kinds.index(a.SecondsGained) < kinds.index(a.LayAgain)
    assert state.cars[0].seconds == 3
    refused(RALLYMAN_DIRT, state, 0, a.Secure())


@rule("DIRT-SEC-4")
def test_a_braking_step_that_costs_too_much_is_refused_as_a_whole() -> None:
    state = underway(LONG, car("0.L", 4, seconds=5))
    do(state, a.Plan(plan(state, "5@1.L 3b@2.L")))
    do(state, a.Secure())
    assert refused(RALLYMAN_DIRT, state, 0, a.Secure()).rule_id == "DIRT-SEC-4"

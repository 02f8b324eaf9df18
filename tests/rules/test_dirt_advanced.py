"""DIRT: the advanced rules, each on its own."""

from __future__ import annotations

import pytest

from paddock.core.errors import BadInput, IllegalAction
from paddock.games.rallyman.dirt import RALLYMAN_DIRT, plans, relays
from paddock.games.rallyman.dirt import actions as a
from paddock.games.rallyman.dirt.drive import drive_of
from paddock.games.rallyman.dirt.state import State, hand_of
from paddock.games.rallyman.questions import NextSteps
from paddock.testing import rule
from paddock.testing.dirt import car, cell_of, chance, do, drive, plan, relay, stage_of, underway
from paddock.testing.harness import refused

LONG = "R " * 12 + "|F| R"


def why(state: State, text: str) -> str:
    """The rule that refuses a plan; empty if it is legal."""
    try:
        plans.laid(drive_of(state, state.seat), plan(state, text))
    except IllegalAction as refusal:
        return refusal.rule_id
    return ""


@rule("DIRT-ADV-1")
def test_a_flying_start_uses_die_2_from_gear_0() -> None:
    state = underway(LONG, car(""), flying_start=True)
    assert why(state, "2@0.L 3@1.L") == why(state, "1@0.L") == ""
    assert why(state, "3@0.L") == "DIRT-ADV-1"
    drive(state, "2@0.L 3@1.L", "- -")
    assert state.cars[0].pile == (3,)


@rule("DIRT-ADV-1")
def test_a_hazard_on_its_die_ends_the_turn_without_a_loss() -> None:
    state = underway(LONG, car("3.L", 0), car("0.R", 1), flying_start=True)
    events = drive(state, "2@4.L 3@5.L", "!")
    assert any(isinstance(e, a.FlyingStartFailed) for e in events)
    assert (cell_of(state), state.cars[0].pile, state.seat) == ("4.L", (2,), 1)


@rule("DIRT-ADV-1", "DIRT-ADV-D1")
def test_flat_out_it_ends_the_turn_too_also_with_three_hazards() -> None:
    state = underway(LONG, car("3.L", 0), car("0.R", 1), flying_start=True)
    events = drive(state, "2@4.L 3@5.L 4@6.L", "! ! !", "flat-out")
    assert not any(isinstance(e, a.LayAgain | a.ControlLost) for e in events)
    assert (cell_of(state), state.cars[0].pile, state.cars[0].seconds) == ("4.L", (2,), 3)


@rule("DIRT-ADV-D1")
def test_overspeed_counts_on_a_flying_start() -> None:
    state = underway("R CL(1x1/1x2) R |F| R", car("0.L", 0), flying_start=True)
    events = drive(state, "2@1.i1", "!")
    assert [e.cause for e in events if isinstance(e, a.ControlLost)] == ["overspeed"]


@rule("DIRT-ADV-D10", "DIRT-SPARE-4")
def test_a_flying_start_is_possible_after_a_wheel_change() -> None:
    state = underway(LONG, car("3.L", 1, tokens=("gear",)), car("0.R", 1), flying_start=True)
    drive(state, "1@4.L", "-")
    do(state, a.ChangeWheel())
    drive(state, "1@1.R", "-")
    assert (state.seat, state.cars[0].gear) == (0, 0)
    drive(state, "2@5.L", "-")
    assert (cell_of(state, 0), state.cars[0].gear) == ("5.L", 2)


@rule("DIRT-ADV-1")
def test_its_die_can_be_secured() -> None:
    state = underway(LONG, car("3.L", 0, seconds=1), flying_start=True)
    do(state, a.Plan(plan(state, "2@4.L 3@5.L")))
    do(state, a.Secure())
    assert (cell_of(state), state.phase) == ("4.L", "step")


@rule("DIRT-ADV-1", "DIRT-ADV-D2")
def test_laid_again_a_plan_begins_with_die_2_only_if_it_did_before() -> None:
    state = underway(LONG, car("3.L", 0), flying_start=True)
    drive(state, "1@4.L 2@5.L 3@6.L 4@7.L c@8.L", "- - ! ! !", "flat-out")
    starts_flying = relay(state, "2@4.L=- 3@5.L=! 4@6.L=! c@7.L=!")
    assert refused(RALLYMAN_DIRT, state, 0, a.Relay(starts_flying)).message.id == "rallyman-dirt.not-rolled"
    assert a.Relay(relay(state, "1@4.L=- 2@5.L=- 3@6.L=! 4@7.L=! c@8.L=!")) in RALLYMAN_DIRT.actions(state, 0)
    flown = underway(LONG, car("3.L", 0), flying_start=True)
    drive(flown, "2@4.L 3@5.L 4@6.L c@7.L", "- ! ! !", "flat-out")
    assert relays.original(flown)[0].die == "2"
    do(flown, a.Relay(relay(flown, "2@4.L=- c@5.L=! 3@6.L=! 4@7.L=!")))
    assert flown.phase == "back"
    chance(flown, "spin")
    assert why(flown, "2@8.L") == ""


@rule("DIRT-ADV-2", "DIRT-ADV-D3")
def test_in_the_highest_gear_the_brake_die_coasts() -> None:
    state = underway(LONG, car("0.L", 6), red_zone=True)
    assert why(state, "r@1.L") == why(state, "c@1.L r@2.L c@3.L") == ""
    assert why(state, "r@1.L r@2.L") == "DIRT-DICE-1"
    assert why(state, "r@1.L 4b@2.L") == "DIRT-DICE-1"
    assert why(underway(LONG, car("0.L", 5), red_zone=True), "r@1.L") == "DIRT-ADV-2"
    assert why(underway(LONG, car("0.L", 6)), "r@1.L") == "DIRT-ADV-2"
    damaged = underway(LONG, car("0.L", 6, tokens=("gear", "gear")), red_zone=True)
    assert why(damaged, "r@1.L") == ""
    assert why(underway(LONG, car("0.L", 5, tokens=("gear",)), red_zone=True), "r@1.L") == "DIRT-ADV-2"
    assert why(underway(LONG, car("0.L", 6, tokens=("brake",)), red_zone=True), "r@1.L") == "DIRT-DICE-1"


@rule("DIRT-ADV-2")
def test_a_red_zone_die_leaves_all_gear_dice() -> None:
    state = underway(LONG, car("0.L", 6), red_zone=True)
    before = RALLYMAN_DIRT.explore(state, 0, NextSteps()).left
    after = RALLYMAN_DIRT.explore(state, 0, NextSteps(plan(state, "r@1.L"))).left
    assert (before.gear, before.brake, before.dice["r"]) == (6, 1, 1)
    assert (after.gear, after.brake, after.dice["r"]) == (6, 0, 0)


@rule("DIRT-ADV-2")
def test_a_red_zone_die_earns_no_second() -> None:
    state = underway(LONG, car("0.L", 6), red_zone=True)
    drive(state, "r@1.L c@2.L", "- -", "flat-out")
    assert (state.cars[0].seconds, state.cars[0].gear) == (1, 6)


def between_stages(seats: int = 3) -> State:
    """A rally with time controls between its two stages, all equal so far."""
    state = underway("R |F| R", *(car("0.L", 3) for _ in range(1)), stages=2, time_controls=True)
    if seats > 1:
        spots = ["1.L", "1.R", "0.L"][:seats]
        state = underway("R R |F| R", *(car(spot, 3) for spot in spots), stages=2, time_controls=True)
    while state.phase != "clocks":
        name = RALLYMAN_DIRT.view(state, None).cars[state.seat].cell_name
        drive(state, f"3@{int(name[0]) + 1}.R", "-")
    return state


@rule("DIRT-ADV-3")
def test_time_controls_are_secret_until_all_have_chosen_and_change_the_order() -> None:
    state = between_stages()
    assert RALLYMAN_DIRT.pending(state).seats == (0, 1, 2)
    events = do(state, a.TakeTime(4), seat=0)
    assert events == [a.TimeTaken(0)]
    assert RALLYMAN_DIRT.view(state, 0).your_time == 4
    for other in (1, 2, None):
        assert RALLYMAN_DIRT.view(state, other).your_time is None
        assert RALLYMAN_DIRT.view(state, other).chosen == (0,)
    hidden = RALLYMAN_DIRT.clone(state)
    hidden.clocks = (9, -1, -1)
    for other in (1, 2, None):
        assert RALLYMAN_DIRT.view(hidden, other) == RALLYMAN_DIRT.view(state, other)
    assert RALLYMAN_DIRT.pending(state).seats == (1, 2)
    do(state, a.TakeTime(0), seat=2)
    events = do(state, a.TakeTime(1), seat=1)
    assert next(e for e in events if isinstance(e, a.TimesShown)).seconds == (20, 5, 0)
    assert [line.control for line in state.sheet[0]] == [20, 5, 0]
    assert [line.total for line in state.sheet[0]] == [50, 35, 60]
    assert state.starters == (1, 0, 2)


@rule("DIRT-ADV-D6")
def test_0_to_30_tokens_not_after_the_last_stage_and_retired_players_too() -> None:
    state = between_stages()
    assert refused(RALLYMAN_DIRT, state, 0, a.TakeTime(31)).rule_id == "DIRT-ADV-D6"
    assert len(list(RALLYMAN_DIRT.actions(state, 0))) == 31
    do(state, a.TakeTime(30), seat=0)
    assert RALLYMAN_DIRT.view(state, 0).your_time == 30
    last = underway("R |F| R", car("0.L", 3), stages=1, time_controls=True)
    drive(last, "3@1.L", "-")
    assert RALLYMAN_DIRT.pending(last).over
    retired = underway("R |F| R", car("0.L", 3), car("", 0, status="retired"), stages=2, time_controls=True)
    retired.order = (0,)
    drive(retired, "3@1.L", "-")
    assert RALLYMAN_DIRT.pending(retired).seats == (0, 1)


@rule("DIRT-RETIRE-D1")
def test_time_controls_do_not_change_what_a_retired_player_gets() -> None:
    state = underway("R |F| R", car("0.L", 3), car("", 0, status="retired"), stages=2, time_controls=True)
    state.order = (0,)
    drive(state, "3@1.L", "-")
    do(state, a.TakeTime(10), seat=0)
    do(state, a.TakeTime(0), seat=1)
    assert [(line.seconds, line.total) for line in state.sheet[0]] == [(30, 80), (90, 90)]


@rule("DIRT-ADV-4", "DIRT-ADV-D4")
def test_sisu_after_the_roll_that_reached_the_limit() -> None:
    state = underway(LONG, car("0.L", 3, sisu=True), sisu="rally")
    do(state, a.Plan(plan(state, "3@1.L 4@2.L 5@3.L 6@4.L")))
    for _ in range(3):
        do(state, a.Roll(), "!")
    assert state.phase == "sisu"
    assert set(RALLYMAN_DIRT.actions(state, 0)) == {a.PlaySisu(), a.Accept()}
    do(state, a.PlaySisu())
    assert (state.phase, state.cars[0].sisu) == ("step", False)
    do(state, a.Roll(), "!")
    assert (cell_of(state), state.cars[0].pile) == ("4.L", (6,))
    gone = underway(LONG, car("0.L", 3, sisu=False), sisu="rally")
    drive(gone, "3@1.L 4@2.L 5@3.L", "! ! !")
    assert gone.phase == "back"


@rule("DIRT-ADV-4")
def test_sisu_may_be_kept_and_is_no_help_against_overspeed() -> None:
    state = underway(LONG, car("0.L", 3, sisu=True), sisu="stage")
    do(state, a.Plan(plan(state, "3@1.L 4@2.L 5@3.L")))
    for _ in range(3):
        do(state, a.Roll(), "!")
    do(state, a.Accept())
    assert (state.phase, state.cars[0].sisu) == ("back", True)
    fast = underway("R CL(1x1/2x2) R |F| R", car("0.L", 4, sisu=True), sisu="stage")
    do(fast, a.Plan(plan(fast, "4@1.i1")))
    do(fast, a.PlaySisu())
    do(fast, a.Roll(), "-")
    assert fast.phase == "back"


@rule("DIRT-ADV-D4")
def test_sisu_before_the_roll_on_a_long_jump_and_on_a_flying_start() -> None:
    early = underway(LONG, car("0.L", 3, sisu=True), sisu="rally")
    do(early, a.PlaySisu())
    assert early.phase == "plan"
    drive(early, "3@1.L 4@2.L 5@3.L 6@4.L", "! ! ! !")
    assert early.cars[0].pile == (6,)
    jump = underway("R J3 R R R R |F| R", car("0.L", 3, sisu=True), sisu="rally")
    do(jump, a.Plan(plan(jump, "4@1.L>4.L 5@4.L")))
    do(jump, a.Roll(), "!")
    do(jump, a.PlaySisu())
    do(jump, a.Roll(), "!")
    assert (cell_of(jump), jump.cars[0].pile) == ("4.L", (5,))
    flying = underway(LONG, car("3.L", 0, sisu=True), flying_start=True, sisu="rally")
    do(flying, a.Plan(plan(flying, "2@4.L 3@5.L")))
    do(flying, a.Roll(), "!")
    do(flying, a.PlaySisu())
    do(flying, a.Roll(), "-")
    assert cell_of(flying) == "5.L"


@rule("DIRT-ADV-D5")
def test_flat_out_sisu_after_the_roll_is_a_success() -> None:
    state = underway(LONG, car("0.L", 3, sisu=True), sisu="rally")
    drive(state, "3@1.L 4@2.L 5@3.L", "! ! !", "flat-out")
    assert state.phase == "sisu"
    do(state, a.PlaySisu())
    assert (cell_of(state), state.cars[0].pile, state.cars[0].seconds) == ("3.L", (5,), 3)
    kept = underway(LONG, car("0.L", 3, sisu=True), sisu="rally")
    drive(kept, "3@1.L 4@2.L 5@3.L", "! ! !", "flat-out")
    do(kept, a.Accept())
    assert kept.phase == "relay"


@rule("DIRT-ADV-4")
def test_without_a_token_there_is_nothing_to_play() -> None:
    state = underway(LONG, car("0.L", 3))
    assert refused(RALLYMAN_DIRT, state, 0, a.PlaySisu()).rule_id == "DIRT-ADV-4"


@rule("DIRT-ADV-5", "DIRT-ADV-D8")
def test_one_shot_gives_everybody_coast_dice_in_a_single_stage_only() -> None:
    state = underway(LONG, car("3.L", 3), car("1.L", 3), leader=0, one_shot=True)
    assert [hand_of(state, seat).coast_die for seat in (0, 1)] == ["c", "c"]
    stage = stage_of("R |F| R", name="once")
    with pytest.raises(BadInput):
        RALLYMAN_DIRT.start(RALLYMAN_DIRT.Options(layouts=(stage, stage), one_shot=True), 2)

"""DIRT: finishing, retiring, the rally sheet, and the way from stage to stage."""

from __future__ import annotations

import random

import pytest

from paddock.core.chance import seed_from
from paddock.core.errors import BadInput
from paddock.core.game import encode_state
from paddock.core.logs import load
from paddock.core.match import Match, resume, start, stream_for
from paddock.games.rallyman.dirt import RALLYMAN_DIRT, rally
from paddock.games.rallyman.dirt import actions as a
from paddock.games.rallyman.dirt.cards import turn_over
from paddock.games.rallyman.dirt.stages import lay_by_hand, roads_of, stages_of
from paddock.games.rallyman.dirt.state import Carried, DirtOptions, SheetLine, State, damage, hand_of
from paddock.games.rallyman.questions import NextSteps
from paddock.testing import rule
from paddock.testing.dirt import any_token, car, cell_of, chance, do, drive, plan, token, underway
from paddock.testing.harness import refused
from paddock.testing.roads import dirt_road
from paddock.tracks.road_dirt_compiler import compile_sections

SHORT = "R R R R |F| R:red R R"


def at_the_line(*cars: tuple[int, int], **extra: object) -> State:
    """Cars in the last row before the line, each with a gear and seconds on an imagined pile."""
    spots = ("3.L", "3.R", "2.L", "2.R", "1.L", "1.R")
    return underway(
        SHORT,
        *(car(spot, gear, pile=(1,) * turns) for spot, (gear, turns) in zip(spots, cars, strict=False)),
        **extra,  # type: ignore[arg-type]
    )


@rule("DIRT-FINISH-1", "DIRT-FINISH-2", "DIRT-FINISH-3")
def test_the_finish_row_ends_the_stage_with_a_card_of_the_gear_there() -> None:
    state = at_the_line((3, 0), (1, 0))
    drive(state, "4@4.R", "-")
    assert (state.cars[0].status, state.cars[0].pile, state.finishers) == ("finished", (4,), (0,))
    assert (state.cars[0].cell, state.seat) == (-1, 1)
    coasting = at_the_line((5, 0), (1, 0))
    drive(coasting, "c@4.R", "-")
    assert coasting.cars[0].pile == (5,)
    drive(coasting, "1@4.R", "-")
    assert RALLYMAN_DIRT.pending(coasting).over


@rule("DIRT-FINISH-D1")
def test_no_dice_behind_the_finish_row() -> None:
    state = at_the_line((3, 0))
    assert refused(RALLYMAN_DIRT, state, 0, a.Plan(plan(state, "4@4.R 5@4.L"))).rule_id == "DIRT-FINISH-D1"


@rule("DIRT-FINISH-4", "DIRT-FINISH-D2")
def test_a_loss_by_hazards_in_the_finishing_turn_carries_the_car_over() -> None:
    state = underway(SHORT, car("0.L", 3))
    events = drive(state, "3@1.L 4@2.L 5@3.L 6@4.L", "! ! !")
    assert any(isinstance(e, a.CarriedOver) for e in events)
    assert (state.cars[0].status, state.cars[0].pile) == ("finished", (6,))
    assert not any(isinstance(e, a.CardTurned) for e in events)
    assert RALLYMAN_DIRT.pending(state).over


@rule("DIRT-FINISH-4")
def test_if_the_rally_goes_on_the_card_is_turned_for_its_damage_only() -> None:
    state = underway(SHORT, car("0.L", 3), car("0.R", 1), stages=2)
    drive(state, "3@1.L 4@2.L 5@3.L c@4.L", "! ! !")
    node = RALLYMAN_DIRT.pending(state).chance
    assert node is not None and node.label == "back of gear 5"
    events = chance(state, "crash-1-2-3", *[any_token("gear")] * 3)
    turned = next(e for e in events if isinstance(e, a.CardTurned))
    assert turned.forgiven and turned.tokens == 3
    assert (state.cars[0].pile, damage(state.cars[0].tokens)) == ((5,), (3, 0, 0))
    spin = underway(SHORT, car("0.L", 3), car("0.R", 1), stages=2)
    drive(spin, "3@1.L 4@2.L 5@3.L c@4.L", "! ! !")
    chance(spin, "spin")
    assert spin.cars[0].tokens == () and spin.seat == 1


@rule("DIRT-FINISH-D2")
def test_a_certain_loss_before_the_line_is_no_free_ride() -> None:
    road = "R R CL(1x1/2x1) |F| R"
    state = underway(road, car("0.L", 3))
    assert (
        refused(RALLYMAN_DIRT, state, 0, a.Plan(plan(state, "3@1.L 4@2.o1 5@3.L"))).rule_id == "DIRT-TURN-D2"
    )
    drive(state, "3@1.L 4@2.o1", "- -")
    assert state.phase == "back" and state.cars[0].status == "track"


@rule("DIRT-FINISH-D2", "DIRT-JUMP-3")
def test_a_hazard_on_a_long_jump_is_forgiven_too_if_the_plan_reaches_the_line() -> None:
    state = underway("R J3 R R R R |F| R", car("0.L", 3))
    drive(state, "4@1.L>4.L 5@4.L 6@5.L c@6.L", "!")
    assert (state.cars[0].status, state.cars[0].pile) == ("finished", (6,))


@rule("DIRT-FINISH-D2", "DIRT-CUT-D1")
def test_a_car_carried_over_drives_its_plan_and_draws_on_its_shortcuts() -> None:
    state = underway("R R S CR(1x1/2x3) S |F| R K4[2>4,R]", car("0.R", 3))
    drive(state, "3@1.R 4@2.R c@K 5@4.R c@5.R", "! ! !")
    assert state.phase == "shortcut"
    chance(state, any_token("ok"))
    assert (state.cars[0].status, state.cars[0].pile) == ("finished", (5,))


@rule("DIRT-FINISH-D3")
def test_stopping_before_the_line_is_an_ordinary_end_of_turn() -> None:
    state = underway(SHORT, car("2.L", 3))
    drive(state, "4@3.L 5@4.L", "-")
    do(state, a.Stop())
    assert (state.cars[0].status, state.cars[0].pile) == ("track", (4,))


@rule("DIRT-FINISH-5", "DIRT-FINISH-6")
def test_the_stage_ends_when_all_are_home_and_the_lowest_time_wins() -> None:
    state = at_the_line((3, 2), (3, 1))
    state.cars[0].seconds = 60
    drive(state, "3@4.L", "-")
    assert not RALLYMAN_DIRT.pending(state).over
    events = drive(state, "3@4.L", "-")
    ended = next(e for e in events if isinstance(e, a.StageEnded))
    assert ended.seconds == (70, 80)
    assert (ended.places, ended.winner) == ((1, 2), 0)
    far = underway(SHORT, car("3.L", 3), car("1.L", 1))
    drive(far, "3@4.L", "-")
    assert far.seat == 1
    drive(far, "1@2.L", "-")
    assert (far.seat, far.sheet) == (1, ())
    drive(far, "1@3.L 2@4.L", "- -")
    assert (RALLYMAN_DIRT.pending(far).over, len(far.sheet)) == (True, 1)


@rule("DIRT-FINISH-D4")
def test_equal_stage_times_share_a_place() -> None:
    assert rally.places([90, 80, 80, 100]) == (3, 1, 1, 4)


@rule("DIRT-FINISH-D5")
def test_seconds_of_a_finishing_flat_out_count() -> None:
    state = at_the_line((3, 0))
    drive(state, "3@4.L", "!", "flat-out")
    assert state.sheet[0][0].seconds == 29


@rule("DIRT-RETIRE-1")
def test_who_has_no_gear_die_left_at_the_start_of_a_turn_retires() -> None:
    state = underway(SHORT, car("1.L", 1), car("0.L", 0, tokens=("gear",) * 6, status="off"), car(""))
    events = drive(state, "1@2.L", "-")
    assert [e.seat for e in events if isinstance(e, a.Retired)] == [1]
    assert (state.cars[1].status, state.cars[1].cell, state.seat) == ("retired", -1, 2)
    five = underway(SHORT, car("1.L", 1), car("0.L", 0, tokens=("gear",) * 5))
    drive(five, "1@2.L", "-")
    assert five.cars[1].status == "track"


@rule("DIRT-RETIRE-2", "DIRT-RETIRE-D1", "DIRT-RETIRE-D2", "DIRT-RETIRE-D4")
def test_retired_players_get_the_time_of_who_crossed_the_line_last_and_a_minute() -> None:
    state = underway(
        SHORT,
        car("3.L", 3, pile=(1, 1, 1, 1)),
        car("3.R", 2, pile=(1,)),
        car("2.L", 0, status="retired", pile=(1, 1, 1, 1, 1, 1, 1, 1)),
        car("2.R", 0, status="retired", seconds=9),
    )
    state.order = (0, 1)
    drive(state, "3@4.L", "-")
    drive(state, "2@4.L", "-")
    assert [line.seconds for line in state.sheet[0]] == [230, 90, 150, 150]
    assert [line.retired for line in state.sheet[0]] == [False, False, True, True]


@rule("DIRT-RETIRE-D3")
def test_if_nobody_finishes_all_get_the_largest_time_and_a_minute() -> None:
    state = underway(
        SHORT, car("0.L", 0, status="retired", pile=(1, 1)), car("0.R", 0, status="retired", pile=(1,))
    )
    state.cars[0].seconds = 7
    assert rally.stage_times(state) == (153, 153)


@rule("DIRT-RETIRE-3", "DIRT-ADV-D7")
def test_a_retired_player_is_repaired_before_the_next_stage() -> None:
    state = underway(
        "R |F| R",
        car("0.L", 3, tokens=("gear",), spare=False),
        car("0.R", 0, status="retired", tokens=("gear",) * 6, spare=False),
        stages=2,
        sisu="stage",
    )
    state.order = (0,)
    drive(state, "3@1.L", "-")
    assert state.stage == 1
    assert (state.cars[1].tokens, state.cars[1].spare, state.cars[1].sisu) == ((), True, True)
    assert (damage(state.cars[0].tokens), state.cars[0].spare, state.cars[0].sisu) == (
        (1, 0, 0),
        False,
        False,
    )


@rule("DIRT-RETIRE-D5")
def test_nobody_retires_of_their_own_will() -> None:
    state = underway(SHORT, car("0.L", 3))
    tags = {type(action).__name__ for action in list(RALLYMAN_DIRT.actions(state, 0))[:500]}
    assert tags == {"Plan"}
    assert RALLYMAN_DIRT.view(state, 0).can == ("plan",)


@rule("DIRT-RALLY-1")
def test_the_lowest_sum_of_stage_times_wins() -> None:
    state = underway("R |F| R", car("0.L", 3), car("0.R", 6), stages=3)
    for _ in range(3):
        while not RALLYMAN_DIRT.pending(state).over and state.cars[state.seat].cell >= 0:
            drive(state, f"{state.car.gear}@1.L", "-")
        while not RALLYMAN_DIRT.pending(state).over and state.car.cell < 0:
            drive(state, "1@0.L 2@1.L", "- -", "flat-out")
    assert len(state.sheet) == 3
    result = RALLYMAN_DIRT.result(state)
    assert result is not None
    assert result.scores == (30 + 38 + 38, 10 + 38 + 38)
    assert result.places == (2, 1)
    view = RALLYMAN_DIRT.view(state, None)
    assert (view.order, view.leader, view.asked) == ((), None, ())


@rule("DIRT-RALLY-2", "DIRT-SPARE-6", "DIRT-SHEET-1")
def test_after_a_stage_times_then_the_wheel_then_the_next_start() -> None:
    state = underway("R |F| R", car("0.L", 3, tokens=("gear", "brake")), stages=2)
    events = drive(state, "3@1.L", "-")
    assert any(isinstance(e, a.StageEnded) for e in events)
    assert (state.phase, state.stage) == ("service", 0)
    events = do(state, a.ChangeWheel(), seat=0)
    assert next(e for e in events if isinstance(e, a.WheelChanged)).seconds == 0
    assert state.stage == 1
    line = state.sheet[0][0]
    assert (line.seconds, line.gear, line.coast, line.brake, line.spare) == (30, 0, 0, 1, False)


@rule("DIRT-SPARE-6")
def test_all_who_may_change_a_wheel_are_asked_at_once() -> None:
    state = underway(
        "R |F| R",
        car("0.L", 3, tokens=("gear",)),
        car("0.R", 3, tokens=("gear",)),
        car("0.L", 3, tokens=("gear",), spare=False),
        stages=2,
    )
    drive(state, "3@1.L", "-")
    drive(state, "3@1.L", "-")
    drive(state, "3@1.L", "-")
    assert RALLYMAN_DIRT.pending(state).seats == (0, 1)
    refused(RALLYMAN_DIRT, state, 2, a.ChangeWheel())
    assert do(state, a.KeepWheel(), seat=1) == [a.WheelKept(1)]
    assert RALLYMAN_DIRT.pending(state).seats == (0,)
    refused(RALLYMAN_DIRT, state, 1, a.ChangeWheel())
    do(state, a.KeepWheel(), seat=0)
    assert state.stage == 1


@rule("DIRT-RALLY-3", "DIRT-RALLY-D3", "DIRT-RALLY-D4", "DIRT-RALLY-5")
def test_clearing_up_leaves_the_cockpits_alone() -> None:
    road = "S CR(1x1/2x3) S |F| R K4[0>2,R]"
    state = underway(
        road,
        car("2.L", 3, tokens=("ok", "green_flag", "coast", "brake"), seconds=5, spare=False),
        stages=2,
    )
    state.mud = ((0, token("mud_minus_1")),)
    bag = list(state.bag)
    bag[2] -= 1
    state.bag = tuple(bag)
    turn_over(state, 3, "spin")
    assert (sum(state.bag), sum(state.backs)) == (43, 173)
    drive(state, "3@3.L", "-")
    assert state.stage == 1
    assert sum(state.bag) == 44
    assert damage(state.cars[0].tokens) == (0, 1, 1) and len(state.cars[0].tokens) == 4
    assert (state.mud, state.cars[0].pile, state.cars[0].seconds) == ((), (), 0)
    assert sum(state.backs) == 174
    hand = hand_of(state, 0)
    assert (hand.gear, hand.coast, hand.brake) == (6, 1, 0)
    assert not state.cars[0].spare


@rule("DIRT-RALLY-4")
def test_the_next_stage_starts_fastest_first_with_a_new_leader() -> None:
    state = underway("R R |F| R", car("1.L", 2), car("1.R", 5), car("0.L", 3), stages=2)
    state.order, state.leader = (1, 0, 2), -1
    drive(state, "5@2.L", "-")
    drive(state, "2@2.L", "-")
    drive(state, "3@1.L", "-")
    events = drive(state, "4@2.L", "-")
    assert next(e for e in events if isinstance(e, a.StageBegan)).order == (1, 0, 2)
    assert (state.stage, state.round, state.order, state.leader) == (1, 1, (1,), 1)


@rule("DIRT-RALLY-4")
def test_the_total_of_all_stages_decides_not_the_last_one() -> None:
    state = underway("R |F| R", car("0.L", 2), car("0.R", 6), stages=3)
    drive(state, "2@1.L", "-")
    drive(state, "6@1.L", "-")
    assert state.starters == (1, 0)
    drive(state, "1@0.L 2@1.L", "- -")
    drive(state, "1@0.L 2@1.L", "- -", "flat-out")
    assert [line.seconds for line in state.sheet[1]] == [38, 40]
    assert (rally.totals(state), state.starters) == ((78, 50), (1, 0))


@rule("DIRT-RALLY-D2")
def test_equal_totals_start_as_before_and_are_told_apart_by_the_last_stage() -> None:
    state = underway("R |F| R", car("0.L", 3), car("0.R", 3), stages=2)
    state.starters = (1, 0)
    drive(state, "3@1.L", "-")
    drive(state, "3@1.L", "-")
    assert state.starters == (1, 0)
    state.sheet = (
        tuple(SheetLine(s, 0, 0, 0, 0, True, False, False) for s in (100, 90, 100)),
        tuple(SheetLine(s, 0, 0, 0, 0, True, False, False) for s in (50, 60, 50)),
    )
    state.cars = state.cars + state.cars[:1]
    assert rally.totals(state) == (150, 150, 150)
    assert rally.final_places(state) == (1, 3, 1)


@rule("DIRT-RALLY-D1")
def test_a_carried_puncture_counts_as_suspension() -> None:
    state = underway("R |F| R", car("0.L", 3, tokens=("puncture",)), stages=2)
    drive(state, "3@1.L", "-")
    assert state.stage == 1
    assert (state.sheet[0][0].coast, hand_of(state, 0).coast) == (1, 1)


SHEET = (
    Carried(seconds=300, gear=2, coast=1, brake=1, spare=False, sisu=False),
    Carried(seconds=290),
    Carried(seconds=300, gear=1),
)


@rule("DIRT-RALLY-6", "DIRT-RALLY-D6")
def test_a_rally_is_taken_up_from_a_filled_sheet() -> None:
    options = DirtOptions(rally="rally-2", stages=("SS2", "SS3"), sisu="rally", carried=SHEET)
    state = RALLYMAN_DIRT.start(options, 3)
    assert [damage(c.tokens) for c in state.cars] == [(2, 1, 1), (0, 0, 0), (1, 0, 0)]
    assert [(c.spare, c.sisu) for c in state.cars] == [(False, False), (True, True), (True, True)]
    assert sum(state.bag) == 43
    assert (rally.totals(state), rally.final_places(state)) == ((300, 290, 300), (2, 1, 2))
    chance(state, 2)
    assert state.starters == (1, 2, 0)
    state.sheet = (tuple(SheetLine(s, 0, 0, 0, 0, True, False, False) for s in (90, 120, 80)),)
    assert rally.totals(state) == (390, 410, 380)
    row = RALLYMAN_DIRT.view(state, 0).sheet[0]
    assert [(line.total, line.rank) for line in row.lines] == [(390, 2), (410, 3), (380, 1)]
    assert RALLYMAN_DIRT.course(options) is None


@rule("DIRT-RALLY-D6")
@pytest.mark.parametrize(
    ("carried", "words"),
    [
        ([{}], "1 line for 2 cars"),
        ([{}, {"gear": 25}], "gearbox"),
        ([{"brake": 3}, {"brake": 4}], "brake"),
        ([{"coast": 8}, {}], "suspension"),
        ([{}, {"gear": -1}], "gear"),
        ([{}, {"seconds": -1}], "seconds"),
        ([{}, {"tyres": 1}], "tyres"),
    ],
)
def test_a_sheet_that_cannot_be_is_refused(carried: list[dict[str, int]], words: str) -> None:
    with pytest.raises(BadInput, match=words):
        RALLYMAN_DIRT.start(RALLYMAN_DIRT.options({"carried": carried}), 2)


@rule("DIRT-FINISH-D2", "DIRT-ROLL-D1")
def test_overspeed_before_the_line_is_not_carried_over_it() -> None:
    """Mud drawn on the way lowers a limit ahead: the plan was sound, and still does not carry the car."""
    name = "S CR(2x1/3x1) R CR(2x1/3x1) R |F| R K4[0>4,R]"
    plain = dirt_road(name)
    cut = plain.shortcuts[0]._replace(left_to=(4, 2), cells=(), bypassed=())
    state = underway(name, car("0.R", 3), car("", 0))
    lay_by_hand(stages_of(state.options)[0], compile_sections(plain.sections, [cut]))
    roads_of.cache_clear()
    mud = any_token("mud_minus_1")
    events = drive(state, "c@K c@2.R 3@3.o1 4@4.R 5@5.R", "-")
    events += chance(state, mud)
    for _ in range(2):
        events += do(state, a.Roll(), "-")
    lost = [event for event in events if isinstance(event, a.ControlLost)]
    assert [(event.cause, event.gear) for event in lost] == [("overspeed", 3)]
    assert (state.phase, cell_of(state), state.cars[0].status) == ("back", "3.o1", "track")
    assert not any(isinstance(event, a.CarriedOver) for event in events)


@rule("DIRT-FINISH-4")
def test_the_planning_aid_prices_a_loss_on_the_finish_row() -> None:
    for stages, tokens in ((1, False), (2, True)):
        state = underway(SHORT, car("0.L", 3), stages=stages)
        steps = plan(state, "3@1.L 4@2.L 5@3.L 6@4.L")
        loss = RALLYMAN_DIRT.explore(state, 0, NextSteps(steps)).loss
        assert (loss.seconds, loss.tokens > 0, loss.crash > 0) == (10, tokens, tokens)
        before = RALLYMAN_DIRT.explore(state, 0, NextSteps(steps[:-1])).loss
        assert before.seconds > 50 and before.crash > 0


@rule("DIRT-RALLY-6")
def test_a_rally_can_be_left_after_any_decision_and_taken_up_again() -> None:
    seed = seed_from("days later")
    match: Match = start(RALLYMAN_DIRT, RALLYMAN_DIRT.options({"rally": "rally-4"}), ["Ann", "Ben"], seed)  # type: ignore[type-arg]
    rng = random.Random(5)
    stream = stream_for(match, seed)
    while match.state.stage == 0:
        match.settle(stream)
        seat = RALLYMAN_DIRT.pending(match.state).seats[0]
        match.decide(seat, RALLYMAN_DIRT.actions(match.state, seat).sample(rng))
    again = resume(load(match.log.dump()))
    assert encode_state(again.state) == encode_state(match.state)
    assert again.state.stage == 1 and len(again.state.sheet) == 1


@rule("DIRT-ASSIST-1", "DIRT-RALLY-2")
def test_without_the_assistance_tile_nobody_is_helped() -> None:
    state = underway("R |F| R", car("0.L", 3, tokens=("gear", "brake"), spare=False), stages=2)
    events = drive(state, "3@1.L", "-")
    assert not any(isinstance(e, a.Assisted) for e in events)
    assert (state.stage, damage(state.cars[0].tokens), state.cars[0].spare) == (1, (1, 0, 1), False)


@rule("DIRT-ASSIST-1", "DIRT-ASSIST-2", "DIRT-ASSIST-3", "DIRT-ASSIST-D1", "DIRT-ASSIST-D2", "DIRT-RALLY-2")
def test_assistance_repairs_everybody_after_the_stage_and_asks_nobody() -> None:
    state = underway(
        "R |F| R",
        car("0.L", 3, tokens=("gear", "gear", "brake"), spare=False),
        car("0.R", 3, tokens=("puncture",)),
        stages=2,
        assistance=True,
    )
    drive(state, "3@1.L", "-")
    assert damage(state.cars[0].tokens) == (2, 0, 1)
    events = drive(state, "3@1.L", "-")
    assert any(isinstance(e, a.Assisted) for e in events)
    assert state.stage == 1
    assert [c.tokens for c in state.cars] == [(), ()]
    assert [c.spare for c in state.cars] == [True, True]
    assert sum(state.bag) == 48
    assert [(line.gear, line.coast, line.brake) for line in state.sheet[0]] == [(0, 0, 0), (0, 0, 0)]


@rule("DIRT-ASSIST-1")
def test_the_stages_with_the_assistance_tile_offer_it() -> None:
    offers = {
        n: [stage.assistance for stage in stages_of(RALLYMAN_DIRT.options({"rally": f"rally-{n}"}))]
        for n in range(1, 7)
    }
    assert offers == {
        1: [True, True, False],
        2: [True, True, False],
        3: [True, True, False],
        4: [False, True, False],
        5: [True, True, False],
        6: [True, True, False],
    }


@rule("DIRT-ASSIST-4")
def test_assistance_brings_sisu_back_only_stage_by_stage() -> None:
    for mode, back in (("stage", True), ("rally", False)):
        state = underway("R |F| R", car("0.L", 3, sisu=False), stages=2, assistance=True, sisu=mode)
        drive(state, "3@1.L", "-")
        assert state.cars[0].sisu is back
    without = underway("R |F| R", car("0.L", 3, sisu=False), stages=2, sisu="stage")
    drive(without, "3@1.L", "-")
    assert not without.cars[0].sisu


@rule("DIRT-SHEET-1", "DIRT-SHEET-2", "DIRT-SHEET-3", "DIRT-SHEET-D1")
def test_the_sheet_has_times_damage_wheel_totals_and_ranks() -> None:
    state = underway(
        "R |F| R",
        car("0.L", 3, tokens=("gear", "puncture", "coast", "brake"), spare=False),
        car("0.R", 6, sisu=True),
        stages=2,
        sisu="rally",
    )
    drive(state, "3@1.L", "-")
    drive(state, "6@1.L", "-")
    sheet = RALLYMAN_DIRT.view(state, 0).sheet
    assert [row.id for row in sheet] == ["R |F| R #0", "R |F| R #1"]
    first, second = sheet[0].lines
    assert (first.time, first.gear, first.coast, first.brake, first.spare, first.sisu) == (
        "0:30",
        1,
        2,
        1,
        False,
        False,
    )
    assert (second.time, second.spare, second.sisu, second.rank) == ("0:10", True, True, 1)
    assert sheet[1].lines == ()
    while not RALLYMAN_DIRT.pending(state).over:
        drive(state, "1@0.L 2@1.L", "- -", "flat-out")
    last = RALLYMAN_DIRT.view(state, None).sheet[1].lines
    assert [(line.total_time, line.rank) for line in last] == [("1:08", 2), ("0:48", 1)]
    assert [(line.gear, line.coast, line.brake, line.spare, line.sisu) for line in last] == [
        (1, 2, 1, False, False),
        (0, 0, 0, True, True),
    ]

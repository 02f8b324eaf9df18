"""DIRT: the order of play, the staggered start, the leader."""

from __future__ import annotations

from typing import Any

from paddock.games.rallyman.dirt import RALLYMAN_DIRT
from paddock.games.rallyman.dirt import actions as a
from paddock.games.rallyman.dirt.order import open_round, order_of_play
from paddock.games.rallyman.dirt.state import hand_of
from paddock.games.rallyman.dirt.turn import begin_round
from paddock.testing import rule
from paddock.testing.dirt import car, cell_of, chance, drive, plan, stage_of, underway
from paddock.testing.harness import refused

LONG = "R " * 12 + "|F| R"


@rule("DIRT-ORDER-1", "DIRT-ORDER-2")
def test_front_then_gear_then_inside() -> None:
    state = underway(
        "R R R CL(2x1/3x2) R R R |F| R", car("0.L", 1), car("2.R", 3), car("2.L", 3), car("1.L", 6)
    )
    assert order_of_play(state) == (2, 1, 3, 0)
    state.cars[1].gear = 4
    assert order_of_play(state) == (1, 2, 3, 0)


@rule("DIRT-ORDER-2", "DIRT-ORDER-4")
def test_a_car_off_the_track_counts_at_its_space_but_behind_a_car_on_the_track() -> None:
    state = underway("R R CL(1x1/2x2) R |F| R", car("1.L", 0, status="off"), car("1.R", 0), car("0.L", 6))
    assert order_of_play(state) == (1, 0, 2)
    state.cars[0].status = "track"
    assert order_of_play(state) == (0, 1, 2)


@rule("DIRT-ORDER-3", "DIRT-ORDER-D1")
def test_the_next_corner_decides_the_last_one_behind_if_there_is_none() -> None:
    state = underway(
        "CL(2x1/3x2) R CR(2x1/3x2) R R |F| R", car("1.L", 3), car("1.R", 3), car("3.L", 3), car("3.R", 3)
    )
    assert order_of_play(state) == (3, 2, 1, 0)


@rule("DIRT-ORDER-D2")
def test_two_cars_beside_the_same_space_go_as_they_left_it() -> None:
    state = underway(
        LONG,
        car("2.L", 0, status="off", left=1),
        car("2.L", 0, status="off", left=0),
        car("1.L", 1),
        on_turn=2,
    )
    assert order_of_play(state) == (1, 0, 2)


@rule("DIRT-ORDER-D2")
def test_who_crashed_first_comes_back_first() -> None:
    state = underway(LONG, car("0.L", 3), car("0.R", 3), on_turn=1)
    harm = ("crash-2-3-4", "green_flag/ok", "green_flag/puncture")
    drive(state, "4@1.R 5@2.L 6@3.L", "! ! !", "one-by-one", *harm)
    drive(state, "4@1.L 5@2.L 6@3.L", "! ! !", "one-by-one", *harm)
    assert [c.status for c in state.cars] == ["off", "track"]
    assert (state.order, cell_of(state, 0), cell_of(state, 1)) == ((1, 0), "3.L", "3.L")


@rule("DIRT-ORDER-D5", "DIRT-TRACK-D1")
def test_beside_the_ends_of_a_corner_the_inside_goes_first() -> None:
    inside = car("1.i2", 0, status="off", left=1)
    outside = car("1.o3", 0, status="off", left=0)
    state = underway("R CL(2x2/3x3) R R |F| R", outside, inside, car("0.L", 1), on_turn=2)
    assert order_of_play(state) == (1, 0, 2)


@rule("DIRT-ORDER-1", "DIRT-ORDER-D3")
def test_the_order_stays_for_the_whole_round() -> None:
    state = underway(LONG, car("3.L", 2), car("2.R", 3), car("0.L", 4))
    assert state.order == (0, 1, 2)
    drive(state, "1@4.L", "-")
    drive(state, "3@3.R 4@4.R 5@5.R", "- - -", "flat-out")
    assert state.seat == 2
    assert order_of_play(state) == (1, 0, 2)
    drive(state, "3@1.L", "-")
    assert state.order == (1, 0, 2)


@rule("DIRT-START-1", "DIRT-START-2", "DIRT-START-4", "DIRT-ORDER-5")
def test_the_start_is_staggered_and_a_starter_goes_last() -> None:
    options = RALLYMAN_DIRT.Options(layouts=(stage_of(LONG, name="staggered"),))
    state = RALLYMAN_DIRT.start(options, 3)
    chance(state, 2)
    turns: list[Any] = []
    while len(turns) < 9:
        turns.append((state.round, state.seat))
        gear = state.car.gear
        spot = "L" if state.seat else "R"
        section = (
            0 if state.car.cell < 0 else int(RALLYMAN_DIRT.view(state, 0).cars[state.seat].cell_name[:-2]) + 1
        )
        drive(state, f"{1 if gear < 2 else gear - 1}@{section}.{spot}", "-")
    assert turns[:6] == [(1, 2), (2, 2), (2, 0), (3, 2), (3, 0), (3, 1)]
    assert [seat for _, seat in turns[6:]] == [2, 0, 1]


@rule("DIRT-START-D2", "DIRT-TIME-6")
def test_a_start_that_is_blocked_is_a_zero_turn_and_tried_again() -> None:
    state = underway(LONG, car(""), car("0.L", 2), car("0.R", 1))
    refused(RALLYMAN_DIRT, state, 0, a.Plan(plan(state, "1@0.L")))
    RALLYMAN_DIRT.act(state, 0, a.Pass())
    assert state.cars[0].pile == (0,)
    assert RALLYMAN_DIRT.view(state, 0).cars[0].pile_seconds == 60
    assert state.cars[0].status == "line"
    drive(state, "3@1.L 4@2.L", "- -", "flat-out")
    drive(state, "2@1.R", "-")
    assert state.order == (1, 2, 0)
    drive(state, "4@3.L", "-")
    drive(state, "2@2.R", "-")
    drive(state, "1@0.L", "-")
    assert state.cars[0].status == "track"


@rule("DIRT-START-D2")
def test_who_could_not_start_has_started_and_is_asked_again_in_every_round() -> None:
    road = "R1 " + "R " * 11 + "|F| R"
    state = underway(road, car("5.L", 3), car("0.M", 2), car("", status="waiting"))
    state.order = (0, 2)
    drive(state, "3@6.L", "-")
    assert (state.seat, state.cars[2].status) == (2, "line")
    RALLYMAN_DIRT.act(state, 2, a.Pass())
    assert state.order == (0, 1, 2)
    drive(state, "3@7.L", "-")
    drive(state, "2@1.L", "-")
    drive(state, "1@0.M", "-")
    assert (state.cars[2].status, state.cars[2].pile) == ("track", (0, 1))


@rule("DIRT-LEAD-1", "DIRT-LEAD-2")
def test_the_first_in_the_round_must_use_leader_dice() -> None:
    state = underway(LONG, car("3.L", 3), car("1.L", 3))
    open_round(state)
    assert state.leader == 0
    assert refused(RALLYMAN_DIRT, state, 0, a.Plan(plan(state, "c@4.L"))).rule_id == "DIRT-LEAD-2"
    drive(state, "l@4.L", "-")
    assert refused(RALLYMAN_DIRT, state, 1, a.Plan(plan(state, "l@2.L"))).rule_id == "DIRT-LEAD-2"
    drive(state, "c@2.L", "-")


@rule("DIRT-LEAD-3")
def test_nobody_leads_once_somebody_has_finished() -> None:
    state = underway("R R R R R |F| R", car("4.L", 3), car("1.L", 3), car("0.L", 3), leader=0)
    drive(state, "l@5.L", "-")
    assert (state.finishers, state.leader) == ((0,), -1)
    drive(state, "c@2.L", "-")
    drive(state, "c@1.L", "-")
    assert state.leader == -1
    assert [hand_of(state, seat).coast_die for seat in (1, 2)] == ["c", "c"]


@rule("DIRT-LEAD-4")
def test_coast_damage_takes_leader_dice_away() -> None:
    state = underway(
        LONG, car("3.L", 3, tokens=("coast",)), car("1.L", 3, tokens=("puncture", "coast")), leader=0
    )
    assert hand_of(state, 0).coast == 1
    state.leader = 1
    assert hand_of(state, 1).coast == 0


@rule("DIRT-LEAD-D1")
def test_a_car_beside_the_track_can_lead() -> None:
    state = underway(LONG, car("5.L", 0, status="off"), car("3.L", 3))
    open_round(state)
    assert (state.order, state.leader) == ((0, 1), 0)


@rule("DIRT-LEAD-D2")
def test_a_leader_who_retires_hands_nothing_on_in_the_same_round() -> None:
    state = underway(LONG, car("1.L", 3), car("5.L", 0, tokens=("gear",) * 6), car("3.L", 2), on_turn=1)
    begin_round(state, [])
    assert state.cars[1].status == "retired"
    assert state.seat == 2 and state.leader == 1
    assert hand_of(state, 2).coast_die == "c"
    drive(state, "2@4.L", "-")
    drive(state, "3@2.L", "-")
    assert state.leader == state.order[0] == 2


@rule("DIRT-LEAD-D3")
def test_the_column_holds_for_the_whole_turn_also_before_the_line() -> None:
    options = RALLYMAN_DIRT.Options(layouts=(stage_of(LONG, name="column"),))
    state = RALLYMAN_DIRT.start(options, 2)
    chance(state, 0)
    assert hand_of(state, 0).coast_die == "l"
    drive(state, "1@0.L l@1.L l@2.L", "- - -")
    drive(state, "1@3.L", "-")
    assert state.seat == 1
    assert hand_of(state, 1).coast_die == "c"

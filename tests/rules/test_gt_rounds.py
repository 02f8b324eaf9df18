"""GT-ROUND, GT-ORDER: who moves when."""

from __future__ import annotations

import pytest

from paddock.core.errors import IllegalAction
from paddock.games.rallyman.gt import RALLYMAN_GT
from paddock.games.rallyman.gt import actions as a
from paddock.games.rallyman.gt.order import turn_order
from paddock.games.rallyman.gt.state import round_colour
from paddock.testing import rule
from paddock.testing.gt import Race, at

STRAIGHT = "102a 103a 103a 115a 103a"


@rule("GT-ROUND-1", "GT-ROUND-3")
def test_everyone_moves_once_a_round_and_rounds_change_colour() -> None:
    race = Race(STRAIGHT, at("1:A1", 3), at("0:C1", 2))
    assert [round_colour(number) for number in (1, 2, 3)] == ["white", "black", "white"]
    race.plan("4>1:B1")
    race.roll("-")
    assert (race.state.round, race.state.seat) == (1, 1)
    with pytest.raises(IllegalAction):
        RALLYMAN_GT.act(race.state, 0, a.Plan(race.steps("4>2:A1")))
    race.plan("c>0:D1")
    race.roll("-")
    assert (race.state.round, race.state.order) == (2, (0, 1))
    assert race.found(a.RoundBegan)[-1].colour == "black"


@rule("GT-ROUND-3", "GT-ORDER-1")
def test_the_order_is_fixed_for_the_round() -> None:
    race = Race(STRAIGHT, at("1:A1", 3), at("1:A3", 3), at("0:C1", 3))
    race.plan("2>1:B1")
    race.roll("-")
    race.plan("2>1:B3")
    race.roll("-")
    assert race.state.order == (0, 1, 2)
    race.plan("4>0:D1 5>1:A1")
    race.roll("-", "-")
    assert race.state.order == (2, 1, 0)


@rule("GT-ROUND-4")
def test_a_turn_ends_by_choice_by_the_plan_blocked_or_lost() -> None:
    stopped = Race(STRAIGHT, at("1:A1", 3), at("0:C1", 2))
    stopped.plan("4>1:B1 5>2:A1")
    stopped.roll("-")
    assert stopped.state.seat == 0
    stopped.do(a.Stop())
    assert (stopped.state.seat, stopped.where()) == (1, "1:B1")
    planned = Race(STRAIGHT, at("1:A1", 3), at("0:C1", 2))
    planned.plan("4>1:B1")
    planned.roll("-")
    assert planned.state.seat == 1
    lost = Race(STRAIGHT, at("1:A1", 2), at("0:C1", 2), weather="wet")
    lost.plan("2>1:B1 c>2:A1 c>2:B1")
    lost.roll("!", "!")
    assert (lost.state.seat, lost.car().gear) == (1, 0)


@rule("GT-ROUND-D1", "GT-END-D6")
def test_a_player_may_retire_at_any_moment_of_an_own_turn() -> None:
    at_once = Race(STRAIGHT, at("1:A1", 3), at("0:C1", 2))
    at_once.do(a.Retire())
    assert (at_once.car().status, at_once.state.seat) == ("retired", 1)
    rolling = Race(STRAIGHT, at("1:A1", 3), at("0:C1", 2))
    rolling.plan("4>1:B1 5>2:A1")
    rolling.roll("-")
    assert rolling.offers(a.Retire())
    rolling.do(a.Retire())
    assert rolling.state.seat == 1
    rolling.plan("3>0:D1 4>1:A1")
    rolling.roll("-", "-")
    assert rolling.state.order == (1,)
    assert RALLYMAN_GT.result(rolling.state) is None
    rolling.do(a.Retire())
    result = RALLYMAN_GT.result(rolling.state)
    assert result is not None
    assert result.places == (1, 1)


@rule("GT-ORDER-2")
def test_higher_gears_go_first_wherever_they_are() -> None:
    cars = [at("2:B1", 0), at("0:A1", 6), at("1:A1", 3), at("1:A3", 5)]
    assert turn_order(Race(STRAIGHT, *cars).state) == (1, 3, 2, 0)


@rule("GT-ORDER-3", "GT-ORDER-D2")
def test_distance_counts_laps() -> None:
    behind_but_a_lap_up = at("1:A1", 3, lap=1)
    assert turn_order(Race(STRAIGHT, at("2:B1", 3), behind_but_a_lap_up, laps=2).state) == (1, 0)
    assert turn_order(Race(STRAIGHT, at("2:A1", 3), at("1:B1", 3)).state) == (0, 1)


@rule("GT-ORDER-4", "GT-ORDER-D1")
def test_level_cars_go_by_the_inside_of_the_next_corner() -> None:
    right = Race(STRAIGHT, at("1:A1", 3), at("1:A2", 3), at("1:A3", 3))
    assert turn_order(right.state) == (2, 1, 0)
    left = Race("102a 103a 103a -115a 103a", at("1:A1", 3), at("1:A2", 3), at("1:A3", 3))
    assert turn_order(left.state) == (0, 1, 2)


@rule("GT-ORDER-5")
def test_cars_on_the_track_go_before_all_others() -> None:
    race = Race(STRAIGHT, at("2:A1", -1, status="off"), at("0:A1", 0), at("2:B1", -1, status="off", left=1))
    assert turn_order(race.state) == (1, 0, 2)


@rule("GT-ORDER-6", "GT-OFF-4")
def test_among_cars_off_the_track_the_first_to_leave_goes_first() -> None:
    race = Race(
        STRAIGHT,
        at("2:A1", -1, status="off", left=2),
        at("0:A1", -1, status="off", left=1),
        at("1:A1", 2),
    )
    assert turn_order(race.state) == (2, 1, 0)


@rule("GT-ORDER-6", "GT-ORDER-D3")
def test_leaving_the_track_is_remembered_in_order() -> None:
    race = Race(STRAIGHT, at("1:A3", 3), at("1:A1", 1), at("0:A1", 3), at("0:A3", 4), weather="wet")
    race.plan("c>1:B3 c>2:A3")
    race.roll("!", "!")
    race.plan("c>1:B1")
    race.roll("-")
    race.do(a.Pit("repair"))
    race.plan("c>0:B1 c>0:C1")
    race.roll("!", "!")
    assert [race.car(seat).left for seat in (0, 1, 2)] == [0, 1, 2]
    assert turn_order(race.state) == (3, 0, 1, 2)


@rule("GT-ORDER-D3")
def test_pit_cars_count_as_off_the_track() -> None:
    race = Race(
        STRAIGHT,
        at("2:A1", 0, status="pit", left=3),
        at("0:A1", -1, status="off", left=1),
        at("1:A1", -1, status="pit", left=0),
        at("0:C1", 0),
    )
    assert turn_order(race.state) == (3, 0, 2, 1)

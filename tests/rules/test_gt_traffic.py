"""GT-PASS, GT-BLOCK, GT-FLAG: other cars and yellow flags."""

from __future__ import annotations

import pytest

from paddock.games.rallyman.gt import RALLYMAN_GT
from paddock.games.rallyman.gt import actions as a
from paddock.games.rallyman.gt.components import TOKENS, YELLOW_FLAG
from paddock.games.rallyman.gt.drive import drive_of
from paddock.games.rallyman.gt.state import Flag, marker
from paddock.testing import rule
from paddock.testing.gt import Race, at, tokens_everywhere

STRAIGHT = "102a 103a 103a 103a 103a"
NARROW = "102b 103b 103b 103b"


@rule("GT-PASS-1", "GT-PASS-4", "GT-PASS-D5")
def test_cars_level_at_the_start_are_free_of_each_other() -> None:
    race = Race(STRAIGHT, at("1:A1", 2), at("1:A2", 6))
    assert race.allows("1>1:B1")
    assert race.allows("1>1:B2")


@rule("GT-PASS-2", "GT-PASS-3")
def test_all_lanes_count_also_those_that_do_not_touch() -> None:
    race = Race(STRAIGHT, at("1:A1", 3), at("1:B3", 4))
    assert race.refuses("3>1:B1") == "GT-PASS-3"
    assert race.allows("4>1:B1")
    assert race.refuses("3>1:B2") == "GT-PASS-3"


@rule("GT-PASS-D1")
def test_the_gear_of_the_step_counts_however_it_is_paid() -> None:
    rival = at("1:B3", 3)
    assert Race(STRAIGHT, at("1:A1", 3), rival).allows("c>1:B1")
    assert Race(STRAIGHT, at("1:A1", 5), rival).allows("3b>1:B1")
    assert Race(STRAIGHT, at("1:A1", 5), rival).refuses("2bb>1:B1") == "GT-PASS-3"
    assert Race(STRAIGHT, at("1:A1", 6), at("1:B3", 6), red_zone=True).allows("r>1:B1")


@rule("GT-PASS-D2")
def test_the_highest_gear_of_several_cars_counts() -> None:
    race = Race(STRAIGHT, at("1:A2", 3), at("1:B1", 2), at("1:B3", 4))
    assert race.refuses("3>1:B2") == "GT-PASS-3"
    assert race.allows("4>1:B2")


@rule("GT-PASS-D3")
def test_lapped_cars_are_overtaken_by_the_same_rule() -> None:
    race = Race(STRAIGHT, at("1:A1", 3, lap=1), at("1:B3", 5), laps=3)
    assert race.refuses("3>1:B1") == "GT-PASS-3"
    assert Race(STRAIGHT, at("1:A2", 3, lap=1), at("1:B3", 5), laps=3).refuses("3>1:B3") == "GT-MOVE-1"


@rule("GT-PASS-D4")
@pytest.mark.parametrize("status", ["off", "pit", "finished", "retired"])
def test_cars_that_are_not_on_the_track_are_ignored(status: str) -> None:
    race = Race(STRAIGHT, at("1:A2", 1), at("1:B2", 6, status=status))
    assert race.allows("1>1:B2")


@rule("GT-PASS-D4")
def test_a_car_in_gear_0_can_be_drawn_level_with_in_any_gear() -> None:
    assert Race(STRAIGHT, at("1:A2", 0), at("1:B1", 0)).allows("1>1:B2")


@rule("GT-BLOCK-1", "GT-BLOCK-D1")
def test_a_car_is_blocked_if_every_step_is_a_certain_loss() -> None:
    slow_corner = "102b 103b 110b 103b"
    race = Race(slow_corner, at("2:A1", 6), at("0:A1", 0), weather="wet")
    assert drive_of(race.state, 0).blocked()
    assert race.offers(a.Pass())
    assert race.allows("5>2:C1")
    race.do(a.Pass())
    assert (race.where(), marker(race.state, 0)) == ("2:A1", ("6", "black"))


@rule("GT-BLOCK-1")
def test_a_step_at_the_limit_does_not_block() -> None:
    """In gear 3 before a corner of limit 1 only die 1 with a brake die keeps the limit, exactly."""
    race = Race("102b 103b 110b 103b", at("2:A1", 3), at("0:A1", 0))
    limits = {step.limit for step, _ in drive_of(race.state, 0).openings(race.road.cell("2:A1"))}
    assert limits == {1}
    assert race.refused(a.Pass()) == "GT-MOVE-6"
    assert not race.offers(a.Pass())
    without_brakes = Race("102b 103b 110b 103b", at("2:A1", 3, damage={"brake": 3}), at("0:A1", 0))
    assert without_brakes.offers(a.Pass())


@rule("GT-BLOCK-D1")
def test_a_step_whose_track_hazards_alone_reach_the_limit_may_be_planned_anywhere() -> None:
    race = Race("102b 103b 113b 103b", at("2:A2", 2), at("0:A1", 0), weather="wet")
    race.plan("c>2:B2 c>2:D2 3>3:A2")
    race.roll("-", "-")
    [lost] = race.found(a.ControlLost)
    assert (race.road.name(lost.cell), lost.hazards) == ("2:D2", 2)


@rule("GT-BLOCK-1")
def test_track_hazards_that_reach_the_limit_are_a_certain_loss() -> None:
    race = Race("102b 103b 113b 103b", at("2:A2", 2), at("2:B1", 0))
    seen = drive_of(race.state, 0)
    names = {race.road.name(step.cell): step.hazards[2] for step, _ in seen.openings(seen.start.cell)}
    assert names == {"2:B2": 1}
    assert not seen.blocked()
    seen.limit = 1
    assert seen.blocked()


@rule("GT-BLOCK-D5")
def test_steps_behind_a_certain_loss_are_rolled_flat_out() -> None:
    race = Race("102b 103b 113b 103b", at("2:A2", 2), at("0:A1", 0), weather="wet")
    race.flat_out("c>2:B2 c>2:D2 3>3:A2", "-", "-", "-")
    assert (race.car().focus, race.state.phase, race.state.hazards) == (3, "relay", 2)
    assert race.offers(a.Relay(race.laid("c>2:B2- c>2:D2-")))


@rule("GT-BLOCK-2")
def test_reasons_for_being_blocked() -> None:
    too_slow = Race(NARROW, at("1:B1", 1), at("2:A2", 6))
    full = Race(NARROW, at("1:B1", 4), at("2:A1", 1), at("2:A2", 1))
    flag = Race(NARROW, at("1:B1", 4), at("2:A2", 1), flags={"2:B1": 1})
    no_dice = Race(NARROW, at("1:B1", 0, damage={"gear": 6}), at("0:A1", 0))
    for race in (too_slow, full, flag, no_dice):
        assert drive_of(race.state, 0).blocked()
        assert race.offers(a.Pass())


@rule("GT-BLOCK-3", "GT-BLOCK-D3")
def test_a_blocked_car_keeps_its_gear_and_gets_no_tokens() -> None:
    race = Race(NARROW, at("1:B1", 4), at("2:A1", 1), at("2:A2", 1))
    events = race.do(a.Pass())
    assert not any(isinstance(event, a.Rolled | a.FocusGained) for event in events)
    assert (race.car().gear, race.car().focus, marker(race.state, 0)) == (4, 0, ("4", "black"))
    moved = Race(NARROW, at("1:A1", 3), at("2:A1", 6), at("2:A2", 6))
    assert moved.refuses("4>1:B1 5>2:A1") == "GT-MOVE-1"
    moved.plan("4>1:B1")
    moved.roll("-")
    assert moved.car().gear == 4


@rule("GT-BLOCK-D4")
def test_only_the_dice_of_this_turn_count() -> None:
    race = Race(NARROW, at("1:B1", 3, damage={"gear": 6, "engine": 1}), at("2:A2", 4))
    assert drive_of(race.state, 0).blocked()
    healthy = Race(NARROW, at("1:B1", 3), at("2:A2", 4))
    assert not drive_of(healthy.state, 0).blocked()


@rule("GT-FLAG-1", "GT-LOSS-D1")
def test_a_drawn_flag_goes_on_the_cell_of_the_loss() -> None:
    race = Race(STRAIGHT, at("1:A2", 6), at("0:A1", 0), weather="wet")
    race.plan("6>1:B2 5>2:A2")
    race.roll("!", "!")
    race.do(a.GoOff("left"))
    race.draw("yellow_flag")
    assert race.state.flags == (Flag(race.road.cell("2:A2"), 0),)
    assert race.car().damage[YELLOW_FLAG] == 0
    assert race.where() == "2:A1"
    assert tokens_everywhere(race.state) == 42


@rule("GT-FLAG-2", "GT-FLAG-D1")
@pytest.mark.parametrize(
    ("flag", "free"), [("1:A1", False), ("2:B3", False), ("3:A1", False), ("4:A1", True)]
)
def test_nobody_draws_level_on_the_flags_face_and_its_neighbours(flag: str, free: bool) -> None:
    race = Race("102a 103a 103a 103a 103a 103a", at("2:A1", 5), at("2:B3", 2), flags={flag: 1})
    assert race.allows("5>2:B1") is free
    if not free:
        assert race.refuses("5>2:B1") == "GT-FLAG-2"


@rule("GT-FLAG-D1")
def test_the_zone_of_a_flag_goes_round_the_circuit() -> None:
    race = Race(STRAIGHT, at("4:A1", 5), at("4:B3", 2), flags={"0:A1": 1})
    assert race.refuses("5>4:B1") == "GT-FLAG-2"


@rule("GT-FLAG-3", "GT-FLAG-D4")
def test_standing_cars_may_be_passed_under_a_flag() -> None:
    assert Race(STRAIGHT, at("2:A1", 5), at("2:B3", 0), flags={"2:A1": 1}).allows("5>2:B1")
    off = Race(STRAIGHT, at("2:A1", 5), at("2:B3", -1, status="off"), flags={"2:A1": 1})
    assert off.allows("5>2:B1")
    both = Race(STRAIGHT, at("2:A2", 5), at("2:B3", 0), at("2:B1", 1), flags={"2:A1": 1})
    assert both.refuses("5>2:B2") == "GT-FLAG-2"


@rule("GT-FLAG-4")
def test_cars_already_level_go_on_under_a_flag() -> None:
    assert Race(STRAIGHT, at("2:A1", 1), at("2:A3", 6), flags={"2:A1": 1}).allows("1>2:B1")


@rule("GT-FLAG-5", "GT-FLAG-D2")
def test_the_owner_lifts_the_flag_by_starting_from_gear_0() -> None:
    race = Race(STRAIGHT, at("2:A1", 0), at("2:B3", 1), flags={"2:A1": 0})
    race.plan("1>2:B1")
    assert race.state.flags == ()
    assert race.car().damage[YELLOW_FLAG] == 1
    assert [type(event) for event in race.events][:1] == [a.FlagLifted]
    assert tokens_everywhere(race.state) == 42
    stuck = Race(NARROW, at("1:B1", 0), at("2:A1", 0), at("2:A2", 0), flags={"1:B1": 0})
    stuck.do(a.Pass())
    assert len(stuck.state.flags) == 1
    other = Race(STRAIGHT, at("2:A1", 0), at("2:B3", 1), flags={"2:A1": 1})
    assert other.refuses("1>2:B1") == "GT-FLAG-2"


@rule("GT-FLAG-D3")
def test_flagged_cells_may_be_entered_and_zones_add_up() -> None:
    race = Race(STRAIGHT, at("2:A1", 3), at("0:A1", 0), flags={"2:B1": 1})
    assert race.allows("3>2:B1")
    two = Race(
        "102a 103a 103a 103a 103a 103a",
        at("4:A1", 0),
        at("1:A1", 5),
        at("1:B3", 2),
        flags={"1:B1": 1, "4:B1": 0},
    )
    assert len(two.state.flags) == 2
    two.plan("1>4:B1")
    two.roll("-")
    two.do(a.DriveOn())
    assert two.state.flags == (Flag(two.road.cell("1:B1"), 1),)
    assert two.refuses("5>1:B1") == "GT-FLAG-2"
    pair = Race(STRAIGHT, at("2:A1", 0), at("0:A1", 0), flags={"2:A1": 0})
    pair.state.bag.remove("yellow_flag")
    pair.state.flags = (*pair.state.flags, *pair.state.flags)
    pair.plan("1>2:B1")
    assert (pair.state.flags, pair.car().damage[TOKENS.index("yellow_flag")]) == ((), 2)


@rule("GT-FLAG-D5", "GT-FLAG-D6")
def test_the_flag_of_a_retired_car_is_removed() -> None:
    race = Race(STRAIGHT, at("2:A1", 0), at("2:B3", 1), flags={"2:A1": 0})
    race.do(a.Retire())
    assert race.state.flags == ()
    assert race.car().damage[YELLOW_FLAG] == 1
    assert tokens_everywhere(race.state) == 42
    assert RALLYMAN_GT.pending(race.state).seats == (1,)

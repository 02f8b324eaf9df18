"""GT-DICE, GT-MOVE, GT-CORNER: laying dice and driving through corners."""

from __future__ import annotations

import pytest

from paddock.games.rallyman.gt import RALLYMAN_GT
from paddock.games.rallyman.gt import actions as a
from paddock.games.rallyman.gt.drive import drive_of
from paddock.games.rallyman.gt.state import Step, hand_of, marker
from paddock.testing import rule
from paddock.testing.gt import Race, at
from paddock.testing.sure import some

STRAIGHT = "102a 103a 103a 103a 103a"
CORNER = "102a 103a 115a 103a"


def straight(gear: int, **fields: object) -> Race:
    return Race(STRAIGHT, at("1:A2", gear, **fields), at("0:A1", 0))  # type: ignore[arg-type]


@rule("GT-DICE-1", "GT-DMG-5")
def test_dice_are_limited_by_dashboard_and_damage() -> None:
    race = straight(3, damage={"gear": 5, "engine": 1, "brake": 6})
    hand = hand_of(race.state, 0)
    assert (hand.gear, hand.coast, hand.brake) == (1, 1, 0)
    assert race.allows("4>1:B2 c>2:A2")
    assert race.refuses("4>1:B2 5>2:A2") == "GT-DICE-1"
    assert race.refuses("c>1:B2 c>2:A2") == "GT-DICE-1"
    assert straight(4, damage={"brake": 3}).refuses("2b>1:B2") == "GT-DICE-1"
    assert straight(3, damage={"engine": 3}).refuses("c>1:B2") == "GT-DICE-1"
    assert straight(3, damage={"gear": 6}).refuses("3>1:B2") == "GT-DICE-1"


@rule("GT-DICE-2")
def test_each_die_is_used_once() -> None:
    race = straight(3)
    assert race.refuses("4>1:B2 3>2:A2 4>2:B2") == "GT-DICE-2"
    assert race.refuses("c>1:B2 c>2:A2 c>2:B2") == "GT-DICE-1"
    assert straight(6).refuses("3bb>1:B2 4>2:A2 1bb>2:B2") == "GT-DICE-1"


@rule("GT-DICE-3", "GT-ROLL-3")
def test_every_step_moves_one_cell_whatever_the_dice_show() -> None:
    race = straight(6)
    race.plan("3bb>1:B2 c>2:A2")
    race.roll("!!-")
    assert race.where() == "1:B2"
    far = Step("4", race.road.cell("2:A2"))
    assert straight(4).refused(a.Plan((far,))) == "GT-MOVE-2"


@rule("GT-DICE-4", "GT-DICE-D2")
@pytest.mark.parametrize("gear", range(1, 7))
def test_a_gear_die_changes_the_gear_by_one_at_most(gear: int) -> None:
    race = straight(gear)
    for die in range(1, 7):
        legal = race.allows(f"{die}>1:B2")
        assert legal == (abs(die - gear) <= 1)
        if die > gear + 1:
            assert race.refuses(f"{die}>1:B2") == "GT-DICE-4"


@rule("GT-DICE-5")
def test_from_gear_0_only_die_1() -> None:
    race = straight(0)
    dice = {
        action.steps[0].die for action in RALLYMAN_GT.actions(race.state, 0) if isinstance(action, a.Plan)
    }
    assert dice == {"1"}


@rule("GT-DICE-6")
def test_coast_dice_keep_the_gear_and_go_anywhere_in_the_plan() -> None:
    for text in ("c>1:B2", "c>1:B2 4>2:A2 c>2:B2", "4>1:B2 c>2:A2 5>2:B2"):
        assert straight(3).allows(text)
    race = straight(5)
    race.plan("c>1:B2 c>2:A2")
    race.roll("-", "-")
    assert race.car().gear == 5
    assert straight(0).refuses("c>1:B2") == "GT-DICE-6"


@rule("GT-DICE-7", "GT-DICE-D1")
def test_braking_takes_exactly_one_brake_die_for_each_gear_skipped() -> None:
    race = straight(6)
    for brakes in range(4):
        text = f"3{'b' * brakes}>1:B2"
        assert race.allows(text) == (brakes == 2)
    assert race.refuses("5b>1:B2") == "GT-DICE-D1"
    assert race.refused(a.Plan((Step("c", race.road.cell("1:B2"), 1),))) == "GT-DICE-D1"
    race.plan("3bb>1:B2 2>2:A2")
    race.roll("---")
    assert (race.where(), race.car().gear) == ("1:B2", 3)


@rule("GT-DICE-8")
def test_gear_0_cannot_be_chosen() -> None:
    race = straight(2)
    gears = {move.lay.gear for move in drive_of(race.state, 0).moves(drive_of(race.state, 0).start)}
    assert gears == {1, 2, 3}
    assert (
        min(
            move.lay.gear
            for move in drive_of(straight(1).state, 0).moves(drive_of(straight(1).state, 0).start)
        )
        == 1
    )


@rule("GT-DICE-9")
def test_steps_mix_in_any_order() -> None:
    assert straight(3).allows("4>1:B2 3>2:A2 c>2:B2 2>3:A2 1>3:B2")
    assert straight(5).allows("c>1:B2 3b>2:A2 4>2:B2 c>3:A2 5>3:B2")


@rule("GT-DICE-10", "GT-DICE-11")
def test_a_turn_starts_and_ends_with_the_marker() -> None:
    race = straight(3)
    assert drive_of(race.state, 0).start.gear == 3
    race.plan("4>1:B2 5>2:A2 c>2:B2")
    race.roll("-", "-")
    race.do(a.Stop())
    assert marker(race.state, 0) == ("5", "black")


@rule("GT-DICE-D3", "GT-DMG-2")
def test_gear_damage_takes_a_number_of_dice_not_certain_ones() -> None:
    race = straight(4, damage={"gear": 1})
    assert race.allows("4>1:B2 5>2:A2 6>2:B2 3bb>3:A2 2>3:B2")
    assert race.allows("5>1:B2 4>2:A2 3>2:B2 2>3:A2 1>3:B2")
    assert race.refuses("4>1:B2 5>2:A2 6>2:B2 3bb>3:A2 2>3:B2 1>4:A2") == "GT-DICE-1"


@rule("GT-MOVE-1")
def test_one_car_a_cell() -> None:
    race = Race(STRAIGHT, at("1:A2", 3), at("1:B2", 1))
    assert race.refuses("3>1:B2") == "GT-MOVE-1"
    assert race.allows("3>1:B1")


@rule("GT-MOVE-2", "GT-MOVE-4")
def test_no_step_sideways_back_or_far() -> None:
    race = Race(STRAIGHT, at("1:B2", 3))
    for cell in ("1:B1", "1:A2", "2:B2", "1:B2"):
        assert race.refuses(f"3>{cell}") == "GT-MOVE-2"
    assert race.refused(a.Plan((Step("3", 999),))) == "GT-MOVE-2"


@rule("GT-MOVE-5")
def test_lanes_may_change_in_every_step() -> None:
    assert Race(STRAIGHT, at("1:A1", 3)).allows("3>1:B2 c>2:A3 c>2:B2 4>3:A1")


@rule("GT-MOVE-6", "GT-BLOCK-D2")
def test_a_car_that_can_move_must_move_one_cell_at_least() -> None:
    race = straight(3)
    assert race.refused(a.Pass()) == "GT-MOVE-6"
    assert race.refused(a.Plan(())) == "GT-MOVE-6"
    assert race.allows("c>1:B2")


@rule("GT-CORNER-1", "GT-CORNER-2", "GT-CORNER-9")
def test_a_gear_above_the_limit_is_a_loss_at_once() -> None:
    fast = Race(CORNER, at("2:A2", 3), at("0:A1", 0))
    fast.plan("4>2:B1")
    fast.roll("-")
    [lost] = fast.found(a.ControlLost)
    assert (lost.cause, lost.gear, fast.road.name(lost.cell)) == ("overspeed", 4, "2:B1")
    for gear in (1, 2, 3):
        slow = Race(CORNER, at("2:A2", gear), at("0:A1", 0))
        slow.plan("c>2:B1")
        slow.roll("-")
        assert slow.found(a.ControlLost) == []
    at_the_limit = Race(CORNER, at("2:A2", 3), at("0:A1", 0))
    at_the_limit.flat_out("3>2:B1", "-")
    assert (at_the_limit.found(a.ControlLost), at_the_limit.where()) == ([], "2:B1")


@rule("GT-CORNER-3", "GT-CORNER-D2")
def test_leaving_and_standing_on_a_cell_cost_nothing() -> None:
    dangerous = Race("102b 103b 118b 103b", at("2:B1", 5), at("0:A1", 0))
    dangerous.plan("6>2:C1")
    dangerous.roll("-")
    assert dangerous.state.seat == 1
    assert (
        dangerous.found(a.Moved)[0].hazards
        == some(dangerous.road.step(dangerous.road.cell("2:B1"), dangerous.road.cell("2:C1"))).hazards[6]
    )


@rule("GT-CORNER-6", "GT-CORNER-9")
def test_the_number_on_a_line_replaces_the_limit_of_the_cell() -> None:
    inside = Race(CORNER, at("2:A3", 2), at("0:A1", 0))
    inside.plan("3>2:B2")
    inside.roll("-")
    assert [lost.cause for lost in inside.found(a.ControlLost)] == ["overspeed"]


@rule("GT-CORNER-D1")
def test_hazards_of_an_exit_line_count_on_the_cell_behind_it() -> None:
    race = Race("102b 103b 113b 103b", at("2:B2", 2), at("0:A1", 0), weather="wet")
    race.plan("c>2:D2")
    race.roll("!")
    [lost] = race.found(a.ControlLost)
    assert (race.road.name(lost.cell), lost.hazards) == ("2:D2", 2)


@rule("GT-CORNER-D6")
def test_overspeed_may_be_planned_but_only_as_the_last_step() -> None:
    race = Race(CORNER, at("2:A2", 6), at("0:A1", 0))
    assert race.allows("5>2:B1")
    assert race.refuses("5>2:B1 c>2:C1") == "GT-CORNER-D6"
    assert not race.offers(a.Pass())


@rule("GT-CORNER-10")
def test_the_double_inner_lane_has_one_way_in() -> None:
    race = Race("102a 103a 116a 103a", at("2:A3", 1), at("0:A1", 0))
    [(step, _)] = drive_of(race.state, 0).openings(race.road.cell("2:A3"))
    assert (race.road.name(step.cell), step.straight, step.limit) == ("2:B2", True, 1)
    middle = race.road.step(race.road.cell("2:A2"), race.road.cell("2:B2"))
    assert middle is not None
    assert (middle.straight, middle.limit) == (True, 2)


@rule("GT-ADV-3", "GT-DICE-5")
def test_the_first_die_from_gear_0_is_refused_by_the_rule_in_force() -> None:
    for flying_start, rule_id in ((False, "GT-DICE-5"), (True, "GT-ADV-3")):
        race = Race("102a 103a 103a", at("1:A1", 0), flying_start=flying_start)
        assert race.refuses("3>1:B1") == rule_id

"""GT-DICE, GT-MOVE, GT-CORNER: laying dice and driving through corners."""

from __future__ import annotations

import pytest

from paddock.games.rallyman.gt import GAME
from paddock.games.rallyman.gt import actions as a
from paddock.games.rallyman.gt.drive import drive_of
from paddock.games.rallyman.gt.state import Step, hand_of, marker
from paddock.testing import rule
from paddock.testing.gt import Scene, at

STRAIGHT = "102a 103a 103a 103a 103a"
CORNER = "102a 103a 115a 103a"


def straight(gear: int, **fields: object) -> Scene:
    return Scene(STRAIGHT, at("1:A2", gear, **fields), at("0:A1", 0))  # type: ignore[arg-type]


@rule("GT-DICE-1", "GT-DMG-5")
def test_dice_are_limited_by_dashboard_and_damage() -> None:
    scene = straight(3, damage={"gear": 5, "engine": 1, "brake": 6})
    hand = hand_of(scene.state, 0)
    assert (hand.gear, hand.coast, hand.brake) == (1, 1, 0)
    assert scene.allows("4>1:B2 c>2:A2")
    assert scene.refuses("4>1:B2 5>2:A2") == "GT-DICE-1"
    assert scene.refuses("c>1:B2 c>2:A2") == "GT-DICE-1"
    assert straight(4, damage={"brake": 3}).refuses("2b>1:B2") == "GT-DICE-1"
    assert straight(3, damage={"engine": 3}).refuses("c>1:B2") == "GT-DICE-1"
    assert straight(3, damage={"gear": 6}).refuses("3>1:B2") == "GT-DICE-1"


@rule("GT-DICE-2")
def test_each_die_is_used_once() -> None:
    scene = straight(3)
    assert scene.refuses("4>1:B2 3>2:A2 4>2:B2") == "GT-DICE-2"
    assert scene.refuses("c>1:B2 c>2:A2 c>2:B2") == "GT-DICE-1"
    assert straight(6).refuses("3bb>1:B2 4>2:A2 1bb>2:B2") == "GT-DICE-1"


@rule("GT-DICE-3", "GT-ROLL-3")
def test_every_step_moves_one_cell_whatever_the_dice_show() -> None:
    scene = straight(6)
    scene.plan("3bb>1:B2 c>2:A2")
    scene.roll("!!-")
    assert scene.where() == "1:B2"
    far = Step("4", scene.road.cell("2:A2"))
    assert straight(4).refused(a.Plan((far,))) == "GT-MOVE-2"


@rule("GT-DICE-4", "GT-DICE-D2")
@pytest.mark.parametrize("gear", range(1, 7))
def test_a_gear_die_changes_the_gear_by_one_at_most(gear: int) -> None:
    scene = straight(gear)
    for die in range(1, 7):
        legal = scene.allows(f"{die}>1:B2")
        assert legal == (abs(die - gear) <= 1)
        if die > gear + 1:
            assert scene.refuses(f"{die}>1:B2") == "GT-DICE-4"


@rule("GT-DICE-5")
def test_from_gear_0_only_die_1() -> None:
    scene = straight(0)
    dice = {action.steps[0].die for action in GAME.actions(scene.state, 0) if isinstance(action, a.Plan)}
    assert dice == {"1"}


@rule("GT-DICE-6")
def test_coast_dice_keep_the_gear_and_go_anywhere_in_the_plan() -> None:
    for text in ("c>1:B2", "c>1:B2 4>2:A2 c>2:B2", "4>1:B2 c>2:A2 5>2:B2"):
        assert straight(3).allows(text)
    scene = straight(5)
    scene.plan("c>1:B2 c>2:A2")
    scene.roll("-", "-")
    assert scene.car().gear == 5
    assert straight(0).refuses("c>1:B2") == "GT-DICE-6"


@rule("GT-DICE-7", "GT-DICE-D1")
def test_braking_takes_exactly_one_brake_die_for_each_gear_skipped() -> None:
    scene = straight(6)
    for brakes in range(4):
        text = f"3{'b' * brakes}>1:B2"
        assert scene.allows(text) == (brakes == 2)
    assert scene.refuses("5b>1:B2") == "GT-DICE-D1"
    assert scene.refused(a.Plan((Step("c", scene.road.cell("1:B2"), 1),))) == "GT-DICE-D1"
    scene.plan("3bb>1:B2 2>2:A2")
    scene.roll("---")
    assert (scene.where(), scene.car().gear) == ("1:B2", 3)


@rule("GT-DICE-8")
def test_gear_0_cannot_be_chosen() -> None:
    scene = straight(2)
    gears = {move.lay.gear for move in drive_of(scene.state, 0).moves(drive_of(scene.state, 0).start)}
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
    scene = straight(3)
    assert drive_of(scene.state, 0).start.gear == 3
    scene.plan("4>1:B2 5>2:A2 c>2:B2")
    scene.roll("-", "-")
    scene.do(a.Stop())
    assert marker(scene.state, 0) == ("5", "black")


@rule("GT-DICE-D3", "GT-DMG-2")
def test_gear_damage_takes_a_number_of_dice_not_certain_ones() -> None:
    scene = straight(4, damage={"gear": 1})
    assert scene.allows("4>1:B2 5>2:A2 6>2:B2 3bb>3:A2 2>3:B2")
    assert scene.allows("5>1:B2 4>2:A2 3>2:B2 2>3:A2 1>3:B2")
    assert scene.refuses("4>1:B2 5>2:A2 6>2:B2 3bb>3:A2 2>3:B2 1>4:A2") == "GT-DICE-1"


@rule("GT-MOVE-1")
def test_one_car_a_cell() -> None:
    scene = Scene(STRAIGHT, at("1:A2", 3), at("1:B2", 1))
    assert scene.refuses("3>1:B2") == "GT-MOVE-1"
    assert scene.allows("3>1:B1")


@rule("GT-MOVE-2", "GT-MOVE-4")
def test_no_step_sideways_back_or_far() -> None:
    scene = Scene(STRAIGHT, at("1:B2", 3))
    for cell in ("1:B1", "1:A2", "2:B2", "1:B2"):
        assert scene.refuses(f"3>{cell}") == "GT-MOVE-2"
    assert scene.refused(a.Plan((Step("3", 999),))) == "GT-MOVE-2"


@rule("GT-MOVE-5")
def test_lanes_may_change_in_every_step() -> None:
    assert Scene(STRAIGHT, at("1:A1", 3)).allows("3>1:B2 c>2:A3 c>2:B2 4>3:A1")


@rule("GT-MOVE-6", "GT-BLOCK-D2")
def test_a_car_that_can_move_must_move_one_cell_at_least() -> None:
    scene = straight(3)
    assert scene.refused(a.Pass()) == "GT-MOVE-6"
    assert scene.refused(a.Plan(())) == "GT-MOVE-6"
    assert scene.allows("c>1:B2")


@rule("GT-CORNER-1", "GT-CORNER-2", "GT-CORNER-9")
def test_a_gear_above_the_limit_is_a_loss_at_once() -> None:
    fast = Scene(CORNER, at("2:A2", 3), at("0:A1", 0))
    fast.plan("4>2:B1")
    fast.roll("-")
    [lost] = fast.found(a.ControlLost)
    assert (lost.cause, lost.gear, fast.road.name(lost.cell)) == ("overspeed", 4, "2:B1")
    for gear in (1, 2, 3):
        slow = Scene(CORNER, at("2:A2", gear), at("0:A1", 0))
        slow.plan("c>2:B1")
        slow.roll("-")
        assert slow.found(a.ControlLost) == []
    at_the_limit = Scene(CORNER, at("2:A2", 3), at("0:A1", 0))
    at_the_limit.flat_out("3>2:B1", "-")
    assert (at_the_limit.found(a.ControlLost), at_the_limit.where()) == ([], "2:B1")


@rule("GT-CORNER-3", "GT-CORNER-D2")
def test_leaving_and_standing_on_a_cell_cost_nothing() -> None:
    dangerous = Scene("102b 103b 118b 103b", at("2:B1", 5), at("0:A1", 0))
    dangerous.plan("6>2:C1")
    dangerous.roll("-")
    assert dangerous.state.seat == 1
    assert (
        dangerous.found(a.Moved)[0].hazards
        == dangerous.road.step(dangerous.road.cell("2:B1"), dangerous.road.cell("2:C1")).hazards[6]
    )  # type: ignore[union-attr]


@rule("GT-CORNER-6", "GT-CORNER-9")
def test_the_number_on_a_line_replaces_the_limit_of_the_cell() -> None:
    inside = Scene(CORNER, at("2:A3", 2), at("0:A1", 0))
    inside.plan("3>2:B2")
    inside.roll("-")
    assert [lost.cause for lost in inside.found(a.ControlLost)] == ["overspeed"]


@rule("GT-CORNER-D1")
def test_hazards_of_an_exit_line_count_on_the_cell_behind_it() -> None:
    scene = Scene("102b 103b 113b 103b", at("2:B2", 2), at("0:A1", 0), weather="wet")
    scene.plan("c>2:D2")
    scene.roll("!")
    [lost] = scene.found(a.ControlLost)
    assert (scene.road.name(lost.cell), lost.hazards) == ("2:D2", 2)


@rule("GT-CORNER-D6")
def test_overspeed_may_be_planned_but_only_as_the_last_step() -> None:
    scene = Scene(CORNER, at("2:A2", 6), at("0:A1", 0))
    assert scene.allows("5>2:B1")
    assert scene.refuses("5>2:B1 c>2:C1") == "GT-CORNER-D6"
    assert not scene.offers(a.Pass())


@rule("GT-CORNER-10")
def test_the_double_inner_lane_has_one_way_in() -> None:
    scene = Scene("102a 103a 116a 103a", at("2:A3", 1), at("0:A1", 0))
    [(step, _)] = drive_of(scene.state, 0).openings(scene.road.cell("2:A3"))
    assert (scene.road.name(step.cell), step.straight, step.limit) == ("2:B2", True, 1)
    middle = scene.road.step(scene.road.cell("2:A2"), scene.road.cell("2:B2"))
    assert middle is not None
    assert (middle.straight, middle.limit) == (True, 2)

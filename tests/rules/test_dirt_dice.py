"""DIRT: which dice a plan may use."""

from __future__ import annotations

import pytest

from paddock.core.errors import IllegalAction
from paddock.games.rallyman.dirt import RALLYMAN_DIRT, plans
from paddock.games.rallyman.dirt import actions as a
from paddock.games.rallyman.dirt.drive import drive_of
from paddock.games.rallyman.dirt.state import State, damage, hand_of
from paddock.testing import rule
from paddock.testing.dirt import car, drive, plan, underway
from paddock.testing.harness import refused

STRAIGHT = "R " * 12 + "|F| R"


def straight(gear: int, **extra: object) -> State:
    """A car on 0.L in a gear with nothing but road ahead; it does not lead."""
    return underway(STRAIGHT, car("0.L", gear, **extra))  # type: ignore[arg-type]


def dice(state: State, text: str) -> str:
    """The rule that refuses these dice laid along the left lane; empty if they are legal."""
    steps = " ".join(f"{die}@{n + 1}.L" for n, die in enumerate(text.split()))
    try:
        plans.laid(drive_of(state, state.seat), plan(state, steps))
    except IllegalAction as refusal:
        return refusal.rule_id
    return ""


@rule("DIRT-DICE-1")
def test_the_gear_limit_counts_dice_not_values() -> None:
    assert dice(straight(2, tokens=("gear",)), "2 3 4 5 6") == ""
    assert dice(straight(1, tokens=("gear",)), "1 2 3 4 5") == ""
    assert dice(straight(1, tokens=("gear",)), "1 2 3 4 5 6") == "DIRT-DICE-1"
    assert dice(straight(1), "1 2 3 4 5 6") == ""


@rule("DIRT-DICE-2")
def test_each_die_is_used_once() -> None:
    assert dice(straight(3), "4 3 4") == "DIRT-DICE-2"
    assert dice(straight(3), "c c") == ""
    assert dice(straight(3), "c c c") == "DIRT-DICE-1"


@rule("DIRT-DICE-3")
@pytest.mark.parametrize("face", ["-", "!"])
def test_a_gear_die_moves_one_space_whatever_it_shows(face: str) -> None:
    state = straight(3)
    drive(state, "4@1.L", face)
    assert (RALLYMAN_DIRT.view(state, 0).cars[0].cell_name, state.cars[0].pile) == ("1.L", (4,))


@rule("DIRT-DICE-4")
def test_from_gear_0_only_die_1_starts() -> None:
    assert dice(straight(0), "1 2") == ""
    assert dice(straight(0), "2") == "DIRT-DICE-4"
    assert dice(straight(0), "c") == "DIRT-DICE-7"


@rule("DIRT-DICE-5")
@pytest.mark.parametrize("gear", range(1, 7))
def test_the_first_gear_die_is_one_lower_equal_or_one_higher(gear: int) -> None:
    legal = {die for die in range(1, 7) if dice(straight(gear), str(die)) == ""}
    assert legal == {die for die in (gear - 1, gear, gear + 1) if 1 <= die <= 6}


@rule("DIRT-DICE-6")
def test_later_gear_dice_go_up_or_down_by_one() -> None:
    assert dice(straight(3), "4 5 4") == "DIRT-DICE-2"
    assert dice(straight(3), "3 4 5 6") == ""
    assert dice(straight(3), "4 3 2 1") == ""
    assert dice(straight(4), "5 4 3 2b") == "DIRT-DICE-9"
    assert dice(straight(3), "3 5") == "DIRT-DICE-6"


@rule("DIRT-DICE-7")
def test_coast_dice_keep_the_gear_anywhere_in_the_plan() -> None:
    for text in ("c", "c c", "c 4 c", "4 c 3", "3 c c"):
        assert dice(straight(3), text) == ""
    assert dice(straight(0), "c") == "DIRT-DICE-7"
    assert [n.step.die for n in plans.extend(drive_of(straight(0), 0))] == ["1", "1"]
    state = straight(3)
    drive(state, "c@1.L c@2.R", "- -")
    assert state.cars[0].gear == 3 and state.cars[0].pile == (3,)


@rule("DIRT-DICE-8")
def test_leader_dice_do_what_coast_dice_do_with_more_hazards() -> None:
    state = underway(STRAIGHT, car("0.L", 3), leader=0)
    assert dice(state, "l l") == ""
    assert {n.step.die: n.gear for n in plans.extend(drive_of(state, 0))}["l"] == 3
    steps = plan(state, "l@1.L l@2.L 3@3.L")
    loss = [n.odds.one_by_one for n in plans.extend(drive_of(state, 0), steps[:2]) if n.step == steps[2]]
    assert loss == [pytest.approx((2 / 6) ** 3)]


@rule("DIRT-DICE-9", "DIRT-DICE-11")
def test_a_brake_die_skips_exactly_one_gear() -> None:
    assert dice(straight(4), "2b") == ""
    assert dice(straight(4), "2") == "DIRT-DICE-9"
    assert dice(straight(4), "3b") == "DIRT-DICE-9"
    assert dice(straight(4), "1bb") == "DIRT-DICE-1"
    assert dice(straight(5), "6 4b c 5 c") == ""
    assert dice(straight(6), "4b 2b") == "DIRT-DICE-1"


@rule("DIRT-DICE-10")
def test_gear_0_is_never_chosen() -> None:
    assert min(n.gear for n in plans.extend(drive_of(straight(1), 0))) == 1
    assert min(n.gear for n in plans.extend(drive_of(straight(2), 0))) == 1


@rule("DIRT-DICE-D1")
def test_the_starting_gear_may_be_repeated_by_the_first_gear_die_only() -> None:
    assert dice(straight(4), "c 4 3") == ""
    assert dice(straight(4), "5 4 c 4") == "DIRT-DICE-2"
    assert dice(straight(4), "3 c 3") == "DIRT-DICE-2"


@rule("DIRT-DICE-D2")
def test_the_leader_swaps_both_coast_dice() -> None:
    state = underway(STRAIGHT, car("0.L", 3), leader=0)
    assert dice(state, "l l") == ""
    assert dice(state, "l c") == "DIRT-LEAD-2"


@rule("DIRT-DMG-1")
def test_gearbox_damage_takes_a_gear_die_of_the_players_choice() -> None:
    state = straight(3, tokens=("gear", "gear", "gear", "gear"))
    assert dice(state, "4 5") == dice(state, "2 1") == dice(state, "3 4") == ""
    assert dice(state, "4 5 6") == "DIRT-DICE-1"


@rule("DIRT-DMG-2")
def test_brake_damage_takes_the_brake_die() -> None:
    assert dice(straight(4, tokens=("brake",)), "2b") == "DIRT-DICE-1"


@rule("DIRT-DMG-3")
def test_suspension_and_puncture_take_a_coast_die_each() -> None:
    assert dice(straight(4, tokens=("coast",)), "c c") == "DIRT-DICE-1"
    assert dice(straight(4, tokens=("puncture",)), "c") == ""
    assert dice(straight(4, tokens=("coast", "puncture")), "c") == "DIRT-DICE-1"


@rule("DIRT-DMG-4")
def test_green_flags_and_ok_do_nothing() -> None:
    state = straight(4, tokens=("green_flag", "ok", "ok", "green_flag"))
    assert damage(state.cars[0].tokens) == (0, 0, 0)
    assert hand_of(state, 0) == hand_of(straight(4), 0)


@rule("DIRT-DMG-5")
def test_a_count_never_falls_below_0_but_every_token_must_go_one_by_one() -> None:
    state = straight(1, tokens=("brake", "brake", "coast", "coast", "coast"), spare=True)
    state.options = RALLYMAN_DIRT.Options(layouts=state.options.layouts, spare_wheel_removes="coast")
    hand = hand_of(state, 0)
    assert (hand.coast, hand.brake) == (0, 0)
    drive(state, "1@1.L", "-")
    RALLYMAN_DIRT.act(state, 0, a.ChangeWheel())
    assert damage(state.cars[0].tokens) == (0, 2, 2)
    assert hand_of(state, 0).coast == 0


@rule("DIRT-TURN-2")
def test_a_plan_uses_only_available_dice_and_is_complete_before_rolling() -> None:
    state = straight(3)
    refused(RALLYMAN_DIRT, state, 0, a.Plan(()))
    refused(RALLYMAN_DIRT, state, 0, a.Plan(plan(state, "6@1.L")))
    RALLYMAN_DIRT.act(state, 0, a.Plan(plan(state, "3@1.L 4@2.L")))
    assert state.plan == plan(state, "3@1.L 4@2.L")
    assert RALLYMAN_DIRT.pending(state).chance is not None


@rule("DIRT-DICE-5", "DIRT-DICE-6")
def test_the_first_gear_die_and_the_later_ones_are_refused_by_rules_of_their_own() -> None:
    assert dice(straight(4), "6") == dice(straight(4), "c 6") == "DIRT-DICE-5"
    assert dice(straight(4), "5 4 6") == "DIRT-DICE-6"

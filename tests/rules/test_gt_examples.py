"""Every worked example of the rules of Rallyman: GT (EX-01 to EX-26)."""

from __future__ import annotations

import pytest

from paddock.games.rallyman.gt import RALLYMAN_GT
from paddock.games.rallyman.gt import actions as a
from paddock.games.rallyman.gt.drive import drive_of
from paddock.games.rallyman.gt.order import turn_order
from paddock.games.rallyman.gt.solo import track_seconds
from paddock.games.rallyman.gt.state import (
    GtOptions,
    Mark,
    hand_of,
    hazard_limit,
    marker,
    road_of,
)
from paddock.testing import rule
from paddock.testing.gt import Race, at

CORNER = "102a 103a 115a 103a"


@rule("GT-SETUP-7", "GT-SETUP-8", "GT-SETUP-9")
def test_ex_01_starting_grid() -> None:
    options = GtOptions(track=("102a", "115a", "103a"))
    state = RALLYMAN_GT.start(options, 4)
    for seat in (0, 1, 2, 3):
        RALLYMAN_GT.resolve(state, seat)
    names = [road_of(options.track).name(car.cell) for car in state.cars]
    assert names == ["0:C3", "0:C1", "0:B3", "0:B1"]


@rule("GT-ROUND-2")
def test_ex_02_who_has_moved() -> None:
    red, green, yellow, blue = at("1:B1", 5), at("1:B2", 4), at("1:A1", 3), at("1:A2", 2)
    race = Race(CORNER, red, green, yellow, blue)
    race.state.round, race.state.turn = 2, 2
    markers = [marker(race.state, seat)[1] for seat in range(4)]
    assert (RALLYMAN_GT.view(race.state, None).round_colour, markers) == (
        "black",
        ["white", "white", "black", "black"],
    )
    assert [car.moved for car in RALLYMAN_GT.view(race.state, None).cars] == [True, True, False, False]


@rule("GT-ORDER-2", "GT-ORDER-3", "GT-ORDER-4")
def test_ex_03_turn_order() -> None:
    blue, yellow, red, green = at("1:A3", 5), at("1:A1", 5), at("1:B1", 2), at("1:A2", 2)
    race = Race("102a 103a 115a 103a", green, red, yellow, blue)
    assert turn_order(race.state) == (3, 2, 1, 0)


@rule("GT-COMP-6")
def test_ex_04_standard_dashboard() -> None:
    race = Race(CORNER, at("1:B2", 3))
    hand = hand_of(race.state, 0)
    assert (hand.gear, hand.coast, hand.brake) == (6, 2, 3)
    assert hazard_limit(race.state, 0) == 3


@rule("GT-DICE-7", "GT-DICE-6", "GT-DICE-4", "GT-MOVE-3")
def test_ex_05_a_planned_line() -> None:
    race = Race(CORNER, at("1:B2", 6))
    race.plan("3bb>2:A2 c>2:B1 c>2:C1 4>2:D3")
    race.roll("---", "-", "-", "-")
    assert (race.where(), race.car().gear) == ("2:D3", 4)
    assert race.found(a.ControlLost) == []


@rule("GT-DICE-5", "GT-DICE-6")
def test_ex_06_start_from_0() -> None:
    race = Race(CORNER, at("0:C3", 0))
    assert race.refuses("2>0:D3") == "GT-DICE-5"
    assert race.refuses("c>0:D3") == "GT-DICE-6"
    assert race.allows("1>0:D3 2>1:A3")


@rule("GT-DICE-4", "GT-DICE-9")
def test_ex_07_up_and_down() -> None:
    race = Race("102a 104a 104a 113a", at("2:A2", 4))
    race.plan("5>2:B2 4>2:C2 3>3:A1 2>3:B1")
    race.roll("-", "-", "-", "-")
    assert (race.where(), race.car().gear) == ("3:B1", 2)


@rule("GT-DICE-6", "GT-DICE-11")
def test_ex_08_coasting_through_a_corner() -> None:
    race = Race("102a 105a 119b 103b -120b", at("2:A1", 3), at("0:A1", 0))
    race.plan("c>2:B1 c>2:C1")
    race.roll("-", "-")
    assert (race.where(), marker(race.state, 0)) == ("2:C1", ("3", "black"))


@rule("GT-DICE-7")
def test_ex_09_braking_5_to_2() -> None:
    race = Race("102a 106a 111a", at("1:B1", 5))
    assert race.allows("2bb>1:C1")
    assert race.refuses("2b>1:C1") == "GT-DICE-7"
    assert race.refuses("2bbb>1:C1") == "GT-DICE-D1"


@rule("GT-DICE-7")
def test_ex_10_braking_3_to_1() -> None:
    assert Race("102a 105a 107a", at("1:A1", 3)).allows("1b>1:B1")


@rule("GT-DICE-2", "GT-DICE-7", "GT-DICE-9", "GT-CORNER-5", "GT-CORNER-7")
def test_ex_11_all_six_gears_in_a_turn() -> None:
    race = Race("102a 103a 103a 115a 103a", at("1:A3", 4))
    six = "4>1:B3 5>2:A3 6>2:B3 3bb>3:A2 2>3:B2 1>3:D3"
    assert race.allows(six)
    assert race.allows(f"{six} c>4:A3")
    assert race.refuses(f"{six} 2>4:A3") == "GT-DICE-2"
    moves = drive_of(race.state, 0).trace(race.steps(six))
    assert not moves[4].step.straight
    assert (moves[4].step.limit, moves[5].step.limit) == (3, 2)
    race.plan(six)
    race.roll("-", "-", "-", "---", "-", "-")
    assert (race.where(), race.car().gear) == ("3:D3", 1)


@rule("GT-CORNER-1", "GT-CORNER-3")
def test_ex_12_ordinary_corner() -> None:
    race = Race("102b 103b 114b 103b", at("2:B1", 2))
    race.plan("c>2:C2 3>2:E2")
    race.roll("-", "-")
    assert (race.where(), race.car().gear, race.found(a.ControlLost)) == ("2:E2", 3, [])


@rule("GT-CORNER-4", "GT-ROLL-5")
def test_ex_13_dangerous_corner() -> None:
    fast = Race("102b 103b 118b 103b", at("2:A1", 5))
    fast.plan("c>2:B1 c>2:C1")
    fast.roll("-")
    assert fast.state.hazards == 1
    primed = Race("102b 103b 118b 103b", at("1:A1", 4))
    primed.plan("4>1:B1 5>2:A1 c>2:B1")
    primed.roll("!", "!", "-")
    assert [(lost.cell, lost.hazards) for lost in primed.found(a.ControlLost)] == [
        (primed.road.cell("2:B1"), 3)
    ]
    slow = Race("102b 103b 118b 103b", at("2:A1", 4))
    slow.plan("c>2:B1 c>2:C1")
    slow.roll("-")
    assert slow.state.hazards == 0


@rule("GT-CORNER-5", "GT-CORNER-6", "GT-CORNER-7", "GT-CORNER-9", "GT-PASS-3")
def test_ex_14_tight_corner() -> None:
    race = Race(CORNER, at("2:A3", 3), at("2:B1", 2))
    openings = drive_of(race.state, 0).openings(race.road.cell("2:A3"))
    assert [(race.road.name(step.cell), step.limit, need) for step, need in openings] == [("2:B2", 2, 2)]
    assert race.refuses("3>2:B2 2>2:D2") == "GT-CORNER-D6"
    assert race.allows("2>2:B2 3>2:D2 4>3:A2")
    assert race.refuses("2>2:B2 3>2:D3 4>3:A3") == "GT-CORNER-D6"
    assert race.refuses("1b>2:B2") == "GT-PASS-3"


@rule("GT-CORNER-8")
def test_ex_15_hazard_lines() -> None:
    straight = Race("102b 103b 113b 103b", at("2:A2", 2))
    straight.plan("c>2:B2 c>2:D2")
    straight.roll("-")
    assert straight.state.hazards == 1
    straight.roll("!")
    assert [lost.hazards for lost in straight.found(a.ControlLost)] == [3]
    around = Race("102b 103b 113b 103b", at("2:A1", 2))
    around.plan("c>2:B2 c>2:D1")
    around.roll("!", "!")
    assert around.found(a.ControlLost) == []
    assert [moved.hazards for moved in around.found(a.Moved)] == [0, 0]


@rule("GT-PASS-3")
@pytest.mark.parametrize(
    ("gear", "legal"), [(1, True), (2, True), (3, True), (4, False), (5, False), (6, False)]
)
def test_ex_16_who_can_be_overtaken(gear: int, legal: bool) -> None:
    race = Race("102a 103a 103a", at("1:A1", 3), at("1:B3", gear))
    assert race.allows("c>1:B1") is legal
    if not legal:
        assert race.refuses("c>1:B1") == "GT-PASS-3"


@rule("GT-PASS-3", "GT-PASS-4", "GT-PASS-5")
def test_ex_17_between_two_cars() -> None:
    race = Race("102a 103a 103a 115a", at("1:A1", 4), at("1:B2", 5), at("2:A1", 6))
    race.plan("5>1:B1 6>2:A2 3bb>2:B2")
    race.roll("-", "-", "---")
    assert (race.where(), race.car().gear) == ("2:B2", 3)


@rule("GT-BLOCK-1", "GT-BLOCK-3", "GT-PASS-3")
def test_ex_18_too_slow() -> None:
    race = Race("102b 104b 104b 103b", at("1:B2", 2), at("2:A2", 5))
    for first in ("1>1:C1", "2>1:C2", "3>1:C1", "c>1:C2"):
        assert race.allows(first)
    for text in ("3>1:C2 4>2:A1", "3>1:C1 4>2:A1", "c>1:C2 3>2:A1"):
        assert race.refuses(text) == "GT-PASS-3"
    race.plan("3>1:C2")
    race.roll("-")
    assert (race.where(), race.car().gear, race.state.seat) == ("1:C2", 3, 1)


@rule("GT-BLOCK-1", "GT-BLOCK-3")
def test_ex_19_road_full() -> None:
    race = Race("102b 104b 104b", at("1:C1", 4), at("2:A1", 1), at("2:A2", 1))
    assert list(RALLYMAN_GT.actions(race.state, 0)) == [a.Retire(), a.Pass()]
    race.do(a.Pass())
    assert (race.where(), marker(race.state, 0)) == ("1:C1", ("4", "black"))
    assert race.found(a.Rolled) == []
    assert race.car().focus == 0


@rule("GT-ROUND-2", "GT-DICE-11")
def test_ex_20_marker_at_the_end() -> None:
    race = Race("102a 103a 103a", at("1:A2", 5), at("0:A1", 0))
    race.state.round = 2
    race.plan("2bb>1:B2")
    race.roll("---")
    assert marker(race.state, 0) == ("2", "white")


RED = "102b 103b 104b 103b"
FAILED = "4>2:A1 5>2:B1 6>2:C1 c>3:A1 c>3:B1"


@rule("GT-FLAT-4", "GT-FLAT-5", "GT-FLAT-6", "GT-FLAT-7", "GT-LOSS-4")
def test_ex_21_flat_out_loss_moved_away_from_a_red_face() -> None:
    kept = Race(RED, at("1:B1", 4))
    kept.flat_out(FAILED, "!", "!", "!", "-", "-")
    kept.do(a.Relay(kept.laid("4>2:A1! 5>2:B1! 6>2:C1!")))
    [lost] = kept.found(a.ControlLost)
    assert (lost.cell, lost.gear, lost.danger, lost.tokens) == (kept.road.cell("2:C1"), 6, "red", 4)

    moved = Race(RED, at("1:B1", 4))
    moved.flat_out(FAILED, "!", "!", "!", "-", "-")
    assert moved.refused(a.Relay(moved.laid("c>2:A1- c>2:B1- 4>2:C1! 5>3:A1!"))) == "GT-FLAT-6"
    moved.do(a.Relay(moved.laid("c>2:A1- c>2:B1- 4>2:C1! 5>3:A1! 6>3:B1!")))
    [lost] = moved.found(a.ControlLost)
    assert (lost.cell, lost.gear, lost.danger, lost.tokens) == (moved.road.cell("3:B1"), 6, "orange", 3)
    assert moved.car().status == "off"


@rule("GT-FLAT-8")
def test_ex_22_tokens_in_spite_of_the_loss() -> None:
    race = Race(RED, at("1:B1", 4))
    race.flat_out(FAILED, "!", "!", "!", "-", "-")
    assert race.car().focus == 5


@rule("GT-FOCUS-5", "GT-FOCUS-6")
def test_ex_23_securing_a_braking_step() -> None:
    race = Race("102a 103a 103a", at("1:A2", 5, focus=6))
    race.plan("2bb>1:B2")
    events = race.do(a.Secure())
    assert [event.price for event in events if isinstance(event, a.Secured)] == [6]
    assert race.car().focus == 0
    assert race.found(a.Rolled) == []
    second = Race("102a 103a 103a", at("1:A2", 5, focus=10))
    second.plan("c>1:B2 2bb>2:A2")
    second.do(a.Secure())
    assert second.car().focus == 9
    second.do(a.Secure())
    assert second.car().focus == 0
    short = Race("102a 103a 103a", at("1:A2", 5, focus=9))
    short.plan("c>1:B2 2bb>2:A2")
    short.do(a.Secure())
    assert short.refused(a.Secure()) == "GT-FOCUS-6"


@rule("GT-LOSS-3", "GT-LOSS-4", "GT-LOSS-5", "GT-LOSS-6", "GT-LOSS-7", "GT-OFF-1", "GT-OFF-2")
def test_ex_24_crash() -> None:
    race = Race("102a 103a 104a 103a", at("1:B3", 4), at("0:A1", 0))
    race.flat_out("3>2:A3 4>2:B3 c>2:C3", "!", "!", "!")
    race.do(a.Relay(race.laid("c>2:A3! 3>2:B3! 4>2:C3!")))
    assert race.found(a.Crashed)[0].side == "right"
    one = Race("102a 103a 104a 103a", at("2:A3", 4), at("0:A1", 3), weather="wet")
    one.plan("4>2:B3 c>2:C3")
    one.state.hazards = 1
    one.roll("!")
    [lost] = one.found(a.ControlLost)
    assert (one.road.name(lost.cell), lost.gear, lost.danger, lost.tokens) == ("2:B3", 4, "orange", 1)
    assert (one.car().status, marker(one.state, 0)[0], one.car().side) == ("off", "00", "right")
    one.draw("green_flag")
    one.plan("c>0:B1")
    one.roll("-")
    one.plan("c>0:C1")
    one.roll("-")
    assert (one.where(), one.car().status, one.car().gear) == ("2:B3", "track", 0)
    assert one.found(a.Returned) != []
    assert (one.state.round, one.state.seat) == (3, 1)
    one.plan("c>0:D1")
    one.roll("-")
    assert one.state.seat == 0
    assert one.allows("1>2:C3")


@rule("GT-DMG-2", "GT-DMG-3", "GT-DMG-5")
def test_ex_25_damaged_car() -> None:
    race = Race(CORNER, at("1:A2", 4, damage={"gear": 1, "brake": 1}))
    hand = hand_of(race.state, 0)
    assert (hand.gear, hand.coast, hand.brake) == (5, 2, 2)


@rule("GT-SOLO-5", "GT-SOLO-9")
def test_ex_26_solo_time() -> None:
    marks = [Mark("6", "X"), *(Mark("1", "X") for _ in range(5)), Mark("6", "X"), Mark("6", "X")]
    assert track_seconds(mark for mark in marks if mark.gear == "6") == 30
    assert track_seconds(marks) == 30 + 5 * 50

"""DIRT: the worked examples of the rulebook (W) and our own (X)."""

from __future__ import annotations

import pytest

from paddock.core.errors import IllegalAction
from paddock.games.rallyman.dirt import RALLYMAN_DIRT, plans
from paddock.games.rallyman.dirt import actions as a
from paddock.games.rallyman.dirt.components import components
from paddock.games.rallyman.dirt.drive import drive_of
from paddock.games.rallyman.dirt.order import order_of_play
from paddock.games.rallyman.dirt.state import State, damage, hand_of
from paddock.testing import rule
from paddock.testing.dirt import any_token, car, cell_of, chance, do, drive, plan, relay, stage_of, underway
from paddock.testing.harness import refused

STRAIGHT = "R " * 12 + "|F| R"


def legal(state: State, text: str) -> bool:
    try:
        plans.laid(drive_of(state, state.seat), plan(state, text))
    except IllegalAction:
        return False
    return True


@rule("DIRT-ORDER-2", "DIRT-ORDER-3")
@pytest.mark.parametrize(
    ("blue", "expected"), [(3, ["red", "green", "yellow", "blue"]), (4, ["red", "green", "blue", "yellow"])]
)
def test_w1_order_of_play(blue: int, expected: list[str]) -> None:
    names = ["blue", "yellow", "green", "red"]
    state = underway(
        "R R R R R R CL(2x1/3x2) R |F| R", car("3.L", blue), car("3.R", 4), car("4.L", 1), car("5.L", 1)
    )
    assert [names[seat] for seat in order_of_play(state)] == expected


@rule("DIRT-START-1", "DIRT-START-2")
def test_w2_staggered_start() -> None:
    state = RALLYMAN_DIRT.start(RALLYMAN_DIRT.Options(layouts=(stage_of(STRAIGHT, name="w2"),)), 4)
    chance(state, 0)
    turns: dict[int, list[int]] = {}
    while state.round < 5:
        turns.setdefault(state.round, []).append(state.seat)
        behind = RALLYMAN_DIRT.view(state, None).cars[state.seat].cell_name
        lane = "LR"[state.seat % 2]
        drive(state, f"1@{int(behind[:-2]) + 1 if behind else 0}.{lane}", "-")
    assert turns == {1: [0], 2: [0, 1], 3: [0, 1, 2], 4: [0, 1, 2, 3]}


@rule("DIRT-DICE-4")
def test_w3_starting_from_gear_0() -> None:
    state = underway(STRAIGHT, car(""))
    assert not legal(state, "2@0.L") and not legal(state, "c@0.L")
    drive(state, "1@0.L 2@1.L", "- -")
    assert (cell_of(state), state.cars[0].pile) == ("1.L", (2,))


@rule("DIRT-DICE-5", "DIRT-DICE-6")
def test_w4_up_and_down_in_one_turn() -> None:
    state = underway(STRAIGHT, car("0.L", 4))
    drive(state, "5@1.L 4@2.L 3@3.L 2@4.L", "- - - -")
    assert (cell_of(state), state.cars[0].pile) == ("4.L", (2,))


@rule("DIRT-DICE-7", "DIRT-TIME-1")
def test_w5_coasting_through_a_corner() -> None:
    state = underway("R CL(2x1/3x3) R R |F| R", car("0.L", 3))
    events = drive(state, "c@1.o1 c@1.o2", "- -")
    assert not any(isinstance(e, a.ControlLost) for e in events)
    assert (state.cars[0].gear, state.cars[0].pile) == (3, (3,))


@rule("DIRT-LEAD-1", "DIRT-LEAD-2")
def test_w6_the_leader_coasts() -> None:
    state = underway("R CL(2x1/3x3) R R |F| R", car("0.L", 3), leader=0)
    assert not legal(state, "c@1.o1 c@1.o2")
    drive(state, "l@1.o1 l@1.o2", "- -")
    assert (state.cars[0].gear, state.cars[0].pile) == (3, (3,))


@rule("DIRT-DICE-9")
def test_w7_braking() -> None:
    state = underway(STRAIGHT, car("0.L", 4))
    assert not legal(state, "2@1.L") and not legal(state, "2bb@1.L")
    drive(state, "2b@1.L", "--")
    assert (cell_of(state), state.cars[0].pile) == ("1.L", (2,))


@rule("DIRT-DICE-5", "DIRT-DICE-9", "DIRT-DICE-11", "DIRT-TIME-1")
def test_w8_everything_together() -> None:
    state = underway(STRAIGHT, car("0.L", 5))
    drive(state, "6@1.L 5@2.L 4@3.L 2b@4.L c@5.L c@6.L 3@7.L", "- - - -- - - -")
    assert (cell_of(state), state.cars[0].pile) == ("7.L", (3,))
    assert RALLYMAN_DIRT.view(state, 0).cars[0].pile_seconds == 30


@rule("DIRT-CORNER-4", "DIRT-CORNER-5", "DIRT-CORNER-6")
def test_w9_speed_limit() -> None:
    state = underway("R CL(3x1/4x2) R R |F| R", car("0.L", 4))
    drive(state, "3@1.i1 4@2.L", "- -")
    assert state.cars[0].pile == (4,)
    fast = underway("R CL(3x1/4x2) R R |F| R", car("0.L", 4))
    drive(fast, "4@1.i1", "-")
    assert (fast.phase, cell_of(fast)) == ("back", "1.i1")


@rule("DIRT-PASS-1")
@pytest.mark.parametrize("other", range(7))
def test_w10_drawing_level(other: int) -> None:
    state = underway("R R R |F| R", car("0.L", 3), car("1.R", other))
    assert legal(state, "3@1.L") == (other <= 3)


@rule("DIRT-PASS-1", "DIRT-PASS-2", "DIRT-PASS-3")
def test_w11_passing_between_two_cars() -> None:
    state = underway("R R R R |F| R", car("0.L", 5), car("0.R", 5), car("1.L", 6))
    drive(state, "6@1.R 5@2.R", "- -")
    assert (cell_of(state), state.cars[0].pile) == ("2.R", (5,))


@rule("DIRT-BLOCK-1", "DIRT-BLOCK-2")
def test_w12_blocked_by_two_cars_abreast() -> None:
    state = underway("R R R |F| R", car("0.L", 3), car("1.L", 2), car("1.R", 2))
    do(state, a.Pass())
    assert (cell_of(state), state.cars[0].gear, state.cars[0].pile) == ("0.L", 3, (3,))


@rule("DIRT-PASS-1", "DIRT-BLOCK-3")
def test_w13_not_enough_room_to_get_fast_enough() -> None:
    state = underway("R R R |F| R", car("0.R", 3), car("2.L", 6))
    assert not legal(state, "4@1.R 5@2.R")
    drive(state, "4@1.R", "-")
    assert state.cars[0].pile == (4,)


W14 = "R R R CL(3x1/5x2) R:red R |F| R"


def failed_flat_out() -> State:
    state = underway(W14, car("0.L", 2), car("5.L", 1))
    drive(state, "3@1.L 4@2.L 5@3.o1 c@3.o2 c@4.L", "- ! - ! !", "flat-out")
    assert (state.phase, state.cars[0].seconds) == ("relay", 5)
    return state


@rule("DIRT-FLAT-2", "DIRT-FLAT-4", "DIRT-FLAT-5")
@pytest.mark.parametrize(
    ("laid", "cell", "danger", "gear"),
    [
        ("3@1.L=- 4@2.L=! 5@3.o1=- c@3.o2=! c@4.L=!", "4.L", "red", 5),
        ("3@1.L=- 4@2.L=! c@3.o1=! c@3.o2=!", "3.o2", "yellow", 4),
        ("3@1.L=- 4@2.L=! 5@3.i1=-", "3.i1", "yellow", 5),
    ],
)
def test_w14_a_failed_flat_out(laid: str, cell: str, danger: str, gear: int) -> None:
    state = failed_flat_out()
    events = do(state, a.Relay(relay(state, laid)))
    loss = next(e for e in events if isinstance(e, a.ControlLost))
    assert (cell_of(state), loss.danger, loss.gear, state.cars[0].seconds) == (cell, danger, gear, 5)


@rule("DIRT-FLAT-4")
def test_w14_d_a_layout_without_a_loss_is_illegal() -> None:
    state = failed_flat_out()
    refused(RALLYMAN_DIRT, state, 0, a.Relay(relay(state, "3@1.L=- 4@2.L=!")))


@rule("DIRT-SEC-3", "DIRT-SEC-4")
def test_w15_securing_three_dice() -> None:
    state = underway("R R CL(2x1/3x2) R |F| R", car("0.L", 4, seconds=6))
    do(state, a.Plan(plan(state, "2b@1.L c@2.i1")))
    do(state, a.Secure())
    assert state.cars[0].seconds == 3
    do(state, a.Secure())
    assert (state.cars[0].seconds, state.cars[0].pile, cell_of(state)) == (0, (2,), "2.i1")


@rule("DIRT-LOSS-3", "DIRT-LOSS-4")
def test_w16_spin() -> None:
    state = underway("R CL(1x1/2x2) R |F| R", car("0.L", 3), car("0.R", 1))
    drive(state, "3@1.i1", "-")
    chance(state, "spin")
    view = RALLYMAN_DIRT.view(state, 0).cars[0]
    assert (view.pile_seconds, view.damage, view.cell_name, view.gear) == (60, {}, "1.i1", 0)


@rule("DIRT-LOSS-5", "DIRT-LOSS-7")
def test_w17_crash() -> None:
    state = underway("R CL(1x1/2x2):red R |F| R", car("0.L", 4), car("0.R", 1))
    drive(state, "4@1.i1", "-")
    chance(state, "crash-1-2-3", *[any_token("gear")] * 3)
    view = RALLYMAN_DIRT.view(state, 0).cars[0]
    assert (view.status, view.cell_name, view.gear, view.damage) == ("off", "1.i1", 0, {"gear": 3})


@rule("DIRT-DMG-1", "DIRT-DMG-2")
def test_w18_damaged_car() -> None:
    hand = hand_of(underway(STRAIGHT, car("0.L", 4, tokens=("gear", "brake"))), 0)
    assert (hand.gear, hand.brake) == (5, 0)


@rule("DIRT-FINISH-6", "DIRT-SHEET-1")
def test_w19_stage_time_on_the_sheet() -> None:
    state = underway("R |F| R", car("0.L", 3, pile=(1, 1, 1), seconds=5))
    drive(state, "3@1.L", "-")
    assert RALLYMAN_DIRT.view(state, 0).sheet[0].lines[0].time == "2:55"


@rule("DIRT-RALLY-4", "DIRT-RALLY-5", "DIRT-SPARE-5")
def test_w20_starting_the_next_stage() -> None:
    state = underway("R |F| R", car("0.L", 3, tokens=("gear",)), car("0.R", 5), stages=2)
    drive(state, "3@1.L", "-")
    drive(state, "5@1.L", "-")
    do(state, a.KeepWheel(), seat=0)
    assert state.starters == (1, 0)
    piotr = state.cars[0]
    assert (damage(piotr.tokens), piotr.spare, hand_of(state, 0).gear) == ((1, 0, 0), True, 5)


@rule("DIRT-CUT-6", "DIRT-CUT-7")
def test_w21_mud_adds_up() -> None:
    state = underway("S CR(1x1/2x3) S R |F| R K4[0>2,R]", car("0.R", 1))
    state.mud = ((0, 14),)
    assert {n.name: n.limit for n in plans.extend(drive_of(state, 0))} == {"1.o1": 1, "K1": 4}
    state.mud = ((0, 14), (0, 14))
    assert {n.name: n.limit for n in plans.extend(drive_of(state, 0))} == {"K1": 4}


@rule("DIRT-ROLL-2", "DIRT-ROLL-3")
def test_w22_watching_the_hazards() -> None:
    state = underway(STRAIGHT, car("0.L", 1))
    drive(state, "1@1.L 2@2.L 3@3.L 4@4.L 5@5.L 6@6.L", "- ! - ! -")
    stopped = RALLYMAN_DIRT.clone(state)
    do(stopped, a.Stop())
    assert stopped.cars[0].pile == (5,)
    do(state, a.Roll(), "!")
    assert (state.phase, cell_of(state)) == ("back", "6.L")


@rule("DIRT-TRACK-8")
def test_w23_stage_and_rally_lengths() -> None:
    advice = components().stage_length_advice
    assert advice.for_players == 4
    assert [(s.tiles, s.minutes) for s in advice.stage] == [(10, 25), (14, 35), (18, 45)]


@rule("DIRT-SLIDE-2", "DIRT-SLIDE-3")
def test_x1_slide() -> None:
    state = underway("R S CL(1x1/2x3) R |F| R", car("0.R", 4))
    assert legal(state, "3@1.a 2@1.b c@2.o1")
    assert not legal(state, "4@1.a 3@1.L")
    assert legal(state, "3@1.R 2@2.o1")


@rule("DIRT-JUMP-2")
def test_x2_short_jump() -> None:
    assert legal(underway("R J3 R R |F| R", car("0.L", 2)), "3@1.L 4@3.R")
    over = underway("R J3 R R |F| R", car("0.L", 2), car("2.L", 5), car("2.R", 5))
    assert legal(over, "3@1.L 4@3.R")


@rule("DIRT-JUMP-4")
def test_x3_dangerous_jump() -> None:
    state = underway("R J3 R R R |F| R", car("0.L", 4, seconds=1))
    do(state, a.Plan(plan(state, "5@1.L>4.L")))
    do(state, a.Secure())
    assert (state.phase, cell_of(state), state.lost_gear) == ("back", "4.L", 5)


@rule("DIRT-WATER-1")
def test_x4_water() -> None:
    state = underway("R W R |F| R", car("0.L", 3))
    assert legal(state, "c@1.L")
    for step in ("3@1.L", "2@1.L", "4@1.L", "1b@1.L"):
        assert not legal(state, step)
    assert legal(underway("R W R |F| R", car("0.L", 2)), "1@1.L")


@rule("DIRT-CUT-2", "DIRT-CUT-3", "DIRT-CUT-4")
def test_x5_shortcut() -> None:
    road = "S CR(1x1/2x3) S |F| R K4[0>2,R]"
    state = underway(road, car("0.R", 3))
    drive(state, "4@K 5@2.R", "-")
    assert state.phase == "shortcut"
    chance(state, any_token("puncture"))
    do(state, a.Roll(), "-")
    assert cell_of(state) == "2.R"
    assert not legal(underway(road, car("0.L", 3)), "4@K")


@rule("DIRT-JUMP-6", "DIRT-JUMP-8")
def test_x6_jump_into_a_corner() -> None:
    road = "R J4 CR(4x2/5x3) R |F| R"
    state = underway(road, car("0.L", 3))
    events = drive(state, "4@1.L 5@2.o2", "- -")
    assert not any(isinstance(e, a.ControlLost) for e in events)
    inside = underway(road, car("0.L", 3))
    events = drive(inside, "4@1.L 5@2.i2", "- -")
    assert next(e for e in events if isinstance(e, a.ControlLost)).cause == "overspeed"
    assert cell_of(inside) == "2.i2"

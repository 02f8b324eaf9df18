"""DIRT: time cards, losing control, damage, the spare wheel."""

from __future__ import annotations

import pytest

from paddock.games.rallyman.dirt import RALLYMAN_DIRT
from paddock.games.rallyman.dirt import actions as a
from paddock.games.rallyman.dirt.cards import ENTRIES, FIRST_BACK, SPARE, ZERO
from paddock.games.rallyman.dirt.components import BACK, BACKS, components
from paddock.games.rallyman.dirt.drive import drive_of
from paddock.games.rallyman.dirt.state import State, damage
from paddock.testing import rule
from paddock.testing.dirt import any_token, car, cell_of, chance, do, drive, token, underway
from paddock.testing.harness import refused

LONG = "R " * 12 + "|F| R"
FAST = "R:{0} R:{0} CL(1x1/2x2):{0} R:{0} R:{0} R:{0} |F| R"


def too_fast(gear: int, danger: str = "yellow", **extra: object) -> State:
    """A car that has just entered a corner too fast in a gear, on a tile of a danger."""
    state = underway(FAST.format(danger), car("1.L", gear, **extra), car("0.R", 1))  # type: ignore[arg-type]
    drive(state, f"{gear}@2.o1", "-")
    return state


@rule("DIRT-TIME-1", "DIRT-TIME-2")
@pytest.mark.parametrize(("gear", "seconds"), [(6, 10), (5, 15), (4, 20), (3, 30), (2, 40), (1, 50)])
def test_a_turn_takes_a_card_of_its_last_gear(gear: int, seconds: int) -> None:
    state = underway(LONG, car("0.L", gear), car("0.R", 1))
    events = drive(state, f"{gear}@1.L c@2.L", "- -")
    assert next(e for e in events if isinstance(e, a.CardTaken)).seconds == seconds
    assert RALLYMAN_DIRT.view(state, 0).cars[0].pile_seconds == seconds


@rule("DIRT-TIME-3", "DIRT-TIME-5", "DIRT-TIME-D1")
def test_exactly_one_entry_a_turn_and_the_top_one_gives_the_gear() -> None:
    state = underway(LONG, car("1.L", 3), car("0.R", 1))
    drive(state, "4@2.L", "-")
    drive(state, "1@1.R", "-")
    drive(state, "5@3.L", "-")
    assert state.cars[0].pile == (4, 5)
    assert state.cars[0].gear == ENTRIES[state.cars[0].pile[-1]].gear == 5
    spun = underway(LONG, car("1.L", 3), car("0.R", 1))
    drive(spun, "4@2.L 5@3.L 6@4.L", "! ! !", "one-by-one", "spin")
    assert spun.cars[0].gear == ENTRIES[spun.cars[0].pile[-1]].gear == 0


@rule("DIRT-TIME-4", "DIRT-LOSS-3", "DIRT-LOSS-D2")
def test_after_a_loss_the_back_counts_and_the_gear_is_0() -> None:
    for gear, back, seconds in ((3, "spin", 60), (5, "crash-1-2-3", 60), (5, "sisu", 20), (6, "sisu", 15)):
        state = too_fast(gear)
        chance(state, back, *([any_token("gear")] if back.startswith("crash") else []))
        assert state.cars[0].gear == 0
        assert RALLYMAN_DIRT.view(state, 0).cars[0].pile_seconds == seconds
    for entry in BACKS:
        front = components().time_cards.decks[entry.gear - 1].front_seconds
        assert entry.seconds == (front + 5 if entry.type == "sisu" else 60)


@rule("DIRT-TIME-6")
def test_a_zero_turn_is_a_minute() -> None:
    assert ENTRIES[ZERO].seconds == components().time_cards.zero_turn_seconds == 60
    assert ENTRIES[ZERO].gear == 0


@rule("DIRT-TIME-D2")
def test_backs_are_drawn_from_those_not_seen_until_all_were() -> None:
    state = too_fast(4)
    node = RALLYMAN_DIRT.pending(state).chance
    assert node is not None and node.total == 29
    chance(state, "sisu")
    gear4 = [n for n, back in enumerate(BACKS) if back.gear == 4]
    assert sum(state.backs[n] for n in gear4) == 28
    assert state.backs[BACK[4, "sisu"]] == 1
    used_up = too_fast(4)
    used_up.backs = tuple(0 if n in gear4 else left for n, left in enumerate(used_up.backs))
    node = RALLYMAN_DIRT.pending(used_up).chance
    assert node is not None and node.total == 29
    chance(used_up, "spin")
    assert sum(used_up.backs[n] for n in gear4) == 28


@rule("DIRT-TIME-D2")
def test_a_card_taken_front_up_shows_nobody_its_back() -> None:
    state = underway(LONG, car("0.L", 4))
    drive(state, "4@1.L", "-")
    assert sum(left for back, left in zip(BACKS, state.backs, strict=True) if back.gear == 4) == 29


@rule("DIRT-LOSS-2")
def test_a_loss_ends_the_turn() -> None:
    state = too_fast(3)
    chance(state, "spin")
    assert state.seat == 1 and state.plan == ()


@rule("DIRT-LOSS-4", "DIRT-LOSS-6", "DIRT-LOSS-D4", "DIRT-LOSS-D5")
@pytest.mark.parametrize("back", ["spin", "sisu"])
def test_spin_and_sisu_leave_the_car_on_its_space_undamaged(back: str) -> None:
    state = too_fast(4)
    chance(state, back)
    assert (state.cars[0].status, cell_of(state), state.cars[0].tokens) == ("track", "2.o1", ())
    drive(state, "1@1.R", "-")
    assert state.seat == 0
    drive(state, "1@2.o2 2@3.L", "- -")
    assert state.cars[0].gear == 2


@rule("DIRT-LOSS-5", "DIRT-LOSS-7")
@pytest.mark.parametrize(("danger", "tokens"), [("yellow", 1), ("orange", 2), ("red", 3)])
def test_a_crash_leaves_the_track_and_draws_by_the_danger_of_the_tile(danger: str, tokens: int) -> None:
    state = too_fast(5, danger)
    chance(state, "crash-1-2-3")
    assert state.cars[0].status == "off"
    for _ in range(tokens):
        chance(state, any_token("gear"))
    assert state.seat == 1
    assert damage(state.cars[0].tokens) == (tokens, 0, 0)
    assert sum(state.bag) == 48 - tokens


@rule("DIRT-LOSS-5")
def test_a_crash_may_cost_no_token() -> None:
    state = too_fast(3, "yellow")
    chance(state, "crash-0-1-2")
    assert (state.cars[0].status, state.cars[0].tokens, state.seat) == ("off", (), 1)


@rule("DIRT-LOSS-8")
def test_a_crashed_car_comes_back_on_its_space_and_plays_from_gear_0() -> None:
    state = too_fast(3)
    chance(state, "crash-0-1-2")
    events = drive(state, "1@1.R", "-")
    assert any(isinstance(e, a.Returned) for e in events)
    assert (state.seat, state.cars[0].status, state.cars[0].gear) == (0, "track", 0)
    drive(state, "1@2.o2", "-")


@rule("DIRT-LOSS-D1")
def test_a_taken_space_keeps_the_car_off_for_a_zero_turn() -> None:
    state = underway("R S CL(2x2/3x3) R R |F| R", car("2.o1", 0, status="off"), car("1.L", 1), on_turn=1)
    events = drive(state, "1@2.i1", "-")
    assert any(isinstance(e, a.ReturnBlocked) for e in events)
    assert (state.cars[0].status, state.cars[0].pile) == ("off", (ZERO,))
    slide = underway("R S R R |F| R", car("1.a", 0, status="off"), car("0.L", 1), on_turn=1)
    drive(slide, "1@1.R", "-")
    assert slide.cars[0].pile == (ZERO,)


@rule("DIRT-LOSS-D3")
def test_the_gear_of_a_loss_is_the_gear_in_force_there() -> None:
    state = underway(LONG, car("0.L", 4))
    drive(state, "5@1.L c@2.L 6@3.L", "! ! !")
    assert state.lost_gear == 6
    coasting = underway(LONG, car("0.L", 4))
    drive(coasting, "3@1.L 2@2.L c@3.L", "! ! !")
    assert coasting.lost_gear == 2
    flying = underway("R R J3 R R R R |F| R", car("0.L", 2))
    drive(flying, "3@1.L 4@2.L>5.L 5@5.L", "- !")
    assert flying.lost_gear == 4


@rule("DIRT-DMG-D1")
def test_crash_damage_counts_from_the_next_turn() -> None:
    state = too_fast(5)
    chance(state, "crash-1-2-3", any_token("gear"))
    drive(state, "1@1.R", "-")
    assert RALLYMAN_DIRT.view(state, 0).cars[0].dice.gear == 5


@rule("DIRT-DMG-D2")
def test_an_empty_bag_gives_what_there_is() -> None:
    state = too_fast(5, "red")
    state.bag = tuple(int(n == 0) for n in range(len(state.bag)))
    events = chance(state, "crash-1-2-3", "gear/ok")
    assert any(isinstance(e, a.BagEmpty) for e in events)
    assert len(state.cars[0].tokens) == 1 and state.seat == 1


@rule("DIRT-SPARE-1", "DIRT-SPARE-D3", "DIRT-SPARE-D4")
def test_when_a_wheel_may_be_changed() -> None:
    def offered(gear: int, tokens: tuple[str, ...] = ("gear",), spare: bool = True) -> bool:
        state = underway(LONG, car("0.L", gear, tokens=tokens, spare=spare), car("0.R", 1))
        drive(state, f"{gear}@1.L", "-")
        return state.phase == "wheel"

    assert offered(1)
    assert not offered(2)
    assert not offered(1, tokens=("brake", "coast"))
    assert not offered(1, spare=False)
    blocked = underway("R R |F| R", car("0.L", 1, tokens=("gear",)), car("1.L", 3), car("1.R", 3))
    do(blocked, a.Pass())
    assert blocked.phase == "wheel"
    finished = underway("R |F| R", car("0.L", 1, tokens=("gear",)), car("0.R", 1))
    drive(finished, "1@1.L", "-")
    assert finished.phase == "plan" and finished.seat == 1


@rule("DIRT-SPARE-2", "DIRT-SPARE-3", "DIRT-SPARE-D2")
def test_changing_puts_the_car_off_the_card_on_the_pile_the_token_in_the_bag() -> None:
    state = underway(LONG, car("0.L", 1, tokens=("brake", "gear", "gear")), car("0.R", 1))
    drive(state, "1@1.L", "-")
    assert sum(state.bag) == 45
    do(state, a.ChangeWheel())
    mine = state.cars[0]
    assert (mine.status, cell_of(state), mine.gear, mine.spare) == ("off", "1.L", 0, False)
    assert mine.pile == (SPARE,) and ENTRIES[SPARE].seconds == 60
    assert damage(mine.tokens) == (1, 0, 1)
    assert sum(state.bag) == 46


@rule("DIRT-SPARE-1")
def test_a_wheel_need_not_be_changed() -> None:
    state = underway(LONG, car("0.L", 1, tokens=("gear",)), car("0.R", 1))
    drive(state, "1@1.L", "-")
    do(state, a.KeepWheel())
    assert (state.cars[0].pile, state.cars[0].spare, state.cars[0].gear) == ((1,), True, 1)


@rule("DIRT-SPARE-4", "DIRT-SPARE-5")
def test_next_turn_the_car_returns_and_the_card_is_spent() -> None:
    state = underway(LONG, car("1.L", 1, tokens=("gear", "gear")), car("0.R", 1))
    drive(state, "1@2.L", "-")
    do(state, a.ChangeWheel())
    events = drive(state, "1@1.R", "-")
    assert any(isinstance(e, a.Returned) for e in events)
    assert (state.seat, state.cars[0].status, state.cars[0].gear) == (0, "track", 0)
    drive(state, "1@3.L", "-")
    assert state.phase != "wheel"


@rule("DIRT-SPARE-D1")
def test_agreed_beforehand_the_wheel_mends_suspension_or_puncture() -> None:
    state = underway(
        LONG, car("0.L", 1, tokens=("gear", "puncture", "coast")), car("0.R", 1), spare_wheel_removes="coast"
    )
    drive(state, "1@1.L", "-")
    events = do(state, a.ChangeWheel())
    assert next(e for e in events if isinstance(e, a.WheelChanged)).removed == "puncture"
    assert state.cars[0].tokens == (token("gear"), token("coast"))
    only_gear = underway(LONG, car("0.L", 1, tokens=("gear",)), spare_wheel_removes="coast")
    drive(only_gear, "1@1.L", "-")
    assert only_gear.phase == "plan"


@rule("DIRT-LOSS-1")
def test_four_causes_of_a_loss() -> None:
    jumps = "R J3 R R R R |F| R"
    cases = {
        "hazards": (LONG, 3, "3@1.L 4@2.L 5@3.L", "! ! !"),
        "overspeed": ("R CL(1x1/2x2) R |F| R", 4, "4@1.i1", "-"),
        "landing": (jumps, 3, "4@1.L>4.L", "!"),
        "jump": (jumps, 4, "5@1.L>4.L", "-"),
    }
    for cause, (road, gear, steps, faces) in cases.items():
        state = underway(road, car("0.L", gear))
        events = drive(state, steps, faces)
        assert [e.cause for e in events if isinstance(e, a.ControlLost)] == [cause]


@rule("DIRT-LOSS-8", "DIRT-PASS-6")
def test_until_it_returns_its_space_is_free_for_others() -> None:
    state = underway(LONG, car("1.L", 0, status="off"), car("0.L", 1), on_turn=1)
    assert drive_of(state, 1).taken == 0
    refused(RALLYMAN_DIRT, state, 0, a.Roll())
    drive(state, "1@1.L", "-")
    assert FIRST_BACK == 8 and state.cars[0].status == "off"

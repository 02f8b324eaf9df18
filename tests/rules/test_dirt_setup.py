"""DIRT: what lies on the table before the first stage, and what can be agreed."""

from __future__ import annotations

import pytest

from paddock.core.errors import BadInput
from paddock.games.rallyman.dirt import RALLYMAN_DIRT
from paddock.games.rallyman.dirt.components import (
    ALL_BACKS,
    BACKS,
    FULL_BAG,
    HAZARD_LIMIT,
    TOKENS,
    column,
    components,
    dice,
)
from paddock.games.rallyman.dirt.stages import road, stages_of
from paddock.games.rallyman.dirt.state import hand_of
from paddock.testing import rule
from paddock.testing.dirt import car, chance, drive, stage_of, underway
from paddock.tracks import rallies


@rule("DIRT-SETUP-1")
def test_one_to_six_players_each_with_car_spare_wheel_and_perhaps_sisu() -> None:
    assert list(RALLYMAN_DIRT.seats) == [1, 2, 3, 4, 5, 6]
    for seats in (0, 7):
        with pytest.raises(BadInput):
            RALLYMAN_DIRT.start(RALLYMAN_DIRT.options(), seats)
    assert [c.spare for c in RALLYMAN_DIRT.start(RALLYMAN_DIRT.options(), 6).cars] == [True] * 6
    assert not any(c.sisu for c in RALLYMAN_DIRT.start(RALLYMAN_DIRT.options(), 2).cars)
    assert all(c.sisu for c in RALLYMAN_DIRT.start(RALLYMAN_DIRT.options({"sisu": "rally"}), 2).cars)


@rule("DIRT-SETUP-2", "DIRT-SETUP-D4")
def test_a_rally_is_ready_partly_ready_or_ones_own() -> None:
    assert len(rallies()) == 6
    assert [s.id for s in stages_of(RALLYMAN_DIRT.options({"rally": "rally-4"}))] == [
        "rally-4/SS1",
        "rally-4/SS2",
        "rally-4/SS3",
    ]
    some = RALLYMAN_DIRT.options({"rally": "rally-2", "stages": ["SS3", "rally-5/SS1"]})
    assert [s.id for s in stages_of(some)] == ["rally-2/SS3", "rally-5/SS1"]
    own = RALLYMAN_DIRT.Options(layouts=(stage_of("R R |F| R"),))
    assert road(RALLYMAN_DIRT.start(own, 1)).finish_section == 2
    with pytest.raises(BadInput):
        RALLYMAN_DIRT.start(RALLYMAN_DIRT.options({"stages": ["SS9"]}), 2)
    with pytest.raises(BadInput):
        RALLYMAN_DIRT.start(RALLYMAN_DIRT.Options(stages=("SS1",), layouts=own.layouts), 2)


@rule("DIRT-SETUP-D4")
def test_all_advanced_rules_are_off_unless_agreed() -> None:
    options = RALLYMAN_DIRT.options()
    assert (options.flying_start, options.red_zone, options.time_controls, options.one_shot) == (False,) * 4
    assert options.sisu == "off"
    assert options.spare_wheel_removes == components().spare_wheel_card.removes == "gear"


@rule("DIRT-SETUP-3", "DIRT-DMG-D3")
def test_all_48_two_sided_tokens_are_in_the_bag() -> None:
    state = RALLYMAN_DIRT.start(RALLYMAN_DIRT.options(), 3)
    assert state.bag == FULL_BAG
    assert sum(state.bag) == components().box.damage_tokens == 48
    damage: dict[str, int] = {}
    shortcut: dict[str, int] = {}
    for name, count in zip(TOKENS, state.bag, strict=True):
        front, back = name.split("/")
        damage[front] = damage.get(front, 0) + count
        shortcut[back] = shortcut.get(back, 0) + count
    assert damage == {"gear": 24, "green_flag": 11, "coast": 7, "brake": 6}
    assert shortcut == {"ok": 12, "puncture": 24, "mud_minus_1": 12}


@rule("DIRT-SETUP-4")
def test_six_decks_of_time_cards() -> None:
    state = RALLYMAN_DIRT.start(RALLYMAN_DIRT.options(), 2)
    assert state.backs == ALL_BACKS
    by_gear = {g: sum(b.copies for b in BACKS if b.gear == g) for g in range(1, 7)}
    assert by_gear == dict.fromkeys(range(1, 7), 29)
    assert sum(by_gear.values()) == components().box.time_cards == 174


@rule("DIRT-SETUP-5", "DIRT-SETUP-D3")
def test_eleven_shared_dice_and_an_endless_supply_of_seconds() -> None:
    assert components().dice.count == sum(die.count for die in components().dice.types) == 11
    assert components().second_tokens.values == (1, 3, 5)
    state = underway("R R R R R R |F| R", car("0.L", 3, seconds=500))
    drive(state, "3@1.L 4@2.L", "- -", "flat-out")
    assert state.cars[0].seconds == 502


@rule("DIRT-SETUP-6")
@pytest.mark.parametrize("first", range(4))
def test_a_driver_card_decides_who_starts_the_others_follow_clockwise(first: int) -> None:
    state = RALLYMAN_DIRT.start(RALLYMAN_DIRT.options(), 4)
    node = RALLYMAN_DIRT.pending(state).chance
    assert node is not None and node.weights == (1, 1, 1, 1)
    chance(state, first)
    assert state.starters == tuple((first + n) % 4 for n in range(4))
    assert state.order == (first,)


@rule("DIRT-SETUP-7", "DIRT-SETUP-D1")
def test_every_car_waits_in_gear_0_with_an_empty_pile_and_a_spare_wheel() -> None:
    state = RALLYMAN_DIRT.start(RALLYMAN_DIRT.options(), 3)
    for waiting in state.cars:
        assert (waiting.status, waiting.gear, waiting.pile, waiting.seconds) == ("waiting", 0, (), 0)
        assert waiting.tokens == () and waiting.spare


@rule("DIRT-SETUP-D2", "DIRT-TIME-D2")
def test_the_next_back_is_known_to_nobody_until_a_loss_turns_it_over() -> None:
    state = underway("R R CL(1x1/2x3) R R |F| R", car("1.L", 4))
    backs = RALLYMAN_DIRT.view(state, 0).backs["4"]
    assert backs == {"spin": 5, "crash-0-1-2": 11, "crash-1-2-3": 11, "sisu": 2}
    drive(state, "4@2.i1", "-")
    node = RALLYMAN_DIRT.pending(state).chance
    assert node is not None
    assert dict(zip(node.outcomes, node.weights, strict=True)) == backs


@rule("DIRT-DICE-1", "DIRT-DICE-D2", "DIRT-DICE-D3")
def test_the_cockpit_is_the_same_for_all_and_gives_6_gear_2_coast_1_brake() -> None:
    state = underway("R R R", car("0.L", 3), car("0.R", 3), car("1.L", 3), leader=2)
    for seat in (0, 1):
        hand = hand_of(state, seat)
        assert (hand.gear, hand.coast, hand.coast_die, hand.brake) == (6, 2, "c", 1)
    leader = hand_of(state, 2)
    assert (leader.gear, leader.coast, leader.coast_die, leader.brake) == (6, 2, "l", 1)
    assert HAZARD_LIMIT == column(leader=True).hazard_limit == 3


@rule("DIRT-DICE-8")
def test_hazard_faces() -> None:
    faces = {die: dice().hazard_faces(die) for die in "123456clb"}
    assert faces == {"1": 1, "2": 1, "3": 2, "4": 2, "5": 2, "6": 2, "c": 1, "l": 2, "b": 2}


@rule("DIRT-SOLO-1", "DIRT-SOLO-D1", "DIRT-SOLO-D2")
def test_one_player_drives_against_the_clock_with_leader_dice() -> None:
    stage = stage_of("R |F| R", name="solo")
    state = RALLYMAN_DIRT.start(RALLYMAN_DIRT.Options(layouts=(stage,)), 1)
    chance(state, 0)
    assert hand_of(state, 0).coast_die == "l"
    drive(state, "1@0.L 2@1.R", "- -", "flat-out")
    result = RALLYMAN_DIRT.result(state)
    assert result is not None
    assert (result.places, result.scores, result.unit) == ((1,), (38.0,), "seconds")
    quick = RALLYMAN_DIRT.start(RALLYMAN_DIRT.Options(layouts=(stage,), one_shot=True), 1)
    chance(quick, 0)
    assert hand_of(quick, 0).coast_die == "c"


@rule("DIRT-TRACK-8")
def test_advice_for_own_tracks() -> None:
    advice = components().stage_length_advice
    assert {s.name: (s.tiles, s.minutes) for s in advice.stage} == {
        "short": (10, 25),
        "standard": (14, 35),
        "long": (18, 45),
    }
    assert {r.name: r.minutes for r in advice.rally} == {"short": 60, "standard": 90, "long": 120}

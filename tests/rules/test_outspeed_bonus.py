"""Outspeed: the Bonus phase, token by token."""

from __future__ import annotations

import random
from typing import Any

import pytest

from paddock.games.outspeed import OUTSPEED
from paddock.games.outspeed.events import (
    Announced,
    Answered,
    BoardAdded,
    Eliminated,
    FieldPlaced,
    Lay,
    Moved,
    NoEffect,
    Pass,
    TurnedUp,
)
from paddock.games.outspeed.state import in_order
from paddock.testing import rule
from paddock.testing.harness import exercise
from paddock.testing.outspeed import race
from paddock.testing.sure import one

pytestmark = pytest.mark.usefixtures("example_tiles")

PURPLE, GREEN, YELLOW, RED, BLUE = range(5)


@rule("ULT-BONUS-1")
def test_one_token_a_turn_and_only_if_one_likes() -> None:
    table = race([5, 4, 3], tokens={0: ["nitro", "nitro", "fuel_tank", "fuel_tank"]})
    assert table.offered(0) == [Pass(), Lay("fuel_tank"), Lay("nitro")]
    assert table.refused(0, Lay("flamethrower")).rule_id == "ULT-BONUS-1"
    table.act(0, Lay("nitro"))
    assert table.state.phase == "programming" and table.zones[0] == 6
    assert table.state.ships[0].tokens == ("fuel_tank", "fuel_tank", "nitro")


@rule("ULT-BONUS-2", "ULT-DEC-7")
def test_that_one_plays_is_public_before_the_next_zone_decides_which_token_is_not() -> None:
    table = race([9, 7, 5], tokens={0: ["nitro"], 1: ["nitro"], 2: ["nitro"]})
    table.act(0, Lay("nitro"))
    assert table.asked == (1,)
    for seat in (1, 2, None):
        seen = OUTSPEED.view(table.state, seat)
        assert seen.ships[0].announced is True and seen.ships[0].tokens == 0
        assert seen.ships[1].announced is None
        witnessed = [OUTSPEED.witness(event, seat) for event in table.told]
        assert witnessed == [Answered(0, "hidden"), Announced(0, plays=True)]
    assert OUTSPEED.witness(table.told[0], 0) == Answered(0, "nitro")


@rule("ULT-BONUS-3", "ULT-DEC-8")
def test_players_of_one_zone_do_not_see_each_others_announcement() -> None:
    for choice in (Pass(), Lay("nitro")):
        table = race([5, 5, 3], tokens={0: ["nitro"], 1: ["nitro"]})
        table.act(0, choice)
        assert table.asked == (1,)
        seen = OUTSPEED.view(table.state, 1)
        assert seen.ships[0].announced is None and seen.ships[0].tokens == 1
        assert [OUTSPEED.witness(event, 1) for event in table.told] == [Answered(0, "hidden")]
        table.act(1, Pass())
        assert table.events(Announced) == [
            Announced(0, plays=isinstance(choice, Lay)),
            Announced(1, plays=False),
        ]


@rule("ULT-BONUS-4")
def test_a_laid_token_stays() -> None:
    table = race([5, 5, 3], tokens={0: ["nitro", "fuel_tank"], 1: ["nitro"]})
    table.act(0, Lay("nitro"))
    assert table.refused(0, Pass()).rule_id == "ULT-BONUS-4"
    assert table.refused(0, Lay("fuel_tank")).rule_id == "ULT-BONUS-4"
    assert Answered.reveals


@rule("ULT-BONUS-5")
def test_all_tokens_are_turned_up_together_at_the_end() -> None:
    table = race([9, 7, 5], tokens={0: ["nitro"], 1: ["nitro"], 2: ["fuel_tank"]})
    table.act(0, Lay("nitro")).act(1, Pass())
    assert table.events(TurnedUp) == [] and table.zones == [9, 7, 5]
    table.act(2, Lay("fuel_tank"))
    assert table.events(TurnedUp) == [TurnedUp(0, "nitro"), TurnedUp(2, "fuel_tank")]
    assert table.state.phase == "programming"


@rule("ULT-BONUS-6", "ULT-BONUS-8")
def test_zones_are_applied_from_the_front_by_where_the_players_stood() -> None:
    table = race([9, 8, 7], tokens={1: ["flamethrower"], 2: ["flamethrower"]})
    table.lay({1: "flamethrower", 2: "flamethrower"})
    assert table.zones == [7, 6, 7]


@rule("ULT-BONUS-7", "ULT-DEC-9")
def test_targets_of_one_zone_are_fixed_before_anything_moves() -> None:
    table = race([6, 5, 5], tokens={1: ["nitro"], 2: ["flamethrower"]})
    table.lay({1: "nitro", 2: "flamethrower"})
    assert table.zones == [4, 6, 5]


@rule("ULT-BONUS-7", "ULT-DEC-9")
def test_a_new_field_stops_a_ship_pushed_from_the_same_zone() -> None:
    table = race([6, 5, 5], tokens={1: ["force_field"], 2: ["flamethrower"]})
    table.lay({1: "force_field", 2: "flamethrower"})
    assert table.zones == [5, 5, 5] and table.state.fields == (5,)


@rule("ULT-BONUS-7", "ULT-DEC-9")
def test_several_pushes_from_one_zone_are_one_move() -> None:
    hands = {1: ["flamethrower"], 2: ["flamethrower"]}
    free = race([10, 5, 5], tokens=hands).lay({1: "flamethrower", 2: "flamethrower"})
    assert free.zones[0] == 6
    held = race([10, 5, 5], tokens=hands, fields=[9]).lay({1: "flamethrower", 2: "flamethrower"})
    assert held.zones[0] == 9


@rule("ULT-BONUS-7", "ULT-ELIM-3")
def test_fuel_is_settled_before_ships_move() -> None:
    hands = {1: ["ion_cannon"], 2: ["flamethrower"]}
    table = race([10, 5, 5, 6], fuel=[2, 9, 9, 9], tokens=hands, fields=[9])
    table.lay({1: "ion_cannon", 2: "flamethrower"})
    assert table.out == [0] and table.zones == [0, 5, 5, 4]
    both = race([9, 8, 8, 9], fuel=[2, 9, 9, 9], tokens=hands, boards=(8, 21))
    both.lay({1: "ion_cannon", 2: "flamethrower"})
    assert both.events(Eliminated) == [Eliminated(0, "fuel"), Eliminated(3, "back")]


@rule("ULT-BONUS-9")
def test_a_token_hits_every_ship_of_its_zone_and_none_beside_or_behind_the_user() -> None:
    table = race([8, 8, 6, 6, 4], tokens={2: ["flamethrower"]})
    table.lay({2: "flamethrower"})
    assert table.zones == [6, 6, 6, 6, 4]


@rule("ULT-BONUS-10")
def test_nobody_is_hit_before_his_own_token_was_applied() -> None:
    rng = random.Random(5)
    kinds = ["nitro", "flamethrower", "electromagnet", "ion_cannon", "force_field", "fuel_tank"]
    for _ in range(200):
        zones = [rng.randint(4, 9) for _ in range(5)]
        hands = {seat: [kind] for seat, kind in enumerate(rng.sample(kinds, 5))}
        table = race(zones, tokens=hands, fuel=3)
        while table.state.phase == "bonus":
            seat = table.asked[0]
            table.act(seat, table.offered(seat)[-1])
        laid = {event.seat: event.token for event in table.events(TurnedUp)}
        hit = set()
        told: list[Any] = list(table.told)
        for event in told:
            moved_back = getattr(event, "end", 0) < getattr(event, "start", 0)
            if moved_back or isinstance(event, Eliminated):
                hit.add(event.seat)
            if isinstance(event, FieldPlaced):
                assert event.seat not in hit and event.zone == zones[event.seat]
            if getattr(event, "end", 0) > getattr(event, "start", 0):
                assert (
                    laid[event.seat] == "nitro" and event.seat not in hit and event.start == zones[event.seat]
                )


@rule("ULT-BONUS-11", "ULT-DEC-10", "ULT-EMAG-3")
def test_an_electromagnet_still_works_when_a_ship_was_pushed_behind_its_user() -> None:
    hands = {1: ["flamethrower"], 2: ["flamethrower"], 3: ["electromagnet"]}
    table = race([7, 6, 6, 5], tokens=hands)
    table.lay({1: "flamethrower", 2: "flamethrower", 3: "electromagnet"})
    assert table.zones == [3, 3, 3, 5]


@rule("ULT-BONUS-12", "ULT-DEC-11", "ULT-FLAME-3")
def test_a_token_without_target_may_be_laid_and_is_used_up() -> None:
    table = race([9, 5, 5], tokens={0: ["flamethrower"]})
    table.lay({0: "flamethrower"})
    assert table.zones == [9, 5, 5]
    assert table.events(NoEffect) == [NoEffect(0, "flamethrower")]
    assert table.state.stack.discards["flamethrower"] == 1 and table.state.ships[0].tokens == ()


@rule("ULT-BONUS-13")
def test_after_the_tokens_come_flip_and_end_test_then_programming() -> None:
    hands = {4: ["ion_cannon"]}
    table = race([9, 9, 9, 9, 5], fuel=[1, 9, 9, 9, 9], tokens=hands)
    assert table.state.side == "5-6"
    table.lay({4: "ion_cannon"})
    assert table.state.stack.discards["ion_cannon"] == 1
    assert table.state.side == "3-4" and table.state.phase == "programming"
    last_one = race([9, 9, 5], fuel=[1, 2, 9], tokens={2: ["ion_cannon"]}).lay({2: "ion_cannon"})
    assert last_one.state.phase == "over"
    assert last_one.result is not None and last_one.result.places == (2, 2, 1)


@rule("ULT-NITRO-1")
def test_nitro_moves_one_zone_at_no_cost() -> None:
    table = race([5, 4, 4], tokens={0: ["nitro"]}).lay({0: "nitro"})
    assert table.zones == [6, 4, 4] and table.fuel == [12, 12, 12]


@rule("ULT-NITRO-2", "ULT-BOARD-2")
def test_nitro_can_add_a_board() -> None:
    table = race([14, 9, 9], tokens={0: ["nitro"]}).lay({0: "nitro"})
    assert table.zones[0] == 15 and table.state.front == 21 and table.events(BoardAdded) == [BoardAdded(21)]


@rule("ULT-TANK-1")
def test_a_fuel_tank_gives_two_fuel() -> None:
    assert race([5, 4, 4], tokens={0: ["fuel_tank"]}).lay({0: "fuel_tank"}).fuel == [14, 12, 12]


@rule("ULT-FLAME-1")
def test_a_flamethrower_may_be_played_from_any_zone() -> None:
    table = race([9, 6, 4], tokens={seat: ["flamethrower"] for seat in range(3)})
    for seat in range(3):
        assert Lay("flamethrower") in table.offered(seat)
        table.act(seat, Pass())


@rule("ULT-FLAME-2")
def test_a_flamethrower_hits_the_nearest_occupied_zone_ahead_only() -> None:
    table = race([12, 9, 9, 4], tokens={3: ["flamethrower"]}).lay({3: "flamethrower"})
    assert table.zones == [12, 7, 7, 4]


@rule("ULT-EMAG-1", "ULT-ION-1", "ULT-DEC-31")
def test_rare_tokens_are_played_from_the_last_zone_only() -> None:
    table = race([6, 5, 5], tokens={0: ["electromagnet", "ion_cannon"], 1: ["electromagnet", "ion_cannon"]})
    assert table.asked == (0,) and table.offered(0) == [Pass()]
    assert table.refused(0, Lay("electromagnet")).rule_id == "ULT-EMAG-1"
    assert table.refused(0, Lay("ion_cannon")).rule_id == "ULT-ION-1"
    table.act(0, Pass())
    assert table.asked == (1,)
    assert table.offered(1) == [Pass(), Lay("electromagnet"), Lay("ion_cannon")]


@rule("ULT-EMAG-2", "ULT-EMAG-3")
def test_an_electromagnet_pulls_the_leaders_three_and_those_between_two() -> None:
    three = race([11, 11, 9, 7, 5], tokens={4: ["electromagnet"]}).lay({4: "electromagnet"})
    assert three.zones == [8, 8, 7, 5, 5]
    two = race([9, 9, 5], tokens={2: ["electromagnet"]}).lay({2: "electromagnet"})
    assert two.zones == [6, 6, 5]
    one = race([5, 5, 5], tokens={2: ["electromagnet"]}).lay({2: "electromagnet"})
    assert one.zones == [5, 5, 5] and one.events(NoEffect) == [NoEffect(2, "electromagnet")]


@rule("ULT-ION-2", "ULT-ION-3")
def test_an_ion_cannon_takes_two_fuel_from_everyone_ahead() -> None:
    table = race([11, 9, 7, 5, 5], fuel=[9, 2, 1, 4, 4], tokens={4: ["ion_cannon"]}).lay({4: "ion_cannon"})
    assert table.fuel == [7, 0, 0, 4, 4]
    assert table.out == [1, 2]


@rule("ULT-ION-3", "ULT-DEC-12")
def test_the_ion_cannon_knows_no_mercy_at_the_finish() -> None:
    table = race([9, 8, 5, 5], fuel=[2, 9, 9, 9], tokens={2: ["ion_cannon"]}, tile=13).lay({2: "ion_cannon"})
    assert table.out == [0]


@rule("ULT-FIELD-2")
def test_a_force_field_is_placed_in_the_users_zone_and_several_fit() -> None:
    table = race([6, 6, 4], tokens={0: ["force_field"], 1: ["force_field"]})
    table.lay({0: "force_field", 1: "force_field"})
    assert table.state.fields == (6, 6)


@rule("ULT-FIELD-3")
def test_a_force_field_stops_moves_in_both_directions() -> None:
    back = race([9, 5, 5], tokens={1: ["flamethrower"]}, fields=[8]).lay({1: "flamethrower"})
    assert back.zones[0] == 8
    forward = race([5, 5, 5], fields=[6], tile=1).program("red", "blue", "blue")
    assert forward.zones == [6, 6, 6]
    assert one(Moved, forward.told[-3]).stopped is True


@rule("ULT-FIELD-4")
def test_a_field_does_not_hold_a_ship_that_is_already_there() -> None:
    assert race([5, 5, 5], fields=[5], tile=1).program("red", "blue", "blue").zones == [8, 6, 6]


@rule("ULT-FIELD-6", "ULT-DEC-13")
def test_force_fields_can_run_out() -> None:
    none_left = race([6, 5, 4], tokens={0: ["force_field"]}, fields=[9] * 7)
    assert none_left.offered(0) == [Pass()]
    assert none_left.refused(0, Lay("force_field")).rule_id == "ULT-FIELD-6"
    hands = {seat: ["force_field"] for seat in range(3)}
    one_left = race([5, 5, 6], tokens=hands, fields=[9] * 6).lay(dict.fromkeys(range(3), "force_field"))
    assert one_left.state.fields == (6, 9, 9, 9, 9, 9, 9)
    assert [event.seat for event in one_left.events(NoEffect)] == [0, 1]
    same_zone = race([5, 5, 6], tokens=hands, fields=[9] * 6).lay(dict.fromkeys(range(2), "force_field"))
    assert [event.seat for event in same_zone.events(FieldPlaced)] == [0]


@rule("ULT-FIELD-6")
def test_removed_fields_return_to_the_supply() -> None:
    table = race([9, 5, 14], fields=[3, 3, 9, 12], tile=1)
    table.program("blue", "yellow", "red")
    while table.asked or table.state.phase == "drawing":
        if table.asked:
            table.keep(table.state.looked[0])
        else:
            table.come("nitro")
    assert table.state.fields == (9, 12)
    assert OUTSPEED.view(table.state, None).fields_left == 5


def test_hands_stay_in_order() -> None:
    match = exercise(OUTSPEED, seats=5, seed="hands", thorough_every=1000)
    for ship in match.state.ships:
        assert ship.tokens == in_order(ship.tokens)

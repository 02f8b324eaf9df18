"""Outspeed: rules that meet, in positions set up to make them meet."""

from __future__ import annotations

import pytest

from paddock.games.outspeed import OUTSPEED
from paddock.games.outspeed.components import TOKEN_COUNTS
from paddock.games.outspeed.events import Discarded, Eliminated, Flipped, Paid, Won
from paddock.testing import rule
from paddock.testing.outspeed import race
from paddock.testing.sure import some
from tests.games.outspeed.test_tiles import finish_turn

pytestmark = pytest.mark.usefixtures("example_tiles")


@rule("ULT-BONUS-6", "ULT-BONUS-10", "ULT-TANK-1", "ULT-ION-2")
def test_a_tank_ahead_is_filled_before_the_cannon_behind_fires() -> None:
    table = race([8, 8, 5], fuel=[2, 2, 9], tokens={0: ["fuel_tank"], 2: ["ion_cannon"]})
    table.lay({0: "fuel_tank", 2: "ion_cannon"})
    assert table.out == [1] and table.fuel == [2, 0, 9]


@rule("ULT-BONUS-7", "ULT-ION-2")
def test_two_cannons_of_one_zone_add_up() -> None:
    table = race([8, 8, 5, 5], fuel=[5, 4, 9, 9], tokens={2: ["ion_cannon"], 3: ["ion_cannon"]})
    table.lay({2: "ion_cannon", 3: "ion_cannon"})
    assert table.out == [1] and table.fuel == [1, 0, 9, 9]


@rule("ULT-BONUS-8", "ULT-FIELD-3", "ULT-EMAG-2")
def test_a_field_laid_further_ahead_catches_who_is_pushed_back_later() -> None:
    hands = {1: ["force_field"], 2: ["electromagnet"]}
    table = race([9, 8, 5], tokens=hands).lay({1: "force_field", 2: "electromagnet"})
    assert table.zones == [8, 6, 5]


@rule("ULT-FIELD-4", "ULT-EMAG-2")
def test_ones_own_new_field_does_not_hold_one_back() -> None:
    hands = {0: ["force_field"], 2: ["electromagnet"]}
    table = race([9, 7, 5], tokens=hands).lay({0: "force_field", 2: "electromagnet"})
    assert table.zones == [6, 5, 5] and table.state.fields == (9,)


@rule("ULT-BONUS-9", "ULT-BONUS-8")
def test_who_passed_the_user_by_nitro_from_behind_is_not_hit() -> None:
    hands = {0: ["flamethrower"], 1: ["nitro"], 2: ["flamethrower"]}
    table = race([9, 8, 7], tokens=hands).lay({0: "flamethrower", 1: "nitro", 2: "flamethrower"})
    assert table.zones == [7, 7, 7]


@rule("ULT-ELIM-3", "ULT-BOARD-8", "ULT-ELIM-5")
def test_ships_pushed_off_the_back_together_leave_together_with_their_tokens() -> None:
    hands = {0: ["nitro"], 1: ["fuel_tank"], 2: ["flamethrower"]}
    table = race([9, 9, 8, 12], tokens=hands, boards=(8, 21)).lay({2: "flamethrower"})
    assert table.events(Eliminated) == [Eliminated(0, "back"), Eliminated(1, "back")]
    assert table.events(Discarded) == [Discarded(0, "nitro"), Discarded(1, "fuel_tank")]
    assert OUTSPEED.pieces(table.state) == TOKEN_COUNTS


@rule("ULT-FLIP-2", "ULT-TURN-4", "ULT-ION-3")
def test_the_finish_tile_is_turned_in_its_own_bonus_phase_too() -> None:
    table = race([9, 9, 9, 9, 5], fuel=[2, 9, 9, 9, 9], tokens={4: ["ion_cannon"]}, tile=13)
    table.lay({4: "ion_cannon"})
    assert table.events(Flipped) == [Flipped("3-4")]
    table.program(None, "red", "red", "red", "blue")
    assert table.zones == [0, 9, 9, 9, 6]


@rule("ULT-BOARD-6", "ULT-DRAW-1", "ULT-ELIM-5")
def test_a_token_drawn_on_the_board_that_goes_is_used_at_once() -> None:
    table = (
        race([14, 9, 5], tile=1).program("blue", "blue", "yellow").come("nitro", "fuel_tank").keep("nitro")
    )
    assert table.out == [2] and table.state.stack.discards["nitro"] == 1
    assert OUTSPEED.pieces(table.state) == TOKEN_COUNTS


@rule("ULT-TILE4-2", "ULT-ELIM-1", "ULT-PROG-5")
def test_sharing_an_alone_or_pay_route_can_cost_the_last_fuel() -> None:
    table = race([5, 5, 5, 5], fuel=[1, 9, 1, 9], tile=5)
    finish_turn(table.program("red", "red", "yellow", "blue"))
    assert table.out == [0] and table.fuel == [0, 8, 5, 9]


@rule("ULT-ELIM-4", "ULT-RES-6", "ULT-END-5")
def test_at_the_finish_all_fuel_may_go_but_no_more() -> None:
    table = race([9, 8, 5], fuel=[1, 2, 9], tile=14).program("yellow", "yellow", "red").come(2, 2)
    assert table.out == [0] and table.events(Paid)[:2] == [Paid(0, 2, 0), Paid(1, 2, 0)]
    finish_turn(table)
    assert table.events(Won) == [Won(1, "zone")]
    assert table.result is not None and table.result.places == (3, 1, 2)


@rule("ULT-TILE16-2", "ULT-ELIM-4")
def test_the_dial_may_stay_at_0_and_may_take_all() -> None:
    table = race([9, 9, 9], fuel=[3, 3, 3], tile=16).program("yellow", "yellow", "yellow")
    table.dial({0: 0, 1: 3, 2: 2})
    assert table.zones == [9, 12, 11] and table.fuel == [3, 0, 1] and table.out == []


@rule("ULT-END-1")
def test_a_tie_is_broken_among_those_in_front_only() -> None:
    hands = {0: ["nitro"], 1: ["nitro"], 3: ["nitro", "nitro", "nitro"]}
    table = race([6, 6, 6, 5], fuel=[7, 7, 7, 12], tokens=hands, tile=13).lay()
    table.program("blue", "blue", "blue", "blue")
    assert table.events(Won) == [Won(0, "shared"), Won(1, "shared")]
    assert table.result is not None and table.result.places == (1, 1, 3, 4)


@rule("ULT-SETUP-9", "ULT-SETUP-3")
@pytest.mark.parametrize(("seats", "side"), [(3, "3-4"), (4, "3-4"), (5, "5-6"), (6, "5-6")])
def test_a_first_game_shows_the_right_side_and_ends_with_its_finish_tile(seats: int, side: str) -> None:
    state = OUTSPEED.start(OUTSPEED.Options(first_game=True), seats)
    for turn in range(1, 14):
        chance = OUTSPEED.pending(state).chance
        assert chance is not None and chance.outcomes == (turn,)
        OUTSPEED.resolve(state, turn)
        seen = OUTSPEED.view(state, 0)
        assert (some(seen.tile).id, some(seen.tile).side, seen.finish) == (turn, side, turn == 13)
        state.phase, state.asked = "discovery", ()


@rule("ULT-BOARD-2", "ULT-BOARD-6", "ULT-BOARD-9")
def test_the_third_board_comes_and_goes_again_and_again() -> None:
    table = race([14, 13, 9], tile=1).program("blue", "blue", "blue")
    assert (table.state.rear, table.state.front) == (8, 21)
    finish_turn(table.come(4).program("red", "yellow", "blue"))
    assert (table.state.rear, table.state.front) == (8, 21) and table.zones == [20, 17, 10]
    table.come(10).lay().program("red", "yellow", "blue")
    assert (table.state.rear, table.state.front) == (15, 28)
    assert table.zones == [23, 20, 0] and table.out == [2]

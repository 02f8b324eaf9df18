"""Outspeed: boards, eliminations, flipping, discovery and the end."""

from __future__ import annotations

from typing import Any

import pytest

from paddock.games.outspeed import OUTSPEED
from paddock.games.outspeed.events import (
    BoardAdded,
    BoardRemoved,
    Discarded,
    Eliminated,
    FieldsCleared,
    Flipped,
    Void,
    Won,
)
from paddock.games.outspeed.state import in_order
from paddock.testing import rule
from paddock.testing.outspeed import Race, race
from paddock.testing.sure import some

pytestmark = pytest.mark.usefixtures("example_tiles")


def settle(table: Race) -> Race:
    """Let everyone who draws take what comes and keep the first."""
    while table.state.phase == "drawing":
        chance = OUTSPEED.pending(table.state).chance
        if chance is None:
            table.keep(table.state.looked[0])
        else:
            table.come(chance.outcomes[-1])
    return table


# Boards


@rule("ULT-BOARD-1")
def test_reaching_the_very_last_zone_adds_nothing() -> None:
    table = race([11, 9, 9], tile=1).program("red", "blue", "blue")
    assert table.zones[0] == 14 and (table.state.rear, table.state.front) == (1, 14)
    assert table.events(BoardAdded) == []


@rule("ULT-BOARD-2", "ULT-BOARD-6", "ULT-MODEL-2")
def test_a_ship_that_passes_the_front_brings_a_board_and_the_rear_one_goes() -> None:
    table = race([12, 9, 7, 7], tile=1).program("red", "blue", "blue", "blue")
    assert table.events(BoardAdded) == [BoardAdded(21)]
    assert table.events(BoardRemoved) == [BoardRemoved(8)]
    assert table.zones == [15, 10, 8, 8] and table.out == []


@rule("ULT-BOARD-3")
def test_a_ship_stopped_at_the_front_needs_no_board() -> None:
    table = race([13, 9, 9], tile=1, fields=[14]).program("red", "blue", "blue")
    assert table.zones[0] == 14 and table.state.front == 14 and table.events(BoardAdded) == []


@rule("ULT-BOARD-4")
def test_several_ships_share_one_new_board() -> None:
    table = race([14, 14, 13], tile=1).program("blue", "blue", "red")
    assert table.zones == [15, 15, 16] and table.events(BoardAdded) == [BoardAdded(21)]


@rule("ULT-BOARD-5", "ULT-BOARD-7", "ULT-DEC-23")
def test_a_board_of_the_bonus_phase_waits_for_the_end_of_resolution() -> None:
    hands = {0: ["nitro"], 1: ["flamethrower"]}
    table = race([14, 10, 7, 6], tokens=hands, tile=1).lay({0: "nitro", 1: "flamethrower"})
    assert table.zones == [13, 10, 7, 6]
    assert (table.state.rear, table.state.front) == (1, 21)
    table.program("blue", "blue", "blue", "blue")
    assert (table.state.rear, table.state.front) == (8, 21)
    assert table.zones == [14, 11, 8, 0]


@rule("ULT-BOARD-6", "ULT-ELIM-2")
def test_ships_and_fields_on_the_removed_board_go_with_it() -> None:
    table = race([14, 9, 5, 6], tile=1, fields=[3, 3, 9]).program("blue", "blue", "blue", "blue")
    assert table.out == [2, 3] and table.state.fields == (9,)
    assert table.events(Eliminated) == [Eliminated(2, "board"), Eliminated(3, "board")]


@rule("ULT-BOARD-7", "ULT-DEC-23")
def test_the_rear_board_still_serves_until_the_end_of_resolution() -> None:
    hands = {0: ["nitro"], 2: ["flamethrower"]}
    table = race([14, 8, 7], tokens=hands, tile=2).lay({0: "nitro", 2: "flamethrower"})
    assert table.zones == [15, 6, 7] and table.out == []


@rule("ULT-BOARD-8", "ULT-ELIM-2", "ULT-ELIM-3")
def test_a_ship_pushed_below_the_rear_is_out_and_on_the_rear_it_is_safe() -> None:
    safe = race([10, 9, 9], tokens={1: ["flamethrower"]}, boards=(8, 21)).lay({1: "flamethrower"})
    assert safe.zones[0] == 8 and safe.out == []
    gone = race([9, 8, 8, 12], tokens={1: ["flamethrower"]}, boards=(8, 21)).lay({1: "flamethrower"})
    assert gone.out == [0] and gone.state.ships[0].cause == "back" and gone.state.rear == 8
    caught = race([9, 8, 8, 12], tokens={1: ["flamethrower"]}, boards=(8, 21), fields=[8])
    assert caught.lay({1: "flamethrower"}).zones[0] == 8


@rule("ULT-BOARD-9", "ULT-DEC-24")
def test_the_window_can_shift_again_and_by_two_boards_at_once() -> None:
    again = race([21, 16, 16], boards=(8, 21), tile=1).program("blue", "blue", "blue")
    assert (again.state.rear, again.state.front) == (15, 28) and again.out == []
    nitro = race([20, 20, 21], tokens={2: ["nitro"]}, boards=(8, 21), tile=16, fuel=12)
    nitro.lay({2: "nitro"})
    nitro.program("yellow", "blue", "red").dial({0: 9})
    assert nitro.zones == [29, 23, 28] and (nitro.state.rear, nitro.state.front) == (22, 35)
    assert nitro.events(BoardAdded) == [BoardAdded(28), BoardAdded(35)]


@rule("ULT-BOARD-10")
def test_the_rear_board_goes_in_the_turn_of_the_finish_tile_too() -> None:
    table = race([14, 9, 5, 6], tile=13).program("yellow", "blue", "blue", "red").come(3)
    assert table.out == [2] and table.result is not None
    assert table.zones == [17, 10, 0, 9]


# Elimination and flipping


@rule("ULT-ELIM-1")
def test_a_player_whose_fuel_falls_to_0_is_out() -> None:
    table = race([5, 5, 5], fuel=[1, 2, 9], tile=1).program("blue", "blue", "blue")
    assert table.out == [0] and table.zones == [0, 6, 6]
    assert table.events(Eliminated) == [Eliminated(0, "fuel")]


@rule("ULT-ELIM-3")
def test_simultaneous_losses_eliminate_simultaneously() -> None:
    table = race([5, 5, 5, 5], fuel=[1, 1, 9, 9], tile=1).program("blue", "blue", "blue", "blue")
    assert table.out == [0, 1] and {ship.out for ship in table.state.ships[:2]} == {2}


@rule("ULT-ELIM-4")
def test_at_the_finish_exactly_0_fuel_does_not_eliminate() -> None:
    table = race([5, 5, 5], fuel=[1, 9, 9], tile=13).program("blue", "blue", "blue")
    assert table.out == [] and table.zones == [6, 6, 6] and table.fuel[0] == 0
    too_much = race([5, 5, 5], fuel=[2, 2, 9], tile=14).program("yellow", "yellow", "red")
    too_much.come(3, 2)
    assert too_much.out == [0] and too_much.fuel[:2] == [0, 0]
    too_much.come(1, 1, 1)
    assert too_much.zones[1:] == [7, 6]


@rule("ULT-ELIM-5", "ULT-DEC-25", "ULT-DEC-33")
def test_tokens_of_an_eliminated_player_are_used_and_he_no_longer_counts() -> None:
    hands = {0: ["nitro", "fuel_tank"]}
    table = race([5, 5, 5, 5], fuel=[1, 9, 9, 9], tokens=hands, tile=8).lay()
    table.program("red", "red", "blue", "blue")
    assert table.out == [0] and table.fuel[1] == 7
    assert table.events(Discarded) == [Discarded(0, "fuel_tank"), Discarded(0, "nitro")]
    assert table.state.ships[0].tokens == ()
    assert table.state.stack.discards["nitro"] == table.state.stack.discards["fuel_tank"] == 1
    table.come(1)
    assert table.asked == (1, 2, 3)
    table.program(None, "red", "blue", "blue")
    assert table.zones[1] == 11


@rule("ULT-FLIP-1", "ULT-FLIP-2", "ULT-DEC-26")
def test_tiles_are_turned_when_four_are_left_at_the_end_of_the_bonus_phase() -> None:
    table = race([9, 9, 9, 9, 5], fuel=[2, 9, 9, 9, 9], tokens={4: ["ion_cannon"]}, tile=5)
    assert some(OUTSPEED.view(table.state, 0).tile).special is None
    table.lay({4: "ion_cannon"})
    assert table.events(Flipped) == [Flipped("3-4")]
    tile = some(OUTSPEED.view(table.state, 1).tile)
    assert (tile.id, tile.side, tile.special) == (5, "3-4", "solo_free")
    assert table.state.phase == "programming"


@rule("ULT-FLIP-1", "ULT-FLIP-2")
def test_a_flip_in_resolution_is_seen_from_the_next_tile_on() -> None:
    table = race([5, 5, 5, 5, 5], fuel=[1, 9, 9, 9, 9], tile=1)
    table.program("blue", "red", "red", "blue", "blue")
    assert table.zones == [0, 8, 8, 6, 6]
    assert table.state.side == "3-4" and table.events(Flipped) == [Flipped("3-4")]
    table.come(4)
    assert some(OUTSPEED.view(table.state, 1).tile).side == "3-4"
    table.state.phase, table.state.turn, table.state.seen = "discovery", 12, tuple(range(1, 13))
    table.come(13)
    assert some(OUTSPEED.view(table.state, 1).tile).side == "3-4"


@rule("ULT-FLIP-3")
def test_nothing_is_turned_from_six_to_five_and_never_twice() -> None:
    six = race([5] * 6, fuel=[1, 9, 9, 9, 9, 9], tile=1).program("blue", "red", "red", "blue", "blue", "blue")
    assert six.out == [0] and six.state.side == "5-6" and six.events(Flipped) == []
    five = race([0, 5, 5, 5, 5, 5], fuel=[0, 1, 1, 9, 9, 9], tile=1)
    five.program(None, "blue", "blue", "red", "red", "blue").come(2)
    assert five.events(Flipped) == [Flipped("3-4")]
    five.program(None, None, None, "blue", "blue", "blue")
    assert five.events(Flipped) == [Flipped("3-4")] and five.state.side == "3-4"
    four = race([5, 5, 5, 5], fuel=[1, 9, 9, 9], tile=1).program("blue", "blue", "blue", "blue")
    assert four.out == [0] and four.events(Flipped) == []


# Discovery and the end


@rule("ULT-DISC-1")
def test_the_next_tile_becomes_visible() -> None:
    table = race([5, 5, 5], tile=1).program("blue", "blue", "blue").come(9)
    seen = OUTSPEED.view(table.state, 0)
    assert some(seen.tile).id == 9 and seen.turn == 3 and seen.tiles_left == 10


@rule("ULT-DISC-2", "ULT-END-1")
def test_the_race_ends_with_the_finish_tile() -> None:
    table = race([5, 6, 5], tile=13).program("blue", "blue", "blue")
    assert table.state.phase == "over" and OUTSPEED.pending(table.state).over
    assert table.events(Won) == [Won(1, "zone")]
    assert table.result is not None and table.result.places == (2, 1, 2)


@rule("ULT-DISC-3", "ULT-FIELD-5", "ULT-DEC-30")
def test_occupied_zones_lose_their_fields_after_the_tile_is_shown() -> None:
    table = race([5, 5, 5], tile=1, fields=[6, 6, 8]).program("blue", "blue", "blue")
    assert table.state.fields == (6, 6, 8)
    table.come(2)
    assert table.state.fields == (8,)
    assert table.events(FieldsCleared) == [FieldsCleared(6)]
    assert [type(event).__name__ for event in table.told[-2:]] == ["TileShown", "FieldsCleared"]


@rule("ULT-FIELD-5", "ULT-DISC-3")
def test_a_field_goes_even_if_only_its_placer_is_in_the_zone() -> None:
    table = race([6, 4, 4], tokens={0: ["force_field"]}, tile=2).lay({0: "force_field"})
    table.program("red", "blue", "blue")
    assert table.state.fields == (6,)
    table.come(1)
    assert table.state.fields == ()


@rule("ULT-END-1")
@pytest.mark.parametrize(
    ("fuel", "hands", "winners", "decided"),
    [
        ([5, 6, 5], {}, [1], "fuel"),
        ([6, 6, 5], {0: ["nitro"], 1: ["nitro", "flamethrower"]}, [1], "tokens"),
        ([6, 6, 5], {0: ["nitro"], 1: ["electromagnet"]}, [0, 1], "shared"),
    ],
)
def test_ties_go_to_fuel_then_tokens_then_are_shared(
    fuel: list[int], hands: dict[int, list[str]], winners: list[int], decided: Any
) -> None:
    table = race([5, 5, 4], fuel=fuel, tokens=hands, tile=13).lay().program("blue", "blue", "blue")
    assert table.events(Won) == [Won(seat, decided) for seat in winners]
    assert table.result is not None
    assert [seat for seat, place in enumerate(table.result.places) if place == 1] == winners


@rule("ULT-END-2", "ULT-END-4", "ULT-DEC-27")
def test_the_last_one_in_the_race_wins_at_the_end_of_the_phase() -> None:
    table = race([5, 5, 5], fuel=[1, 1, 9], tile=1)
    settle(table.program("blue", "blue", "yellow"))
    assert table.state.phase == "over" and table.events(Won) == [Won(2, "alone")]
    assert len(table.state.ships[2].tokens) == 1


@rule("ULT-END-3", "ULT-DEC-29", "ULT-DEC-34")
def test_a_race_without_ships_is_void() -> None:
    table = race([5, 5, 5], fuel=1, tile=1).program("blue", "blue", "blue")
    assert table.state.phase == "over" and table.events(Void) == [Void()] and table.events(Won) == []
    assert table.result is not None and 1 not in table.result.places
    assert OUTSPEED.pending(table.state).over


@rule("ULT-END-4", "ULT-DEC-27")
def test_the_end_is_not_tested_in_between() -> None:
    hands = {2: ["ion_cannon"], 3: ["ion_cannon"]}
    table = race([9, 9, 5, 4], fuel=[2, 2, 9, 9], tokens=hands)
    table.state.ships[3].zone = 5
    table.lay({2: "ion_cannon", 3: "ion_cannon"})
    assert table.out == [0, 1] and table.state.phase == "programming"
    rear = race([14, 5, 5], fuel=[2, 9, 9], tile=1)
    rear.program("red", "blue", "blue")
    assert rear.out == [0] and rear.state.rear == 1
    last = race([14, 6, 6], fuel=[9, 1, 9], tile=1).program("red", "blue", "blue")
    assert last.out == [1, 2] and last.events(Won) == [Won(0, "alone")]


@rule("ULT-END-5", "ULT-DEC-28", "ULT-DEC-34")
def test_only_ships_in_the_race_are_ranked() -> None:
    table = race([9, 0, 8, 7], fuel=[9, 0, 9, 1], tile=14).program("red", None, "red", "yellow")
    table.come(3, 1, 1)
    assert table.result is not None
    assert table.result.places == (1, 3, 2, 3)
    assert [ship.out for ship in OUTSPEED.view(table.state, None).ships] == [0, 1, 0, 13]
    assert table.state.ships[3].tokens == in_order(())

"""Outspeed: programming, resolving routes, drawing tokens, special tiles."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from paddock.games.outspeed import OUTSPEED, views
from paddock.games.outspeed import components as box_module
from paddock.games.outspeed import deals as deals_module
from paddock.games.outspeed.components import Tile, components, read_tile
from paddock.games.outspeed.events import (
    Dialled,
    DialShown,
    Keep,
    Kept,
    LookedAt,
    LostTurn,
    NothingDrawn,
    Paid,
    Program,
    Programmed,
    Reshuffled,
    Revealed,
    Rolled,
    SetDial,
)
from paddock.testing import rule
from paddock.testing.outspeed import Race, race
from paddock.testing.sure import all_of, some

pytestmark = pytest.mark.usefixtures("example_tiles")

Lay = Callable[..., None]


@pytest.fixture
def tile_one(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., None]]:
    """Puts other routes on tile 1 for a test."""

    def forget() -> None:
        box_module.least_cost.cache_clear()
        box_module.open_routes.cache_clear()
        deals_module.deals.cache_clear()
        views.tile_view.cache_clear()

    def lay(special: str | None = None, kind: str = "track", **routes: dict[str, Any] | None) -> None:
        side = {"special": special, "routes": routes}
        tile: Tile = read_tile({"id": 1, "kind": kind, "sides": {"3-4": side, "5-6": side}})
        monkeypatch.setitem(components().tiles, 1, tile)
        forget()

    yield lay
    monkeypatch.undo()
    forget()


def route(cost: Any = 0, seats: int | None = None, **reward: Any) -> dict[str, Any]:
    return {
        "seats": seats,
        "cost": cost,
        "reward": [{"kind": kind, "amount": amount} for kind, amount in reward.items()],
    }


def settle(table: Race) -> Race:
    """Let everyone who draws take what comes and keep the first."""
    while table.state.phase == "drawing":
        chance = OUTSPEED.pending(table.state).chance
        if chance is None:
            table.keep(table.state.looked[0])
        else:
            table.come(chance.outcomes[-1])
    return table


# Programming


@rule("ULT-PROG-1", "ULT-RES-1")
def test_routes_are_chosen_together_in_secret_and_revealed_together() -> None:
    table = race([5, 5, 5], tile=1)
    assert table.asked == (0, 1, 2)
    table.act(2, Program("red")).act(0, Program("blue"))
    assert table.asked == (1,)
    assert table.events(Revealed) == [] and table.zones == [5, 5, 5]
    assert [OUTSPEED.witness(event, 1) for event in table.told] == [
        Programmed(2, "hidden"),
        Programmed(0, "hidden"),
    ]
    assert OUTSPEED.witness(table.told[0], 2) == Programmed(2, "red")
    for seat in (1, None):
        assert [ship.route for ship in OUTSPEED.view(table.state, seat).ships] == [None, None, None]
    assert some(OUTSPEED.view(table.state, 2).hand).route == "red"
    table.act(1, Program("blue"))
    assert table.events(Revealed) == [Revealed(0, "blue"), Revealed(1, "blue"), Revealed(2, "red")]


@rule("ULT-PROG-3")
def test_there_is_no_pass_when_programming() -> None:
    table = race([5, 5, 5], tile=1)
    assert table.refused(0, OUTSPEED.action({"action": "pass"})).rule_id == "ULT-TURN-2"
    table.act(0, Program("red")).act(1, Program("blue"))
    assert table.state.phase == "programming"


@rule("ULT-PROG-4", "ULT-ELIM-1")
def test_a_route_may_cost_all_the_fuel_but_not_more() -> None:
    table = race([5, 5, 5], fuel=[2, 1, 9], tile=1)
    assert table.offered(0) == [Program("red"), Program("yellow"), Program("blue")]
    assert table.offered(1) == [Program("yellow"), Program("blue")]
    assert table.refused(1, Program("red")).rule_id == "ULT-PROG-4"
    table.program("red", "blue", "blue")
    assert table.out == [0, 1]


@rule("ULT-PROG-4", "ULT-PROG-1")
def test_the_fuel_after_the_bonus_phase_counts() -> None:
    table = race([5, 5, 5], fuel=[1, 9, 9], tokens={0: ["fuel_tank"]}, tile=1)
    table.lay({0: "fuel_tank"})
    assert Program("red") in table.offered(0)


@rule("ULT-PROG-5", "ULT-DEC-14", "ULT-TILE7-1")
def test_an_uncertain_cost_is_measured_at_its_best() -> None:
    def open_with(fuel: int, tile: int) -> list[str]:
        return [
            choice.route
            for choice in all_of(Program, race([5, 5, 5], fuel=[fuel, 9, 9], tile=tile).offered(0))
        ]

    assert "red" in open_with(1, tile=3)
    assert "yellow" not in open_with(1, tile=7) and "yellow" in open_with(2, tile=7)
    assert "yellow" in open_with(1, tile=5)
    assert "yellow" in open_with(1, tile=16)
    assert open_with(1, tile=14) == ["red", "yellow"]
    assert open_with(2, tile=14) == ["red", "yellow", "blue"]
    assert open_with(1, tile=5) == ["red", "yellow", "blue"]


@rule("ULT-PROG-5", "ULT-DEC-14")
def test_nobody_on_another_colour_is_the_best_case(tile_one: Lay) -> None:
    tile_one(red=route({"sum": [{"count": "blue"}, {"count": "red"}]}, zones=3), blue=route(0, fuel=1))
    assert race([5, 5, 5], fuel=1).offered(0) == [Program("red"), Program("blue")]
    tile_one(red=route({"sum": [{"count": "red"}, {"count": "red"}]}, zones=3), blue=route(0, fuel=1))
    assert race([5, 5, 5], fuel=1).offered(0) == [Program("blue")]


@rule("ULT-PROG-5")
def test_an_alone_or_pay_side_may_cost_nothing(tile_one: Lay) -> None:
    tile_one(special="solo_free", red=route(3, zones=3), blue=route(1, fuel=1))
    assert race([5, 5, 5], fuel=1).offered(0) == [Program("red"), Program("blue")]


@rule("ULT-PROG-6", "ULT-DEC-15")
def test_losing_the_turn_does_not_make_a_route_affordable() -> None:
    table = race([5, 5, 5], fuel=[2, 9, 9], tile=11)
    assert Program("red") not in table.offered(0)


@rule("ULT-PROG-7")
def test_a_player_may_be_left_with_routes_that_use_up_all_his_fuel() -> None:
    table = race([5, 5, 5], fuel=[1, 9, 9], tile=8)
    assert table.offered(0) == [Program("red"), Program("blue")]
    table.program("blue", "red", "blue")
    assert table.out == [0]


@rule("ULT-PROG-8", "ULT-DEC-16")
def test_a_player_without_a_route_is_eliminated_when_routes_are_resolved(tile_one: Lay) -> None:
    tile_one(red=route(3, zones=1), blue=route(2, zones=1))
    table = race([5, 5, 5], fuel=[1, 9, 9])
    assert table.asked == (1, 2) and table.out == []
    table.program(None, "blue", "red")
    assert table.out == [0] and table.zones == [0, 6, 6]
    assert table.state.ships[0].cause == "route"


# Resolution


@rule("ULT-RES-2")
def test_a_route_succeeds_up_to_its_seats() -> None:
    two = settle(race([5, 5, 5, 5], tile=1).program("yellow", "yellow", "blue", "blue"))
    assert [len(ship.tokens) for ship in two.state.ships] == [1, 1, 0, 0]
    assert two.zones == [5, 5, 6, 6] and two.events(LostTurn) == []


@rule("ULT-RES-3")
def test_an_overfull_route_costs_nothing_and_brings_nothing() -> None:
    table = race([5, 5, 5, 5], tile=1).program("red", "red", "blue", "blue")
    assert table.events(LostTurn) == [LostTurn(0, "red"), LostTurn(1, "red")]
    assert table.zones == [5, 5, 6, 6] and table.fuel == [12, 12, 11, 11]
    dice = race([5, 5, 5, 5], tile=14).program("yellow", "yellow", "yellow", "red")
    dice.come(3)
    assert [event.seat for event in dice.events(Rolled)] == [3]


@rule("ULT-RES-4", "ULT-RES-10")
def test_players_who_lost_their_turn_still_count(tile_one: Lay) -> None:
    tile_one(red=route(0, seats=1, zones=5), blue=route(0, zones={"count": "red"}))
    table = race([5, 5, 5, 5]).program("red", "red", "red", "blue")
    assert table.zones == [5, 5, 5, 8]


@rule("ULT-RES-5")
def test_costs_are_paid_before_rewards_and_everyone_rolls_for_himself() -> None:
    table = race([5, 5, 5], tile=3).program("red", "red", "red")
    table.come(1, 2)
    assert table.fuel == [12, 12, 12] and table.zones == [5, 5, 5]
    table.come(3)
    assert table.fuel == [11, 10, 9] and table.zones == [5, 5, 5]
    table.come(4, 1)
    assert table.zones == [5, 5, 5]
    table.come(2)
    assert table.zones == [9, 6, 7]
    assert [(event.seat, event.die) for event in table.events(Rolled)] == [
        *((seat, "yellow") for seat in range(3)),
        *((seat, "blue") for seat in range(3)),
    ]


@rule("ULT-RES-6")
def test_who_cannot_pay_pays_all_and_is_out() -> None:
    table = race([5, 5, 5], fuel=[2, 9, 9], tile=3).program("red", "red", "red")
    table.come(3, 1, 1)
    assert table.fuel[0] == 0 and table.out == [0]
    assert table.events(Paid)[0] == Paid(0, owed=3, fuel=0)


@rule("ULT-RES-7", "ULT-DEC-17")
def test_who_is_out_by_his_cost_gets_no_reward(tile_one: Lay) -> None:
    tile_one(red=route(2, zones=3, fuel=4), blue=route(0, fuel=1))
    table = race([5, 5, 5], fuel=[2, 9, 9]).program("red", "red", "blue")
    assert table.out == [0] and table.fuel == [0, 11, 10] and table.zones == [0, 8, 5]


@rule("ULT-RES-7")
def test_who_is_out_by_his_cost_does_not_roll_for_his_reward() -> None:
    table = race([5, 5, 5], fuel=[1, 9, 9], tile=3).program("red", "red", "blue")
    table.come(1, 1, 4)
    assert [event.seat for event in table.events(Rolled)] == [0, 1, 1]


@rule("ULT-RES-8", "ULT-DEC-18")
def test_a_ship_moves_all_its_zones_forward_unless_a_field_stops_it() -> None:
    assert race([5, 5, 5], tile=1).program("red", "blue", "blue").zones == [8, 6, 6]
    assert race([5, 5, 5], tile=1, fields=[7]).program("red", "blue", "blue").zones == [7, 6, 6]


@rule("ULT-RES-9")
def test_a_fuel_reward_is_added() -> None:
    assert race([5, 5, 5], fuel=3, tile=2).program("red", "blue", "blue").fuel == [5, 3, 3]


@rule("ULT-RES-10")
def test_a_colour_symbol_stands_for_the_players_who_programmed_it() -> None:
    table = race([5, 5, 5, 5], tile=6).program("red", "blue", "blue", "blue")
    assert table.zones == [8, 5, 5, 5] and table.fuel == [11, 13, 13, 13]
    own = race([5, 5, 5, 5], tile=8).program("red", "red", "blue", "blue")
    assert own.fuel == [10, 10, 11, 11]


@rule("ULT-RES-12")
def test_the_blue_die_moves_forward() -> None:
    table = race([5, 5, 5], tile=9).program("red", "blue", "blue").come(4)
    assert table.zones == [9, 6, 6] and table.fuel == [11, 12, 12]


# Drawing


@rule("ULT-DRAW-1")
def test_look_at_two_keep_one_put_the_other_under_the_stack() -> None:
    table = race([5, 5, 5], tile=1).program("yellow", "blue", "blue")
    table.come("nitro", "electromagnet")
    assert table.asked == (0,) and table.offered(0) == [Keep("electromagnet"), Keep("nitro")]
    assert some(OUTSPEED.view(table.state, 0).hand).looked == ("nitro", "electromagnet")
    assert some(OUTSPEED.view(table.state, 1).hand).looked == ()
    assert table.refused(0, Keep("fuel_tank")).rule_id == "ULT-DRAW-1"
    table.keep("electromagnet")
    assert table.state.ships[0].tokens == ("electromagnet",)
    assert table.state.stack.bottom == ["nitro"] and len(table.state.stack) == 31
    drawn = [event for event in table.told if isinstance(event, LookedAt | Kept)]
    assert [OUTSPEED.witness(event, 1) for event in drawn] == [
        LookedAt(0, "hidden"),
        LookedAt(0, "hidden"),
        Kept(0, "hidden", "hidden"),
    ]


@rule("ULT-DRAW-1", "ULT-DEC-32")
def test_two_tokens_of_one_kind_are_still_a_decision_so_that_nobody_learns_of_it() -> None:
    table = race([5, 5, 5], tile=1).program("yellow", "blue", "blue").come("nitro", "nitro")
    assert table.asked == (0,) and table.offered(0) == [Keep("nitro")]


@rule("ULT-DRAW-2", "ULT-DEC-19")
def test_the_leading_zone_draws_first_then_seat_order_by_the_zones_before_the_rewards(tile_one: Lay) -> None:
    tile_one(red=route(0, zones=6, bonus=1), blue=route(0, bonus=2))
    table = race([4, 6, 6, 8]).program("red", "blue", "blue", "blue")
    assert table.zones[0] == 10
    settle(table)
    assert [event.seat for event in table.events(Kept)] == [3, 3, 1, 1, 2, 2, 0]
    assert [len(ship.tokens) for ship in table.state.ships] == [1, 2, 2, 2]


def with_stack(table: Race, stack: list[str], used: list[str]) -> Race:
    """Leave only these tokens in the stack and the used pile; the rest is in nobody's hands."""
    table.state.stack.pool = {kind: stack.count(kind) for kind in table.state.stack.pool}
    table.state.stack.discards = {kind: used.count(kind) for kind in table.state.stack.pool}
    return table


@rule("ULT-DRAW-3", "ULT-DEC-20")
def test_the_used_pile_becomes_the_stack_even_between_two_tokens() -> None:
    table = with_stack(race([5, 5, 5], tile=1), ["nitro"], ["fuel_tank", "fuel_tank"])
    table.program("yellow", "blue", "blue").come("nitro")
    assert table.events(Reshuffled) == [Reshuffled(2)]
    table.come("fuel_tank").keep("nitro")
    assert len(table.state.stack) == 2 and not any(table.state.stack.discards.values())
    before = with_stack(race([5, 5, 5], tile=1), [], ["nitro", "fuel_tank"]).program("yellow", "blue", "blue")
    assert before.events(Reshuffled) == [Reshuffled(2)]
    assert before.come("nitro", "fuel_tank").offered(0) == [Keep("fuel_tank"), Keep("nitro")]


@rule("ULT-DRAW-3", "ULT-DEC-20")
def test_a_single_token_is_kept_and_with_none_nothing_is_gained() -> None:
    table = with_stack(race([5, 5, 5], tile=1), ["nitro"], [])
    table.program("yellow", "yellow", "blue").come("nitro")
    assert table.state.ships[0].tokens == ("nitro",) and table.state.ships[1].tokens == ()
    assert table.events(Kept) == [Kept(0, "nitro", "")]
    assert table.events(NothingDrawn) == [NothingDrawn(1)]
    assert table.state.phase == "discovery"


# Special tiles


@rule("ULT-TILE4-2")
def test_seats_do_not_apply_on_an_alone_or_pay_side(tile_one: Lay) -> None:
    tile_one(special="solo_free", red=route(2, seats=1, zones=3), blue=route(1, seats=2, fuel=3))
    table = race([5, 5, 5, 5], fuel=8).program("red", "red", "red", "blue")
    assert table.fuel == [6, 6, 6, 11] and table.events(LostTurn) == []


@rule("ULT-TILE4-3")
def test_the_other_side_of_the_alone_or_pay_tile_is_ordinary() -> None:
    table = race([5, 5, 5, 5, 5], fuel=8, tile=5).program("red", "red", "yellow", "yellow", "yellow")
    assert table.zones == [8, 8, 5, 5, 5] and table.fuel == [7, 7, 8, 8, 8]


@rule("ULT-TILE14-1")
def test_several_rolls_are_added_up_in_cost_and_reward() -> None:
    table = race([5, 5, 5], tile=14).program("blue", "yellow", "red")
    table.come(2, 3)
    table.come(1)
    assert table.fuel == [7, 11, 11] and table.zones == [5, 5, 5]
    table.come(4, 3, 1, 2, 2, 1)
    assert table.zones == [13, 9, 6]


@rule("ULT-TILE16-1", "ULT-DEC-21")
def test_the_dial_is_set_secretly_after_routes_are_revealed() -> None:
    table = race([5, 5, 5], fuel=6, tile=16).program("yellow", "yellow", "blue")
    assert table.events(Revealed) and table.asked == (0, 1)
    table.act(0, SetDial(4))
    for seat in (1, 2, None):
        assert OUTSPEED.view(table.state, seat).ships[0].dial is None
        assert OUTSPEED.witness(table.told[-1], seat) == Dialled(0, -1)
    assert some(OUTSPEED.view(table.state, 0).hand).dial == 4
    table.act(1, SetDial(0))
    assert table.events(DialShown) == [DialShown(0, 4), DialShown(1, 0)]


@rule("ULT-TILE16-2", "ULT-DEC-37")
def test_the_dial_buys_zones_one_for_one_up_to_9_and_the_fuel() -> None:
    table = race([5, 5, 5], fuel=[6, 30, 6], tile=16).program("yellow", "yellow", "blue")
    assert table.offered(0) == [SetDial(amount) for amount in range(7)]
    assert table.offered(1) == [SetDial(amount) for amount in range(10)]
    assert table.refused(0, SetDial(7)).rule_id == "ULT-TILE16-2"
    assert table.refused(1, SetDial(10)).rule_id == "ULT-TILE16-2"
    assert table.refused(1, SetDial(-1)).rule_id == "ULT-TILE16-2"
    table.dial({0: 6, 1: 9})
    assert table.zones == [11, 14, 8] and table.fuel == [0, 21, 5] and table.out == []


@rule("ULT-DEC-22")
def test_special_behaviour_follows_the_data_not_the_number(tile_one: Lay) -> None:
    tile_one(
        special="solo_free",
        red=route({"sum": [1, {"die": "yellow"}]}, zones=3),
        blue=route(1, fuel=2),
        yellow=None,
    )
    table = race([5, 5, 5], fuel=9).program("red", "red", "blue").come(1, 3)
    assert table.fuel == [7, 5, 11] and table.zones == [5, 5, 5]


@rule("ULT-TILE16-1", "ULT-DEC-22")
def test_any_route_with_the_dial_symbol_asks_for_it(tile_one: Lay) -> None:
    tile_one(
        kind="track",
        red=route({"choose": "middle_dial"}, zones={"sum": [1, {"chosen": "middle_dial"}]}),
        blue=route(0, fuel=1),
    )
    table = race([5, 5, 5], fuel=9).program("red", "blue", "blue").dial({0: 2})
    assert table.zones == [8, 5, 5] and table.fuel == [7, 10, 10]

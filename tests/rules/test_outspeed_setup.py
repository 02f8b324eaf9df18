"""Outspeed: model, components, set-up, the course of a turn, and the data file."""

from __future__ import annotations

import copy
import json
from importlib import resources
from typing import Any

import pytest

from paddock.core.chance import seed_from
from paddock.core.errors import BadInput
from paddock.core.match import start, stream_for
from paddock.games.outspeed import OUTSPEED
from paddock.games.outspeed.components import components, least_cost, read_components, read_file
from paddock.games.outspeed.events import SetDial, TileShown
from paddock.games.outspeed.state import OutspeedState
from paddock.games.outspeed.terms import COLOURS, Case, Count, Die, Fixed, Sum, read_expression, rolled, worth
from paddock.testing import rule
from paddock.testing.outspeed import Race, race
from paddock.testing.sure import some

pytestmark = pytest.mark.usefixtures("example_tiles")


def fresh(seats: int = 4, first_game: bool = False) -> OutspeedState:
    return OUTSPEED.start(OUTSPEED.Options(first_game=first_game), seats)


def data() -> dict[str, Any]:
    file = resources.files("paddock.games.outspeed") / "data" / "components.json"
    return json.loads(file.read_text())  # type: ignore[no-any-return]


@rule("ULT-MODEL-1", "ULT-MODEL-2", "ULT-DEC-1")
def test_zone_numbers_stay_when_the_window_moves() -> None:
    table = race([14, 9, 12], tile=1)
    assert (table.state.rear, table.state.front) == (1, 14)
    table.program("red", "blue", "blue")
    assert (table.state.rear, table.state.front) == (8, 21)
    assert table.zones == [17, 10, 13]


@rule("ULT-MODEL-3", "ULT-DEC-8", "ULT-BONUS-3")
def test_ships_of_one_zone_are_asked_together_without_order() -> None:
    table = race([5, 5, 5, 4], tokens={0: ["nitro"], 1: ["nitro"], 2: ["nitro"], 3: ["nitro"]})
    assert table.asked == (0, 1, 2)
    table.lay({2: "nitro"})
    assert table.zones == [5, 5, 6, 4]


@rule("ULT-MODEL-4", "ULT-DEC-2")
def test_the_last_zone_is_where_the_rearmost_ship_is() -> None:
    table = race([9, 6, 6], tokens={1: ["electromagnet"], 2: ["electromagnet"]})
    table.lay({1: "electromagnet"})
    assert table.zones == [6, 6, 6]
    all_in_one = race([6, 6, 6], tokens={1: ["electromagnet"]})
    assert [choice.__class__.__name__ for choice in all_in_one.offered(1)] == ["Pass", "Lay"]


@rule("ULT-MODEL-5", "ULT-MODEL-6", "ULT-DEC-3")
def test_a_side_has_three_positions_with_condition_cost_and_reward() -> None:
    side = components().tiles[3].sides["3-4"]
    assert COLOURS == ("red", "yellow", "blue")
    assert side.lit == ("red", "blue")
    assert side.yellow is None
    assert side.red is not None and side.red.seats is None
    assert side.blue is not None
    assert side.blue.seats == 2 and side.blue.cost == Fixed(0) and side.blue.reward[0].kind == "bonus"


@rule("ULT-MODEL-7")
def test_fuel_has_no_upper_limit() -> None:
    table = race([5, 5, 5], fuel=12, tile=2)
    table.program("red", "blue", "blue")
    assert table.fuel == [14, 12, 12]


@rule("ULT-MODEL-8", "ULT-DEC-4")
def test_a_view_shows_what_is_public_and_hides_what_is_secret() -> None:
    table = race([5, 5, 4], tokens={0: ["nitro", "flamethrower"], 1: ["fuel_tank"]}, fields=[9, 9])
    seen = OUTSPEED.view(table.state, 1)
    assert [(ship.zone, ship.fuel, ship.tokens) for ship in seen.ships] == [
        (5, 12, 2),
        (5, 12, 1),
        (4, 12, 0),
    ]
    assert [(field.zone, field.fields) for field in seen.fields] == [(9, 2)]
    assert seen.tile is not None and seen.tile.id == 1 and seen.tiles_left == 11
    assert seen.hand is not None and seen.hand.tokens == ("fuel_tank",)
    assert b"nitro" not in outspeed_bytes(table, 1)
    table.lay({0: "nitro"})
    assert OUTSPEED.view(table.state, 1).used["nitro"] == 1
    table.act(0, OUTSPEED.action({"action": "program", "route": "red"}))
    assert OUTSPEED.view(table.state, 1).ships[0].route is None
    assert OUTSPEED.view(table.state, 1).deciding == (1, 2)


def outspeed_bytes(table: Race, seat: int) -> bytes:
    import msgspec

    seen = OUTSPEED.view(table.state, seat)
    return msgspec.json.encode(msgspec.structs.replace(seen, used={}))


@rule("ULT-COMP-1")
def test_the_box_is_complete() -> None:
    box = components()
    assert box.ids["track"] == tuple(range(1, 13))
    assert box.ids["finish"] == (13, 14, 15, 16)
    assert all(set(tile.sides) == {"3-4", "5-6"} for tile in box.tiles.values())
    assert (box.zones_per_board, box.fields, len(box.faces["yellow"]), len(box.faces["blue"])) == (7, 7, 6, 6)
    assert data()["components"]["ships"]["count"] == data()["components"]["controllers"]["count"] == 6


@rule("ULT-COMP-2")
def test_there_are_32_bonus_tokens() -> None:
    stack = fresh().stack
    assert stack.pool == {
        "electromagnet": 2,
        "ion_cannon": 2,
        "force_field": 7,
        "nitro": 7,
        "flamethrower": 7,
        "fuel_tank": 7,
    }
    assert len(stack) == 32


@rule("ULT-COMP-3", "ULT-DEC-5")
def test_the_reserve_never_runs_out() -> None:
    table = race([5, 5, 5, 5, 5, 5], fuel=50, tile=2, side="5-6")
    table.program("red", "red", "blue", "blue", "blue", "blue")
    assert table.fuel == [52, 52, 50, 50, 50, 50]


@rule("ULT-COMP-4")
def test_only_a_route_with_the_dial_symbol_asks_for_the_middle_dial() -> None:
    dialled = []
    for tile in components().tiles.values():
        for side in tile.sides.values():
            dialled += [tile.id for colour in side.lit if (r := side.route(colour)) is not None and r.dial]
    assert set(dialled) == {16}
    table = race([5, 5, 5], tile=1)
    assert table.refused(0, SetDial(3)).rule_id == "ULT-TURN-2"
    assert table.program("red", "blue", "blue").state.phase == "discovery"


@rule("ULT-COMP-5", "ULT-DATA-3")
def test_die_faces_count_by_their_absolute_value() -> None:
    assert data()["dice"]["yellow"]["faces"].count(-3) == 2
    assert components().faces["yellow"] == (1, 1, 2, 2, 3, 3)
    assert components().faces["blue"] == (1, 1, 2, 2, 3, 4)


@rule("ULT-SETUP-1")
@pytest.mark.parametrize("seats", [2, 7])
def test_other_numbers_of_players_are_refused(seats: int) -> None:
    with pytest.raises(BadInput):
        fresh(seats)
    assert len(fresh(3).ships) == 3 and len(fresh(6).ships) == 6


@rule("ULT-SETUP-3")
@pytest.mark.parametrize(("seats", "side"), [(3, "3-4"), (4, "3-4"), (5, "5-6"), (6, "5-6")])
def test_tiles_show_the_side_for_the_number_of_players(seats: int, side: str) -> None:
    assert fresh(seats).side == side


@rule("ULT-SETUP-4")
def test_any_track_tile_can_be_on_top_and_none_comes_twice() -> None:
    state = fresh(3)
    chance = OUTSPEED.pending(state).chance
    assert chance is not None
    assert chance.outcomes == tuple(range(1, 13)) and set(chance.weights) == {1}
    OUTSPEED.resolve(state, 7)
    assert some(OUTSPEED.view(state, 0).tile).id == 7
    state.phase = "discovery"
    again = OUTSPEED.pending(state).chance
    assert again is not None and 7 not in again.outcomes and len(again.outcomes) == 11


@rule("ULT-SETUP-5")
def test_one_of_four_finish_tiles_lies_at_the_bottom() -> None:
    state = fresh(3)
    state.phase, state.turn, state.seen = "discovery", 12, tuple(range(1, 13))
    chance = OUTSPEED.pending(state).chance
    assert chance is not None and chance.outcomes == (13, 14, 15, 16) and set(chance.weights) == {1}


@rule("ULT-SETUP-9", "ULT-DEC-6", "ULT-TURN-1")
@pytest.mark.parametrize("seed", range(2))
def test_a_first_game_shows_tiles_1_to_13_in_order(seed: int) -> None:
    assert OUTSPEED.Options().first_game is False
    shown = tiles_of_a_race(first_game=True, seed=seed)
    assert shown == list(range(1, 14))[: len(shown)]
    assert len(shown) > 5


@rule("ULT-TURN-1")
def test_a_race_has_at_most_twelve_track_tiles_and_one_finish_tile() -> None:
    whole = [shown for seed in range(12) if len(shown := tiles_of_a_race(first_game=False, seed=seed)) >= 13]
    assert whole
    for shown in whole:
        assert len(shown) == 13 and sorted(shown[:12]) == list(range(1, 13)) and shown[12] in (13, 14, 15, 16)


def tiles_of_a_race(first_game: bool, seed: int) -> list[int]:
    import random

    secret = seed_from(seed)
    match = start(OUTSPEED, OUTSPEED.Options(first_game=first_game), ["a", "b", "c"], secret)
    stream, rng = stream_for(match, secret), random.Random(seed)
    told = match.settle(stream)
    while seats := OUTSPEED.pending(match.state).seats:
        told += match.decide(seats[0], OUTSPEED.actions(match.state, seats[0]).sample(rng))
        told += match.settle(stream)
    return [event.tile for event in told if isinstance(event, TileShown)]


@rule("ULT-TURN-2", "ULT-DISC-4")
def test_a_turn_goes_bonus_programming_resolution_discovery_and_again() -> None:
    table = race([5, 5, 4], tokens={0: ["nitro"]})
    assert table.state.phase == "bonus"
    table.lay()
    assert table.state.phase == "programming"
    table.program("blue", "blue", "blue")
    assert table.state.phase == "discovery"
    table.come(5)
    assert table.state.phase == "bonus" and table.state.turn == 3 and table.asked == (0,)
    seen = OUTSPEED.view(table.state, 0)
    assert seen.hand.route is None and seen.ships[1].route is None
    assert [outcome.route for outcome in seen.last.outcomes] == ["blue", "blue", "blue"]


@rule("ULT-TURN-3")
def test_the_first_turn_begins_with_programming() -> None:
    state = fresh(4)
    OUTSPEED.resolve(state, 1)
    assert state.turn == 1 and state.phase == "programming" and OUTSPEED.pending(state).seats == (0, 1, 2, 3)


@rule("ULT-TURN-4", "ULT-FIELD-1")
def test_the_finish_tile_counts_as_visible_in_its_bonus_phase() -> None:
    table = race([5, 5, 4], tokens={0: ["force_field"]}, tile=13)
    assert OUTSPEED.view(table.state, 0).finish
    refusal = table.refused(0, OUTSPEED.action({"action": "lay", "token": "force_field"}))
    assert refusal.rule_id == "ULT-FIELD-1"
    earlier = race([5, 5, 4], tokens={0: ["force_field"]}, tile=12)
    assert not OUTSPEED.view(earlier.state, 0).finish
    earlier.lay({0: "force_field"})
    assert earlier.state.fields == (5,)


@rule("ULT-DATA-1", "ULT-DATA-2")
def test_expressions_are_read_and_worked_out() -> None:
    expression = read_expression({"sum": [1, {"die": "yellow", "rolls": 2}, {"count": "red"}]})
    assert expression == Sum((Fixed(1), Die("yellow", Fixed(2)), Count("red")))
    assert worth(expression, Case({"red": 3}, 0, rolled([2, 3]))) == 9
    assert worth(read_expression({"die": "blue"}), Case({}, 0, rolled([4]))) == 4
    assert worth(read_expression({"choose": "middle_dial"}), Case({}, 6, rolled([]))) == 6
    assert worth(read_expression({"chosen": "middle_dial"}), Case({}, 6, rolled([]))) == 6
    by_count = read_expression({"die": "blue", "rolls": {"count": "blue"}})
    assert worth(by_count, Case({"blue": 2}, 0, rolled([1, 4]))) == 5


def spoil(path: tuple[Any, ...], value: Any) -> dict[str, Any]:
    spoilt = copy.deepcopy(data())
    at = spoilt
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = value
    return spoilt


RED = ("tiles", 4, "sides", "3-4", "routes", "red")


@rule("ULT-DATA-1", "ULT-DATA-2", "ULT-DATA-4", "ULT-PROG-8")
@pytest.mark.parametrize(
    ("path", "value", "where", "field"),
    [
        ((*RED, "cost"), {"dice": "yellow"}, "tile 5, side 3-4", "red.cost"),
        ((*RED, "cost"), -1, "tile 5, side 3-4", "red.cost"),
        ((*RED, "cost"), {"die": "green"}, "tile 5, side 3-4", "red.cost"),
        ((*RED, "cost"), {"chosen": "middle_dial"}, "tile 5, side 3-4", "red.cost"),
        ((*RED, "seats"), 0, "tile 5, side 3-4", "red.seats"),
        ((*RED, "reward"), [{"kind": "glory", "amount": 1}], "tile 5, side 3-4", "red.reward[0].kind"),
        ((*RED, "reward"), [{"kind": "fuel", "amount": "2"}], "tile 5, side 3-4", "red.reward[0].amount"),
        (
            (*RED, "reward"),
            [{"kind": "zones", "amount": {"chosen": "middle_dial"}}],
            "tile 5, side 3-4",
            "red.reward[0].amount",
        ),
        (RED, {"cost": 1}, "tile 5, side 3-4", "red"),
        (("tiles", 2, "sides", "3-4", "routes"), {}, "tile 3, side 3-4", "routes"),
        (("tiles", 0, "sides", "5-6", "special"), "moonlight", "tile 1, side 5-6", "special"),
        (("tiles", 0, "sides"), {"3-4": data()["tiles"][0]["sides"]["3-4"]}, "tile 1", "sides.5-6"),
        (("tiles", 0, "kind"), "loop", "tile 1", "kind"),
        (("tiles", 3, "id"), 17, "tiles", "id"),
        (("tiles",), data()["tiles"][:15], "tiles", "id"),
        (("bonus_tokens", 0, "count"), 3, "bonus_tokens", "count"),
        (("bonus_tokens", 0, "effect"), [{"target": "the judge"}], "token electromagnet", "effect[0].target"),
        (
            ("bonus_tokens", 0, "effect"),
            [{"target": "own-ship", "zone": 1}],
            "token electromagnet",
            "effect[0]",
        ),
        (("bonus_tokens", 0, "condition"), "at-night", "token electromagnet", "condition"),
        (("bonus_tokens", 0, "rule"), "", "token electromagnet", "rule"),
        (("bonus_tokens", 0, "price"), 3, "token electromagnet", "price"),
        (("bonus_tokens",), {}, "the file", "bonus_tokens"),
        ((*RED, "seat"), 2, "tile 5, side 3-4", "red.seat"),
        ((*RED, "seats"), True, "tile 5, side 3-4", "red.seats"),
        ((*RED, "cost"), True, "tile 5, side 3-4", "red.cost"),
        ((*RED, "cost"), {"sum": []}, "tile 5, side 3-4", "red.cost"),
        ((*RED, "cost"), {"die": "yellow", "roll": 2}, "tile 5, side 3-4", "red.cost"),
        ((*RED, "cost"), {"sum": [1, {"count": "green"}]}, "tile 5, side 3-4", "red.cost"),
        ((*RED, "reward", 0, "amuont"), 1, "tile 5, side 3-4", "red.reward[0].amuont"),
        ((*RED, "reward", 0), 3, "tile 5, side 3-4", "red.reward[0].kind"),
        (("tiles", 4, "sides", "3-4", "routes", "green"), None, "tile 5, side 3-4", "routes.green"),
        (("tiles", 4, "sides", "3-4", "night"), {}, "tile 5, side 3-4", "night"),
        (("tiles", 4, "sides", "2"), {}, "tile 5", "sides.2"),
        (("tiles", 4, "sides"), [], "tile 5", "sides"),
        (("tiles", 4, "colour"), "red", "tile 5", "colour"),
        (("tiles", 4), "tile", "tiles", "[4]"),
        (("tiles", 4, "id"), "5", "tiles", "id"),
        (("tiles", 4, "id"), 4, "tiles", "id"),
        (("tiles", 4, "kind"), "finish", "tiles", "kind"),
        (("tiles",), None, "the file", "tiles"),
        (("dice", "yellow", "faces"), [1, 0], "die yellow", "faces"),
        (("dice", "yellow", "faces"), [], "die yellow", "faces"),
        (("dice", "blue"), {}, "dice.blue", "faces"),
        (("dice",), [], "dice", "yellow"),
        (("first_game_order", "tiles"), [*range(1, 13)], "first_game_order", "tiles"),
        (("first_game_order", "tiles"), [*range(1, 12), 1, 13], "first_game_order", "tiles"),
        (("first_game_order", "tiles"), [*range(2, 14), 1], "first_game_order", "tiles"),
        (
            ("components", "progress_boards", "start_zone"),
            0,
            "components.progress_boards",
            "start_zone",
        ),
        (("components", "fuel"), {}, "components.fuel", "start_per_player"),
        (("components", "force_field_tokens", "count"), True, "components.force_field_tokens", "count"),
        (
            ("components", "controller_dials", "middle", "values"),
            ["0"],
            "components.controller_dials.middle",
            "values",
        ),
    ],
)
def test_wrong_data_is_refused_naming_tile_and_field(
    path: tuple[Any, ...], value: Any, where: str, field: str
) -> None:
    with pytest.raises(BadInput) as refusal:
        read_components(spoil(path, value))
    assert refusal.value.message.params["where"] == where
    assert refusal.value.message.params["field"] == field
    words = str(refusal.value)
    assert words.startswith(f"{where}, field {field}: ")
    assert words != f"{where}, field {field}: {refusal.value.message.params['reason']}."


def test_a_file_that_is_no_json_is_refused() -> None:
    with pytest.raises(BadInput, match="not JSON"):
        read_file(b"{tiles}")


@rule("ULT-DATA-4", "ULT-PROG-8")
def test_what_no_rule_forbids_is_loaded_with_a_warning(caplog: pytest.LogCaptureFixture) -> None:
    read_components(data())
    assert caplog.messages == []
    dark = read_components(spoil(("tiles", 2, "sides", "3-4", "routes", "blue"), None))
    dear = read_components(spoil(("tiles", 14, "sides", "3-4", "routes", "blue", "cost"), 2))
    assert len(dark.tiles[3].sides["3-4"].lit) == 1 and dear.tiles[15].sides["3-4"].route("blue") is not None
    assert caplog.messages == [
        "outspeed: tile 3, side 3-4: only one route is lit",
        "outspeed: tile 15, side 3-4: no route is open to a player with 1 fuel",
    ]


@rule("ULT-DATA-4", "ULT-PROG-8")
def test_every_side_leaves_a_route_to_a_player_with_one_fuel() -> None:
    for tile in components().tiles.values():
        for name in tile.sides:
            costs = [least_cost(tile.id, name, colour) for colour in COLOURS]
            assert min(cost for cost in costs if cost is not None) <= 1

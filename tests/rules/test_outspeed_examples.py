"""Outspeed: the worked examples of the rules, with the tiles of the box."""

from __future__ import annotations

from paddock.games.outspeed import OUTSPEED
from paddock.games.outspeed.events import Hit, Lay, Pass, Program
from paddock.testing import rule
from paddock.testing.outspeed import race

PURPLE, GREEN, YELLOW, RED, BLUE = range(5)


@rule(
    "ULT-BONUS-2",
    "ULT-BONUS-6",
    "ULT-BONUS-7",
    "ULT-BONUS-8",
    "ULT-BONUS-9",
    "ULT-NITRO-1",
    "ULT-FLAME-2",
    "ULT-EMAG-2",
)
def test_example_1_bonus_phase() -> None:
    hands = {
        PURPLE: ["nitro"],
        GREEN: ["nitro"],
        YELLOW: ["flamethrower"],
        RED: ["nitro"],
        BLUE: ["electromagnet"],
    }
    table = race([9, 8, 8, 6, 4], tokens=hands)
    assert table.asked == (PURPLE,)
    table.act(PURPLE, Pass())
    assert table.asked == (GREEN, YELLOW)
    table.act(YELLOW, Lay("flamethrower")).act(GREEN, Lay("nitro"))
    assert table.asked == (RED,)
    table.act(RED, Pass())
    assert table.zones == [9, 8, 8, 6, 4]
    table.act(BLUE, Lay("electromagnet"))
    assert table.zones == [5, 6, 6, 4, 4]
    assert sum(table.state.stack.discards.values()) == 3
    magnet = [Hit(BLUE, "electromagnet", victim) for victim in (GREEN, PURPLE, RED, YELLOW)]
    flames, *others = table.events(Hit)
    assert flames == Hit(YELLOW, "flamethrower", PURPLE)
    assert sorted(others, key=lambda hit: hit.victim) == sorted(magnet, key=lambda hit: hit.victim)


@rule("ULT-NITRO-2", "ULT-FIELD-3", "ULT-FIELD-4")
def test_example_2_nitro_into_a_force_field() -> None:
    table = race([7, 5, 5], tokens={0: ["nitro"]}, fields=[8], tile=1)
    table.lay({0: "nitro"})
    assert table.zones[0] == 8
    table.program("red", "blue", "blue")
    assert table.zones[0] == 11


@rule("ULT-TILE4-1")
def test_example_3_alone_or_pay_tile_alone() -> None:
    table = race([5, 5, 5, 5], fuel=8, tile=5)
    table.program("red", "yellow", "yellow", "yellow")
    assert table.zones == [8, 5, 5, 5] and table.fuel == [8, 7, 7, 7]


@rule("ULT-TILE4-2")
def test_example_4_alone_or_pay_tile_shared() -> None:
    table = race([5, 5, 5, 5], fuel=8, tile=5)
    table.program("red", "red", "yellow", "yellow")
    assert table.zones == [5, 5, 5, 5] and table.fuel == [7, 7, 7, 7]


@rule("ULT-RES-11", "ULT-TILE7-1")
def test_example_5_one_plus_the_yellow_die() -> None:
    table = race([5, 5, 5], fuel=9, tile=7)
    table.program("yellow", "red", "blue")
    table.come(3)
    assert table.fuel[0] == 5 and table.zones[0] == 8


@rule("ULT-PROG-2")
def test_example_6_unlit_route() -> None:
    table = race([5, 5, 5], tile=3)
    assert table.refused(0, Program("yellow")).rule_id == "ULT-PROG-2"
    assert table.offered(0) == [Program("red"), Program("blue")]


@rule("ULT-SETUP-2", "ULT-SETUP-6", "ULT-SETUP-7", "ULT-SETUP-8")
def test_example_7_quick_setup() -> None:
    state = OUTSPEED.start(OUTSPEED.options({}), 5)
    assert [(ship.zone, ship.fuel, ship.tokens) for ship in state.ships] == [(3, 12, ())] * 5
    assert (state.rear, state.front) == (1, 14)
    assert len(state.stack) == 32 and state.fields == () and not any(state.stack.discards.values())
    seen = OUTSPEED.view(state, 0)
    assert (seen.tiles_left, seen.fields_left) == (13, 7)
    assert set(seen.dice) == {"yellow", "blue"}

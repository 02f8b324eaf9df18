"""Every route of every tile side, in every split of the players, against a plain reading of the data file."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib import resources
from itertools import combinations_with_replacement
from typing import Any

import pytest

from paddock.games.outspeed import OUTSPEED
from paddock.testing import rule
from paddock.testing.outspeed import Race, race

BOX = json.loads((resources.files("paddock.games.outspeed") / "data" / "components.json").read_text())
FACES = {"yellow": 2, "blue": 3}
"""What every die shows."""
DIAL = 4
FUEL = 30
SIDES = [(tile["id"], side) for tile in BOX["tiles"] for side in ("3-4", "5-6")]


def amount(expression: Any, counts: dict[str, int]) -> int:
    """What an expression comes to with these dice and this dial."""
    if isinstance(expression, int):
        return expression
    if "die" in expression:
        return FACES[expression["die"]] * amount(expression.get("rolls", 1), counts)
    if "count" in expression:
        return counts[expression["count"]]
    if "sum" in expression:
        return sum(amount(part, counts) for part in expression["sum"])
    return DIAL


def expected(side: dict[str, Any], colour: str, counts: dict[str, int]) -> tuple[int, int, int]:
    """Zones, fuel spent less fuel gained, and tokens of one player on a route."""
    route = side["routes"][colour]
    alone, full = counts[colour] == 1, route["seats"] is not None and counts[colour] > route["seats"]
    solo_free = side["special"] == "solo_free"
    pays = not alone if solo_free else not full
    gains = alone if solo_free else not full
    got = {"zones": 0, "fuel": 0, "bonus": 0}
    for reward in route["reward"] if gains else ():
        got[reward["kind"]] += amount(reward["amount"], counts)
    return got["zones"], amount(route["cost"], counts) * pays - got["fuel"], got["bonus"]


def finish_turn(table: Race) -> Race:
    """Roll, dial and draw until the turn is over."""
    while table.state.phase not in ("discovery", "over"):
        chance = OUTSPEED.pending(table.state).chance
        if table.state.phase == "dials":
            table.dial({table.asked[0]: DIAL})
        elif table.asked:
            table.keep(table.state.looked[0])
        elif chance is not None and table.state.wanted is not None:
            table.come(FACES[table.state.wanted[1]])
        elif chance is not None:
            table.come(chance.outcomes[0])
    return table


def splits(lit: list[str], seats: int) -> Iterator[tuple[str, ...]]:
    yield from combinations_with_replacement(lit, seats)


@rule("ULT-SETUP-3", "ULT-MODEL-5", "ULT-MODEL-6", "ULT-RES-2", "ULT-RES-3", "ULT-RES-10", "ULT-DATA-1")
@pytest.mark.parametrize(("number", "name"), SIDES)
def test_every_route_in_every_split(number: int, name: str) -> None:
    side = next(tile for tile in BOX["tiles"] if tile["id"] == number)["sides"][name]
    lit = [colour for colour, route in side["routes"].items() if route is not None]
    for seats in (3, 4) if name == "3-4" else (5, 6):
        for routes in splits(lit, seats):
            table = finish_turn(race([3] * seats, fuel=FUEL, tile=number).program(*routes))
            counts = {colour: routes.count(colour) for colour in ("red", "yellow", "blue")}
            for seat, colour in enumerate(routes):
                zones, spent, tokens = expected(side, colour, counts)
                ship = table.state.ships[seat]
                assert (ship.zone, ship.fuel, len(ship.tokens)) == (3 + zones, FUEL - spent, tokens), routes


def printed(expression: Any) -> list[int]:
    """The figures of an expression that are printed as digits: no dice, no colours, no empty lines."""
    if isinstance(expression, int):
        return [expression] if expression else []
    parts = expression.get("sum", [expression["rolls"]] if "rolls" in expression else [])
    return [figure for part in parts for figure in printed(part)]


@pytest.mark.parametrize("group", BOX["source_fragments"]["groups"], ids=lambda group: group["likely_tiles"])
def test_the_tiles_keep_to_the_digits_that_survive_in_the_rulebook(group: dict[str, Any]) -> None:
    left = sorted(group["digits"])
    for number in group["likely_tiles"]:
        left.remove(number)
    routes = [
        route
        for tile in BOX["tiles"]
        if tile["id"] in group["likely_tiles"]
        for route in tile["sides"]["3-4"]["routes"].values()
        if route is not None
    ]
    figures = [figure for route in routes for figure in printed(route["cost"])]
    figures += [f for route in routes for reward in route["reward"] for f in printed(reward["amount"])]
    lacking = [2] if group["likely_tiles"] == [15, 16] else []
    assert sorted(figures + lacking) == left

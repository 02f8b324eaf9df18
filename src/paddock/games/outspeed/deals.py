"""The costs and rewards of the routes of a tile side, given how many players took each colour."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from paddock.games.outspeed.components import Route, Side, SideName, components
from paddock.games.outspeed.state import Gain
from paddock.games.outspeed.terms import (
    COLOURS,
    Case,
    Choose,
    Chosen,
    Colour,
    Die,
    Expression,
    parts_of,
    worth,
)

Counts = tuple[int, ...]
"""How many players took each colour, in the order of COLOURS."""


class Deal(NamedTuple):
    """The cost and reward of a route for everyone who took it."""

    route: Route
    pays: bool
    gains: bool
    dial: bool
    """Whether the players on it set the middle dial."""
    cost: int | None
    """None if a die or the dial decides."""
    gain: Gain | None

    @property
    def lost(self) -> bool:
        """Whether too many players were on the route."""
        return not (self.pays or self.gains)


def bargain(side: Side, colour: Colour, count: int) -> tuple[bool, bool]:
    """Returns whether players on a route pay its cost, and whether they get its reward, for this count."""
    if side.special == "solo_free":
        return count > 1, count == 1
    route = side.route(colour)
    succeeds = route is not None and (route.seats is None or count <= route.seats)
    return succeeds, succeeds


@lru_cache(maxsize=4096)
def deals(tile: int, side: SideName, counts: Counts) -> dict[Colour, Deal]:
    """Returns the deals of all lit routes of a tile side for these counts."""
    face = components().tiles[tile].sides[side]
    return {
        colour: deal(face, colour, route, counts)
        for colour in face.lit
        if (route := face.route(colour)) is not None
    }


def deal(side: Side, colour: Colour, route: Route, counts: Counts) -> Deal:
    """Returns the deal of one route for these counts."""
    by_colour = dict(zip(COLOURS, counts, strict=True))
    pays, gains = bargain(side, colour, by_colour[colour])
    sure = Case(by_colour, 0, lambda _die: 0)
    cost = 0 if not pays else cost_of(route, sure) if certain(route.cost) else None
    gain = Gain() if not gains else None
    if gains and all(certain(reward.amount) for reward in route.reward):
        gain = gain_of(route, sure)
    return Deal(route, pays, gains, route.dial and (pays or gains), cost, gain)


def certain(amount: Expression) -> bool:
    """Whether an amount depends on neither a die nor the dial."""
    return not any(isinstance(part, Die | Choose | Chosen) for part in parts_of(amount))


def cost_of(route: Route, case: Case) -> int:
    """Returns the cost of a route."""
    return worth(route.cost, case)


def gain_of(route: Route, case: Case) -> Gain:
    """Returns the reward of a route."""
    brings = {"zones": 0, "fuel": 0, "bonus": 0}
    for reward in route.reward:
        brings[reward.kind] += worth(reward.amount, case)
    return Gain(**brings)

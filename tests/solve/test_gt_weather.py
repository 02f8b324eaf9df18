"""Changing weather: what brute force over the engine says lies between the bounds."""

from __future__ import annotations

from collections.abc import Hashable

from paddock.core.decks import shuffled
from paddock.games.rallyman.gt import RALLYMAN_GT
from paddock.games.rallyman.gt import actions as a
from paddock.games.rallyman.gt.components import TOKENS
from paddock.games.rallyman.gt.state import GtOptions, State
from paddock.solve import Wish, small
from paddock.solve.gt.changing_weather import Side, WeatherCase
from paddock.solve.gt.damage import Damage
from paddock.solve.gt.problem import weather_case_of
from paddock.solve.gt.weather_solver import solve_weather
from tests.solve.test_gt_turns import name, seconds_noted

RING = GtOptions(track=("102b", "103b"), changing_weather=True)
LOST = Damage(4, 3, 2)
"""Tokens drawn before the start, so that there are few plans."""
BAG = {"gear": 1, "weather": 1}


def test_brute_force_lies_between_the_bounds() -> None:
    expected = brute_force()
    found = list(solve_weather(tiny(), Wish(gap=1e-3, memory=8000)))
    for bounds in found:
        assert bounds.fair <= bounds.lower <= bounds.upper
        assert bounds.lower - 1e-9 <= expected <= bounds.upper + 1e-9
    assert found[-1].upper - found[-1].lower < 25


def tiny() -> WeatherCase:
    weather_case = weather_case_of(RING)
    sides = {where: Side(LOST.hand(side.hand), side.limit) for where, side in weather_case.sides.items()}
    return weather_case._replace(sides=sides, bag=Damage(gear=1, weather=1))


def brute_force() -> float:
    """The least expected time over the engine itself, stops for tyres allowed."""
    state = RALLYMAN_GT.start(RING, 1)
    RALLYMAN_GT.resolve(state, 0)
    state.bag = shuffled(BAG)
    state.cars[0].damage = tuple(
        {"gear": LOST.gear, "brake": LOST.brake, "engine": LOST.engine}.get(token, 0) for token in TOKENS
    )
    world = small.World(
        RALLYMAN_GT,
        worth=lambda state: -float(state.cars[0].focus),
        toll=seconds_noted,
        name=named,
        most=(),
        skip=lambda action: isinstance(action, a.Retire | a.Pass) or repairs(action),
    )
    return small.solve(world, state, tolerance=1e-11).value


def repairs(action: a.GtAction) -> bool:
    """Tokens drawn before the start are a part of this car."""
    return isinstance(action, a.Pit) and action.lane != "tyres"


def named(state: State) -> Hashable:
    """As in fixed weather, and what changing weather adds."""
    car = state.cars[0]
    return name(state), state.weather, state.turn_weather, car.tyre, car.damage, state.drawn

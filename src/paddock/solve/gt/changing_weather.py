"""The problem description of a drive in changing weather; needs no compiled kernels."""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

from paddock.games.rallyman.dice import Hand
from paddock.games.rallyman.gt import RALLYMAN_GT
from paddock.games.rallyman.gt.components import Tyre, Weather
from paddock.games.rallyman.gt.state import GtOptions, hand_of, hazard_limit, road_of
from paddock.solve.gt.damage import Damage
from paddock.tracks.road_gt import GtRoad


class Side(NamedTuple):
    """The dice and the limit of an undamaged car on a tyre in a weather."""

    hand: Hand
    limit: int


class WeatherCase(NamedTuple):
    """A drive in changing weather: sides by tyre and weather, the bag with its weather tokens."""

    road: GtRoad
    sides: dict[tuple[Tyre, Weather], Side]
    tyre: Tyre
    weather: Weather
    bag: Damage

    def weather_with(self, damage: Damage) -> Weather:
        """Returns the weather after drawing these tokens (GT-WEATHER-2)."""
        if damage.weather % 2 == 0:
            return self.weather
        return "wet" if self.weather == "dry" else "dry"


def weather_case_for(options: GtOptions, tyre: Tyre, bag: Damage) -> WeatherCase:
    """Returns the problem of a solo drive with these options."""
    sides: dict[tuple[Tyre, Weather], Side] = {}
    tyres: tuple[Tyre, ...] = ("asphalt", "rain")
    weathers: tuple[Weather, ...] = ("dry", "wet")
    for one, weather in product(tyres, weathers):
        state = RALLYMAN_GT.start(options, 1)
        state.cars[0].tyre, state.weather = one, weather
        sides[one, weather] = Side(hand_of(state, 0), hazard_limit(state, 0))
    return WeatherCase(road_of(options.track), sides, tyre, options.weather, bag)

"""A solo drive in changing weather, between two bounds.

The weather follows from the tokens drawn: it has changed if the number of weather tokens among them is odd.
So sets of tokens are solved as in fixed weather, each with the dice and the limit of its own weather.
Larger sets are bounded. Lower bound: the car is repaired, and the driver chooses weather and tyre before
every turn; a pit stop leads there too. Upper bound: nobody pits, and with a larger set the driver never
risks a crash.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import NamedTuple

import numpy as np

from paddock.core.errors import BadInput
from paddock.kernels.gt.backward_sweep import MOST_GAIN, MOST_TOKENS
from paddock.kernels.gt.best_turn import NEVER
from paddock.kernels.gt.lap_solver import Crash, Lap, riches, seconds, solve_lap
from paddock.kernels.gt.lap_tables import Ground, ground, worn
from paddock.kernels.gt.road_arrays import Floats, flat_road
from paddock.solve.gt.bounds import crash_of, in_order, memory_needed
from paddock.solve.gt.changing_weather import Side, WeatherCase
from paddock.solve.gt.damage import NONE, Damage, draws
from paddock.solve.solver import Watch, Wish, unwatched

PURSE = 16
"""The number of focus tokens distinguished."""
SAFE_PURSE = 8
DRAWN = (1, 2, 3, 4)
"""The numbers of drawn tokens to distinguish, one attempt after the other."""
_STILL = 1e-9


class Weathered(NamedTuple):
    """The solution of a drive in changing weather so far."""

    weather_case: WeatherCase
    drawn: int
    lower: float
    upper: float
    fair: float
    """The optimum of a repaired car whose driver chooses the weather before every turn."""


def solve_weather(weather_case: WeatherCase, wish: Wish, watch: Watch = unwatched) -> Iterator[Weathered]:
    """Yields better and better bounds until they are close enough."""
    grounds = {
        side: ground(weather_case.road, side.hand, side.limit) for side in set(weather_case.sides.values())
    }
    own = grounds[weather_case.sides[weather_case.tyre, weather_case.weather]]
    needed = memory_needed(own, wish.jobs)
    if needed > wish.memory:
        raise BadInput("solve.too-large", needed=needed, allowed=wish.memory)
    start = int(np.flatnonzero(own.line.cell == weather_case.road.grid[0])[0])
    fair = _fair(weather_case, list(grounds.values()))
    watch(0.05, "")
    lower: dict[Damage, Lap] = {}
    best = NEVER
    for number, drawn in enumerate(DRAWN):
        began, share = 0.05 + 0.95 * number / len(DRAWN), 0.95 / len(DRAWN)

        def tell(done: float, told: str, began: float = began, share: float = share) -> None:
            watch(began + share * done, told)

        worn_of = Worn(weather_case, grounds)
        lower = _solve(weather_case, worn_of, drawn, wish.jobs, tell, fair=fair, near=lower)
        upper = _solve(weather_case, worn_of, drawn, wish.jobs, unwatched, fair=None, near=lower)
        best = min(best, float(upper[NONE].time[start, 0, 0]))
        found = Weathered(
            weather_case, drawn, float(lower[NONE].time[start, 0, 0]), best, float(fair[start, 0, 0])
        )
        tell(1.0, f"{found.lower:.2f} to {found.upper:.2f} s")
        yield found
        if found.upper - found.lower <= wish.gap:
            return


class Worn:
    """The tables of a road by the set of tokens drawn, each computed once."""

    def __init__(self, weather_case: WeatherCase, grounds: Mapping[Side, Ground]) -> None:
        self.weather_case, self.grounds = weather_case, grounds
        self.made: dict[Side, Ground] = dict(grounds)

    def side(self, damage: Damage) -> Side:
        """Returns dice and limit in the weather of a set."""
        whole = self.weather_case.sides[self.weather_case.tyre, self.weather_case.weather_with(damage)]
        return Side(damage.hand(whole.hand), whole.limit)

    def __call__(self, damage: Damage) -> Ground:
        """Returns the road for a driver who has drawn a set."""
        side = self.side(damage)
        if side not in self.made:
            whole = self.weather_case.sides[self.weather_case.tyre, self.weather_case.weather_with(damage)]
            self.made[side] = worn(self.grounds[whole], side.hand)
        return self.made[side]


def _pits(weather_case: WeatherCase, found: Ground, fair: Floats, width: int) -> Floats:
    """Returns the best possible value of a pit stop, by place and tokens (GT-PIT-1 to -7, GT-SOLO-D5)."""
    open_here = flat_road(weather_case.road).pit[found.line.cell] > 0
    worth = seconds()[0] + fair[:, 0, :width]
    return np.ascontiguousarray(np.where(open_here[:, None], worth, NEVER))


def _fair(weather_case: WeatherCase, grounds: list[Ground]) -> Floats:
    """Returns the lower bound of the time to go: a repaired car, and a free choice of weather and tyre."""
    toll, most = seconds(), PURSE + MOST_GAIN
    low = np.minimum.reduce([riches(found, toll, most) for found in grounds])
    time: Floats | None = None
    pit: Floats | None = None
    while True:
        before = time
        for found in grounds:
            instead = None if time is None else np.ascontiguousarray(time[:, :, : most + 1])
            time = solve_lap(found, toll, most, low=low, bound=True, pit=pit, instead=instead).time
        assert time is not None
        pit = _pits(weather_case, grounds[0], time, time.shape[2])
        if before is not None and float(np.abs(before - time).max()) <= _STILL:
            return time


def _solve(
    weather_case: WeatherCase,
    worn_of: Worn,
    most_drawn: int,
    jobs: int,
    watch: Watch,
    *,
    fair: Floats | None,
    near: Mapping[Damage, Lap],
) -> dict[Damage, Lap]:
    """Returns laps by tokens drawn; larger sets are bounded from below by `fair`, without it from above."""
    toll, width = seconds(), PURSE + 1 + MOST_GAIN
    laps: dict[Damage, Lap] = {}
    safe: dict[Side, Floats] = {}
    kinds = (range(min(most_drawn, kind) + 1) for kind in weather_case.bag)
    sets = [Damage(*some) for some in product(*kinds) if sum(some) <= most_drawn]

    def beyond(damage: Damage) -> Floats:
        if fair is not None:
            return fair[:, 0, :width]
        side = worn_of.side(damage)
        if side not in safe:
            safe[side] = _safe(worn_of(damage), width)
        return safe[side]

    def crash(damage: Damage) -> Crash:
        ways: list[list[tuple[Floats | None, float]]] = []
        for tokens in range(1, MOST_TOKENS + 1):
            drawn = [(damage.plus(more), chance) for more, chance in draws(weather_case.bag, damage, tokens)]
            ways.append([(then(some, damage), chance) for some, chance in drawn])
        return crash_of(worn_of(damage).line, width, ways)

    def then(some: Damage, own: Damage) -> Floats | None:
        if some == own:
            return None
        return laps[some].time[:, 0] if some in laps else beyond(some)

    def one(damage: Damage) -> Lap:
        found = worn_of(damage)
        like = near.get(damage)
        if fair is None:
            return solve_lap(found, toll, PURSE, crash(damage), near=like)
        low = np.ascontiguousarray(fair[:, :, :width])
        pit = _pits(weather_case, found, fair, width)
        return solve_lap(found, toll, PURSE, crash(damage), low=low, bound=True, pit=pit, near=like)

    in_order(sets, jobs, one, laps.__setitem__, watch)
    return laps


def _safe(found: Ground, width: int) -> Floats:
    """Returns the time to go in gear 0 without any risk of a crash, by place and tokens."""
    places, safe_width = found.line.places, SAFE_PURSE + 1 + MOST_GAIN
    never = Crash(np.full((2, places, MOST_TOKENS + 1, safe_width), NEVER), np.zeros(MOST_TOKENS + 1))
    time = solve_lap(found, seconds(), SAFE_PURSE, never).time[:, 0]
    tail = np.arange(1, max(0, width - time.shape[1]) + 1)
    rest = time[:, -1:] - seconds()[8] * tail
    return np.ascontiguousarray(np.concatenate([time, rest], axis=1)[:, :width])

"""Many random races at once: options in, arrays out."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from paddock.games.rallyman.gt import RALLYMAN_GT as GAME
from paddock.games.rallyman.gt.components import CarClass, components, side
from paddock.games.rallyman.gt.state import GtOptions, road_of
from paddock.kernels.compiling import kernel
from paddock.kernels.gt.race_parts import FIELDS, FINISHERS, HEAD, ROUNDS, SECONDS
from paddock.kernels.gt.races import race
from paddock.kernels.gt.road_arrays import Ints, figures, flat_road
from paddock.kernels.random_stream import streams

WEATHERS, TYRES = ("dry", "wet"), ("asphalt", "rain")
_AT_ONCE = 4096
"""Games between two looks at the keyboard."""


class Kit(NamedTuple):
    """Everything a race is played with, as arrays."""

    steps: Ints
    cells: Ints
    level: Ints
    grid: Ints
    sides: Ints
    faces: Ints
    loss: Ints
    seconds: Ints
    bag: Ints
    rules: Ints


class Races(NamedTuple):
    """What random races came to; one row a game."""

    nodes: Ints
    """Decisions and outcomes."""
    rounds: Ints
    places: Ints
    """By seat, 1 is best, the retired share the last."""
    scores: NDArray[np.float64]
    """By seat: seconds alone (0 if retired), else how many seats are behind."""
    finished: Ints
    """How many seats crossed the line."""
    cars: Ints
    """The cars at the end: by seat the fields named in `race_parts`."""


@lru_cache(maxsize=64)
def kit_of(options: GtOptions, seats: int) -> Kit:
    """The arrays of a race; BadInput says what is wrong with the options."""
    GAME.start(options, seats)
    road, box = flat_road(road_of(options.track)), figures()
    steps = np.zeros((len(road.to), 13), np.int64)
    about_steps = (road.to, road.limit, road.border, road.finish)
    steps[:, :4] = np.stack([part.astype(np.int64) for part in about_steps], axis=1)
    steps[:, 4], steps[:, 5] = road.level_first[:-1], road.level_first[1:]
    steps[:, 6:] = road.hazards
    cells = np.zeros((road.cells + 1, 9), np.int64)
    cells[:, 0] = road.first
    about_cells = (road.front, road.inward, road.tile, road.danger, road.kerb)
    cells[:-1, 1:6] = np.stack([part.astype(np.int64) for part in about_cells], axis=1)
    cells[:-1, 6:8], cells[:-1, 8] = road.back, road.pit
    sides = np.array([_sides(options.class_of(seat)) for seat in range(seats)], np.int64)
    chosen = (options.choose_tyres, options.no_weather, options.flying_start, options.red_zone)
    rules = [
        options.laps,
        WEATHERS.index(options.weather),
        *chosen,
        options.play_on,
        options.changing_weather,
    ]
    return Kit(
        steps,
        cells,
        road.level.astype(np.int64),
        road.grid.astype(np.int64),
        sides,
        box.faces,
        box.loss,
        box.seconds,
        box.bag,
        np.array([*rules, road.n], np.int64),
    )


def _sides(car_class: CarClass) -> list[list[list[int]]]:
    """The dashboard sides of a class by tyre and weather: dice, hazard limit, top gear."""
    top = components().dashboards.classes[car_class].top_gear
    found = []
    for tyre in TYRES:
        cards = [side(car_class, tyre, weather) for weather in WEATHERS]  # type: ignore[arg-type]
        found.append([[card.gear, card.coast, card.brake, card.hazard_limit, top] for card in cards])
    return found


@kernel
def _races(
    steps: Ints,
    cells: Ints,
    level: Ints,
    grid: Ints,
    sides: Ints,
    faces: Ints,
    loss: Ints,
    seconds: Ints,
    bag: Ints,
    rules: Ints,
    chances: Ints,
    nodes: Ints,
    out: Ints,
) -> None:
    trace, at = np.zeros(0, np.int64), np.zeros(1, np.int64)
    for game in range(chances.shape[0]):
        nodes[game] = race(
            steps,
            cells,
            level,
            grid,
            sides,
            faces,
            loss,
            seconds,
            bag,
            rules,
            chances[game],
            trace,
            at,
            out[game],
        )


def play(options: GtOptions, seats: int, games: int, seed: int = 0, first: int = 0) -> Races:
    """Random races number `first` and on of a seed; the same number gives the same race."""
    table = kit_of(options, seats)
    nodes, out = np.zeros(games, np.int64), np.zeros((games, HEAD + seats * (1 + FIELDS)), np.int64)
    for begin in range(0, games, _AT_ONCE):
        part = slice(begin, min(games, begin + _AT_ONCE))
        chances = streams(seed, part.stop - part.start, first + begin)
        _races(*table, chances, nodes[part], out[part])
    places = out[:, HEAD : HEAD + seats]
    cars = out[:, HEAD + seats :].reshape(games, seats, FIELDS)
    if seats == 1:
        home = out[:, FINISHERS] > 0
        scores = np.where(home, out[:, SECONDS] - cars[:, 0, 5], 0.0)[:, None]
    else:
        scores = (seats - places).astype(np.float64)
    return Races(nodes, out[:, ROUNDS], places, scores, out[:, FINISHERS], cars)


def traced(
    options: GtOptions, seats: int, seed: int, number: int, room: int = 4_000_000
) -> tuple[int, Ints, Ints]:
    """One random race written down: its nodes, its result, its trace."""
    trace, at = np.zeros(room, np.int64), np.zeros(1, np.int64)
    out = np.zeros(HEAD + seats * (1 + FIELDS), np.int64)
    nodes = race(*kit_of(options, seats), streams(seed, 1, number)[0], trace, at, out)
    return int(nodes), out, trace[: at[0]]

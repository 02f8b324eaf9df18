"""Many random rallies at once: options in, arrays out."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from paddock.games.rallyman.dirt import RALLYMAN_DIRT as GAME
from paddock.games.rallyman.dirt.components import (
    BACKS,
    FRONT_SECONDS,
    HAZARD_LIMIT,
    RETIREMENT_SECONDS,
    SPARE_WHEEL_SECONDS,
    UP,
    ZERO_TURN_SECONDS,
    column,
    dice,
)
from paddock.games.rallyman.dirt.rally import carried_seconds
from paddock.games.rallyman.dirt.stages import roads_of, stages_of
from paddock.games.rallyman.dirt.state import DirtOptions, State
from paddock.kernels.compiling import kernel
from paddock.kernels.dirt.race_parts import (
    CELL,
    FIELDS,
    HEAD,
    MOST_TOKENS,
    ROUNDS,
    SISU,
    SPACE,
    SPARE,
    TOKENS,
    TOTAL,
)
from paddock.kernels.dirt.races import rally
from paddock.kernels.dirt.stage_arrays import DANGERS, Ints
from paddock.kernels.random_stream import streams
from paddock.tracks.road import mask
from paddock.tracks.road_dirt import LANE, DirtRoad

_AT_ONCE = 1024
"""Games between two looks at the keyboard."""
_SHOWN = {"gear": 0, "coast": 1, "puncture": 1, "brake": 2, "mud_minus_1": 4}
_DICE = ("", *"123456", "c", "b", "l")


class Kit(NamedTuple):
    """Everything a rally is played with, as arrays."""

    spaces: Ints
    links: Ints
    stages: Ints
    cuts: Ints
    backs: Ints
    backs_first: Ints
    up: Ints
    first_bag: Ints
    faces: Ints
    front: Ints
    rules: Ints
    first_cars: Ints
    first_tokens: Ints


class Rallies(NamedTuple):
    """What random rallies came to; one row a game."""

    nodes: Ints
    """Decisions and outcomes."""
    rounds: Ints
    places: Ints
    """By seat, 1 is best; equal times share a place."""
    seconds: Ints
    """The rally times by seat."""
    cars: Ints
    """The cars at the end: by seat the fields named in `race_parts`."""


class _Links:
    """Lists of spaces and corners, laid one behind the other."""

    def __init__(self) -> None:
        self.all: list[int] = []

    def add(self, numbers: list[int]) -> tuple[int, int]:
        """Where a list begins and ends."""
        begin = len(self.all)
        self.all += numbers
        return begin, len(self.all)


@lru_cache(maxsize=64)
def kit_of(options: DirtOptions, seats: int) -> Kit:
    """The arrays of a rally; BadInput says what is wrong with the options."""
    state: State = GAME.start(options, seats)
    links = _Links()
    spaces: list[list[int]] = []
    stages: list[tuple[int, ...]] = []
    cuts: list[tuple[int, int]] = []
    corners = 0
    for stage, road in zip(stages_of(options), roads_of(options), strict=True):
        cells = len(spaces)
        start = links.add([cells + step.cell for step in road.start_steps])
        stages.append((*start, road.start_at, int(stage.assistance)))
        for cell in range(len(road)):
            spaces.append(_space(road, cell, cells, corners, len(cuts), links))
        cuts += [links.add([corners + corner for corner in cut.bypassed]) for cut in road.shortcuts]
        corners += len(road.corners)
    kinds = {"off": 0, "stage": 1, "rally": 2}
    card = column(leader=False)
    return Kit(
        np.array(spaces, np.int64).reshape(-1, SPACE),
        np.array(links.all, np.int64),
        np.array(stages, np.int64),
        np.array(cuts, np.int64).reshape(-1, 2),
        np.array(
            [
                [back.gear, back.copies, back.seconds, back.type == "crash"]
                + [back.damage.get(danger, 0) for danger in DANGERS]  # type: ignore[call-overload]
                for back in BACKS
            ],
            np.int64,
        ),
        np.array([sum(back.gear < gear for back in BACKS) for gear in range(8)], np.int64),
        np.array([_SHOWN.get(side, 3) for side in UP], np.int64),
        np.array(state.bag, np.int64),
        np.array([dice().hazard_faces(die) if die else 0 for die in _DICE], np.int64),
        np.array(FRONT_SECONDS, np.int64),
        np.array(
            [
                seats,
                len(stages),
                options.flying_start,
                options.red_zone,
                kinds[options.sisu],
                options.one_shot,
                options.spare_wheel_removes == "coast",
                options.time_controls,
                card.gear,
                card.coast + card.leader,
                card.brake,
                HAZARD_LIMIT,
                ZERO_TURN_SECONDS,
                SPARE_WHEEL_SECONDS,
                RETIREMENT_SECONDS,
            ],
            np.int64,
        ),
        *_cars(state),
    )


def _cars(state: State) -> tuple[Ints, Ints]:
    """The cars before the first stage and the tokens on their cockpits; a filled sheet may bring some."""
    cars = np.zeros((len(state.cars), FIELDS), np.int64)
    tokens = np.zeros((len(state.cars), MOST_TOKENS), np.int64)
    for seat, (car, before) in enumerate(zip(state.cars, carried_seconds(state), strict=True)):
        cars[seat, [CELL, SPARE, SISU, TOTAL, TOKENS]] = -1, car.spare, car.sisu, before, len(car.tokens)
        tokens[seat, : len(car.tokens)] = car.tokens
    return cars, tokens


def _space(road: DirtRoad, cell: int, cells: int, corners: int, cuts: int, links: _Links) -> list[int]:
    """The fields of a space, its lists counted on over all stages."""
    enters = road.shortcut[cell] >= 0 and road.nth[cell] == 0
    section = road.section[cell]
    row = road.section_cells[section] if section >= 0 else ()
    lists = (
        [step.cell for step in road.steps[cell]],
        road.landings_short[cell],
        road.landings_long[cell],
        _bits(road.overlaps[cell]),
        _bits(road.level[cell]),
        [lane for lane in row if road.kind[lane] == LANE and lane != cell],
    )
    return [
        road.front[cell],
        road.inwardness[cell],
        road.limit[cell],
        corners + road.corner[cell] if road.corner[cell] >= 0 else -1,
        road.jump[cell],
        int(road.water[cell]),
        int(road.finish[cell]),
        DANGERS.index(road.danger[cell]),
        cuts + road.shortcut[cell] if enters else -1,
        *(at for numbers in lists for at in links.add([cells + number for number in numbers])),
    ]


def _bits(of: int) -> list[int]:
    return [bit for bit in range(of.bit_length()) if of & mask((bit,))]


@kernel
def _rallies(
    spaces: Ints, links: Ints, stages: Ints, cuts: Ints, backs: Ints, backs_first: Ints, up: Ints,
    first_bag: Ints, faces: Ints, front: Ints, rules: Ints, first_cars: Ints, first_tokens: Ints,
    chances: Ints, nodes: Ints, out: Ints,
) -> None:  # fmt: skip
    trace, at = np.zeros(0, np.int64), np.zeros(1, np.int64)
    for game in range(chances.shape[0]):
        nodes[game] = rally(
            spaces, links, stages, cuts, backs, backs_first, up, first_bag, faces, front, rules,
            first_cars, first_tokens, chances[game], trace, at, out[game],
        )  # fmt: skip


def play(options: DirtOptions, seats: int, games: int, seed: int = 0, first: int = 0) -> Rallies:
    """Random rallies number `first` and on of a seed; the same number gives the same rally."""
    table = kit_of(options, seats)
    nodes, out = np.zeros(games, np.int64), np.zeros((games, HEAD + seats * (1 + FIELDS)), np.int64)
    for begin in range(0, games, _AT_ONCE):
        part = slice(begin, min(games, begin + _AT_ONCE))
        _rallies(*table, streams(seed, part.stop - part.start, first + begin), nodes[part], out[part])
    cars = out[:, HEAD + seats :].reshape(games, seats, FIELDS)
    return Rallies(nodes, out[:, ROUNDS], out[:, HEAD : HEAD + seats], cars[:, :, TOTAL], cars)


def traced(
    options: DirtOptions, seats: int, seed: int, number: int, room: int = 4_000_000
) -> tuple[int, Ints, Ints]:
    """One random rally written down: its nodes, its result, its trace."""
    trace, at = np.zeros(room, np.int64), np.zeros(1, np.int64)
    out = np.zeros(HEAD + seats * (1 + FIELDS), np.int64)
    nodes = rally(*kit_of(options, seats), streams(seed, 1, number)[0], trace, at, out)
    return int(nodes), out, trace[: at[0]]

"""A compiled GT road and the figures of the box as flat arrays: what a kernel needs and nothing else."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from paddock.games.rallyman.dice import BRAKE, COAST, GEAR_DICE
from paddock.games.rallyman.gt.components import TOKENS, components, dice, loss_of
from paddock.tracks.road_gt import GtRoad

Ints = NDArray[np.int64]
Small = NDArray[np.int32]
Bytes = NDArray[np.int8]
Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]

DANGERS = ("yellow", "orange", "red")
LEFT, RIGHT, EITHER = 1, 2, 3
"""On which side a crash on a cell leaves the track."""


class FlatRoad(NamedTuple):
    """Steps by cell (`first[cell] : first[cell + 1]`), and what is known of cells."""

    n: int
    cells: int
    first: Small
    to: Small
    limit: Bytes
    hazards: Bytes
    """By step and gear."""
    border: Bytes
    finish: Bytes
    level_first: Small
    level: Small
    """The cells each step draws level with."""
    front: Small
    inward: Small
    tile: Small
    danger: Bytes
    kerb: Bytes
    back: Small
    """By cell and side: where a car that went off there comes back."""
    pit: Bytes
    grid: Small


@lru_cache(maxsize=64)
def flat_road(road: GtRoad) -> FlatRoad:
    """The flat arrays of a road."""
    steps = [step for steps in road.steps for step in steps]
    levels = [cell for step in steps for cell in step.level_cells]
    sides = zip(road.kerb_left, road.kerb_right, strict=True)
    return FlatRoad(
        n=road.n,
        cells=len(road),
        first=np.cumsum([0, *(len(steps) for steps in road.steps)], dtype=np.int32),
        to=np.array([step.cell for step in steps], np.int32),
        limit=np.array([step.limit for step in steps], np.int8),
        hazards=np.array([step.hazards for step in steps], np.int8),
        border=np.array([step.border for step in steps], np.int8),
        finish=np.array([step.finish for step in steps], np.int8),
        level_first=np.cumsum([0, *(len(step.level_cells) for step in steps)], dtype=np.int32),
        level=np.array(levels or [0], np.int32),
        front=np.array(road.to, np.int32),
        inward=np.array([road.inwardness(cell) for cell in range(len(road))], np.int32),
        tile=np.array(road.tile, np.int32),
        danger=np.array([DANGERS.index(colour) for colour in road.danger], np.int8),
        kerb=np.array(
            [EITHER if left == right else LEFT if left else RIGHT for left, right in sides], np.int8
        ),
        back=np.array([road.return_left, road.return_right], np.int32).T.copy(),
        pit=np.array(road.pit, np.int8),
        grid=np.array(road.grid, np.int32),
    )


class Figures(NamedTuple):
    """The figures of the box."""

    faces: Ints
    """Hazard faces out of six: gear dice 1 to 6 (index 1 to 6), coast (7), brake and red zone (8)."""
    loss: Ints
    """By gear and danger: whether it is a crash, and the damage tokens."""
    seconds: Ints
    """The score sheet by final gear, 0 to 6, then 00."""
    bag: Ints
    """Damage tokens by kind, in the order of `TOKENS`."""


@lru_cache
def figures() -> Figures:
    """The figures of the box as arrays."""
    box = components()
    loss = np.zeros((7, 3, 2), np.int64)
    for gear in range(1, 7):
        for number, colour in enumerate(DANGERS):
            marker, tokens = loss_of(gear, colour)  # type: ignore[arg-type]
            loss[gear, number] = marker == "00", tokens
    sheet = box.solo.seconds_by_final_gear
    return Figures(
        np.array([0, *(dice().hazard_faces(die) for die in (*GEAR_DICE, COAST, BRAKE))], np.int64),
        loss,
        np.array([sheet[gear] for gear in ("0", *GEAR_DICE, "00")], np.int64),
        np.array([box.damage_bag.tokens[token] for token in TOKENS], np.int64),
    )

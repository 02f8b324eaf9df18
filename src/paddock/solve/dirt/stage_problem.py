"""The problem description: a stage with its options, the car at its start, and the time after its finish."""

from __future__ import annotations

from typing import Literal, NamedTuple

import numpy as np

from paddock.core.errors import BadInput
from paddock.games.rallyman.dirt.state import DirtOptions
from paddock.kernels.dirt.flat_out_plans import MOST_DRAWS
from paddock.kernels.dirt.stage_arrays import Floats, Ground
from paddock.solve.dirt.box_arrays import Figures
from paddock.solve.dirt.problem import CAP, Depth
from paddock.tracks.road_dirt import DirtRoad

BELOW, ABOVE = 0, 1

Held = tuple[int, int, int]
"""Gear, coast and brake tokens on the cockpit, each capped at the number beyond which more change nothing."""


class Home(NamedTuple):
    """The time after this stage, from below and above; all zero if it is the last."""

    goes_on: bool
    finished: Floats
    """[bound, spare wheel, SISU token, gear tokens, coast tokens, brake tokens]."""
    retired: Floats
    """[bound, SISU token]."""


def nothing_behind(figures: Figures) -> Home:
    """Returns the values after a last stage: all zero."""
    gear, coast, brake = figures.caps
    return Home(False, np.zeros((2, 2, 2, gear + 1, coast + 1, brake + 1)), np.zeros((2, 2)))


class StageCase(NamedTuple):
    """One stage to solve."""

    road: DirtRoad
    leader: bool
    """Whether leader dice are used."""
    flying_start: bool
    red_zone: bool
    sisu: bool
    """Whether the car may still have its SISU token."""
    removes: Literal["gear", "coast"]
    any_car: bool
    """Whether the car may start damaged or without its spare wheel."""
    hidden: int
    """How many tokens of unknown kind may be missing from the bag at the start."""
    cap: int = CAP
    depth: Depth = Depth()


def stage_case(options: DirtOptions, road: DirtRoad, *, any_car: bool = False, hidden: int = 0) -> StageCase:
    """Returns the problem of one stage under the options of a rally."""
    return StageCase(
        road,
        not options.one_shot,
        options.flying_start,
        options.red_zone,
        options.sisu != "off",
        options.spare_wheel_removes,
        any_car,
        hidden,
    )


def check_solo(road: DirtRoad) -> None:
    """Raises BadInput for a stage on which mud can lie in the driver's own way; no ready tile has this."""
    ahead = [
        {step.cell for step in road.steps[cell]}.union(road.landings_short[cell], road.landings_long[cell])
        for cell in range(len(road))
    ]
    for number, cut in enumerate(road.shortcuts):
        muddy = {
            cell
            for corner in cut.bypassed
            for cell in (*road.corners[corner].inside, *road.corners[corner].outside)
        }
        seen = set(cut.cells)
        waiting = list(cut.cells)
        while waiting:
            for cell in ahead[waiting.pop()] - seen:
                seen.add(cell)
                waiting.append(cell)
        if seen & muddy:
            raise BadInput("solve.mud-ahead", shortcut=number + 1)


def check_draws(ground: Ground) -> None:
    """Raises BadInput for a stage on which a turn can take more shortcuts than its tables have room for."""
    if ground.draws > MOST_DRAWS:
        raise BadInput("solve.too-many-shortcuts", draws=ground.draws, most=MOST_DRAWS)

"""A solved drive for display: distribution, racing line, tiles, the value of flat out."""

from __future__ import annotations

import msgspec
import numpy as np
from msgspec import structs

from paddock.games.rallyman.gt import RALLYMAN_GT
from paddock.games.rallyman.gt.state import GtOptions
from paddock.kernels.gt.best_turn import NEVER
from paddock.solve.gt.bounds import Solved
from paddock.solve.gt.time_distribution import Followed, followed
from paddock.solve.gt.weather_solver import Weathered
from paddock.solve.perfect_drive import Bounds, CellUse, PerfectDrive, StepUse, TileCost, mean

_RARE = 1e-5
"""Rarer cells and steps are not listed."""


def perfect_of(options: GtOptions, found: Solved) -> PerfectDrive:
    """Returns a solved drive for display, with the statistics of its policy."""
    sums = followed(found)
    distribution = tuple(
        (int(second), float(sums.distribution[second])) for second in np.flatnonzero(sums.distribution)
    )
    parts = {"damage_free": found.damage_free}
    if found.steady < NEVER:
        parts["one_by_one"] = found.steady
    facts = {
        "cap": found.cap,
        "sets": len(found.laps),
        "places": found.line.places,
        "turns": float(sums.stands.sum()),
        "losses": float(sums.losses.sum()),
        "cashed": float(sums.seconds.sum()) - mean(distribution),
        "neglected": sums.neglected,
    }
    return structs.replace(
        _bare(options, Bounds(found.lower, found.upper), parts, facts),
        distribution=distribution,
        cells=_cells(found, sums),
        tiles=_tiles(found, sums),
        steps=_steps(found, sums),
    )


def weathered_of(options: GtOptions, found: Weathered) -> PerfectDrive:
    """Returns the bounds of a drive in changing weather for display."""
    return _bare(options, Bounds(found.lower, found.upper), {"damage_free": found.fair}, {"cap": found.drawn})


def _bare(
    options: GtOptions, bounds: Bounds, parts: dict[str, float], facts: dict[str, float]
) -> PerfectDrive:
    """Returns the part known of every drive, without statistics of its policy."""
    return PerfectDrive(
        game=RALLYMAN_GT.name,
        rules_version=RALLYMAN_GT.rules_version,
        course=RALLYMAN_GT.course(options) or "ring",
        options=msgspec.to_builtins(options),
        unit="seconds",
        bounds=bounds,
        parts=parts,
        distribution=(),
        cells=(),
        tiles=(),
        facts=facts,
    )


def _cells(found: Solved, sums: Followed) -> tuple[CellUse, ...]:
    road = found.drive.road
    stands, passes = np.zeros((len(road), 7)), np.zeros(len(road))
    np.add.at(stands, found.line.cell, sums.stands)
    np.add.at(passes, found.line.cell, sums.passes)
    return tuple(
        CellUse(
            cell,
            road.name(cell),
            float(stands[cell].sum()),
            tuple(float(gear) for gear in stands[cell]),
            float(passes[cell]),
        )
        for cell in range(len(road))
        if stands[cell].sum() + passes[cell] > _RARE
    )


def _steps(found: Solved, sums: Followed) -> tuple[StepUse, ...]:
    """Returns steps by cells; the last one crosses the line onto the cell behind it."""
    line, road = found.line, found.drive.road
    uses: dict[tuple[int, int], float] = {}
    for place, to in np.argwhere(sums.ways > _RARE).tolist():
        cell = int(line.cell[place])
        if to < line.places:
            ahead = int(line.cell[to])
        else:
            ahead = next(step.cell for step in road.steps[cell] if step.finish)
        uses[cell, ahead] = uses.get((cell, ahead), 0.0) + float(sums.ways[place, to])
    return tuple(StepUse(cell, to, times) for (cell, to), times in sorted(uses.items()))


def _tiles(found: Solved, sums: Followed) -> tuple[TileCost, ...]:
    line, road = found.line, found.drive.road
    costs, losses = np.zeros(road.n), np.zeros(road.n)
    np.add.at(costs, line.tile, sums.seconds)
    np.add.at(losses, line.tile, sums.losses)
    return tuple(
        TileCost(tile, road.tiles[tile], float(costs[tile]), float(losses[tile])) for tile in range(road.n)
    )

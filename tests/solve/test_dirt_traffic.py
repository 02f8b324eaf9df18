"""The steps the kernels see among other cars and through mud are those the rules allow."""

from __future__ import annotations

import random

import numpy as np

from paddock.games.rallyman.dice import Hand, Lay, lays
from paddock.games.rallyman.dirt.drive import Drive, Spot
from paddock.games.rallyman.dirt.ground import GROUNDED, LONG, SHORT, wades
from paddock.games.rallyman.dirt.stages import road_of
from paddock.kernels.dirt.stage_arrays import GEARS, Ground
from paddock.solve.dirt.traffic import ground_among
from paddock.tracks.layouts import stages
from paddock.tracks.road_dirt import DirtRoad

HAND = Hand(6, 2, 1, top=6)


def crowded(road: DirtRoad, rng: random.Random) -> Drive:
    """A car anywhere on a stage, five others about, mud on some corners."""
    cells = rng.sample([cell for cell in range(len(road)) if not road.finish[cell]], 6)
    near = [min(len(road) - 1, cells[0] + rng.randint(1, 9)) for _ in range(3)]
    gears = {cell: rng.randint(0, 6) for cell in {*cells[1:], *near} - {cells[0]} if not road.finish[cell]}
    mud = tuple(rng.choice((0, 0, 0, 1, 2)) for _ in road.corners)
    return Drive(road, Spot(cells[0], rng.randint(0, 6)), HAND, mud, gears)


def from_rules(drive: Drive, spot: Spot, lay: Lay) -> set[tuple[int, int, int, bool, bool]]:
    return {
        (move.cell, move.flight, move.landing, move.fatal, move.touchy)
        for opening in drive.openings(spot.cell, spot.flight, spot.landing)
        for move in drive.ends(lay, opening)
    }


def from_kernel(ground: Ground, place: int, lay: Lay) -> set[tuple[int, int, int, bool, bool]]:
    found = set()
    for step in range(ground.first[place * GEARS + lay.gear], ground.first[place * GEARS + lay.gear + 1]):
        if ground.water[step] and not wades(lay):
            continue
        to = int(ground.to[step])
        landing = int(ground.landing[to])
        flight = GROUNDED if to <= ground.cells else LONG if landing >= 0 else SHORT
        flags = bool(ground.fatal[step]), bool(ground.touchy[step])
        found.add((int(ground.cell[to]), flight, landing, *flags))
    return found


def test_steps_among_cars_and_mud_equal_the_rules_on_every_ready_stage() -> None:
    rng, seen = random.Random(8), 0
    for stage in stages().values():
        road = road_of(stage)
        for _ in range(12):
            drive = crowded(road, rng)
            ground = ground_among(drive)
            for place in rng.sample(range(ground.places), 40):
                cell, landing = int(ground.cell[place]), int(ground.landing[place])
                if cell < len(road) and road.finish[cell]:
                    continue
                flight = GROUNDED if place <= ground.cells else LONG if landing >= 0 else SHORT
                spot = Spot(-1 if cell == len(road) else cell, rng.randint(1, 6), 0, flight, landing)
                for lay in lays(HAND, spot.gear):
                    assert from_rules(drive, spot, lay) == from_kernel(ground, place, lay), (stage.id, spot)
                    seen += 1
    assert seen > 20_000
    assert np.array_equal(ground.first[[0, -1]], [0, len(ground.to)])

"""Who has lost dice has a part of the tables."""

from __future__ import annotations

import pytest

from paddock.games.rallyman.dice import Hand
from paddock.games.rallyman.gt.state import road_of
from paddock.kernels.gt.lap_solver import seconds, solve_lap
from paddock.kernels.gt.lap_tables import ground, worn

RING = ("102b", "118b", "113b")


@pytest.mark.parametrize(
    ("whole", "left"),
    [
        (Hand(5, 2, 3), Hand(4, 1, 2)),
        (Hand(4, 1, 2, flying_start=True, red_zone=True), Hand(3, 1, 1, flying_start=True, red_zone=True)),
    ],
    ids=["plain", "advanced"],
)
def test_the_part_of_a_worn_car_is_what_a_search_finds(whole: Hand, left: Hand) -> None:
    road = road_of(RING)
    part, searched = worn(ground(road, whole, 3), left), ground(road, left, 3)
    assert part.flat.end_first.tolist() == searched.flat.end_first.tolist()
    assert part.spots == searched.spots
    assert part.flat.sizes[1] == searched.flat.sizes[1]
    found, expected = solve_lap(part, seconds(), 2), solve_lap(searched, seconds(), 2)
    assert found.time == pytest.approx(expected.time, abs=1e-9)

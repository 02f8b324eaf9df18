"""The cars of a Rallyman: GT race in the form that race drivers and kernels use."""

from __future__ import annotations

from typing import NamedTuple

from paddock.kernels.gt.rollouts import OUT
from paddock.solve.gt.race_tables import Pace


class CarAt(NamedTuple):
    """A car in the form that kernels use."""

    place: int
    gear: int
    focus: int
    status: int
    left: int


class Standing(NamedTuple):
    """All cars at the beginning of a turn, and those that still move after it in this round."""

    cars: tuple[CarAt, ...]
    rest: tuple[int, ...]

    def rivals(self, seat: int) -> list[tuple[int, CarAt]]:
        """Returns all other cars in the race."""
        return [(other, car) for other, car in enumerate(self.cars) if other != seat and car.status != OUT]


def row_of(car: CarAt, pace: Pace) -> int:
    """Returns the row of a car in tables of the fastest driver; a car off the track counts as in gear 0."""
    return int(pace.habits.rows[car.place, max(0, car.gear), car.focus])

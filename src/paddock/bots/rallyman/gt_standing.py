"""All cars of a race of Rallyman: GT as race drivers and kernels take them."""

from __future__ import annotations

from typing import NamedTuple

from paddock.kernels.gt.rollouts import OUT
from paddock.solve.gt.racing import Pace


class CarAt(NamedTuple):
    """A car as kernels take it."""

    place: int
    gear: int
    focus: int
    status: int
    left: int


class Standing(NamedTuple):
    """All cars at the moment a turn begins, and who still moves in this round after it."""

    cars: tuple[CarAt, ...]
    rest: tuple[int, ...]

    def rivals(self, seat: int) -> list[tuple[int, CarAt]]:
        """All others in the race."""
        return [(other, car) for other, car in enumerate(self.cars) if other != seat and car.status != OUT]


def row_of(car: CarAt, pace: Pace) -> int:
    """The row of a car in tables of the fastest driver; one off the track counts as in gear 0."""
    return int(pace.habits.rows[car.place, max(0, car.gear), car.focus])

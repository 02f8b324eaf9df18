"""Plan tables: the best plan before every turn, flat out and one by one."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from paddock.kernels.gt.best_turn import STEPS
from paddock.kernels.gt.lap_solver import Lap
from paddock.kernels.gt.lap_tables import Ground
from paddock.kernels.gt.plan_recovery import spell
from paddock.kernels.gt.road_arrays import Bytes, Floats

DICE = " 123456cr"
"""Dice by number, in the notation of plans."""


class Book(NamedTuple):
    """The values and plans for one set of damage tokens, by place, gear and focus tokens."""

    time: Floats
    """The value of standing there before a turn; less is better."""
    plans: NDArray[np.int16]
    """The best plan: die, brake dice and place of every step, -1 after the last."""
    daring: Bytes
    """Whether the plan is driven flat out."""


def book_of(lap: Lap, found: Ground) -> Book:
    """Returns the plan table of a lap, with plans flat out in the same form as those one by one."""
    plans, daring = lap.plans.copy(), np.zeros(lap.ends.shape, np.int8)
    spell(found.line, found.hand, found.flat, lap.ends, plans, daring)
    return Book(np.ascontiguousarray(lap.time[:, :, : lap.plans.shape[2]]), plans, daring)


def pressed(book: Book) -> dict[str, NDArray[np.generic]]:
    """Returns a table in its stored form, with equal plans stored once."""
    flat = book.plans.reshape(-1, STEPS * 3)
    unique, index = np.unique(flat, axis=0, return_inverse=True)
    small = np.uint16 if len(unique) < 1 << 16 else np.int32
    return {
        "time": book.time,
        "plans": unique,
        "plan": index.reshape(book.plans.shape[:3]).astype(small),
        "daring": book.daring,
    }


def unpressed(time: Floats, plans: NDArray[np.int16], plan: NDArray[np.int32], daring: Bytes) -> Book:
    """Returns a table from its stored form."""
    return Book(time, plans[plan].reshape(*plan.shape, STEPS, 3), daring)

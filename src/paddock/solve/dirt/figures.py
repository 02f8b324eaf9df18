"""The figures of the box as the kernels want them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from paddock.games.rallyman.dirt.components import (
    BACKS,
    FRONT_SECONDS,
    FULL_BAG,
    HAZARD_LIMIT,
    KINDS,
    RETIREMENT_SECONDS,
    SPARE_WHEEL_SECONDS,
    UP,
    ZERO_TURN_SECONDS,
    column,
)
from paddock.kernels.dirt.ground import DANGERS, GEARS, Floats, Ints

_KINDS = ("gear", "coast", "brake", "green_flag")


class Figures(NamedTuple):
    """Cards, tokens and seconds in numbers."""

    limit: int
    front: Floats
    zero_turn: float
    spare_wheel: float
    retirement: float
    backs_first: Ints
    backs: Ints
    bag: Ints
    """Tokens by damage side: gear, coast, brake, green flag."""
    punctures: int
    tokens: int
    caps: tuple[int, int, int]
    """Gear dice, coast or leader dice, brake dice of the cockpit."""


def figures() -> Figures:
    """The figures of the base box."""
    first, rows = [0, 0], []
    for gear in range(1, GEARS):
        for back in BACKS:
            if back.gear == gear:
                damage = [back.damage.get(danger, 0) for danger in DANGERS]  # type: ignore[call-overload]
                rows.append([back.copies, back.seconds, *damage])
        first.append(len(rows))
    card = column(leader=True)
    damage_side, shortcut_side = UP[:KINDS], UP[KINDS:]
    return Figures(
        HAZARD_LIMIT,
        np.array(FRONT_SECONDS, np.float64),
        float(ZERO_TURN_SECONDS),
        float(SPARE_WHEEL_SECONDS),
        float(RETIREMENT_SECONDS),
        np.array(first, np.int64),
        np.array(rows, np.int64),
        np.array(
            [
                sum(n for side, n in zip(damage_side, FULL_BAG, strict=True) if side == kind)
                for kind in _KINDS
            ],
            np.int64,
        ),
        sum(n for side, n in zip(shortcut_side, FULL_BAG, strict=True) if side == "puncture"),
        sum(FULL_BAG),
        (card.gear, card.coast + card.leader, card.brake),
    )

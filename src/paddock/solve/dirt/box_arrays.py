"""The game data of the box as arrays for the kernels."""

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
from paddock.kernels.dirt.stage_arrays import DANGERS, GEARS, Floats, Ints

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
    sides: Ints
    """[shortcut side, damage side]: tokens without and with a puncture."""
    punctures: int
    tokens: int
    caps: tuple[int, int, int]
    """Gear dice, coast or leader dice, brake dice of the cockpit."""


def figures() -> Figures:
    """Returns the data of the base box."""
    first, rows = [0, 0], []
    for gear in range(1, GEARS):
        for back in BACKS:
            if back.gear == gear:
                damage = [back.damage.get(danger, 0) for danger in DANGERS]  # type: ignore[call-overload]
                rows.append([back.copies, back.seconds, *damage])
        first.append(len(rows))
    card = column(leader=True)
    damage_side, shortcut_side = UP[:KINDS], UP[KINDS:]
    sides = np.zeros((2, len(_KINDS)), np.int64)
    for damage_kind, shown, count in zip(damage_side, shortcut_side, FULL_BAG, strict=True):
        sides[int(shown == "puncture"), _KINDS.index(damage_kind)] += count
    return Figures(
        HAZARD_LIMIT,
        np.array(FRONT_SECONDS, np.float64),
        float(ZERO_TURN_SECONDS),
        float(SPARE_WHEEL_SECONDS),
        float(RETIREMENT_SECONDS),
        np.array(first, np.int64),
        np.array(rows, np.int64),
        sides.sum(axis=0),
        sides,
        int(sides[1].sum()),
        sum(FULL_BAG),
        (card.gear, card.coast + card.leader, card.brake),
    )

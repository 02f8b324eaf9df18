"""Focus tokens gained for dice rolled flat out."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from paddock.games.rallyman.dice import COAST, RED
from paddock.games.rallyman.gt.components import components
from paddock.games.rallyman.gt.state import Step


@lru_cache
def _gain(die: str, brakes: int) -> int:
    gain = components().focus.gain_flat_out
    leading = {COAST: gain.coast_die, RED: gain.red_zone_brake_die}.get(die, gain.gear_die)
    return leading + brakes * gain.brake_die


def focus_gain(steps: Iterable[Step]) -> int:
    """Returns the tokens for a flat out: one per gear or coast die (GT-FLAT-8, GT-ADV-12)."""
    return sum(_gain(step.die, step.brakes) for step in steps)

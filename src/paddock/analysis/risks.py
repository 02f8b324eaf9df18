"""The risk of a plan: the chance to lose control when it is driven to its end."""

from __future__ import annotations

from typing import Any

from paddock.games.rallyman.actions import Plan
from paddock.games.rallyman.hazards import after, at_start


def plan_risk(drive: Any, action: Any) -> float | None:
    """Returns the chance to lose control, without securing or stopping; None if the action is not a plan."""
    if not isinstance(action, Plan):
        return None
    running = at_start(drive.limit)
    for leg in drive.legs(action.steps):
        running = after(running, leg)
    return running.loss_float

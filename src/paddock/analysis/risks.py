"""How likely a plan loses control when it is driven to its end."""

from __future__ import annotations

from typing import Any

from paddock.games.rallyman.actions import Plan
from paddock.games.rallyman.hazards import after, at_start


def plan_risk(drive: Any, action: Any) -> float | None:
    """The chance that a plan loses control, nothing secured and no stop on the way; None for no plan."""
    if not isinstance(action, Plan):
        return None
    running = at_start(drive.limit)
    for leg in drive.legs(action.steps):
        running = after(running, leg)
    return running.loss_float

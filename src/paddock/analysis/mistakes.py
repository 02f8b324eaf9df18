"""Kinds of mistakes in the Rallyman games, one word each."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from paddock.games.rallyman.actions import Plan, Roll, Secure, Stop
from paddock.games.rallyman.dice import GEAR_DICE
from paddock.games.rallyman.hazards import after, at_start

NOTED = 0.02
"""The smallest difference in risk that counts."""


def plan_fault(driven: Plan[Any], best: Plan[Any], risk: float, best_risk: float) -> str:
    """Returns how a plan differs from the best: daring, timid, risky, short, braked, slow, fast, or line.

    The first difference that applies decides: another way to roll it; more risk; fewer steps; a lower gear
    at the end, with braking on the way (too slow into a corner) or without; a higher gear; only other
    cells.
    """
    if driven.way != best.way:
        return "daring" if driven.way == "flat-out" else "timid"
    if risk > best_risk + NOTED:
        return "risky"
    if len(driven.steps) < len(best.steps):
        return "short"
    if end_gear(driven) < end_gear(best):
        return "braked" if _brakes(driven) else "slow"
    if end_gear(driven) > end_gear(best):
        return "fast"
    return "line"


def gears_of(steps: Iterable[Any]) -> list[int]:
    """Returns the gears of all steps in order; coasting steps have none."""
    return [int(step.die) for step in steps if step.die in GEAR_DICE]


def end_gear(plan: Plan[Any]) -> int:
    """Returns the gear at the end of a plan; 0 if it only coasts."""
    gears = gears_of(plan.steps)
    return gears[-1] if gears else 0


def _brakes(plan: Plan[Any]) -> bool:
    """Whether a plan brakes on its way."""
    gears = gears_of(plan.steps)
    return any(step.brakes for step in plan.steps) or gears != sorted(gears)


def step_fault(made: Any, best: Any) -> str:
    """Returns how a decision in the middle of a turn differs from the best one."""
    match made, best:
        case _ if type(made) is type(best):
            return "choice"
        case _, Secure():
            return "unused"
        case Secure(), _:
            return "wasted"
        case Stop(), Roll():
            return "stopped"
        case Roll(), Stop():
            return "risky"
    return "choice"


def plan_risk(drive: Any, action: Any) -> float | None:
    """Returns the chance to lose control, without securing or stopping; None if the action is not a plan."""
    if not isinstance(action, Plan):
        return None
    running = at_start(drive.limit)
    for leg in drive.legs(action.steps):
        running = after(running, leg)
    return running.loss_float

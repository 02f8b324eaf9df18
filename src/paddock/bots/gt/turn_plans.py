"""Exact plans of a turn of Rallyman: GT among other cars, and the distribution of their ends."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from paddock.games.rallyman.turns import Way
from paddock.kernels.gt.best_turn import NEVER, STEPS, purse_with
from paddock.kernels.gt.dice import odds
from paddock.kernels.gt.road_arrays import Bytes, Floats, Ints
from paddock.kernels.gt.rollouts import ends_flat_out, ends_of
from paddock.kernels.gt.traffic import best_flat_out, best_one_by_one
from paddock.solve.gt.race_tables import Pace

CHANCES = odds()
_SLACK = 1e-9


class WinChances(NamedTuple):
    """Value tables by place, gear and focus tokens, in control and out of it; less is better."""

    stop: Floats
    lost: Floats
    drivers: tuple[Floats, ...] = ()
    """The values in control by the driver that continues: the fastest, or one against the clock."""


class Turn(NamedTuple):
    """A car about to plan: place, gear, tokens, dice, and the gear every step requires."""

    place: int
    gear: int
    tokens: int
    hand: Ints
    """As kernels expect it, with the hazard limit last."""
    need: Bytes
    """The gear that every step of the line requires among the other cars."""


class Candidate(NamedTuple):
    """A plan to compare."""

    worth: float
    steps: list[list[int]]
    """Die, brake dice and place of every step."""
    way: Way
    legs: Ints
    """For a plan one by one: its legs as kernels expect them."""
    dice: int = 0
    """For a plan flat out: the dice used, and the hazards of the road."""


def best_plan(turn: Turn, pace: Pace, win_chances: WinChances) -> Candidate | None:
    """Returns the best plan by value tables, or None if no plan is safe."""
    ground, line = pace.ground, pace.ground.line
    values = win_chances.stop, win_chances.lost
    fast, slow = np.full((STEPS, 3), -1, np.int64), np.full((STEPS, 8), -1, np.int64)
    best, length, dice = best_flat_out(
        turn.place, turn.gear, turn.tokens, line, turn.need, turn.hand, CHANCES, ground.flat,
        ground.ids.shape[2], *values, fast,
    )  # fmt: skip
    worth = best_one_by_one(
        turn.place, turn.gear, best, slow, line, turn.need, turn.hand, CHANCES, purse_with(turn.tokens),
        ground.ids, ground.keys, ground.begin, *values, _SLACK,
    )  # fmt: skip
    if worth >= NEVER:
        return None
    if worth < best:
        legs = slow[slow[:, 0] > 0]
        return Candidate(worth, legs[:, [0, 1, 3]].tolist(), "one-by-one", legs)
    return Candidate(best, fast[:length].tolist(), "flat-out", slow, int(dice))


def ends_after(plan: Candidate, turn: Turn, pace: Pace, win_chances: WinChances) -> tuple[Ints, Floats]:
    """Returns the possible ends of a plan (place, gear, tokens, lost or not) and their chances."""
    ends, chances = np.zeros((4096, 4), np.int64), np.zeros(4096)
    if plan.way == "one-by-one":
        count = ends_of(
            len(plan.legs), plan.legs, turn.tokens, int(turn.hand[6]), CHANCES, purse_with(turn.tokens),
            win_chances.stop, win_chances.lost, ends, chances,
        )  # fmt: skip
    else:
        away = plan.steps[0][2] if turn.gear == 0 and plan.steps[0][0] == 2 else -1
        last = [die for die, _, _ in plan.steps if die <= 6]
        count = ends_flat_out(
            turn.place, turn.gear, turn.tokens, plan.dice >> 2, plan.dice & 3, away, plan.steps[-1][2],
            last[-1] if last else turn.gear, CHANCES, pace.ground.flat, win_chances.lost, ends, chances,
        )  # fmt: skip
    return ends[:count], chances[:count]

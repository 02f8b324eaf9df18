"""One lap with one hand of dice, solved from the finish backwards."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from paddock.kernels.gt.backward_sweep import MOST_GAIN, MOST_TOKENS, lose, richest, sweep
from paddock.kernels.gt.best_turn import STEPS, by_purse, purse_of, purse_with
from paddock.kernels.gt.dice import odds
from paddock.kernels.gt.lap_tables import Ground
from paddock.kernels.gt.road_arrays import Floats, Small, figures

SLACK, TOLERANCE = 1e-10, 1e-10
LENT = 66
"""Focus tokens to secure every die of any turn."""


class Lap(NamedTuple):
    """A solved lap: tables by place, gear and focus tokens; `lost` has one more place, the finish."""

    time: Floats
    """The worth of standing there before a turn."""
    stop: Floats
    """The worth of ending a turn there, its own mark counted."""
    lost: Floats
    """The worth of losing control there, all marks of the loss counted."""
    plans: NDArray[np.int16]
    """The best plan one by one: die, brake dice and place of every step, -1 after the last."""
    ends: Small
    """The end of the best plan flat out in the ground's tables; -1: one by one is better."""
    residual: float
    """The last change of a value."""


class Crash(NamedTuple):
    """The time to go after a crash: a part that is known, and the chance to stand as before, by tokens."""

    time: Floats
    """By side, place, damage tokens and focus tokens."""
    same: Floats


def harmless(places: int, width: int) -> Crash:
    """Damage tokens that change nothing."""
    return Crash(np.zeros((2, places, MOST_TOKENS + 1, width)), np.ones(MOST_TOKENS + 1))


def seconds() -> Floats:
    """The toll of the solo sheet: seconds by the gear a turn ends in, 00, and for a token left at the end."""
    return np.append(figures().seconds, [1]).astype(np.float64)


def rounds() -> Floats:
    """The toll of a race: one round a turn; a token left at the end is worth nothing."""
    return np.array([1.0] * 8 + [0.0])


def riches(ground: Ground, toll: Floats, most: int) -> Floats:
    """A lower bound of the time to go by place, gear and focus tokens, for who tells so many apart."""
    bare = np.zeros((ground.line.places, 7))
    richest(ground.line, ground.flat, ground.hand, toll, bare)
    return np.ascontiguousarray(bare[:, :, None] - toll[8] * np.arange(most + 1 + MOST_GAIN))


def lent(ground: Ground, toll: Floats) -> Floats:
    """A lower bound of the time to go by place and gear, tokens set aside, far closer than `riches`.

    The driver spends tokens without ever having to have them: each costs at once what it is worth at the end.
    """
    return np.ascontiguousarray(solve_lap(ground, toll, LENT, bound=True, lend=True).time[:, :, 0])


def solve_lap(
    ground: Ground,
    toll: Floats,
    most: int,
    crash: Crash | None = None,
    *,
    low: Floats | None = None,
    daring: bool = True,
    follow: Lap | None = None,
    finish: float | None = None,
    bound: bool = False,
    pit: Floats | None = None,
    instead: Floats | None = None,
    near: Lap | None = None,
    lend: bool = False,
) -> Lap:
    """The best drive from everywhere.

    `crash` says what damage tokens do; without it they harm nobody. `low` is a lower bound of the time to go
    by place, gear and tokens, which makes the search shorter and is the time to go with more than `most`
    tokens; without it such tokens are kept and cashed at the finish. `follow` finds the worth of another
    lap's plans instead of better ones. `finish` is the toll of the turn that finishes, however it
    ends, where it is not that of any other. `bound`: times are a lower bound even for who may plan to lose
    control flat out. `pit` is the worth of a pit stop by place and tokens, `instead` of whatever else may be
    done, by place, gear and tokens. `near` is a lap with the same dice to begin with. `lend`: only who has
    `most` tokens is told apart; fewer or more are worth that many tokens less or more.
    """
    line, width = ground.line, most + 1 + MOST_GAIN
    purse = purse_with(most) if lend else purse_of(most)
    time = np.zeros((line.places, 7, width))
    time += (30.0 * (line.places - np.arange(line.places)) / 8)[:, None, None] if low is None else low
    stop, lost = np.zeros((line.places + 1, 7, width)), np.zeros((line.places + 1, 7, width))
    stop[line.places] = toll[:7, None] - toll[8] * np.arange(width)
    if follow is None:
        ahead = np.zeros((ground.spots, int(ground.hand[6]), purse.entries))
        plans = np.full((line.places, 7, most + 1, STEPS, 3), -1, np.int16)
        ends = np.full((line.places, 7, most + 1), -1, np.int32)
        if near is not None:
            both = min(plans.shape[2], near.plans.shape[2])
            plans[:, :, :both] = near.plans[:, :, :both]
            if low is None:
                both = min(width, near.time.shape[2])
                time[:, :, :both] = near.time[:, :, :both]
    else:
        ahead, plans, ends = np.zeros((1, 1, 1)), follow.plans, follow.ends
    lowest = low if low is not None else np.zeros((0, 0, 0))
    pits = pit if pit is not None else np.zeros((0, 0))
    others = instead if instead is not None else np.zeros((0, 0, 0))
    then = crash if crash is not None else harmless(line.places, width)
    loss, chances = figures().loss, odds()
    lose(line.places, line, loss, toll, time, then.time, then.same, lost)
    if finish is not None:
        stop[line.places] = lost[line.places] = finish - toll[8] * np.arange(width)
    stops, losts = np.zeros((2, line.places + 1, 7, purse.entries))
    by_purse(line.places, purse, stop, stops)
    by_purse(line.places, purse, lost, losts)
    residual = 0.0
    for group in range(len(line.group) - 2, -1, -1):
        change = sweep(
            line,
            ground.hand,
            chances,
            toll,
            loss,
            purse,
            ground.ids,
            ground.keys,
            ground.begin,
            ground.flat,
            daring,
            follow is not None,
            bound,
            then.time,
            then.same,
            lowest,
            low is None,
            pits,
            others,
            time,
            stop,
            lost,
            stops,
            losts,
            ahead,
            plans,
            ends,
            SLACK,
            TOLERANCE,
            group,
        )
        residual = max(residual, change)
    return Lap(time, stop, lost, plans, ends, residual)

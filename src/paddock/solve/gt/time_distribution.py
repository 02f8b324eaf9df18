"""The exact distribution of a drive's time under its plans, and how often each place is visited.

The policy is that of the upper bound, which rounds tokens up where sets are not distinguished. So the
distribution belongs to a policy that can be driven, and its mean is the upper bound itself.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from paddock.kernels.gt.best_turn import purse_of
from paddock.kernels.gt.dice import odds
from paddock.kernels.gt.forward_distribution import (
    AT,
    CONTROL,
    FIELDS,
    FOCUS,
    GEAR,
    KIND,
    LENGTH,
    ROW,
    SECONDS,
    TO,
    TOKENS,
    reach,
    spread,
)
from paddock.kernels.gt.lap_solver import Crash, Lap, seconds
from paddock.kernels.gt.lap_tables import Ground
from paddock.kernels.gt.road_arrays import Floats, Ints, figures
from paddock.solve.gt.bounds import Solved, ground_of
from paddock.solve.gt.damage import NONE, Damage, draws
from paddock.solve.gt.plan_tables import book_of

NEGLIGIBLE = 1e-12
"""Smaller chances are neglected."""

Begins = dict[tuple[int, int], Floats]
"""Restarts in gear 0: chances by seconds so far, by place and focus tokens."""


class Followed(NamedTuple):
    """Expected numbers of a drive under the policy."""

    distribution: Floats
    """Chances by seconds."""
    stands: Floats
    """Turns begun, by place and gear."""
    passes: Floats
    """Visits by place, passing or stopping; of a failed flat out only where it ended."""
    seconds: Floats
    """Seconds by place: a turn counts in equal parts along its way, a loss where it happened."""
    losses: Floats
    """Losses of control by place."""
    ways: Floats
    """Steps by the places they connect."""
    neglected: float
    """The neglected chance."""


class Turns(NamedTuple):
    """All turns that the plans lead to: their starts, and the ends of each with their chances."""

    standings: Ints
    """Place, gear and focus tokens, one row each."""
    ends: Ints
    """The fields are described in `kernels.gt.forward_distribution`."""
    chances: Floats
    first: Ints
    """The index of each start's first end."""
    rows: Ints
    """Rows by place, gear and focus tokens; -1: never reached."""
    plans: NDArray[np.int16]


def followed(found: Solved) -> Followed:
    """Returns the statistics of a solved drive from pole position to the finish."""
    line, driven = found.line, found.driven
    longest = int(found.damage_free) * 3 + 300
    sums = Followed(
        np.zeros(longest),
        np.zeros((line.places, 7)),
        np.zeros(line.places),
        np.zeros(line.places),
        np.zeros(line.places),
        np.zeros((line.places, line.places + 1)),
        0.0,
    )
    start = np.zeros(longest)
    start[0] = 1.0
    begins: dict[Damage, Begins] = {NONE: {(found.start, 0): start}}
    neglected = 0.0
    while begins:
        damage = min(begins, key=lambda some: some.drawn)
        lap, crash = driven.laps[damage], driven.crashes[damage]
        begin = begins.pop(damage)
        starts = np.array([(place, 0, focus) for place, focus in begin], np.int64)
        turns = turns_of(starts, lap, crash, ground_of(found, damage), seconds())
        for (place, tokens, focus), chances in _spread(begin, turns, found, lap, sums).items():
            for drawn, chance in draws(found.drive.bag, damage, tokens):
                if chance * float(chances.sum()) <= NEGLIGIBLE:
                    neglected += chance * float(chances.sum())
                    continue
                then = driven.pretends(damage.plus(drawn), place, focus)
                kept = min(focus, driven.laps[then].plans.shape[2] - 1)
                there = begins.setdefault(then, {}).setdefault((place, kept), np.zeros(longest))
                spare = focus - kept
                there[: longest - spare] += chance * chances[spare:]
    return sums._replace(neglected=neglected)


def turns_of(starts: Ints, lap: Lap, crash: Crash, found: Ground, toll: Floats) -> Turns:
    """Returns all turns that can follow from starts (place, gear, focus tokens); `toll` in whole numbers."""
    line, most = found.line, lap.plans.shape[2] - 1
    plans = book_of(lap, found).plans
    room, count = 1 << 16, -1
    while count < 0:
        room *= 2
        rows = np.full((line.places, 7, most + 1), -1, np.int32)
        standings, first = np.zeros((room // 4, 3), np.int64), np.zeros(room // 4 + 1, np.int64)
        ends, chances = np.zeros((room, FIELDS), np.int64), np.zeros(room)
        count = reach(
            starts, line, found.hand, odds(), toll, figures().loss, purse_of(most), found.flat,
            lap.time, lap.stop, lap.lost, crash.time, crash.same, plans, lap.ends,
            rows, standings, ends, chances, first,
        )  # fmt: skip
    used = first[count]
    return Turns(
        standings[:count], ends[:used], chances[:used], first[: count + 1], rows.astype(np.int64), plans
    )


def _spread(
    begin: Begins, turns: Turns, found: Solved, lap: Lap, sums: Followed
) -> dict[tuple[int, int, int], Floats]:
    """Propagates chances and adds to the sums; returns cars that wait for token draws.

    The result is by place, tokens and focus.
    """
    line, most, longest = found.line, lap.plans.shape[2] - 1, len(sums.distribution)
    ends, chances = turns.ends, turns.chances
    kept = np.minimum(ends[:, FOCUS], most)
    over, waits = ends[:, TO] == line.places, ends[:, TOKENS] > 0
    cashed = np.where(over, ends[:, FOCUS], np.where(waits, 0, ends[:, FOCUS] - kept))
    target = np.full(len(ends), -1, np.int64)
    on = ~over & ~waits
    target[on] = turns.rows[ends[on, TO], ends[on, GEAR], kept[on]]
    keys, which = np.unique(ends[waits][:, [TO, TOKENS, FOCUS]], axis=0, return_inverse=True)
    target[waits] = -2 - which.reshape(-1)
    order = np.argsort(turns.standings[:, 0], kind="stable")
    group = np.searchsorted(turns.standings[order, 0], line.group).astype(np.int64)
    mass = np.zeros((len(turns.standings), longest))
    for (place, focus), share in begin.items():
        mass[turns.rows[place, 0, focus]] += share
    crashed, visits = np.zeros((len(keys), longest)), np.zeros(len(turns.standings))
    spread(order, group, turns.first, ends, chances, target, cashed, mass, crashed, sums.distribution, visits)
    np.add.at(sums.stands, (turns.standings[:, 0], turns.standings[:, 1]), visits)
    _tally(turns, visits[ends[:, ROW]] * chances, line.places, sums)
    return {(int(a), int(b), int(c)): crashed[row] for row, (a, b, c) in enumerate(keys)}


def _tally(turns: Turns, weight: Floats, places: int, sums: Followed) -> None:
    """Adds the places and costs of turns; seconds at the finish count for the last place."""
    ends = turns.ends
    place, gear, focus = turns.standings[ends[:, ROW]].T
    path = turns.plans[place, gear, focus, :, 2].astype(np.int64)
    steps = np.arange(path.shape[1])
    driven = steps[None, :] < ends[:, LENGTH][:, None]
    where = np.minimum(path, places - 1)
    each_step = np.broadcast_to(weight[:, None], path.shape)
    on_road = driven & (path < places)
    np.add.at(sums.passes, path[on_road], each_step[on_road])
    before = np.concatenate([place[:, None], path[:, :-1]], axis=1)
    np.add.at(sums.ways, (before[driven], path[driven]), each_step[driven])
    relaid = (ends[:, LENGTH] == 0) & (ends[:, AT] < places)
    at = np.minimum(ends[:, AT], places - 1)
    np.add.at(sums.passes, at[relaid], weight[relaid])
    lost = ends[:, KIND] != CONTROL
    np.add.at(sums.losses, at[lost], weight[lost])
    np.add.at(sums.seconds, at[lost], (weight * ends[:, SECONDS])[lost])
    spare = ~lost[:, None] & driven
    each = weight * ends[:, SECONDS] / np.maximum(1, ends[:, LENGTH])
    np.add.at(sums.seconds, where[spare], np.broadcast_to(each[:, None], path.shape)[spare])

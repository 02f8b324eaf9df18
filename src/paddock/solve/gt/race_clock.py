"""Policies with a target round, which risk more or less than the fastest one.

The fastest policy alone (`race_tables`) needs the fewest rounds on average, but that wins few races: against
three rivals, of whom one will be quick, a safe seven rounds are worth less than a gamble on six. So there
is a policy for every number of rounds left to par, the round in which a race is probably won.
"""

from __future__ import annotations

import numpy as np

from paddock.kernels.gt.backward_sweep import MOST_GAIN
from paddock.kernels.gt.best_turn import STEPS, purse_of
from paddock.kernels.gt.dice import odds
from paddock.kernels.gt.lap_solver import Lap
from paddock.kernels.gt.lap_tables import Ground
from paddock.kernels.gt.race_clock import against_clock, losses
from paddock.kernels.gt.road_arrays import Floats, figures

LEAST, MOST = -1, 7
"""The range of rounds left to par that have a policy."""
WORTH = (0.14, 0.55, 0.95)
"""The value of finishing a round after par, in that round, and a round before; earlier always wins."""
LATE = 0.23
"""The factor on this value for each later round."""
SLACK = 5e-4
"""The tolerance of the search for plans."""


def worth(to_par: int) -> float:
    """Returns the value of finishing `to_par` rounds before par."""
    if to_par < LEAST:
        return WORTH[0] * LATE ** (LEAST - to_par)
    return WORTH[to_par - LEAST] if to_par < LEAST + len(WORTH) else 1.0


def hurried(found: Ground, rounds: Floats, most: int, wear: float) -> list[Lap]:
    """Returns the policies by rounds left to par, `LEAST` first; `rounds` are those of the fastest policy.

    A lap's `time` holds the values of places two rounds later, for cars that crashed. Policies cover the
    part of the line from which par is within reach.
    """
    line, width = found.line, most + 1 + MOST_GAIN
    purse = purse_of(most)
    to_go = np.concatenate([rounds, np.repeat(rounds[:, :, -1:], width - rounds.shape[2], axis=2)], axis=2)
    worths = {k: -worth(k) * LATE ** (to_go - 1.0) for k in range(LEAST - 3, LEAST)}
    begin = int(np.argmax(rounds[:, 0, 0] <= MOST + 2))
    ahead = np.zeros((found.spots, int(found.hand[6]), purse.entries))
    laps = []
    for k in range(LEAST, MOST + 1):
        one, two, three = (worths[k - later] for later in (1, 2, 3))
        stop, lost = np.zeros((line.places + 1, 7, width)), np.zeros((line.places + 1, 7, width))
        stop[: line.places] = one
        losses(line, figures().loss, wear, one, two, three, lost)
        stop[line.places] = lost[line.places] = -worth(k)
        plans = np.full((line.places, 7, most + 1, STEPS, 3), -1, np.int16)
        ends = np.full((line.places, 7, most + 1), -1, np.int32)
        worths[k] = np.zeros((line.places, 7, width))
        against_clock(
            begin, line, found.hand, odds(), purse, found.ids, found.keys, found.begin, found.flat,
            stop, lost, ahead, worths[k], plans, ends, SLACK,
        )  # fmt: skip
        laps.append(Lap(two, stop, lost, plans, ends, 0.0))
    return laps

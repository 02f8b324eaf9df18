"""Numbers out of kernels, to be compared between plain Python and the compiler."""

from __future__ import annotations

import json
import sys

import numpy as np

from paddock.games.rallyman.dice import Hand
from paddock.games.rallyman.gt.state import GtOptions, road_of
from paddock.kernels.compiling import COMPILED
from paddock.kernels.gt.batch import play
from paddock.kernels.gt.dice import PLAIN_KINDS, hand_array
from paddock.kernels.gt.flat_out import Flat
from paddock.kernels.gt.lap_solver import seconds, solve_lap
from paddock.kernels.gt.lap_tables import Ground, line_on
from paddock.kernels.gt.places import spot_keys, spots

TINY = ("102b", "114b")


def figures() -> dict[str, object]:
    """A lap one by one on a tiny ring, and some random races."""
    line, hand = line_on(road_of(TINY)), hand_array(Hand(2, 1, 1), 3)
    ids, begin = spots(line, hand, PLAIN_KINDS)
    nothing = np.zeros(0, np.int32)
    starts = np.zeros(line.places * 7 + 1, np.int64)
    few, none = np.zeros(0, np.int8), np.zeros(0)
    flat = Flat(
        starts, nothing, few, few, nothing, few, nothing, none, nothing, starts, starts[:1], nothing, none,
        starts, starts[:1], nothing, few, starts, nothing, few, few, nothing, nothing, none, none, nothing,
        np.zeros(3, np.int64),
    )  # fmt: skip
    found = Ground(line, hand, ids, spot_keys(ids, int(begin[-1])), begin, flat)
    lap = solve_lap(found, seconds(), 1, daring=False)
    races = play(GtOptions(track=TINY), 2, 3, seed=5)
    return {
        "compiled": COMPILED,
        "times": lap.time[:, :, :2].ravel().tolist(),
        "plans": lap.plans.astype(int).sum(axis=(0, 1, 2)).ravel().tolist(),
        "nodes": races.nodes.tolist(),
        "scores": races.scores.ravel().tolist(),
    }


if __name__ == "__main__":
    sys.stdout.write(json.dumps(figures()))

"""Compile what a turn of Outspeed needs."""

from __future__ import annotations

import numpy as np

from paddock.kernels.outspeed.tiles import deals
from paddock.kernels.outspeed.turn import Pull, Ships, Worths, balance, evenly, payoffs
from paddock.kernels.random_stream import streams


def prepare() -> None:
    """A turn of three ships."""
    tiles, stream = deals("3-4").with_tile(1), streams(1, 1)[0]
    three = np.full(3, 9)
    ships = Ships(three, three, three, np.zeros(3))
    worths = Worths(np.zeros(8), np.zeros(8), np.zeros((8, 8)), 0.0)
    lit, fields, pull = np.ones((3, 3), np.bool_), np.zeros(0, np.int64), Pull(2, 100.0, 0.5, 0.1, 0.1)
    table = payoffs(tiles, 1, ships, lit, fields, 1, 14, 5, worths, 2, stream)
    balance(table, lit, 0.5 * evenly(lit), np.full(3, 0.5), pull)

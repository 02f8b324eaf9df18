"""Seconds in tokens as columns of a table: 0 to a cap, and one more where they are lent without limit.

In the last column every second spent or earned is counted at once, and the purse may be overdrawn: no
driver with real tokens can do better, and one with many hardly worse. It bounds the columns beyond the cap
from below. From above: tokens beyond the cap are kept to the end, where each is worth its second.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from paddock.games.rallyman.securing import price
from paddock.kernels.dirt.stage_arrays import Floats, Ints

MOST_SECURED = 12
"""One more than the dice that can be secured in a turn."""


class Purse(NamedTuple):
    """Tokens left and dice secured in this turn, packed: what cannot secure any more shares one entry."""

    cap: int
    lent: int
    """The column of tokens lent without limit."""
    entry: Ints
    """By column and dice secured."""
    column: Ints
    """By entry."""
    after: Ints
    """By dice and entry: the entry once so many dice are secured; -1: too dear."""
    cost: Floats
    """By dice and entry: what that costs at once."""
    price: Ints
    """What so many dice in one turn cost together."""


def purse(cap: int) -> Purse:
    """The purse for so many tokens at most."""
    total = np.array([price(0, dice) for dice in range(MOST_SECURED + 6)], np.int64)
    most = int(np.searchsorted(total, cap, side="right")) - 1
    entry = np.zeros((cap + 2, MOST_SECURED), np.int64)
    rows: list[tuple[int, int]] = []
    for column in range(cap + 2):
        highest = MOST_SECURED - 1 if column > cap else min(column, most)
        for secured in range(MOST_SECURED):
            if secured <= highest:
                rows.append((column, secured))
            entry[column, secured] = len(rows) - 1
    after = np.full((5, len(rows)), -1, np.int64)
    cost = np.zeros((5, len(rows)))
    for number, (column, secured) in enumerate(rows):
        for dice in range(1, 5):
            now = min(secured + dice, MOST_SECURED - 1)
            if column > cap:
                after[dice, number] = entry[column, now]
                cost[dice, number] = price(secured, dice)
            elif price(secured, dice) <= column and secured < column:
                after[dice, number] = entry[column - price(secured, dice), now]
    return Purse(cap, cap + 1, entry, np.array([column for column, _ in rows], np.int64), after, cost, total)

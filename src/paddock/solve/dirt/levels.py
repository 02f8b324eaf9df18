"""The problems swept together: one stage, bounded from below and above, level by level of losses so far.

A level is how often control was lost in this stage. What that leaves open (which backs were seen, which
harmless tokens are out of the bag) is dealt kindly below and harshly above. Deep levels are rare, so they are
bounded more roughly: below with tokens lent without limit, above with the harshest dealer there is.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from paddock.kernels.dirt.ground import Ints
from paddock.solve.dirt.courses import Depth
from paddock.solve.dirt.figures import Figures

ANYTHING = 10_000
"""A number of losses after which anything may be out of a deck or the bag."""


class Level(NamedTuple):
    """One problem of a sweep."""

    side: int
    """-1: a bound from below, 1: from above."""
    losses: int
    """So many losses at most; `ANYTHING`: no matter how many."""
    lent: bool
    """Whether only the column of lent tokens is swept."""
    exact: bool
    slack: float
    onward: int
    """The level a loss leads to."""
    sisu: bool = False
    calm: int = -1
    """The same level once the SISU token is played."""


EXACT = Depth(slack=0.0)


def levels(depth: Depth, sisu: bool) -> tuple[Level, ...]:
    """The levels of a stage; the first bounds from below, number `first_above` from above."""
    found: list[Level] = []
    for token in (True, False) if sisu else (False,):
        base = len(found)
        deep = depth.below + depth.lent
        for losses in range(deep + 1):
            last = losses == deep
            found.append(
                Level(
                    -1,
                    ANYTHING if last else losses,
                    losses >= depth.below,
                    not depth.slack or losses <= depth.searched,
                    min(depth.slack, depth.closer),
                    base + losses + (not last),
                    token,
                )
            )
        base = len(found)
        for losses in range(depth.above + 1):
            last = losses == depth.above
            found.append(
                Level(
                    1,
                    ANYTHING if last else losses,
                    False,
                    True,
                    depth.slack,
                    base + losses + (not last),
                    token,
                )
            )
    if sisu:
        half = len(found) // 2
        found = [
            level._replace(calm=number + half) if number < half else level
            for number, level in enumerate(found)
        ]
    return tuple(found)


def first_above(depth: Depth) -> int:
    """The number of the first level that bounds from above."""
    return depth.below + depth.lent + 1


def most_tokens(figures: Figures, dangers: Ints) -> int:
    """The tokens one crash can bring on a stage."""
    return int(max(figures.backs[:, 2 + danger].max() for danger in np.unique(dangers)))

"""The problems solved together: one stage with lower and upper bounds, by the number of losses so far.

A level is the number of times control was lost in this stage. It does not determine which token backs were
seen and which harmless tokens are out of the bag. The lower bound assumes the best case of these, the upper
bound the worst. Deep levels are rare and have rougher bounds: tokens lent without limit below, and the
worst-case dealer above.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from paddock.kernels.dirt.stage_arrays import Ints
from paddock.solve.dirt.box_arrays import Figures
from paddock.solve.dirt.problem import Depth

ANYTHING = 10_000
"""The number of losses from which any tokens may be out of a deck or the bag."""


class Level(NamedTuple):
    """One problem of a sweep."""

    side: int
    """-1: a lower bound, 1: an upper bound."""
    losses: int
    """The largest number of losses; `ANYTHING`: unlimited."""
    lent: bool
    """Whether only the column of lent tokens is solved."""
    exact: bool
    slack: float
    onward: int
    """The level a loss leads to."""
    sisu: bool = False
    calm: int = -1
    """The same level after the SISU token is played."""


EXACT = Depth(slack=0.0)


def levels(depth: Depth, sisu: bool) -> tuple[Level, ...]:
    """Returns the levels of a stage; the first is a lower bound, number `first_above` an upper bound."""
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
    """Returns the number of the first level of the upper bound."""
    return depth.below + depth.lent + 1


def most_tokens(figures: Figures, dangers: Ints) -> int:
    """Returns the largest number of tokens from one crash on a stage."""
    return int(max(figures.backs[:, 2 + danger].max() for danger in np.unique(dangers)))

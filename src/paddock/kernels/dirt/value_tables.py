"""What the kernels of a solo drive read and write: times still to go, in seconds, less is better.

Several problems over the same hand are swept together: the same stage under kinder and harsher assumptions
and after more and more losses of control. Tables are indexed by problem, then by punctures drawn in this
turn, space, gear and column of the purse.
"""

from __future__ import annotations

from typing import NamedTuple

from paddock.kernels.compiling import kernel
from paddock.kernels.dirt.stage_arrays import Floats, Ints

NEVER = 1e9
"""The time of what cannot be."""


class Values(NamedTuple):
    """The times of all problems of one hand."""

    start: Floats
    """[problem, space or line, gear, column]: at the start of a turn."""
    stop: Floats
    """[problem, punctures, space, gear, column]: a movement ended there in control; its card included."""
    lost: Floats
    """[problem, punctures, space, gear, column]: control was lost there; the back included."""
    crossed: Floats
    """[problem, punctures, gear]: carried over the line after a loss, with no tokens."""


class Bounds(NamedTuple):
    """The relaxed turn: what a driver could reach who plans each step only when it is due.

    `p` are the punctures drawn in this turn so far, as many as can have been.
    """

    ahead: Floats
    """[offset of the problem + ((spot in the window x punctures + p) x hazards + h) x entries + entry]."""
    offset: Ints
    finish: Floats
    """[spot in the window, problem, p]: the cheapest way over the line in this turn, with no tokens."""
    calm: Floats
    """[spot in the window, problem, p, column]: with hazards ignored; only where a SISU token is there."""


class Problems(NamedTuple):
    """How the problems of a sweep differ."""

    active: Ints
    """Whether a problem is asked for this hand."""
    low: Ints
    high: Ints
    """The first and last column a problem has."""
    side: Ints
    """-1: a bound from below, 1: from above."""
    exact: Ints
    """Whether real plans are searched; else the relaxed turn stands for them."""
    slack: Floats
    """By how much a plan found may miss the best one."""
    calm: Ints
    """The problem without the SISU token; -1: there is none to play."""
    puncture: Floats
    """[problem, shortcut, punctures of this turn, 2]: the least and greatest chance of a puncture."""


@kernel
def mixed(none: float, one: float, chances: Floats, side: int) -> float:
    """The worth of a draw on a shortcut: a kind or a harsh bag, as the bound asks."""
    low, high = chances[0], chances[1]
    if (one > none) == (side < 0):
        return float(none + low * (one - none))
    return float(none + high * (one - none))

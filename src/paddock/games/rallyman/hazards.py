"""Exact hazard odds in whole numbers: weights over 6 to the number of dice, divided only at the end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import NamedTuple


class Leg(NamedTuple):
    """The risk of one step of a plan.

    `odds` are the weights of 0, 1, 2, … hazards on its `dice` dice, `track` the hazards of the road.
    `fatal`: control is lost there whatever is rolled. `touchy`: any hazard on its dice loses control.
    `forgiving`: a hazard on its dice ends the turn there without a loss (a flying start).
    """

    odds: tuple[int, ...]
    dice: int
    track: int = 0
    fatal: bool = False
    touchy: bool = False
    forgiving: bool = False

    @property
    def total(self) -> int:
        """The number of equally likely rolls."""
        return sum(self.odds)


class Running(NamedTuple):
    """The odds of a turn after some steps, rolled without stopping.

    `alive[h]` is the weight of being in control with h hazards, `safe` the weight of having ended earlier
    without a loss, both out of `total`; the rest has lost control.
    """

    alive: tuple[int, ...]
    safe: int
    total: int

    @property
    def loss(self) -> Fraction:
        """The exact chance that control has been lost by now."""
        return 1 - Fraction(sum(self.alive) + self.safe, self.total)

    @property
    def loss_float(self) -> float:
        """`loss`, correctly rounded."""
        return (self.total - self.safe - sum(self.alive)) / self.total


def at_start(limit: int, hazards: int = 0) -> Running:
    """Returns the odds before the first step, with `hazards` already counted."""
    return Running(tuple(int(h == hazards) for h in range(limit)), 0, 1)


def after(running: Running, leg: Leg) -> Running:
    """Returns the odds after one more step."""
    alive, safe, total = running
    limit = len(alive)
    grown = safe * leg.total
    if leg.forgiving and not leg.fatal:
        grown += sum(alive) * (leg.total - leg.odds[0])
    if leg.fatal:
        return Running((0,) * limit, grown, total * leg.total)
    odds = leg.odds[:1] if leg.touchy or leg.forgiving else leg.odds
    onward = [0] * limit
    for counted, weight in enumerate(alive):
        if weight:
            for rolled, ways in enumerate(odds):
                now = counted + rolled + leg.track
                if now >= limit:
                    break
                onward[now] += weight * ways
    return Running(tuple(onward), grown, total * leg.total)


def along(legs: Iterable[Leg], limit: int, hazards: int = 0) -> Iterator[Running]:
    """Yields the odds of a turn after each step, with `hazards` already counted."""
    running = at_start(limit, hazards)
    for leg in legs:
        running = after(running, leg)
        yield running

"""What the drivers of both games follow while they look for a plan: plans in the making, and their odds."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import Generic, NamedTuple, TypeVar

from paddock.games.rallyman.dice import DiceSet

P = TypeVar("P")
S = TypeVar("S")
A = TypeVar("A")


class Draft(NamedTuple, Generic[P, S]):
    """A plan in the making: where it stands, the chances of each hazard count, what it costs and promises."""

    spot: P
    alive: tuple[float, ...]
    lost: float
    """The expected cost of the ways it may have ended on the way."""
    score: float
    last: S | None = None
    """The step it ends with; None before the first."""
    before: Draft[P, S] | None = None
    """The draft without that step."""
    driven: float = 0.0
    """Expected steps."""

    @property
    def steps(self) -> tuple[S, ...]:
        """The steps of the plan, first to last."""
        found: list[S] = []
        here: Draft[P, S] | None = self
        while here is not None and here.last is not None:
            found.append(here.last)
            here = here.before
        return tuple(found[::-1])


def one_of_the_best(rated: Sequence[tuple[float, A]], within: float, rng: Random) -> A:
    """Any decision that is worth at most so much less than the best."""
    best = max(worth for worth, _ in rated)
    return rng.choice([choice for worth, choice in rated if worth >= best - within])


@lru_cache(maxsize=4096)
def chances(dice: DiceSet, die: str, brakes: int) -> tuple[float, ...]:
    """The chances of 0, 1, 2, … hazards on a step's dice."""
    odds = dice.odds(die, brakes)
    return tuple(weight / sum(odds) for weight in odds)


def shifted(alive: tuple[float, ...], odds: tuple[float, ...], track: int = 0) -> tuple[float, ...]:
    """The chances of each hazard count below the limit, after rolling once more and meeting the road's."""
    limit = len(alive)
    now = [0.0] * limit
    for counted, chance in enumerate(alive):
        if chance:
            for rolled, odd in enumerate(odds):
                at = counted + rolled + track
                if at >= limit:
                    break
                now[at] += chance * odd
    return tuple(now)

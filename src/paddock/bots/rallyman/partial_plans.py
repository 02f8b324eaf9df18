"""Partial plans that the drivers of both games extend in their search, and their odds."""

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
    """A partial plan: its end, the chances of each hazard count, its cost and its estimate."""

    spot: P
    alive: tuple[float, ...]
    lost: float
    """The expected cost of losing control on the way."""
    score: float
    last: S | None = None
    """Its last step; None before the first."""
    before: Draft[P, S] | None = None
    """The partial plan without that step."""
    driven: float = 0.0
    """The expected number of steps."""

    @property
    def steps(self) -> tuple[S, ...]:
        """The steps of the plan in order."""
        found: list[S] = []
        here: Draft[P, S] | None = self
        while here is not None and here.last is not None:
            found.append(here.last)
            here = here.before
        return tuple(found[::-1])


def one_of_the_best(rated: Sequence[tuple[float, A]], within: float, rng: Random) -> A:
    """Returns a random decision whose value is at most `within` below the best."""
    best = max(worth for worth, _ in rated)
    return rng.choice([choice for worth, choice in rated if worth >= best - within])


@lru_cache(maxsize=4096)
def chances(dice: DiceSet, die: str, brakes: int) -> tuple[float, ...]:
    """Returns the chances of 0, 1, 2, … hazards on the dice of a step."""
    odds = dice.odds(die, brakes)
    return tuple(weight / sum(odds) for weight in odds)


def shifted(alive: tuple[float, ...], odds: tuple[float, ...], track: int = 0) -> tuple[float, ...]:
    """Returns the chances of each hazard count below the limit after one more roll and the road's hazards."""
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

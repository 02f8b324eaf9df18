"""Choosing by weight, with nothing but `Random.random`, whose stream never changes between Pythons."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")


def seeded(seed: int) -> Random:
    """A fresh generator of chance; `Random` itself would take 5 and -5 for the same seed."""
    return Random(str(seed))


def pick(rng: Random, things: Sequence[T], weights: Sequence[float] | None = None) -> T:
    """One of `things`, each as likely as its weight says."""
    if weights is None:
        return things[int(rng.random() * len(things))]
    left = rng.random() * sum(weights)
    for thing, weight in zip(things, weights, strict=True):
        left -= weight
        if left < 0:
            return thing
    return things[-1]


def weighted_order(rng: Random, things: Sequence[T], weights: Sequence[float]) -> list[T]:
    """All of `things`, the heavier ones more likely to come first."""
    keyed = [(rng.random() ** (1 / weight), place) for place, weight in enumerate(weights)]
    return [things[place] for _, place in sorted(keyed, reverse=True)]

"""Weighted random choice by `Random.random` only, whose stream is stable between Python versions."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")


def seeded(seed: int) -> Random:
    """Returns a new random generator; `Random` itself would treat the seeds 5 and -5 alike."""
    return Random(str(seed))


def pick(rng: Random, things: Sequence[T], weights: Sequence[float] | None = None) -> T:
    """Returns one of `things` with the probabilities of their weights."""
    if weights is None:
        return things[int(rng.random() * len(things))]
    left = rng.random() * sum(weights)
    for thing, weight in zip(things, weights, strict=True):
        left -= weight
        if left < 0:
            return thing
    return things[-1]


def weighted_order(rng: Random, things: Sequence[T], weights: Sequence[float]) -> list[T]:
    """Returns all of `things` in random order; heavier ones tend to come first."""
    keyed = [(rng.random() ** (1 / weight), place) for place, weight in enumerate(weights)]
    return [things[place] for _, place in sorted(keyed, reverse=True)]

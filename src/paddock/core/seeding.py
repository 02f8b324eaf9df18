"""Random generators for bots, derived from a seed."""

from __future__ import annotations

import random


def seat_rngs(seed: str, seats: int) -> list[random.Random]:
    """Returns a generator for every seat; the same seed always returns the same ones."""
    return [random.Random(f"{seed}:{seat}") for seat in range(seats)]

"""How the chances of players without a face follow from a seed."""

from __future__ import annotations

import random


def seat_rngs(seed: str, seats: int) -> list[random.Random]:
    """A generator for every seat; the same seed gives the same ones everywhere."""
    return [random.Random(f"{seed}:{seat}") for seat in range(seats)]

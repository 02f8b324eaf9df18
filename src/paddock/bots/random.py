"""The bot that chooses legal actions at random."""

from __future__ import annotations

import random
from typing import Any

from paddock.core.game import Level, Perspective


class RandomBot:
    """Decides at random; every legal action can occur."""

    name = "random"
    level: Level = "random"
    strength = 0.0
    pace = 0.0

    def choose(self, perspective: Perspective[Any, Any], rng: random.Random) -> Any:
        """Returns a random legal action."""
        return perspective.actions.sample(rng)

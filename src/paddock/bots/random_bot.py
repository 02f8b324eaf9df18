"""The bot that does anything legal."""

from __future__ import annotations

import random
from typing import Any

from paddock.core.game import Level, Perspective


class RandomBot:
    """Decides by chance; every legal action can come up."""

    name = "random"
    level: Level = "random"
    strength = 0.0
    pace = 0.0

    def choose(self, perspective: Perspective[Any, Any], rng: random.Random) -> Any:
        """Some legal action."""
        return perspective.actions.sample(rng)

"""How strong the bots are: measured in the arena, published as data beside them (`strengths.json`).

Strengths are on the scale of Elo, in each game by itself: the random bot stands at 0, and 400 points more are
ten wins to one. `python -m tools.strengths` measures them anew.
"""

from __future__ import annotations

from functools import cache
from importlib import resources

import msgspec


class Measured(msgspec.Struct, frozen=True):
    """What the arena found: strength with its 95 % interval, seconds a decision, from how many games."""

    strength: float
    low: float
    high: float
    pace: float
    games: int


@cache
def published() -> dict[str, Measured]:
    """All measured strengths by `game.bot`."""
    raw = (resources.files("paddock.bots") / "strengths.json").read_bytes()
    return msgspec.json.decode(raw, type=dict[str, Measured])


def measured(bot: str) -> tuple[float, float]:
    """Strength and pace of a bot, named as its entry point is: `outspeed.club`."""
    found = published()[bot]
    return found.strength, found.pace

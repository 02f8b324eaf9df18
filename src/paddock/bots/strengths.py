"""Measured strengths of the bots, stored beside them (`strengths.json`).

Strengths are Elo ratings, separate for each game. The random bot has 0, and 400 points more mean ten wins
to one. Run `python -m tools.strengths` to measure them again.
"""

from __future__ import annotations

from functools import cache
from importlib import resources

import msgspec


class Measured(msgspec.Struct, frozen=True):
    """A measurement: strength with its 95 % interval, seconds a decision, and the number of games."""

    strength: float
    low: float
    high: float
    pace: float
    games: int


@cache
def published() -> dict[str, Measured]:
    """Returns all measured strengths by `game.bot`."""
    raw = (resources.files("paddock.bots") / "strengths.json").read_bytes()
    return msgspec.json.decode(raw, type=dict[str, Measured])


def measured(bot: str) -> tuple[float, float]:
    """Returns strength and pace of a bot by the name of its entry point, such as `outspeed.club`."""
    found = published()[bot]
    return found.strength, found.pace

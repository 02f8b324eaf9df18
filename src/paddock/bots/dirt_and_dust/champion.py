"""The champion of Dirt & Dust: the expert with time to think."""

from __future__ import annotations

from paddock.bots.dirt_and_dust.expert import ExpertBot
from paddock.bots.strengths import measured
from paddock.core.game import Level


class ChampionBot(ExpertBot):
    """Compares more drives and purchases, plays each of them on further and more often."""

    name = "champion"
    level: Level = "champion"
    strength, pace = measured("dirt-and-dust.champion")
    candidates = 5
    offers = 2
    horizon = 5
    passes = (2, 4, 6)

"""The champion of Dirt & Dust: a wider search and far more rollouts than the expert."""

from __future__ import annotations

from paddock.bots.dirt_and_dust.drive_search import BROAD
from paddock.bots.dirt_and_dust.expert import ExpertBot
from paddock.bots.strengths import measured
from paddock.core.game import Level


class ChampionBot(ExpertBot):
    """Compares more drives with more purchases, and spends most rollouts on the best of them."""

    name = "champion"
    level: Level = "champion"
    strength, pace = measured("dirt-and-dust.champion")
    effort = BROAD
    candidates = 6
    offers = 3
    passes = ((2, 8), (6, 4), (12, 1))
    faith = 0.15

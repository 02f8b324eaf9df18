"""The champion of Rallyman: GT: an expert that searches replies in a duel from the first round on."""

from __future__ import annotations

from paddock.bots.gt.expert import ExpertBot
from paddock.bots.gt.settings import CHAMPION
from paddock.bots.strengths import measured
from paddock.core.game import Level


class ChampionBot(ExpertBot):
    """Searches the rival's replies to every end of its turn, and its own turn after that."""

    name = "champion"
    level: Level = "champion"
    strength, pace = measured("rallyman-gt.champion")
    mind = CHAMPION

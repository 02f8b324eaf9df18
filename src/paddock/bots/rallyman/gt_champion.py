"""The champion of Rallyman: GT: an expert who in a duel searches replies from the first round on."""

from __future__ import annotations

from paddock.bots.rallyman.gt_expert import ExpertBot
from paddock.bots.rallyman.gt_minds import CHAMPION
from paddock.bots.strengths import measured
from paddock.core.game import Level


class ChampionBot(ExpertBot):
    """Looks at what the other answers to every end of its turn, and at its own turn after that."""

    name = "champion"
    level: Level = "champion"
    strength, pace = measured("rallyman-gt.champion")
    mind = CHAMPION

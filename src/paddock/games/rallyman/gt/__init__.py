"""Rallyman: GT."""

from paddock.core.messages import add_catalogue
from paddock.games.rallyman.gt.game import GAME, RallymanGt

__all__ = ["GAME", "RallymanGt"]

add_catalogue("paddock.games.rallyman.gt")

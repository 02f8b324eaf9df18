"""Rallyman: GT."""

from paddock.core.messages import add_catalogue
from paddock.games.rallyman.gt.game import RALLYMAN_GT, RallymanGt

__all__ = ["RALLYMAN_GT", "RallymanGt"]

add_catalogue("paddock.games.rallyman.gt")

"""Rallyman: DIRT: single stages and rallies against the clock."""

from paddock.core.messages import add_catalogue
from paddock.games.rallyman.dirt.game import RALLYMAN_DIRT, RallymanDirt

add_catalogue("paddock.games.rallyman.dirt")

__all__ = ["RALLYMAN_DIRT", "RallymanDirt"]

"""Dirt & Dust: dice, a Racing Team of cards, and a road whose cards fall off the board."""

from paddock.core.messages import add_catalogue
from paddock.games.dirt_and_dust.game import DIRT_AND_DUST, DirtAndDust

add_catalogue("paddock.games.dirt_and_dust")

__all__ = ["DIRT_AND_DUST", "DirtAndDust"]

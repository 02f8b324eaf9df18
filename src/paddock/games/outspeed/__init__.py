"""Outspeed: a hover race with secret route choices."""

from paddock.core.messages import add_catalogue
from paddock.games.outspeed.game import Outspeed, outspeed

add_catalogue("paddock.games.outspeed")

__all__ = ["Outspeed", "outspeed"]

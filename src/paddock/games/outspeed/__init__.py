"""Outspeed: a hover race with secret route choices."""

from paddock.core.messages import add_catalogue
from paddock.games.outspeed.game import OUTSPEED, Outspeed

add_catalogue("paddock.games.outspeed")

__all__ = ["OUTSPEED", "Outspeed"]

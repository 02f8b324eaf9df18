"""Loads, when it is imported, what helpers need: games, bots, what is asked of them, the usual roads."""

from paddock.core.registry import bots, games
from paddock.server.tables import botpool, explorer

ASKED = (botpool, explorer)
for name, game in games().items():
    bots(name)
    game.start(game.options(None), game.seats[0])

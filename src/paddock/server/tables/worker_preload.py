"""Loads, when it is imported, what helpers need: games, bots, what is asked of them, the usual roads."""

from paddock.core.registry import bots, games
from paddock.server.tables import bot_runner, questions

ASKED = (bot_runner, questions)
for name, game in games().items():
    bots(name)
    game.start(game.options(None), game.seats[0])

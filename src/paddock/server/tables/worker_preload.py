"""Imported by worker processes: loads games, bots, their question types and the usual roads."""

from paddock.core.registry import bots, games
from paddock.server.tables import bot_runner, questions

ASKED = (bot_runner, questions)
for name, game in games().items():
    bots(name)
    game.start(game.options(None), game.seats[0])

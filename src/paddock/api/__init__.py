"""The public interface of `import paddock`: games, matches, positions, simulations."""

from paddock.api.games import bots_of, game, games
from paddock.api.match import Match, load, start
from paddock.api.position import Actions, Child, Position, position
from paddock.arena.simulation import simulate
from paddock.core.errors import BadInput, IllegalAction, PaddockError
from paddock.core.game import Game

__all__ = [
    "Actions",
    "BadInput",
    "Child",
    "Game",
    "IllegalAction",
    "Match",
    "PaddockError",
    "Position",
    "bots_of",
    "game",
    "games",
    "load",
    "position",
    "simulate",
    "start",
]

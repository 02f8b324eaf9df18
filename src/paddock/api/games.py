"""The installed games and bots."""

from __future__ import annotations

from paddock.core import registry
from paddock.core.game import AnyGame


def games() -> dict[str, AnyGame]:
    """Returns all games by name.

    >>> list(games())
    ['dirt-and-dust', 'outspeed', 'rallyman-dirt', 'rallyman-gt']
    """
    return registry.games()


def game(name: str | AnyGame) -> AnyGame:
    """Returns the game of that name; raises BadInput that lists the known ones.

    >>> game("rallyman-gt").title
    'Rallyman: GT'
    """
    return registry.find_game(name) if isinstance(name, str) else name


def bots_of(name: str | AnyGame) -> list[str]:
    """Returns the names of the bots that play a game, weakest first.

    >>> "club" in bots_of("outspeed")
    True
    """
    return list(registry.bots(game(name).name))

"""All installed games and bots, from the entry points `paddock.games` and `paddock.bots` of any package."""

from __future__ import annotations

import logging
from functools import lru_cache
from importlib.metadata import EntryPoint, entry_points

from paddock.core.errors import BadInput
from paddock.core.game import AnyGame, Bot

_LOG = logging.getLogger("paddock.registry")
_EXTRA_GAMES: dict[str, AnyGame] = {}
_EXTRA_BOTS: dict[str, type[Bot]] = {}


@lru_cache
def _installed_games() -> dict[str, AnyGame]:
    return {point.name: point.load() for point in entry_points(group="paddock.games")}


@lru_cache
def _installed_bots() -> dict[str, type[Bot]]:
    found = {point.name: _load(point) for point in entry_points(group="paddock.bots")}
    return {name: _complete(name, bot) for name, bot in found.items() if bot is not None}


def _load(point: EntryPoint) -> type[Bot] | None:
    """Loads the bot of an entry point; logs a warning and returns None if its package is broken."""
    try:
        bot: type[Bot] = point.load()
    except ImportError as error:
        _LOG.warning("bot %s is left out: %s", point.name, error)
        return None
    return bot


def _complete(name: str, bot: type[Bot]) -> type[Bot]:
    """Raises an error if a bot lacks a required attribute."""
    for told in ("name", "level", "strength", "pace", "choose"):
        if not hasattr(bot, told):
            raise BadInput("core.bad-bot", bot=name, reason=f"it has no `{told}`")
    return bot


def games() -> dict[str, AnyGame]:
    """Returns all games by name."""
    return dict(sorted({**_installed_games(), **_EXTRA_GAMES}.items()))


def find_game(name: str) -> AnyGame:
    """Returns the game of that name; raises BadInput that lists the known ones."""
    try:
        return games()[name]
    except KeyError:
        raise BadInput("core.unknown-game", game=name, known=list(games())) from None


def bots(game: str) -> dict[str, type[Bot]]:
    """Returns the bots that can play a game here by name, weakest first.

    Their entry points are `game.bot`, or `any.bot` for all games. A bot with a `missing_extra` is left out.
    """
    return {name: bot for name, bot in _known_bots(game).items() if not _missing_extra(bot)}


def unavailable_bots(game: str) -> dict[str, str]:
    """Returns the bots that cannot play a game here, each with the extra that has to be installed."""
    return {name: extra for name, bot in _known_bots(game).items() if (extra := _missing_extra(bot))}


def find_bot(game: str, name: str) -> Bot:
    """Returns a new bot for a game by its name or a former one.

    Raises BadInput that lists the known ones, or says which extra the bot needs.
    """
    known = _known_bots(game)
    found = known.get(name)
    for bot in known.values():
        if found is None and name in getattr(bot, "formerly", ()):
            found = bot
    if found is None:
        raise BadInput("core.unknown-bot", game=game, bot=name, known=list(bots(game)))
    if extra := _missing_extra(found):
        raise BadInput("core.extra-missing", what=f"{game} {name}", extra=extra, reason="numba")
    return found()


def _known_bots(game: str) -> dict[str, type[Bot]]:
    return _sorted_bots(game, tuple(_EXTRA_BOTS.items()))


@lru_cache
def _sorted_bots(game: str, extra: tuple[tuple[str, type[Bot]], ...]) -> dict[str, type[Bot]]:
    found = {**_installed_bots(), **dict(extra)}
    return {
        bot: found[key]
        for key in sorted(found, key=lambda key: (found[key].strength, key))
        for home, _, bot in [key.partition(".")]
        if home in ("any", game)
    }


def _missing_extra(bot: type[Bot]) -> str:
    extra: str = getattr(bot, "missing_extra", "")
    return extra


def add_game(game: AnyGame) -> None:
    """Registers a game that no installed package provides, such as a test's."""
    _EXTRA_GAMES[game.name] = game


def add_bot(game: str, name: str, bot: type[Bot]) -> None:
    """Registers a bot that no installed package provides; `game` may be `any`."""
    _EXTRA_BOTS[f"{game}.{name}"] = _complete(name, bot)

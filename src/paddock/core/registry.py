"""Which games there are: every installed package may bring some (entry points `paddock.games`)."""

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
    """The bot of an entry point; None, with a warning, if its package is not whole: others play on."""
    try:
        bot: type[Bot] = point.load()
    except ImportError as error:
        _LOG.warning("bot %s is left out: %s", point.name, error)
        return None
    return bot


def _complete(name: str, bot: type[Bot]) -> type[Bot]:
    """Refuse a bot that does not say all a bot says of itself."""
    for told in ("name", "level", "strength", "pace", "choose"):
        if not hasattr(bot, told):
            raise BadInput("core.bad-bot", bot=name, reason=f"it has no `{told}`")
    return bot


def games() -> dict[str, AnyGame]:
    """All games by name."""
    return dict(sorted({**_installed_games(), **_EXTRA_GAMES}.items()))


def find_game(name: str) -> AnyGame:
    """The game of that name; raises BadInput that lists the known ones."""
    try:
        return games()[name]
    except KeyError:
        raise BadInput("core.unknown-game", game=name, known=list(games())) from None


def bots(game: str) -> dict[str, type[Bot]]:
    """The bots that can play a game here, by name, weakest first.

    Their entry points are `game.bot`, or `any.bot` for all games. A bot with a `missing_extra` is left out.
    """
    return {name: bot for name, bot in _known_bots(game).items() if not _missing_extra(bot)}


def unavailable_bots(game: str) -> dict[str, str]:
    """The bots that cannot play a game here, each with the extra of the package that has to be installed."""
    return {name: extra for name, bot in _known_bots(game).items() if (extra := _missing_extra(bot))}


def find_bot(game: str, name: str) -> Bot:
    """A fresh bot for a game, by its name or one it had before.

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
    """Make a game known that no installed package brings, such as a test's."""
    _EXTRA_GAMES[game.name] = game


def add_bot(game: str, name: str, bot: type[Bot]) -> None:
    """Make a bot known that no installed package brings; `game` may be `any`."""
    _EXTRA_BOTS[f"{game}.{name}"] = _complete(name, bot)

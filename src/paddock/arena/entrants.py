"""Finds bots by name, or by module and class for bots that are not installed."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

from paddock.core.errors import BadInput
from paddock.core.game import Bot
from paddock.core.registry import find_bot
from paddock.solve.table_cache import be_patient


def bot_for(game: str, name: str) -> Bot:
    """Returns a new bot: one installed for the game, or `package.module:Class` from the import path.

    Only the person who starts a series may name a module; the server accepts installed bots alone. Bots of
    a series wait for their value tables, so that the same game is played the same way everywhere.
    """
    be_patient()
    module, colon, cls = name.partition(":")
    if not colon:
        return find_bot(game, name)
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.append(here)
    try:
        bot: Bot = getattr(importlib.import_module(module), cls)()
    except (ImportError, AttributeError, TypeError, ValueError) as error:
        raise BadInput("core.bad-bot", bot=name, reason=str(error)) from None
    if not callable(getattr(bot, "choose", None)):
        raise BadInput("core.bad-bot", bot=name, reason="it has no `choose`")
    return bot

"""The rules of the games. The package can be called, too: `paddock.games()` are all games by name."""

from __future__ import annotations

import sys
from types import ModuleType

from paddock.core import registry
from paddock.core.game import AnyGame


class _Games(ModuleType):
    """The package and the function of the same name are one object: `paddock.games` is both."""

    def __call__(self) -> dict[str, AnyGame]:
        """All games by name."""
        return registry.games()


sys.modules[__name__].__class__ = _Games

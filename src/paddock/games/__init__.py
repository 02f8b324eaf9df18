"""The rules of the games. The package is also a function: `paddock.games()` returns all games by name."""

from __future__ import annotations

import sys
from types import ModuleType

from paddock.core import registry
from paddock.core.game import AnyGame


class _Games(ModuleType):
    """Makes the package callable: `paddock.games` is both the package and the function."""

    def __call__(self) -> dict[str, AnyGame]:
        """Returns all games by name."""
        return registry.games()


sys.modules[__name__].__class__ = _Games

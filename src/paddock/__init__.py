"""Paddock: play, simulate and solve racing board games.

>>> import paddock
>>> match = paddock.start("outspeed", seats=3, seed=7)
>>> match.asked
(0, 1, 2)
>>> match.actions()
<3 actions: program red, program yellow, program blue>
>>> _ = match.act("program red", seat=0)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from paddock.api import (
        Actions,
        BadInput,
        Child,
        Game,
        IllegalAction,
        Match,
        PaddockError,
        Position,
        bots_of,
        game,
        games,
        load,
        position,
        simulate,
        start,
    )

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


def __getattr__(name: str) -> Any:
    """The public names, imported when they are first used: parts of Paddock stay light by themselves."""
    if name in __all__:
        from paddock import api

        return getattr(api, name)
    raise AttributeError(f"module 'paddock' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])

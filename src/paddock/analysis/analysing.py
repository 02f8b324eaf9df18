"""Where the analyses of games are, and the one door to them."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from paddock.analysis.report import Report
from paddock.core.errors import BadInput
from paddock.core.logs import Log
from paddock.solve import Store, Wish
from paddock.solve.contract import Watch, unwatched

Analyser = Callable[[Log, Wish, Store, Watch], Report]

_ANALYSERS = {"rallyman-gt": "paddock.analysis.gt"}
"""Modules with an `analyse_drive`, by game; loaded when asked for."""
WISH = Wish(gap=0.5)


def analysers() -> tuple[str, ...]:
    """The games whose logs can be analysed."""
    return tuple(_ANALYSERS)


def analyse(log: Log, wish: Wish = WISH, store: Store | None = None, watch: Watch = unwatched) -> Report:
    """The report of a drive alone; a track that is not solved yet is solved and kept for it.

    BadInput says what cannot be analysed, LogError what was played under other rules.
    """
    game = log.header.game
    if game not in _ANALYSERS:
        raise BadInput("analysis.no-analyser", game=game, known=", ".join(_ANALYSERS))
    if len(log.header.seats) != 1:
        raise BadInput("analysis.not-solo", n=len(log.header.seats))
    found: Analyser = import_module(_ANALYSERS[game]).analyse_drive
    return found(log, wish, store or Store(), watch)

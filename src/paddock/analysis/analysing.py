"""Where the evaluators of games are, and the one door to reports."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from paddock.analysis.evaluating import Evaluator
from paddock.analysis.following import follow
from paddock.analysis.report import Cards, Report
from paddock.core.errors import BadInput
from paddock.core.logs import Log
from paddock.solve import Store, Wish
from paddock.solve.contract import Watch, unwatched

Opening = Callable[[Log, Cards, Wish, Store, Watch], Evaluator]

_EVALUATORS = {
    "dirt-and-dust": "paddock.analysis.dirt_and_dust",
    "outspeed": "paddock.analysis.outspeed",
    "rallyman-dirt": "paddock.analysis.dirt",
    "rallyman-gt": "paddock.analysis.gt",
}
"""Modules with an `evaluator`, by game; loaded when asked for."""
WISH = Wish(gap=0.5)
VERSION = 3
"""Rises when reports change: those that are kept are computed anew."""


def analysers() -> tuple[str, ...]:
    """The games that can be analysed."""
    return tuple(_EVALUATORS)


def evaluator_of(
    log: Log,
    cards: Cards = "own",
    wish: Wish = WISH,
    store: Store | None = None,
    watch: Watch = unwatched,
) -> Evaluator:
    """What a game is valued with; a drive alone may be solved for it first. BadInput: there is nothing."""
    game = log.header.game
    if game not in _EVALUATORS:
        raise BadInput("analysis.no-analyser", game=game, known=", ".join(_EVALUATORS))
    opened: Opening = import_module(_EVALUATORS[game]).evaluator
    return opened(log, cards, wish, store or Store(), watch)


def analyse(
    log: Log,
    wish: Wish = WISH,
    store: Store | None = None,
    watch: Watch = unwatched,
    cards: Cards = "own",
) -> Report:
    """The report of a game; a track that is not solved yet is solved and kept for it.

    `cards`: hidden games are looked at as the seats knew them, or with all cards open. BadInput says what
    cannot be analysed, LogError what was played under other rules.
    """
    return follow(log, evaluator_of(log, cards, wish, store, watch), cards, watch)

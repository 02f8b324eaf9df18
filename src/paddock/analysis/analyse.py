"""Entry point of the analysis: finds the evaluator of a game and returns its report."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from paddock.analysis.attribution import follow
from paddock.analysis.evaluator import Evaluator
from paddock.analysis.report import Cards, Report
from paddock.core.errors import BadInput
from paddock.core.logs import Log
from paddock.solve import Store, Wish
from paddock.solve.solver import Watch, unwatched

Opening = Callable[[Log, Cards, Wish, Store, Watch], Evaluator]

_EVALUATORS = {
    "dirt-and-dust": "paddock.analysis.dirt_and_dust",
    "outspeed": "paddock.analysis.outspeed",
    "rallyman-dirt": "paddock.analysis.dirt.evaluator",
    "rallyman-gt": "paddock.analysis.gt.evaluator",
}
"""Modules with an `evaluator`, by game; imported on first use."""
WISH = Wish(gap=0.5)
VERSION = 3
"""Increase it when reports change: stored reports of older versions are computed again."""


def analysers() -> tuple[str, ...]:
    """Returns the games that can be analysed."""
    return tuple(_EVALUATORS)


def evaluator_of(
    log: Log,
    cards: Cards = "own",
    wish: Wish = WISH,
    store: Store | None = None,
    watch: Watch = unwatched,
) -> Evaluator:
    """Returns the evaluator of a game; may solve a solo drive first. Raises BadInput if there is none."""
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
    """Returns the report of a game; solves a solo drive first if its solution is not stored.

    `cards`: analyse hidden games as the seats knew them, or with all cards open. Raises BadInput if the
    game cannot be analysed, and LogError if it was played under other rules.
    """
    return follow(log, evaluator_of(log, cards, wish, store, watch), cards, watch)

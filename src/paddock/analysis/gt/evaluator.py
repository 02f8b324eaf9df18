"""Evaluators for Rallyman: GT: the solution of a solo drive, otherwise the drivers' estimates."""

from __future__ import annotations

from paddock.analysis.evaluator import Evaluator
from paddock.analysis.report import Cards
from paddock.core.logs import Decision, Log
from paddock.games.rallyman.gt import RALLYMAN_GT
from paddock.games.rallyman.gt import actions as a
from paddock.games.rallyman.gt.components import Tyre
from paddock.solve import Store, Wish
from paddock.solve.solver import Watch, unwatched


def evaluator(log: Log, cards: Cards, wish: Wish, store: Store, watch: Watch = unwatched) -> Evaluator:
    """Returns the evaluator of a game; solves a solo drive in fixed weather first if necessary."""
    from paddock.analysis.gt.race import RaceEvaluator

    options = RALLYMAN_GT.options(log.header.options)
    if len(log.header.seats) > 1 or options.changing_weather:
        return RaceEvaluator(solo=len(log.header.seats) == 1)
    from paddock.analysis.gt.solved import SolvedDrive
    from paddock.solve.gt.solver import SOLVER

    return SolvedDrive(SOLVER.solution(options, wish, store, watch, tyre=_tyre(log)))


def _tyre(log: Log) -> Tyre | None:
    """Returns the tyre chosen before the start, or None."""
    for _, record in log.counted:
        if isinstance(record, Decision):
            action = RALLYMAN_GT.action(record.action)
            if isinstance(action, a.ChooseTyre):
                return action.tyre
    return None

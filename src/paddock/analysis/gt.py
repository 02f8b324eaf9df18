"""What Rallyman: GT is analysed with: the solution of a drive alone, else what drivers expect."""

from __future__ import annotations

from paddock.analysis.evaluating import Evaluator
from paddock.analysis.report import Cards
from paddock.core.logs import Decision, Log
from paddock.games.rallyman.gt import RALLYMAN_GT
from paddock.games.rallyman.gt import actions as a
from paddock.games.rallyman.gt.components import Tyre
from paddock.solve import Store, Wish
from paddock.solve.contract import Watch, unwatched


def evaluator(log: Log, cards: Cards, wish: Wish, store: Store, watch: Watch = unwatched) -> Evaluator:
    """The evaluator of a game; a drive alone in fixed weather is solved first where that was not done."""
    from paddock.analysis.gt_race import RaceEvaluator

    options = RALLYMAN_GT.options(log.header.options)
    if len(log.header.seats) > 1 or options.changing_weather:
        return RaceEvaluator(solo=len(log.header.seats) == 1)
    from paddock.analysis.gt_solved import SolvedDrive
    from paddock.solve.gt.solver import SOLVER

    return SolvedDrive(SOLVER.solution(options, wish, store, watch, tyre=_tyre(log)))


def _tyre(log: Log) -> Tyre | None:
    """The tyre that was chosen before the start, if any was."""
    for _, record in log.counted:
        if isinstance(record, Decision):
            action = RALLYMAN_GT.action(record.action)
            if isinstance(action, a.ChooseTyre):
                return action.tyre
    return None

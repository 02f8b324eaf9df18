"""Evaluators for Rallyman: DIRT: the stored solution of a solo rally, otherwise the drivers' estimates."""

from __future__ import annotations

from importlib.util import find_spec

from paddock.analysis.dirt.drive import DriveEvaluator
from paddock.analysis.evaluator import Evaluator
from paddock.analysis.report import Cards
from paddock.core.logs import Log
from paddock.games.rallyman.dirt import RALLYMAN_DIRT
from paddock.solve import Store, Wish, kept
from paddock.solve.solver import Watch, unwatched


def evaluator(log: Log, cards: Cards, wish: Wish, store: Store, watch: Watch = unwatched) -> Evaluator:
    """Returns the evaluator of a rally; solves nothing."""
    options = RALLYMAN_DIRT.options(log.header.options)
    alone = len(log.header.seats) == 1 and not options.carried and find_spec("numba") is not None
    if alone and kept(RALLYMAN_DIRT.name, options, store).perfect is not None:
        from paddock.analysis.dirt.solved import SolvedRally
        from paddock.solve.dirt.solver import SOLVER

        return SolvedRally(SOLVER.solved(options, wish, store, watch))
    return DriveEvaluator()

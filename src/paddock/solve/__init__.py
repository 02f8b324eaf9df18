"""Exact and near-exact solutions of solo drives; every optimum has proven bounds.

`find_solver(game)` returns the solver of a game. A solution has the value of every position and the best
decision there. `small` solves small worlds of any game by brute force, to test the other solvers.
"""

from paddock.core.messages import add_catalogue
from paddock.solve.perfect_drive import Bounds, CellUse, PerfectDrive, StepUse, TileCost
from paddock.solve.solver import Kept, Wish, find_shelf, find_solver, kept, solvers
from paddock.solve.store import Store

__all__ = [
    "Bounds",
    "CellUse",
    "Kept",
    "PerfectDrive",
    "StepUse",
    "Store",
    "TileCost",
    "Wish",
    "find_shelf",
    "find_solver",
    "kept",
    "solvers",
]

add_catalogue("paddock.solve")

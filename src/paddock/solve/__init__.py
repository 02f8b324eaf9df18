"""Exact and near-exact solutions of solo drives; every optimum comes with its proven bounds.

`solver(game)` finds what solves a game; its solution says what every position is worth and what to do
there. `small` solves small worlds of any game by brute force, the oracle of the rest.
"""

from paddock.core.messages import add_catalogue
from paddock.solve.contract import Kept, Wish, find_shelf, find_solver, kept, solvers
from paddock.solve.perfect import Bounds, CellUse, PerfectDrive, StepUse, TileCost
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

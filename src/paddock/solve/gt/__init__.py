"""Rallyman: GT alone against the clock, solved."""

from paddock.solve.gt.solver import SOLVER, GtSolver

__all__ = ["SOLVER", "GtSolver"]

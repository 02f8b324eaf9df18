"""An evaluator for a solo drive of Rallyman: GT: its solution, exact up to the gap between the bounds."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Literal, NamedTuple

from paddock.analysis.evaluator import Judgement
from paddock.analysis.mistakes import plan_fault, plan_risk, step_fault
from paddock.analysis.report import Basis, Unit
from paddock.games.rallyman.gt import actions as a
from paddock.games.rallyman.gt.drive import drive_of
from paddock.games.rallyman.gt.solo import track_seconds
from paddock.games.rallyman.gt.state import State
from paddock.solve.gt.solution import Solution

DECIDING = ("plan", "step", "relay", "side", "pit")


class SolvedDrive:
    """Values a drive by its solution: time recorded and to go."""

    unit: Unit = "seconds"
    lowest = True
    basis: Basis = "solution"
    noise = 0.0
    hidden = False
    surprise: Literal["drift", "rivals"] = "drift"

    def __init__(self, solution: Solution) -> None:
        self.solution = solution
        self.error = solution.bounds.gap

    def value(self, state: State, seat: int) -> float:
        """Returns the seconds recorded and to go."""
        return track_seconds(state.marks) + float(self.solution.value(state))

    def judge(self, state: State, seat: int, action: a.GtAction) -> Judgement | None:
        """Judges a decision against the best one of the solution."""
        if isinstance(action, a.ChooseTyre | a.Retire):
            return None
        solution, noted = self.solution, track_seconds(state.marks)
        best = solution.choose(state)
        worth, least = float(solution.worth(state, action)), float(solution.worth(state, best))
        rated = Judgement(noted + worth, best, noted + least)
        return rated._replace(**looked_at(state, action, best)._asdict())

    def awake(self, state: State) -> Iterable[int]:
        """Returns the driver if a decision is due or the drive is over; nobody after giving up."""
        return (0,) if state.phase in DECIDING or state.places else ()

    def roller(self, state: State) -> int | None:
        """Returns the driver, who owns all dice."""
        return 0

    def lumped(self, state: State) -> bool:
        """Returns true: values are exact, so dice count together until the next decision."""
        return True

    def moment(self, state: State) -> Hashable:
        """Returns the round, which has one turn."""
        return state.round


class Look(NamedTuple):
    """The kind of mistake of a plan, and the risks of both plans."""

    fault: str
    risk: float | None
    best_risk: float | None


def looked_at(state: State, action: a.GtAction, best: a.GtAction) -> Look:
    """Returns how a decision differs from the best one."""
    drive = drive_of(state, state.seat)
    risk, best_risk = plan_risk(drive, action), plan_risk(drive, best)
    if isinstance(action, a.Plan) and isinstance(best, a.Plan):
        return Look(plan_fault(action, best, risk or 0.0, best_risk or 0.0), risk, best_risk)
    return Look(step_fault(action, best), risk, best_risk)

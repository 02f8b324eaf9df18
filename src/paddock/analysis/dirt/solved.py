"""An evaluator for a solo rally of Rallyman: DIRT, from its solution."""

from __future__ import annotations

from typing import Any

from paddock.analysis.dirt.drive import DriveEvaluator
from paddock.analysis.evaluator import Judgement
from paddock.analysis.mistakes import plan_fault, plan_risk, step_fault
from paddock.analysis.report import Basis
from paddock.games.rallyman.dirt import RALLYMAN_DIRT
from paddock.games.rallyman.dirt import actions as a
from paddock.games.rallyman.dirt.cards import pile_seconds
from paddock.games.rallyman.dirt.drive import drive_of
from paddock.games.rallyman.dirt.rally import totals
from paddock.games.rallyman.dirt.state import State
from paddock.solve.dirt.rally import RallyPolicy, RallySolution


class SolvedRally(DriveEvaluator):
    """Values a rally by the upper bound of its solution: time recorded and to go."""

    basis: Basis = "solution"

    def __init__(self, solution: RallySolution) -> None:
        self.policy = RallyPolicy(solution)
        lower, upper = solution.bounds
        self.error = upper - lower

    def value(self, state: State, seat: int) -> float | None:
        """Returns the seconds recorded and to go."""
        if state.phase == "over":
            return float(totals(state)[0])
        if state.phase == "driver":
            return None
        if state.phase == "service":
            actions = RALLYMAN_DIRT.actions(state, 0)
            return min(self._after(state, action) for action in actions)
        return _noted(state) + self.policy.value(state)

    def _after(self, state: State, action: Any) -> float:
        """Returns the value after a decision."""
        twin = RALLYMAN_DIRT.clone(state)
        RALLYMAN_DIRT.act(twin, 0, action)
        if RALLYMAN_DIRT.pending(twin).over:
            return float(totals(twin)[0])
        driver = self.policy.drivers[twin.stage if state.phase == "service" else state.stage]
        return _noted(twin) + driver.value(twin) if len(twin.sheet) <= twin.stage else self._behind(twin)

    def _behind(self, state: State) -> float:
        """Returns the value between two stages: the next start, with a wheel change if that is better."""
        found = self.value(state, 0)
        assert found is not None
        return found

    def judge(self, state: State, seat: int, action: a.DirtAction) -> Judgement | None:
        """Judges a decision against the best one of the solution."""
        if isinstance(action, a.TakeTime):
            return None
        best = self.policy.action(state)
        worth, least = self._after(state, action), self._after(state, best)
        drive = drive_of(state, 0) if state.phase != "service" else None
        risk = plan_risk(drive, action) if drive else None
        best_risk = plan_risk(drive, best) if drive else None
        if isinstance(action, a.Plan) and isinstance(best, a.Plan):
            fault = plan_fault(action, best, risk or 0.0, best_risk or 0.0)
        else:
            fault = step_fault(action, best)
        return Judgement(worth, best, least, fault, risk, best_risk)


def _noted(state: State) -> float:
    done = totals(state)[0]
    return float(done if len(state.sheet) > state.stage else done + pile_seconds(state.cars[0]))

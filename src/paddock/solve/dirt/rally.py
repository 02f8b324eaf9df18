"""Solves a rally backwards, each stage with the value behind its finish."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from paddock.games.rallyman.dirt import RALLYMAN_DIRT
from paddock.games.rallyman.dirt import actions as a
from paddock.games.rallyman.dirt.stages import roads_of, stages_of
from paddock.games.rallyman.dirt.state import DirtOptions, State
from paddock.solve.dirt.box_arrays import Figures, figures
from paddock.solve.dirt.policy import Policy
from paddock.solve.dirt.problem import Depth
from paddock.solve.dirt.stage import DEFAULT, Solved, StageSolution, solve_stage
from paddock.solve.dirt.stage_problem import ABOVE, Held, Home, StageCase, nothing_behind, stage_case
from paddock.solve.perfect_drive import PerfectDrive
from paddock.solve.solver import Watch, Wish, unwatched

Cars = dict[int, Solved]
"""The tables of cars by stage number."""


class RallySolution(NamedTuple):
    """The stages of a rally, solved from the last to the first."""

    options: DirtOptions
    stages: tuple[StageSolution, ...]
    shown: PerfectDrive | None = None
    """The data for display, if it was computed before."""

    @property
    def bounds(self) -> tuple[float, float]:
        """The bounds of the least expected rally time, from the first start line."""
        return self.stages[0].start()


def solve_rally(
    options: DirtOptions,
    depth: Depth | None = None,
    cap: int | None = None,
    watch: Watch = unwatched,
    begun: Cars | None = None,
    wish: Wish = DEFAULT,
) -> RallySolution:
    """Solves a rally, or its only stage; raises BadInput if that is impossible.

    `begun` holds cars solved before, and receives those solved now.
    """
    RALLYMAN_DIRT.start(options, 1)  # reject impossible drives before solving for minutes
    begun = {} if begun is None else begun
    box = figures()
    home = nothing_behind(box)
    solved: list[StageSolution] = []
    count = len(stages_of(options))
    for number in range(count - 1, -1, -1):
        case = case_of(options, number, box)
        case = case._replace(depth=depth or case.depth, cap=case.cap if cap is None else cap)
        before = len(solved)

        def look(done: float, told: str, before: int = before) -> None:
            watch((before + done) / count, told)

        solution = solve_stage(case, home, look, begun.setdefault(number, {}), wish)
        solved.append(solution)
        if number:
            home = home_before(options, number, solution, box)
    return RallySolution(options, tuple(reversed(solved)))


def case_of(options: DirtOptions, number: int, box: Figures) -> StageCase:
    """Returns the problem of a stage of a rally, with the damage and the missing tokens it can start with."""
    stages, roads = stages_of(options), roads_of(options)
    fresh = number == 0 or stages[number - 1].assistance
    hidden = 0
    if not fresh:
        since = max((n + 1 for n in range(number) if stages[n].assistance), default=0)
        cuts = sum(len(roads[n].shortcuts) for n in range(since, number))
        _, coast, brake = box.caps
        hidden = int(box.bag[3] + box.bag[1] - coast + box.bag[2] - brake) + cuts
    return stage_case(options, roads[number], any_car=not fresh, hidden=hidden)


def home_before(options: DirtOptions, number: int, solution: StageSolution, box: Figures) -> Home:
    """Returns the values behind the stage before `number`: service, a wheel change there, the next start."""
    assistance = stages_of(options)[number - 1].assistance
    home = nothing_behind(box)
    finished, retired = home.finished, home.retired
    for sisu in (0, 1) if options.sisu != "off" else (0,):
        token = bool(sisu) or options.sisu == "stage"
        retired[:, sisu] = solution.start((0, 0, 0), spare=True, sisu=token)
        for spare in (0, 1):
            for held in np.ndindex(finished.shape[3:]):
                if assistance:
                    found = retired[:, sisu]
                else:
                    found = np.array(_next_start(options, solution, held, bool(spare), bool(sisu)))
                finished[(slice(None), spare, sisu, *held)] = found
    return Home(True, finished, retired)


def _next_start(
    options: DirtOptions, solution: StageSolution, held: Held, spare: bool, sisu: bool
) -> tuple[float, float]:
    """Returns the bounds of the next stage, after a wheel change if that is better (DIRT-SPARE-6)."""
    lower, upper = solution.start(held, spare=spare, sisu=sisu)
    mended = _mended(options, held, solution.stage.figures)
    if spare and mended is not None:
        other = solution.start(mended[0], spare=False, sisu=sisu)[0]
        harsh = solution.start(mended[1], spare=False, sisu=sisu)[1]
        return min(lower, other), min(upper, harsh)
    return lower, upper


def _mended(options: DirtOptions, held: Held, box: Figures) -> tuple[Held, Held] | None:
    """Returns a car after a wheel change, at best and at worst: at their cap there may be more tokens."""
    part = 0 if options.spare_wheel_removes == "gear" else 1
    if not held[part]:
        return None
    fewer = list(held)
    fewer[part] -= 1
    best: Held = (fewer[0], fewer[1], fewer[2])
    return best, held if held[part] == box.caps[part] else best


class RallyPolicy:
    """The optimal policy for a whole rally."""

    def __init__(self, solution: RallySolution) -> None:
        self.solution = solution
        self.drivers = tuple(Policy(stage) for stage in solution.stages)

    def action(self, state: State) -> a.DirtAction:
        """Returns the best decision in a solo rally."""
        if state.phase == "service":
            return min(RALLYMAN_DIRT.actions(state, 0), key=lambda action: self._after_service(state, action))
        return self.drivers[state.stage].action(state)

    def value(self, state: State) -> float:
        """Returns the expected time to the end of the rally (upper bound)."""
        return self.drivers[state.stage].value(state)

    def _after_service(self, state: State, action: a.DirtAction) -> float:
        twin = RALLYMAN_DIRT.clone(state)
        RALLYMAN_DIRT.act(twin, 0, action)
        car, driver = twin.cars[0], self.drivers[state.stage + 1]
        start = driver.solution.start(driver.held(twin), spare=car.spare, sisu=car.sisu)
        return start[ABOVE]

"""The solver of Rallyman: DIRT behind the common protocol."""

from __future__ import annotations

from typing import Any

import msgspec

from paddock.core.errors import BadInput
from paddock.core.play import settle
from paddock.games.rallyman.dirt import RALLYMAN_DIRT
from paddock.games.rallyman.dirt.stages import road
from paddock.games.rallyman.dirt.state import DirtOptions, State, Step
from paddock.solve.dirt.damage_levels import levels
from paddock.solve.dirt.files import arrays_of, arrays_of_cars, cars_in, restored
from paddock.solve.dirt.presentation import perfect_of
from paddock.solve.dirt.problem import CAP, GAME, Depth, course_of, part_of
from paddock.solve.dirt.rally import RallyPolicy, RallySolution, solve_rally
from paddock.solve.perfect_drive import Advice, Choice, PerfectDrive
from paddock.solve.solver import Watch, Wish, perfect_in, unwatched
from paddock.solve.store import Store
from paddock.tracks.road_dirt import DirtRoad


class DirtSolver:
    """Solves solo stages and rallies of Rallyman: DIRT."""

    game = GAME
    depth = Depth()
    cap = CAP

    def solve(self, options: DirtOptions, wish: Wish, watch: Watch = unwatched) -> RallySolution:
        """Returns the solution of a drive."""
        return solve_rally(options, self.depth, self.cap, watch, wish=wish)

    def solved(
        self, options: DirtOptions, wish: Wish, store: Store, watch: Watch = unwatched, **more: Any
    ) -> RallySolution:
        """Returns the solution from the store; solves and stores it if it is missing or stale.

        If the work is stopped, the cars solved so far are in the store and the next call continues there.
        """
        for name in more:
            raise BadInput("solve.no-such-choice", game=GAME, name=name)
        course = course_of(options, self.depth, self.cap)
        stored = store.find(course)
        if stored is not None:
            return restored(options, self.depth, self.cap, stored)._replace(shown=perfect_in(stored))
        part = part_of(course)
        begun = cars_in(store.find(part))
        try:
            solution = solve_rally(options, self.depth, self.cap, watch, begun, wish)
        except BaseException:
            if any(begun.values()):
                store.save(part, {}, arrays_of_cars(begun, levels(self.depth, options.sisu != "off")))
            raise
        solution = solution._replace(shown=perfect_of(solution))
        store.save(course, {"perfect": msgspec.to_builtins(solution.shown)}, arrays_of(solution))
        store.path(part).unlink(missing_ok=True)
        return solution

    def perfect(self, solution: RallySolution) -> PerfectDrive:
        """Returns the bounds and the statistics of a few hundred simulated drives."""
        return solution.shown or perfect_of(solution)

    def road(self, solution: RallySolution) -> DirtRoad:
        """Returns the road of the first stage."""
        return solution.stages[0].stage.case.road

    def check_position(self, options: DirtOptions, position: str) -> None:
        """Raises BadInput if a position cannot be read."""
        self._placed(options, position)

    def advice(self, solution: RallySolution, position: str) -> Advice:
        """Returns the best decision on the first stage at `SPACE GEAR SECONDS`; `- 0 0` is the start."""
        state = self._placed(solution.options, position)
        driver = RallyPolicy(solution).drivers[0]
        found = driver.plan(state)
        if found is None:
            return Advice(position, driver.value(state), (Choice("pass", driver.value(state)),))
        way = road(state)
        told = " ".join(_told(step, way.name(step.cell)) for step in found.steps)
        return Advice(position, found.worth, (Choice(f"{told} {found.way}", found.worth),))

    def _placed(self, options: DirtOptions, position: str) -> State:
        """Returns the state of a car on a space of the first stage at the start of its turn."""
        words = position.split()
        if len(words) != 3 or not all(word.isdecimal() for word in words[1:]) or int(words[1]) > 6:
            raise BadInput("solve.bad-position", text=position)
        space, gear, seconds = words[0], int(words[1]), int(words[2])
        state: Any = RALLYMAN_DIRT.start(options, 1)
        settle(RALLYMAN_DIRT, state, lambda _: 0)
        car = state.cars[0]
        if space != "-":
            car.status, car.cell = "track", road(state).cell(space)
        car.gear, car.seconds = gear, seconds
        state.origin, state.origin_gear = car.cell, gear
        placed: State = state
        return placed


def _told(step: Step, name: str) -> str:
    """Returns a step in the notation of the rules."""
    return f"{step.die}{'b' * step.brakes}@{name}"


SOLVER = DirtSolver()

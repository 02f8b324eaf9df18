"""The solver of Rallyman: DIRT as the rest of Paddock calls it."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import msgspec

from paddock.core.errors import BadInput
from paddock.games.rallyman.dirt import RALLYMAN_DIRT
from paddock.games.rallyman.dirt.cards import pile_seconds
from paddock.games.rallyman.dirt.stages import road
from paddock.games.rallyman.dirt.state import DirtOptions, State, Step
from paddock.solve.contract import Watch, Wish, perfect_in, unwatched
from paddock.solve.dirt.courses import CAP, GAME, Depth, course_of
from paddock.solve.dirt.keeping import arrays_of, restored
from paddock.solve.dirt.rally import RallyPolicy, RallySolution, solve_rally
from paddock.solve.perfect import Advice, Bounds, CellUse, Choice, PerfectDrive, TileCost
from paddock.solve.store import Store
from paddock.tracks.road_dirt import DirtRoad

DRIVES = 400
"""Drives of the policy from which its times and lines are told."""


class DirtSolver:
    """Solves solo stages and rallies of Rallyman: DIRT."""

    game = GAME
    depth = Depth()
    cap = CAP

    def solve(self, options: DirtOptions, wish: Wish, watch: Watch = unwatched) -> RallySolution:
        """The solution of a drive."""
        return solve_rally(options, self.depth, self.cap, watch)

    def solved(
        self, options: DirtOptions, wish: Wish, store: Store, watch: Watch = unwatched, **more: Any
    ) -> RallySolution:
        """The solution from the store, solved and stored if it is missing or stale."""
        for name in more:
            raise BadInput("solve.no-such-choice", game=GAME, name=name)
        course = course_of(options, self.depth, self.cap)
        stored = store.find(course)
        if stored is not None:
            return restored(options, self.depth, self.cap, stored)._replace(shown=perfect_in(stored))
        solution = self.solve(options, wish, watch)
        solution = solution._replace(shown=self.perfect(solution))
        store.save(course, {"perfect": msgspec.to_builtins(solution.shown)}, arrays_of(solution))
        return solution

    def perfect(self, solution: RallySolution) -> PerfectDrive:
        """The bounds, and what the best driver does in a few hundred drives."""
        if solution.shown is not None:
            return solution.shown
        options = solution.options
        times: Counter[int] = Counter()
        stands: Counter[tuple[int, int, int]] = Counter()
        spent: Counter[tuple[int, int]] = Counter()
        lost: Counter[tuple[int, int]] = Counter()
        driver, rng = RallyPolicy(solution), random.Random(GAME)
        for _ in range(DRIVES):
            state = RALLYMAN_DIRT.start(options, 1)
            before = (0, -1, 0)
            while not (pending := RALLYMAN_DIRT.pending(state)).over:
                if pending.chance is not None:
                    node = pending.chance
                    if state.phase == "back":
                        lost[state.stage, road(state).tile[state.lost_on]] += 1
                    RALLYMAN_DIRT.resolve(state, rng.choices(node.outcomes, node.weights)[0])
                else:
                    if state.phase == "plan" and state.car.cell >= 0:
                        car = state.car
                        stands[state.stage, car.cell, car.gear] += 1
                        now = sum(_seconds(state))
                        if before[:2] != (state.stage, car.cell):
                            spent[state.stage, road(state).tile[car.cell]] += now - before[2]
                        before = (state.stage, car.cell, now)
                    RALLYMAN_DIRT.act(state, 0, driver.action(state))
            result = RALLYMAN_DIRT.result(state)
            assert result is not None
            times[int(result.scores[0])] += 1
        lower, upper = solution.bounds
        first = self.road(solution)
        return PerfectDrive(
            game=GAME,
            rules_version=RALLYMAN_DIRT.rules_version,
            course=RALLYMAN_DIRT.course(options) or "",
            options=msgspec.to_builtins(options),
            unit="seconds",
            bounds=Bounds(lower, upper),
            parts={f"SS{n + 1}": stage.start()[1] for n, stage in enumerate(solution.stages)},
            distribution=tuple((time, count / DRIVES) for time, count in sorted(times.items())),
            cells=tuple(
                CellUse(cell, first.name(cell), sum(use), use)
                for cell in range(len(first))
                if sum(use := tuple(stands[0, cell, gear] / DRIVES for gear in range(7)))
            ),
            tiles=tuple(
                TileCost(tile, face, spent[0, tile] / DRIVES, lost[0, tile] / DRIVES)
                for tile, face in enumerate(first.tiles)
            ),
            facts={
                "drives": float(DRIVES),
                "cars": float(sum(len(stage.tables) for stage in solution.stages)),
            },
        )

    def road(self, solution: RallySolution) -> DirtRoad:
        """The first stage."""
        return solution.stages[0].stage.case.road

    def advice(self, solution: RallySolution, position: str) -> Advice:
        """What to do on the first stage at `SPACE GEAR SECONDS`, such as `12.L 4 3`; `- 0 0`: the start."""
        words = position.split()
        if len(words) != 3 or not all(word.isdecimal() for word in words[1:]) or int(words[1]) > 6:
            raise BadInput("solve.bad-position", text=position)
        state = self._placed(solution.options, words[0], int(words[1]), int(words[2]))
        driver = RallyPolicy(solution).drivers[0]
        found = driver.plan(state)
        if found is None:
            return Advice(position, driver.value(state), (Choice("pass", driver.value(state)),))
        way = road(state)
        told = " ".join(_told(step, way.name(step.cell)) for step in found.steps)
        return Advice(position, found.worth, (Choice(f"{told} {found.way}", found.worth),))

    def _placed(self, options: DirtOptions, space: str, gear: int, seconds: int) -> State:
        """A car on a space of the first stage at the start of its turn."""
        state: Any = RALLYMAN_DIRT.start(options, 1)
        while RALLYMAN_DIRT.pending(state).chance is not None:
            RALLYMAN_DIRT.resolve(state, 0)
        car = state.cars[0]
        if space != "-":
            car.status, car.cell = "track", road(state).cell(space)
        car.gear, car.seconds = gear, seconds
        state.origin, state.origin_gear = car.cell, gear
        placed: State = state
        return placed


def _told(step: Step, name: str) -> str:
    """A step as the rules write it."""
    return f"{step.die}{'b' * step.brakes}@{name}"


def _seconds(state: State) -> list[int]:
    """The seconds counted so far, stage by stage and entry by entry."""
    return [*(row[0].total for row in state.sheet), pile_seconds(state.cars[0])]


SOLVER = DirtSolver()

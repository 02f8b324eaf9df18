"""Solved laps against the engine: by brute force on tiny roads, and turn by turn on whole circuits."""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable
from functools import lru_cache

import numpy as np
import pytest

from paddock.core.decks import shuffled
from paddock.games.rallyman.dice import Hand
from paddock.games.rallyman.gt import RallymanGt
from paddock.games.rallyman.gt import actions as a
from paddock.games.rallyman.gt.solo import track_seconds
from paddock.games.rallyman.gt.state import GtOptions, State, hand_of, hazard_limit, road_of
from paddock.kernels.gt.lap_solver import lent, seconds, solve_lap
from paddock.kernels.gt.lap_tables import ground
from paddock.solve import small
from paddock.solve.gt.damage import NONE
from paddock.solve.gt.plan_tables import book_of
from paddock.solve.gt.problem import Drive
from paddock.solve.gt.solution import Solution
from paddock.solve.perfect_drive import Bounds, PerfectDrive

PURSE = 3
"""Focus tokens told apart in tiny worlds; more are cashed at once."""


class Cashed(RallymanGt):
    """The game with a small purse: what does not fit is paid out at once."""

    def act(self, state: State, seat: int, action: a.GtAction) -> list[object]:
        return self._cashed(state, super().act(state, seat, action))

    def resolve(self, state: State, outcome: object) -> list[object]:
        return self._cashed(state, super().resolve(state, outcome))  # type: ignore[arg-type]

    def _cashed(self, state: State, events: list[object]) -> list[object]:
        car = state.cars[0]
        if car.focus > PURSE:
            state.aside += car.focus - PURSE
            car.focus = PURSE
        return events


def name(state: State) -> Hashable:
    car = state.cars[0]
    turn = state.plan, state.way, state.at, state.hazards, state.secured, state.faces
    if state.phase == "plan":
        turn = ()  # type: ignore[assignment]
    return state.phase, car.status, car.cell, car.k, car.gear, car.focus, turn, state.to_draw, state.lost_on


def seconds_noted(before: State, after: State) -> float:
    return track_seconds(after.marks) - track_seconds(before.marks) - (after.aside - before.aside)


def brute_force(
    options: GtOptions, damage: tuple[int, ...], toll: Callable[[State, State], float] = seconds_noted
) -> tuple[float, State]:
    """The least expected toll over the engine itself, tokens in the bag being harmless."""
    game = Cashed()
    state = game.start(options, 1)
    game.resolve(state, 0)
    state.bag = shuffled({"green_flag": 40})
    state.cars[0].damage = damage
    world = small.World(
        game,
        worth=lambda state: -float(state.cars[0].focus) if toll is seconds_noted else 0.0,
        toll=toll,
        name=name,
        most=(),
        skip=lambda action: isinstance(action, a.Retire | a.Pass),
    )
    return small.solve(world, state, tolerance=1e-11).value, state


TINY = [
    (GtOptions(track=("102b", "114b")), (5, 3, 1, 0, 0, 0)),
    (GtOptions(track=("102b", "113b")), (4, 3, 2, 0, 0, 0)),
    (GtOptions(track=("102b", "103b"), flying_start=True), (4, 3, 2, 0, 0, 0)),
    (GtOptions(track=("102b", "103b"), car_class="GT4", weather="wet"), (3, 3, 2, 0, 0, 0)),
]


@pytest.mark.parametrize(("options", "damage"), TINY, ids=["corner", "lines", "flying", "wet"])
def test_a_tiny_lap_is_worth_what_brute_force_says(options: GtOptions, damage: tuple[int, ...]) -> None:
    expected, state = brute_force(options, damage)
    found = ground(road_of(options.track), hand_of(state, 0), hazard_limit(state, 0))
    lap = solve_lap(found, seconds(), PURSE)
    start = found.line.cell.tolist().index(state.cars[0].cell)
    assert lap.time[start, 0, 0] == pytest.approx(expected, abs=1e-9)


def test_credit_is_worth_no_less_than_any_purse_and_no_more_than_a_full_one() -> None:
    found = ground(road_of(("102b", "118b", "113b")), Hand(5, 2, 2), 3)
    most = 36
    lap, credit = solve_lap(found, seconds(), most, bound=True), lent(found, seconds())
    dearer = lap.time[:, :6, : most + 1] + np.arange(most + 1) - credit[:, :6, None]
    assert dearer.min() > -1e-9
    assert dearer[0, 0, 0] > 5
    assert dearer[0, 0, most] < 1e-9
    assert dearer[:, :, most].max() < 0.1


@lru_cache
def whole(options: GtOptions) -> Solution:
    """A circuit solved as if tokens harmed nobody."""
    state = RallymanGt().start(options, 1)
    drive = Drive(road_of(options.track), hand_of(state, 0), hazard_limit(state, 0))
    found = ground(drive.road, drive.hand, drive.limit)
    lap = solve_lap(found, seconds(), 14)
    best = float(lap.time[0, 0, 0])
    shown = PerfectDrive(
        game="rallyman-gt",
        rules_version=1,
        course="ring",
        options={},
        unit="seconds",
        bounds=Bounds(best, best),
        parts={"damage_free": best},
        distribution=(),
        cells=(),
        tiles=(),
        facts={},
    )
    return Solution(options, drive, "asphalt", shown, {NONE: book_of(lap, found)}, lap.time)


@pytest.mark.parametrize(
    "options",
    [
        GtOptions(track=("102a", "115a", "103a", "113a")),
        GtOptions(track=("102b", "118b", "113b"), flying_start=True, red_zone=True),
    ],
    ids=["three lanes", "advanced"],
)
def test_chosen_plans_are_worth_what_the_engine_says(options: GtOptions) -> None:
    solution = whole(options)
    rng = random.Random(3)
    game = RallymanGt()
    ways = set()
    checked = 0
    while checked < 60:
        place, gear, focus = rng.randrange(solution.line.places), rng.randrange(7), rng.randrange(6)
        state = game.start(options, 1)
        game.resolve(state, 0)
        car = state.cars[0]
        car.cell, car.gear, car.focus = int(solution.line.cell[place]), gear, focus
        car.k = int(solution.line.lap[place]) * solution.drive.road.n + int(solution.line.tile[place])
        plan = solution.choose(state)
        if not isinstance(plan, a.Plan) or sum(1 + step.brakes for step in plan.steps) > 7:
            continue
        assert solution.worth(state, plan) == pytest.approx(solution.value(state), abs=1e-9)
        ways.add(plan.way)
        checked += 1
    assert ways == {"one-by-one", "flat-out"}

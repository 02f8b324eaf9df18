"""Whole solutions: bounds, the policy driven in the engine, the store, and how the solver says no."""

from __future__ import annotations

import random
import statistics
from collections import Counter
from functools import lru_cache
from pathlib import Path
from typing import Literal

import pytest

from paddock.core.errors import BadInput
from paddock.core.play import by_weights, play
from paddock.games.rallyman.gt import RALLYMAN_GT
from paddock.games.rallyman.gt import actions as a
from paddock.games.rallyman.gt.losses import open_sides
from paddock.games.rallyman.gt.solo import track_seconds
from paddock.games.rallyman.gt.state import GtOptions, State, road_of
from paddock.solve import Store, Wish, find_solver
from paddock.solve.gt.damage import FULL_BAG, NONE, Damage, draws, solved_sets
from paddock.solve.gt.problem import course_of
from paddock.solve.gt.solution import Solution
from paddock.solve.gt.solver import SOLVER, keep
from paddock.solve.perfect_drive import mean, quantile

SHORT = GtOptions(track=("102b", "104b"), car_class="GT4")
WISH = Wish(gap=0.5, memory=4000)


@lru_cache
def short() -> Solution:
    return SOLVER.solve(SHORT, WISH)


def driven(solution: Solution, seed: int) -> float:
    rng = random.Random(seed)
    state = RALLYMAN_GT.start(solution.options, 1)
    play(RALLYMAN_GT, state, lambda _: solution.choose(state), by_weights(rng))
    result = RALLYMAN_GT.result(state)
    assert result is not None
    return result.scores[0]


def test_damage_costs_time_and_the_bounds_hold_it() -> None:
    solution = short()
    assert solution.damage_free < solution.bounds.lower <= solution.bounds.upper
    assert solution.bounds.gap <= WISH.gap


def test_the_policy_drives_what_the_solution_says() -> None:
    solution = short()
    times = [driven(solution, seed) for seed in range(100)]
    spread = statistics.stdev(times) / len(times) ** 0.5
    assert solution.bounds.lower - 4 * spread < statistics.mean(times) < solution.bounds.upper + 4 * spread


def test_a_position_is_worth_the_mean_of_what_chance_makes_of_it() -> None:
    """Values agree along a drive: no decision gains, chance is fair, in every phase of a turn."""
    solution = short()
    rng = random.Random(5)
    phases = set()
    ways: tuple[Literal["one-by-one", "flat-out"], ...] = ("one-by-one", "flat-out")
    for drive in range(6):
        state = RALLYMAN_GT.start(SHORT, 1)
        while not (pending := RALLYMAN_GT.pending(state)).over:
            phases.add(state.phase)
            before = solution.value(state)
            if pending.chance is None:
                action = solution.choose(state)
                assert solution.worth(state, action) == pytest.approx(before, abs=1e-6)
                if isinstance(action, a.Plan):
                    action = a.Plan(action.steps, ways[drive % 2])
                RALLYMAN_GT.act(state, 0, action)
                continue
            mean = 0.0
            for outcome, weight in zip(pending.chance.outcomes, pending.chance.weights, strict=True):
                after = RALLYMAN_GT.clone(state)
                RALLYMAN_GT.resolve(after, outcome)
                mean += weight * (seconds_between(state, after) + solution.value(after))
            if state.phase != "damage":
                assert mean / sum(pending.chance.weights) == pytest.approx(before, abs=1e-6)
            outcome = rng.choices(pending.chance.outcomes, pending.chance.weights)[0]
            RALLYMAN_GT.resolve(state, outcome)
    assert {"plan", "step", "roll", "flat"} <= phases


def test_a_car_goes_off_on_the_better_side_where_both_are_open() -> None:
    options = GtOptions(track=("102a", "107a"), car_class="GT4")
    solution = SOLVER.solve(options, WISH)
    n, seen = road_of(options.track).n, set()
    for cell, lap in solution.place_of:
        state = RALLYMAN_GT.start(options, 1)
        RALLYMAN_GT.resolve(state, 0)
        state.cars[0].cell, state.cars[0].k = cell, lap * n
        if len(open_sides(state)) == 1:
            continue
        state.phase, state.lost, state.lost_on, state.to_draw = "side", "00", cell, 1
        worths = {side: solution.worth(state, a.GoOff(side)) for side in open_sides(state)}
        chosen = solution.choose(state)
        assert isinstance(chosen, a.GoOff)
        assert worths[chosen.side] == min(worths.values()) == solution.value(state)
        seen.add(chosen.side)
    assert seen


def seconds_between(before: State, after: State) -> float:
    return track_seconds(after.marks) - track_seconds(before.marks)


def test_the_distribution_is_that_of_the_driver_whose_worth_is_the_upper_bound() -> None:
    solution = short()
    perfect = solution.perfect
    assert sum(chance for _, chance in perfect.distribution) == pytest.approx(1)
    assert mean(perfect.distribution) == pytest.approx(solution.bounds.upper, abs=1e-6)
    spent = sum(tile.seconds for tile in perfect.tiles) - perfect.facts["cashed"]
    assert spent == pytest.approx(solution.bounds.upper, abs=1e-6)
    assert quantile(perfect.distribution, 0.0) == perfect.distribution[0][0]
    assert perfect.parts["one_by_one"] > perfect.parts["damage_free"]


def test_drives_of_the_policy_are_spread_as_the_distribution_says() -> None:
    solution = short()
    times = Counter(driven(solution, seed) for seed in range(400))
    for time, chance in solution.perfect.distribution:
        if chance > 0.02:
            assert times[float(time)] / 400 == pytest.approx(chance, abs=5 * (chance / 400) ** 0.5)


def test_the_racing_line_leads_from_the_grid_over_the_line() -> None:
    """Steps are what passes cells, save for losses laid anew."""
    solution = short()
    perfect, road = solution.perfect, solution.drive.road
    begun = {use.cell: use for use in perfect.cells}
    assert begun[road.grid[0]].gears[0] >= 1
    lost = sum(tile.losses for tile in perfect.tiles)
    driven_over = sum(step.times for step in perfect.steps)
    # the line is crossed at the start of the lap, and once more at its end, which no cell counts
    assert driven_over - 1 == pytest.approx(sum(use.passes for use in begun.values()), abs=lost + 0.01)
    crossed = [step.times for step in perfect.steps if road.tile[step.to] < road.tile[step.cell]]
    assert 1 - lost <= sum(crossed) <= 1 + lost


def test_a_worse_decision_is_worth_less() -> None:
    solution = short()
    state = RALLYMAN_GT.start(SHORT, 1)
    RALLYMAN_GT.resolve(state, 0)
    best = solution.worth(state, solution.choose(state))
    others = random.Random(1).sample(list(RALLYMAN_GT.actions(state, 0)), 30)
    plans = [action for action in others if isinstance(action, a.Plan) and len(action.steps) < 5]
    assert plans
    assert all(solution.worth(state, plan) >= best - 1e-9 for plan in plans)


def test_a_solution_is_stored_and_found_again(tmp_path: Path) -> None:
    store, made = Store(tmp_path), short()
    keep(store, course_of(SHORT), made)
    told: list[str] = []
    found = SOLVER.solution(SHORT, WISH, store, lambda _, text: told.append(text))
    assert not told
    assert found.perfect == made.perfect
    assert found.value(RALLYMAN_GT.start(SHORT, 1)) == made.value(RALLYMAN_GT.start(SHORT, 1))
    assert found.books.keys() == made.books.keys()
    assert all((found.books[one].plans == made.books[one].plans).all() for one in made.books)
    assert sum(file.stat().st_size for file in tmp_path.iterdir()) < 8_000_000


def test_advice_is_given_in_the_notation() -> None:
    solution = short()
    advice = SOLVER.advice(solution, "0: 0:C1")
    assert advice.choices[0].told.startswith("0: 1>")
    damaged = SOLVER.advice(solution, "0: 0:C1 (2) :GB")
    assert damaged.worth > SOLVER.advice(solution, "0: 0:C1 (2)").worth
    with pytest.raises(BadInput, match="is not a position"):
        SOLVER.advice(solution, "9: nowhere")


def test_ctrl_c_leaves_what_was_solved() -> None:
    def later(done: float, told: str) -> None:
        if done > 0.1:
            raise KeyboardInterrupt

    found = SOLVER.solve(SHORT, WISH, later)
    assert found.damage_free == pytest.approx(short().damage_free)
    assert found.bounds.upper > 1e8


def test_the_solver_says_no() -> None:
    with pytest.raises(BadInput, match="MB"):
        SOLVER.solve(SHORT, Wish(memory=1))
    with pytest.raises(BadInput, match="weather"):
        SOLVER.solve(GtOptions(changing_weather=True))
    with pytest.raises(BadInput, match="one lap"):
        SOLVER.solved(GtOptions(changing_weather=True, laps=2))
    with pytest.raises(BadInput, match="rallyman-gt"):
        find_solver("outspeed")


def test_draws_are_chances() -> None:
    for tokens in range(1, 5):
        found = draws(FULL_BAG, Damage(1, 0, 2, 3), tokens)
        assert sum(chance for _, chance in found) == pytest.approx(1)
        assert all(drawn.drawn == tokens for drawn, _ in found)
    assert draws(Damage(1, 0, 0, 1), Damage(0, 0, 0, 1), 4) == ((Damage(1), 1.0),)
    assert NONE in solved_sets(2)

"""The solved DIRT stage against brute force over the engine, and its bounds against each other."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from paddock.core.errors import BadInput
from paddock.core.play import play
from paddock.games.rallyman.dirt import RALLYMAN_DIRT
from paddock.games.rallyman.dirt.stages import road
from paddock.games.rallyman.dirt.state import DirtOptions, damage
from paddock.kernels.dirt.stage_arrays import ground_of
from paddock.solve.dirt.policy import Policy
from paddock.solve.dirt.problem import Depth, course_of, part_of
from paddock.solve.dirt.rally import RallyPolicy, solve_rally
from paddock.solve.dirt.solver import DirtSolver
from paddock.solve.dirt.stage import StageSolution, solve_stage
from paddock.solve.dirt.stage_problem import check_draws, check_solo, stage_case
from paddock.solve.solver import Wish
from paddock.solve.store import Store
from paddock.testing.dirt import car, stage_of, underway
from paddock.testing.roads import dirt_road
from paddock.tracks.layouts import stages
from paddock.tracks.road_stage import stage_road
from tests.solve.brute_dirt import Brute

SHALLOW = Depth(below=2, lent=0, above=1, slack=0.0)
WORN = ("gear",) * 5

# road, space, gear, seconds, tokens, options
TINY = [
    ("R1 R1 |F| R1", "", 0, 0, (), {}),
    ("R1 R1(2) R1 R1 |F| R1", "0.M", 3, 1, (*WORN, "brake", "coast", "coast"), {}),
    ("R1 R1(1) R1 R1 |F| R1", "0.M", 1, 1, (*WORN, "brake", "coast", "coast"), {}),
    ("R1 J3 R1 R1 R1 |F| R1", "0.M", 3, 1, (*WORN, "brake", "coast"), {}),
    ("R1 R1 W R1 R1 |F| R1", "0.M", 4, 1, (*WORN, "brake", "coast"), {}),
    ("R1 R1(2) R1 R1 |F| R1", "0.M", 0, 0, (*WORN, "brake", "coast"), {"flying_start": True}),
    ("R1 R1(5) R1 R1 |F| R1", "0.M", 6, 1, (*WORN, "coast", "coast"), {"red_zone": True}),
    ("R1 J3 R1 R1 R1 |F| R1", "0.M", 3, 0, (*WORN, "brake", "coast"), {"sisu": "stage"}),
    ("S CR(1x1/2x2) S K4[0>2,R] |F| R1", "0.R", 3, 0, (*WORN, "brake", "coast"), {}),
    ("R1 R1(3) R1 R1 |F| R1", "0.M", 4, 0, (*WORN, "brake"), {"one_shot": True}),
]


def _solved(state: Any) -> tuple[StageSolution, tuple[float, float]]:
    placed = state.cars[0]
    case = stage_case(state.options, road(state), any_car=bool(placed.tokens))
    solution = solve_stage(case._replace(cap=8, depth=SHALLOW))
    gear, coast, brake = damage(placed.tokens)
    return solution, solution.bounds(
        placed.cell, placed.gear, placed.seconds, (gear, coast, brake), spare=placed.spare, sisu=placed.sisu,
        losses=0,
    )  # fmt: skip


@pytest.mark.parametrize(("notation", "cell", "gear", "seconds", "tokens", "options"), TINY)
def test_tiny_stages_are_solved_as_brute_force_solves_them(
    notation: str, cell: str, gear: int, seconds: int, tokens: tuple[str, ...], options: dict[str, Any]
) -> None:
    placed = car(cell, gear, seconds=seconds, tokens=tokens, sisu="sisu" in options)
    state = underway(notation, placed, leader=-1 if options.get("one_shot") else 0, **options)
    exact = Brute().to_go(state)
    solution, (lower, upper) = _solved(state)
    assert upper - lower < 1e-9
    assert lower == pytest.approx(exact, abs=1e-9)
    found = Policy(solution).plan(state)
    assert found is not None
    assert found.worth == pytest.approx(exact, abs=1e-9)


def test_a_rally_of_two_tiny_stages_is_solved_as_brute_force_solves_it() -> None:
    state = underway("R1:red |F| R1:red", car(), leader=0, stages=2)
    exact = Brute().to_go(state)
    lower, upper = solve_rally(state.options, SHALLOW, 8).bounds
    assert lower - 1e-9 <= exact <= upper + 1e-9


def test_the_policy_drives_a_rally_to_its_end() -> None:
    state = underway("R1 R1(3) R1 |F| R1", car(), leader=0, stages=2)
    solution = solve_rally(state.options, SHALLOW, 8)
    driver = RallyPolicy(solution)
    expected = driver.value(state)
    assert expected == pytest.approx(solution.bounds[1], abs=1e-9)
    play(RALLYMAN_DIRT, state, lambda _: driver.action(state), lambda chance: chance.outcomes[0])
    assert RALLYMAN_DIRT.result(state) is not None


def test_a_kept_solution_is_found_again_and_drives_the_same(tmp_path: Path) -> None:
    state = underway("R1 R1(3) R1 |F| R1", car(), leader=0)
    solver, store = DirtSolver(), Store(tmp_path)
    solver.depth, solver.cap = SHALLOW, 8
    first = solver.solved(state.options, Wish(), store)
    again = solver.solved(state.options, Wish(), store)
    assert again.bounds == pytest.approx(first.bounds, abs=1e-4)
    assert again.bounds[0] <= first.bounds[0] <= first.bounds[1] <= again.bounds[1]
    told = solver.advice(again, "0.M 3 2")
    assert told.choices[0].told.endswith(("one-by-one", "flat-out"))
    with pytest.raises(BadInput, match="position"):
        solver.advice(again, "somewhere")


def test_mud_never_lies_in_the_drivers_own_way_on_a_ready_stage() -> None:
    for stage in stages().values():
        check_solo(stage_road(stage))


def test_mud_in_the_drivers_own_way_is_refused() -> None:
    way = dirt_road("S CR(1x1/2x3) S CL(1x1/2x3) R K4[0>2,R]")
    cut = way.shortcuts[0]._replace(bypassed=(0, 1))
    with pytest.raises(BadInput, match="mud"):
        check_solo(replace(way, shortcuts=(cut,)))


def test_more_shortcuts_in_a_turn_than_there_is_room_for_are_refused() -> None:
    ground = ground_of(stage_road(stages()["rally-2/SS2"]))
    check_draws(ground)
    with pytest.raises(BadInput, match="7 shortcuts"):
        check_draws(ground._replace(draws=7))


def test_who_breaks_off_keeps_the_cars_solved_by_then(tmp_path: Path) -> None:
    """A watch that raises stops the work; the next try goes on from there and comes to the same."""
    solver, store = DirtSolver(), Store(tmp_path)
    solver.depth, solver.cap = Depth(0, 0, 0, 0.5), 1
    options = DirtOptions(layouts=(stage_of("R R CL(2x1/3x2) R |F| R"),))

    def impatient(done: float, told: str) -> None:
        if done > 0.3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solver.solved(options, Wish(), store, impatient)
    part = store.find(part_of(course_of(options, solver.depth, solver.cap)))
    assert part is not None and len(part.arrays) > 5
    looks: list[float] = []
    found = solver.solved(options, Wish(), store, lambda done, _: looks.append(done))
    assert looks[0] > 0.25
    assert found.bounds == pytest.approx(solver.solve(options, Wish()).bounds, abs=1e-4)
    assert len(list(tmp_path.iterdir())) == 1


def test_what_is_shown_sums_up_to_the_mean_of_the_drives(tmp_path: Path) -> None:
    """Seconds of tiles less tokens left are the mean time; the line leads from the start to the finish."""
    solver, options = DirtSolver(), DirtOptions(layouts=(stage_of("R R CL(2x1/3x2) R |F| R"),))
    solver.depth, solver.cap = Depth(0, 0, 0, 0.5), 1
    shown = solver.solved(options, Wish(), Store(tmp_path)).shown
    assert shown is not None
    time = sum(seconds * chance for seconds, chance in shown.distribution)
    assert time <= sum(tile.seconds for tile in shown.tiles) < time + 8
    assert sum(chance for _, chance in shown.distribution) == pytest.approx(1)
    assert shown.steps and all(step.times <= 1.5 for step in shown.steps)
    assert {use.name for use in shown.cells if use.passes > 0.3} & {"3.L", "3.R"}

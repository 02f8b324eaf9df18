"""What the club driver of Rallyman: GT once did wrong, scene by scene."""

from __future__ import annotations

from random import Random

import pytest

from paddock.bots.gt.club import ClubBot, Thoughts
from paddock.bots.gt.plan_search import ALONE, RACE, braking_ahead, next_turn
from paddock.core.game import Perspective
from paddock.games.rallyman.gt import RALLYMAN_GT
from paddock.games.rallyman.gt import actions as a
from paddock.games.rallyman.gt.drive import drive_of
from paddock.games.rallyman.gt.state import GtOptions, State, hand_of, road_of
from paddock.testing.gt import Race, at


def scene(track: str, cell: str, gear: int, focus: int, k: int, seats: int = 2) -> State:
    """A car to move on a ready track, all others still on the grid."""
    state = RALLYMAN_GT.start(GtOptions(track=track), seats)
    while (pending := RALLYMAN_GT.pending(state)).chance is not None:
        RALLYMAN_GT.resolve(state, pending.chance.outcomes[0])
    car = state.cars[state.seat]
    car.cell, car.k, car.gear, car.focus = road_of(track).cell(cell), k, gear, focus
    return state


def choice(state: State) -> object:
    return ClubBot().choose(Perspective(RALLYMAN_GT, state, state.seat), Random(1))


def test_club_does_not_stop_one_cell_short_of_a_win() -> None:
    state = scene("list-2", "13:A2", 5, 12, 13)
    road = road_of("list-2")
    plan = choice(state)
    assert isinstance(plan, a.Plan)
    cell, over = state.car.cell, False
    for planned in plan.steps:
        step = road.step(cell, planned.cell)
        assert step is not None
        cell, over = planned.cell, over or step.finish
    assert over


def test_the_line_ends_the_race_in_what_the_next_turn_can_bring() -> None:
    road = road_of("list-1")
    state = RALLYMAN_GT.start(GtOptions(track="list-1"), 2)
    hand, cell = hand_of(state, 0), road.grid[0]
    assert next_turn(road, cell, 3, hand, 3, RACE, True) > next_turn(road, cell, 3, hand, 3, RACE, False) + 1


@pytest.mark.parametrize("track", ["list-1", "list-2", "list-c", "list-d"])
def test_club_never_repairs_an_undamaged_car(track: str) -> None:
    road = road_of(track)
    state = scene(track, road.name(road.grid[0]), 1, 0, 0)
    thoughts = Thoughts(state, state.seat)
    pits = [cell for cell in range(len(road)) if road.pit[cell]]
    assert pits
    assert {thoughts.best_lane(cell, 1) for cell in pits} <= {None}


def test_club_knows_how_many_brake_dice_it_has() -> None:
    road = road_of("list-1")
    three, one = braking_ahead(road, 3), braking_ahead(road, 1)
    assert all(a <= b for few, many in zip(three, one, strict=True) for a, b in zip(few, many, strict=True))
    assert any(few[6] + 1 < many[6] for few, many in zip(three, one, strict=True))


def test_club_plans_no_crash_in_the_wet() -> None:
    """With one brake die it is slow enough before the hairpin of list-1, where only a crash led on."""
    for seed in range(5):
        rng = Random(seed)
        state = RALLYMAN_GT.start(GtOptions(track="list-1", weather="wet"), 1)
        while not (pending := RALLYMAN_GT.pending(state)).over:
            if pending.chance is not None:
                RALLYMAN_GT.resolve(state, rng.choices(pending.chance.outcomes, pending.chance.weights)[0])
                continue
            action = ClubBot().choose(Perspective(RALLYMAN_GT, state, 0), rng)
            if isinstance(action, a.Plan):
                assert not any(leg.fatal for leg in drive_of(state, 0).legs(action.steps))
            RALLYMAN_GT.act(state, 0, action)


def test_club_lays_a_failed_flat_out_over_the_line() -> None:
    """Dice 4 plain, 5, 6 and coast with hazards: only the order of the plan loses control behind the line."""
    race = Race("102b 103b 104b 103b", at("3:B1", 4), at("1:B1", 0))
    race.flat_out("4>0:A1 5>0:B1 6>0:C1 c>0:D1", "-", "!", "!", "!")
    laid = choice(race.state)
    assert isinstance(laid, a.Relay)
    race.do(laid)
    assert race.car().status == "finished"


def test_a_loss_on_the_last_step_is_charged_once() -> None:
    road = road_of("list-1")
    state = scene("list-1", road.name(road.grid[0]), 1, 0, 0, seats=1)
    thoughts = Thoughts(state, 0)
    cell = road.grid[0]
    safe = {gear: thoughts.finished(cell, gear, False) for gear in (2, 5)}
    assert safe[2] - thoughts.finished(cell, 2, True) == ALONE.gear[0] - ALONE.gear[2]
    assert safe[5] - thoughts.finished(cell, 5, True) == ALONE.gear[0] + 30 - ALONE.gear[5]
    rivals = Thoughts(scene("list-1", road.name(road.grid[0]), 1, 0, 0), 0)
    assert rivals.finished(cell, 5, True) == rivals.finished(cell, 5, False)

"""Reaching: every cell a turn can come to, with the least exact risk and a plan that brings it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from paddock.games.rallyman.dirt import RALLYMAN_DIRT
from paddock.games.rallyman.dirt.drive import drive_of as dirt_drive
from paddock.games.rallyman.dirt.state import DirtOptions
from paddock.games.rallyman.gt import RALLYMAN_GT
from paddock.games.rallyman.gt.drive import drive_of as gt_drive
from paddock.games.rallyman.gt.state import GtOptions
from paddock.games.rallyman.hazards import after, at_start
from paddock.games.rallyman.questions import DiceFor, NextSteps, Reach
from paddock.testing.dirt import car, plan, underway
from paddock.testing.gt import Race, at

DRIVES: dict[str, Any] = {"rallyman-gt": gt_drive, "rallyman-dirt": dirt_drive}
MOST_PLANS = 1500


def least_risks(drive: Any) -> dict[int, float]:
    """For every cell the least chance of a loss over all plans, by looking at every one of them."""
    best: dict[int, float] = {}

    def follow(spot: Any, running: Any) -> None:
        for move in drive.moves(spot):
            now = after(running, drive.leg(move, spot.gear))
            cell = drive.cell(move)
            best[cell] = min(best.get(cell, 1.0), now.loss_float)
            if not move.last:
                follow(drive.after(spot, move), now)

    follow(drive.start, at_start(drive.limit))
    return best


def positions(game: Any, options: Any, seats: int, seed: int) -> Iterator[Any]:
    """States of a random game in which a driver plans a turn that can be looked through."""
    rng = Random(seed)
    state = game.start(options, seats)
    for _ in range(900):
        pending = game.pending(state)
        if pending.over:
            return
        if pending.chance is not None:
            game.resolve(state, rng.choices(pending.chance.outcomes, pending.chance.weights)[0])
            continue
        seat = pending.seats[0]
        if state.phase == "plan" and DRIVES[game.name](state, seat).count() < MOST_PLANS:
            yield state
        game.act(state, seat, game.actions(state, seat).sample(rng))


@pytest.mark.parametrize(
    ("game", "options"),
    [
        (RALLYMAN_GT, GtOptions(track="list-1")),
        (RALLYMAN_GT, GtOptions(track="list-d", weather="wet", flying_start=True, red_zone=True)),
        (RALLYMAN_DIRT, DirtOptions(rally="rally-2", flying_start=True)),
        (RALLYMAN_DIRT, DirtOptions(rally="rally-4", red_zone=True)),
    ],
    ids=["gt", "gt-advanced", "dirt", "dirt-red-zone"],
)
def test_the_least_risk_is_that_of_the_best_of_all_plans(game: Any, options: Any) -> None:
    met = 0
    for state in positions(game, options, 4, 7):
        cells = game.explore(state, state.seat, Reach()).cells
        assert {one.cell: one.risk for one in cells} == least_risks(DRIVES[game.name](state, state.seat))
        met += 1
        for one in cells:
            told = game.explore(state, state.seat, NextSteps(one.steps))
            assert (told.odds.one_by_one, told.gear) == (one.risk, one.gear)
            assert one.steps[-1].cell == one.cell
            assert one.dice == sum(1 + step.brakes for step in one.steps)
            assert not one.overspeed or told.next == ()
            assert tuple(step.step for step in told.laid) == one.steps
            assert told.laid[-1].odds == told.odds
    assert met > 20


@pytest.mark.parametrize(
    ("game", "options"),
    [
        (RALLYMAN_GT, GtOptions(track="list-1", red_zone=True)),
        (RALLYMAN_DIRT, DirtOptions(rally="rally-4", red_zone=True)),
    ],
    ids=["gt", "dirt"],
)
def test_a_way_along_given_cells_goes_on_with_the_best_dice_for_them(game: Any, options: Any) -> None:
    met = 0
    for state in positions(game, options, 4, 11):
        seat = state.seat
        long = [one for one in game.explore(state, seat, Reach()).cells if len(one.steps) > 2]
        for one in long[:: len(long) // 4 + 1]:
            *via, last = (step.cell for step in one.steps)
            behind = {other.cell: other for other in game.explore(state, seat, Reach(via=tuple(via))).cells}
            plans = game.explore(state, seat, DiceFor((*via, last))).plans
            assert behind[last].risk == min(plan.odds.one_by_one for plan in plans)
            for other in behind.values():
                assert [step.cell for step in other.steps[: len(via)]] == via
            met += 1
    assert met > 20


def test_a_plan_in_the_making_goes_on() -> None:
    race = Race("102a 103a 103a 103a", at("1:A1", 3), at("2:A1", 5))
    begun = race.steps("4>1:B1")
    cells = RALLYMAN_GT.explore(race.state, 0, Reach(begun)).cells
    assert all(one.steps[:1] == begun and len(one.steps) > 1 for one in cells)
    whole = {one.cell: one for one in RALLYMAN_GT.explore(race.state, 0, Reach()).cells}
    assert all(one.risk >= whole[one.cell].risk for one in cells)
    assert race.road.cell("2:A1") not in whole


def test_long_jumps_and_taken_landings_are_seen() -> None:
    state = underway("R J3 R R R R R |F| R", car("0.L", 3), car("4.R", 2))
    cells = {one.name: one for one in RALLYMAN_DIRT.explore(state, 0, Reach()).cells}
    assert "4.R" not in cells
    over = RALLYMAN_DIRT.explore(state, 0, Reach(plan(state, "4@1.L>4.L"))).cells
    assert {one.name for one in over} >= {"4.L", "5.L"}
    assert all(one.risk > 0.3 for one in over if one.name != "1.L")


def test_nothing_is_reached_behind_a_last_step() -> None:
    race = Race("102a 103a 103a", at("0:C1", 3, lap=1))
    assert RALLYMAN_GT.explore(race.state, 0, Reach(race.steps("4>0:D1 5>1:A1"))).cells == ()
    state = underway("R R |F| R", car("1.L", 3))
    assert RALLYMAN_DIRT.explore(state, 0, Reach(plan(state, "3@2.L"))).cells == ()

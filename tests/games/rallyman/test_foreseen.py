"""Plans left for later: their exact risk when they are left, when the turn comes, and on the way."""

from __future__ import annotations

import pytest

from paddock.core.errors import BadInput, IllegalAction
from paddock.games.rallyman.dirt import RALLYMAN_DIRT
from paddock.games.rallyman.gt import RALLYMAN_GT
from paddock.games.rallyman.gt import actions as a
from paddock.games.rallyman.gt.state import Step
from paddock.games.rallyman.questions import NextSteps, Reach
from paddock.testing.gt import Race, at

RING = "102b 103b 113b 103b"


def waiting() -> tuple[Race, a.Plan[Step]]:
    """The second car waits and has laid a plan over three steps."""
    race = Race(RING, at("3:A1", 3), at("0:A1", 2))
    goals = RALLYMAN_GT.explore(race.state, 1, Reach()).cells
    steps = next(goal.steps for goal in goals if len(goal.steps) == 3 and 0 < goal.risk < 0.2)
    return race, a.Plan(steps)


def test_a_waiting_cars_plan_has_the_risk_its_driver_was_told() -> None:
    race, plan = waiting()
    told = RALLYMAN_GT.explore(race.state, 1, NextSteps(plan.steps))
    assert RALLYMAN_GT.foresee(race.state, 1, plan).risk == told.odds.one_by_one


def test_damage_or_rain_make_the_same_plan_riskier() -> None:
    race, plan = waiting()
    before = RALLYMAN_GT.foresee(race.state, 1, plan)
    race.state.weather = race.state.turn_weather = "wet"
    race.state.turn = 1
    due = RALLYMAN_GT.due(race.state, 1, plan, False)
    assert due is not None
    assert due[0] == plan
    assert due[1].ground == before.ground
    assert due[1].risk > before.risk


def test_a_car_in_the_way_makes_it_illegal() -> None:
    race, plan = waiting()
    race.state.cars[0].cell = plan.steps[0].cell
    with pytest.raises(IllegalAction, match="GT-MOVE-1"):
        RALLYMAN_GT.due(race.state, 1, plan, False)


def test_one_by_one_it_rolls_on_while_the_rest_risks_no_more() -> None:
    race, plan = waiting()
    then = RALLYMAN_GT.foresee(race.state, 1, plan).risk
    race.state.turn = 1
    race.do(plan)
    rests = []
    for face in "!!":
        race.roll(face)
        due = RALLYMAN_GT.due(race.state, 1, plan, True)
        assert due is not None
        assert due[0] == a.Roll()
        rests.append(due[1].risk)
    assert rests[1] > rests[0]
    assert rests[1] > then


def test_a_plan_is_laid_once() -> None:
    race, plan = waiting()
    race.state.turn = 1
    assert RALLYMAN_GT.due(race.state, 1, plan, True) is None
    race.do(plan)
    assert RALLYMAN_GT.due(race.state, 1, plan, False) is None


def test_nothing_but_a_plan_can_be_left() -> None:
    race, plan = waiting()
    with pytest.raises(BadInput):
        RALLYMAN_GT.foresee(race.state, 1, a.Stop())
    race.state.cars[1].status = "off"
    with pytest.raises(BadInput):
        RALLYMAN_GT.foresee(race.state, 1, plan)


def test_a_plan_rests_on_the_stage_it_was_laid_on() -> None:
    state = RALLYMAN_DIRT.start(RALLYMAN_DIRT.options(), 2)
    before = RALLYMAN_DIRT.laid_on(state, 0)
    state.sheet = ((),)
    assert RALLYMAN_DIRT.laid_on(state, 0) != before

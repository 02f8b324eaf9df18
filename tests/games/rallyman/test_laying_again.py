"""Laying rolled dice again step by step: what is offered leads to relays, and to all of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from paddock.core.errors import BadInput, IllegalAction
from paddock.games.rallyman.dirt import RALLYMAN_DIRT
from paddock.games.rallyman.dirt import actions as dirt_actions
from paddock.games.rallyman.dirt import questions as dirt
from paddock.games.rallyman.dirt import relays as dirt_relays
from paddock.games.rallyman.dirt.stages import road
from paddock.games.rallyman.gt import RALLYMAN_GT
from paddock.games.rallyman.gt import actions as gt_actions
from paddock.games.rallyman.gt import questions as gt
from paddock.games.rallyman.gt import relays as gt_relays
from paddock.games.rallyman.questions import NextSteps, RelayAnswer, RelayChoices, Relayings, RelaySteps
from paddock.testing.dirt import car, drive, plan, relay, underway
from paddock.testing.gt import Race, at
from paddock.testing.rules import rule

RED = "102b 103b 104b 103b"


def gt_race() -> Race:
    race = Race(RED, at("1:B1", 4), at("0:A1", 0))
    race.flat_out("4>2:A1 5>2:B1 6>2:C1 c>3:A1", "!", "!", "!", "-")
    return race


def gt_overspeeding() -> Race:
    """The order of the plan is the only relay: its last step is too fast for any other."""
    race = Race("102a 103a 115a 103a", at("1:B2", 4), at("0:A1", 0), weather="wet")
    race.flat_out("5>2:A2 4>2:B1", "!", "!")
    return race


def gt_braking() -> Race:
    race = Race("102a 103a 103a 103a", at("1:A2", 6), at("0:A1", 0))
    race.flat_out("3bb>1:B2 4>2:A2 2b>2:B2", "-!!", "!", "--")
    return race


def dirt_corner() -> Any:
    state = underway("R R CL(3x1/5x2) R:red R R |F| R", car("0.L", 2), car("", 0))
    drive(state, "3@1.L 4@2.o1 5@2.o2 c@3.L", "! ! ! !", "flat-out")
    return state


def dirt_jump() -> Any:
    state = underway("R J4 R R R R |F| R", car("0.L", 4))
    drive(state, "4@1.L 5@3.L c@4.L", "! ! !", "flat-out")
    return state


def dirt_braking() -> Any:
    state = underway("R R R R R R |F| R", car("0.L", 4))
    drive(state, "2b@1.L 3@2.L 4@3.L c@4.L", "-! ! - !", "flat-out")
    return state


def grown(state: Any, answer: Callable[[Any, int, Any], Any]) -> set[tuple[Any, ...]]:
    """All relays that come of laying what is offered, step by step."""
    found = set()
    ahead: list[tuple[Any, ...]] = [()]
    while ahead:
        steps = ahead.pop()
        told = answer(state, 0, RelaySteps(steps))
        assert isinstance(told, RelayAnswer)
        if told.loss is not None:
            assert told.next == ()
            found.add(steps)
            continue
        assert told.hazards < told.limit
        assert told.next, "what is offered never leads nowhere"
        for following in told.next:
            longer = (*steps, following.step)
            after = answer(state, 0, RelaySteps(longer))
            assert (after.gear, after.hazards, after.loss) == (
                following.gear,
                following.hazards,
                following.loss,
            )
            assert after.laid == (*told.laid, following)
            ahead.append(longer)
    return found


@rule("GT-FLAT-4", "GT-FLAT-6", "GT-FLAT-D1", "GT-FLAT-D2")
@pytest.mark.parametrize("make", [gt_race, gt_overspeeding, gt_braking])
def test_laying_step_by_step_in_gt_comes_to_every_layout(make: Callable[[], Race]) -> None:
    state = make().state
    relays = set(gt_relays.Relays(state))
    assert grown(state, gt.answer) == relays
    for steps in relays:
        told = gt.answer(state, 0, RelaySteps(steps))
        assert isinstance(told, RelayAnswer)
        assert told.hazards >= told.limit
        trial = RALLYMAN_GT.clone(state)
        events = RALLYMAN_GT.act(trial, 0, gt_actions.Relay(steps))
        lost = next(event for event in events if isinstance(event, gt_actions.ControlLost))
        assert (lost.cell, lost.gear) == (steps[-1].cell, told.gear)


@rule("DIRT-FLAT-4", "DIRT-FLAT-5", "DIRT-FLAT-D3")
@pytest.mark.parametrize("make", [dirt_corner, dirt_jump, dirt_braking])
def test_laying_step_by_step_in_dirt_comes_to_every_layout(make: Callable[[], Any]) -> None:
    state = make()
    relays = set(dirt_relays.Relays(state))
    assert dirt_relays.original(state) in relays
    assert grown(state, dirt.answer) == relays
    for steps in relays:
        told = dirt.answer(state, 0, RelaySteps(steps))
        assert isinstance(told, RelayAnswer)
        trial = RALLYMAN_DIRT.clone(state)
        RALLYMAN_DIRT.act(trial, 0, dirt_actions.Relay(steps))
        assert (trial.lost_on, trial.lost_gear) == (dirt_relays.Relays(state).ends_on(steps[-1]), told.gear)


def test_a_loss_is_priced_where_it_happens() -> None:
    race = gt_race()
    told = gt.answer(race.state, 0, RelaySteps(race.laid("c>2:A1- 4>2:B1! 5>2:C1!")))
    assert isinstance(told, RelayAnswer)
    assert (told.gear, told.hazards, told.limit, told.loss) == (5, 2, 3, None)
    fast = {(one.step.die, one.name): one.loss for one in told.next}
    assert fast["6", "3:A1"] is not None
    kept = gt.answer(race.state, 0, RelaySteps(gt_relays.original(race.state)))
    choices = gt.answer(race.state, 0, Relayings())
    assert isinstance(kept, RelayAnswer)
    assert isinstance(choices, RelayChoices)
    same = next(one for one in choices.relays if one.steps == gt_relays.original(race.state))
    assert (kept.gear, kept.loss) == (same.gear, same.loss)
    state = dirt_corner()
    mild = dirt.answer(state, 0, RelaySteps(relay(state, "3@1.L=! 4@2.i1=!")))
    wild = dirt.answer(state, 0, RelaySteps(relay(state, "3@1.L=! 4@2.o1=! 5@2.o2=!")))
    assert isinstance(mild, RelayAnswer)
    assert isinstance(wild, RelayAnswer)
    assert mild.loss is not None
    assert wild.loss is not None
    assert mild.loss.crash < wild.loss.crash


def test_a_plan_in_the_making_tells_what_losing_control_would_cost() -> None:
    race = Race(RED, at("1:B1", 4), at("0:A1", 0))
    nothing = gt.answer(race.state, 0, NextSteps())
    some = gt.answer(race.state, 0, NextSteps(race.steps("3>2:A1 2>2:B1")))
    assert isinstance(nothing, gt.StepsAnswer)
    assert isinstance(some, gt.StepsAnswer)
    assert nothing.loss is None
    assert some.loss is not None
    assert some.loss.marker == "0"
    state = underway("R R R |F| R", car("0.L", 3))
    told = dirt.answer(state, 0, NextSteps(plan(state, "4@1.L")))
    assert isinstance(told, dirt.StepsAnswer)
    assert told.loss is not None
    assert told.loss.seconds > 0


def test_what_cannot_be_laid_says_why() -> None:
    race = gt_race()
    with pytest.raises(IllegalAction) as unknown:
        gt.answer(race.state, 0, RelaySteps(race.laid("3>2:A1-")))
    assert unknown.value.message.id == "rallyman-gt.not-rolled"
    with pytest.raises(IllegalAction) as far:
        gt.answer(race.state, 0, RelaySteps(race.laid("4>2:C1!")))
    assert far.value.message.id == "rallyman-gt.cannot-lay"
    state = dirt_corner()
    with pytest.raises(IllegalAction) as behind:
        dirt.answer(state, 0, RelaySteps(relay(state, "3@1.L=! 4@2.i1=! c@3.L=!")))
    assert behind.value.message.id == "rallyman-dirt.beyond-loss"
    assert road(state).cell("2.i1") == relay(state, "3@1.L=! 4@2.i1=!")[-1].cell
    with pytest.raises(BadInput):
        gt.answer(Race(RED, at("1:B1", 4), at("0:A1", 0)).state, 0, RelaySteps())
    with pytest.raises(BadInput):
        dirt.answer(underway("R R |F| R", car("0.L", 2)), 0, RelaySteps())

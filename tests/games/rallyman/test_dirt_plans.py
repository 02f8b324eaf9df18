"""Plans of Rallyman: DIRT: listed, extended, checked, counted; exact odds against the game itself."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random
from typing import cast

import pytest

from paddock.core.errors import BadInput, IllegalAction
from paddock.games.rallyman.dirt import RALLYMAN_DIRT, plans, relays
from paddock.games.rallyman.dirt import actions as a
from paddock.games.rallyman.dirt.components import ALL_BACKS, FULL_BAG, KINDS, UP
from paddock.games.rallyman.dirt.drive import drive_of
from paddock.games.rallyman.dirt.outlooks import TurnEnd, drawn_tokens, outlook, price_of_loss
from paddock.games.rallyman.dirt.questions import StepsAnswer, answer
from paddock.games.rallyman.dirt.stages import road
from paddock.games.rallyman.dirt.state import DirtOptions, State, Step
from paddock.games.rallyman.questions import (
    DiceFor,
    NextSteps,
    Outlook,
    Proposals,
    Prospects,
    RelayChoices,
    Relayings,
    WaysTo,
)
from paddock.games.rallyman.turns import Way
from paddock.testing.dirt import car, drive, plan, token, underway

WORN = ("gear", "gear", "gear", "coast")


def small_scenes() -> list[State]:
    """Scenes with few plans, in which every rule of planning has a say."""
    muddy = underway(
        "S CR(1x1/2x2) S R |F| R K4[0>2,R]",
        car("0.R", 2, tokens=WORN),
        car("2.L", 2),
        car("1.o1", 0, status="off"),
    )
    muddy.mud = ((0, token("mud_minus_1")),)
    return [
        underway("R S CL(1x2/3x2) R R |F| R", car("0.L", 3, tokens=WORN), car("1.R", 4)),
        muddy,
        underway("R J3 R W R R |F| R", car("0.R", 2, tokens=WORN[:3]), car("3.L", 3), car("4.L", 5)),
        underway("R R1(5) R R |F| R", car("0.L", 6, tokens=("gear",) * 4), car("2.L", 5), red_zone=True),
        underway("S R CL(2x1/3x2) |F| R", car("", 0, tokens=WORN), car("1.L", 2), flying_start=True),
    ]


SCENES = range(len(small_scenes()))


@pytest.mark.parametrize("number", SCENES)
def test_listed_plans_are_exactly_the_accepted_ones(number: int) -> None:
    state = small_scenes()[number]
    listed = list(drive_of(state, 0).plans())
    assert len(listed) == len(set(listed)) == drive_of(state, 0).count() > 5
    accepted = set()
    ahead: list[tuple[Step, ...]] = [()]
    cells = range(len(road(state)))
    laid = [
        Step(die, cell, brakes, landing)  # type: ignore[arg-type]
        for die in "123456clr"
        for brakes in range(2)
        for cell in cells
        for landing in ((-1, *cells) if road(state).jump[cell] else (-1,))
    ]
    while ahead:
        prefix = ahead.pop()
        for step in laid:
            steps = (*prefix, step)
            try:
                plans.laid(drive_of(state, 0), steps)
            except IllegalAction as refusal:
                assert cast(int, refusal.message.params["step"]) <= len(steps)
                assert refusal.rule_id.startswith("DIRT-")
                continue
            accepted.add(steps)
            ahead.append(steps)
    assert accepted == set(listed)


@pytest.mark.parametrize("number", SCENES)
def test_extending_step_by_step_gives_the_same_plans(number: int) -> None:
    state = small_scenes()[number]
    found = []
    ahead: list[tuple[Step, ...]] = [()]
    while ahead:
        prefix = ahead.pop()
        for following in plans.extend(drive_of(state, 0), prefix):
            longer = (*prefix, following.step)
            found.append(longer)
            ahead.append(longer)
    assert sorted(found, key=repr) == sorted(drive_of(state, 0).plans(), key=repr)


@pytest.mark.parametrize("number", SCENES)
def test_wandering_can_meet_every_plan(number: int) -> None:
    state = small_scenes()[number]
    listed = set(drive_of(state, 0).plans())
    rng = Random(number)
    met = set()
    turn = drive_of(state, 0)
    for _ in range(40_000):
        met.add(turn.wander(rng))
        if met == listed:
            break
    assert met <= listed
    assert len(met) > 0.9 * len(listed)


def test_known_numbers_of_plans() -> None:
    """Plan counts on known spaces, to show at once when a rule of planning changes."""
    found = {}
    for stage, cell, gear in (("rally-1/SS1", "", 0), ("rally-3/SS3", "21.L", 3), ("rally-6/SS2", "4.R", 4)):
        state = RALLYMAN_DIRT.start(DirtOptions(stages=(stage,), one_shot=True), 1)
        RALLYMAN_DIRT.resolve(state, 0)
        if cell:
            state.cars[0].cell, state.cars[0].gear = road(state).cell(cell), gear
        found[stage] = drive_of(state, 0).count()
    assert found == KNOWN


KNOWN = {"rally-1/SS1": 830, "rally-3/SS3": 14_214, "rally-6/SS2": 11_018}


def ends_of(state: State, steps: tuple[Step, ...], way: Way) -> dict[TurnEnd, Fraction]:
    """Every way the game itself lets a plan end if all steps are rolled, with its exact chance."""
    found: dict[TurnEnd, Fraction] = {}

    def follow(state: State, events: list[object], chance: Fraction) -> None:
        while True:
            if state.phase == "step":
                events = events + RALLYMAN_DIRT.act(state, 0, a.Roll())
            elif state.phase == "relay":
                events = events + RALLYMAN_DIRT.act(state, 0, a.Relay(relays.original(state)))
            elif state.phase in ("roll", "flat", "shortcut"):
                break
            else:
                end = _end(state, events)
                found[end] = found.get(end, Fraction(0)) + chance
                return
        node = RALLYMAN_DIRT.pending(state).chance
        assert node is not None
        seen: Counter[str] = Counter()
        for outcome, weight in zip(node.outcomes, node.weights, strict=True):
            side = str(outcome).split("/")[-1]
            seen[side] += weight
        one = {str(outcome).split("/")[-1]: outcome for outcome in node.outcomes}
        for side, weight in seen.items():
            twin = RALLYMAN_DIRT.clone(state)
            follow(
                twin, events + RALLYMAN_DIRT.resolve(twin, one[side]), chance * Fraction(weight, node.total)
            )

    start = RALLYMAN_DIRT.clone(state)
    follow(start, RALLYMAN_DIRT.act(start, 0, a.Plan(steps, way)), Fraction(1))
    return found


def _end(state: State, events: list[object]) -> TurnEnd:
    drawn = tuple(event.token for event in events if isinstance(event, a.ShortcutTaken))
    lost = any(isinstance(event, a.ControlLost | a.CarriedOver) for event in events)
    finished = any(isinstance(event, a.Finished) for event in events)
    moved = [event for event in events if isinstance(event, a.Moved)][-1]
    return TurnEnd(moved.cell, moved.gear, state.cars[0].seconds, lost, finished, drawn)


TURNS = [
    ("R R R R R R |F| R", 3, "3@1.L 4@2.L 5@3.L 6@4.L c@5.L"),
    ("R R R R R R |F| R", 5, "3b@1.L 4@2.R c@3.R c@4.R"),
    ("R J3 R R R R |F| R", 3, "4@1.L>4.R 5@4.R 6@5.R"),
    ("R R J3 R R R R |F| R", 3, "3@1.L 4@2.L>5.R"),
    ("R R J3 R R R R |F| R", 4, "4@1.L 5@2.L>5.R"),
    ("R R S CR(1x1/2x3) S R |F| R K4[2>4,R]", 3, "3@1.R 4@2.R c@K 5@4.R"),
    ("R S CR(1x1/2x3) S R |F| R K4[1>3,R]", 4, "4@1.R 5@K"),
    ("R R S CR(1x1/2x3) S |F| R K4[2>4,R]", 3, "3@1.R 4@2.R c@K 5@4.R 6@5.R"),
    ("R J3 R R R |F| R", 3, "4@1.L>4.R 5@4.R 6@5.R"),
    ("R J3 R |F| R", 3, "4@1.L>3.R"),
    ("R R CL(1x1/2x2) R |F| R", 3, "4@1.L 5@2.o1"),
    ("R R R R |F| R", 0, "2@1.L 3@2.L 4@3.L c@4.L"),
    ("S CR(1x1/2x3) S CL(1x1/2x2) S R |F| R K4[0>2,R] K5[2>4,R]", 4, "4@K1 5@2.R c@K2 6@4.R"),
]


@pytest.mark.parametrize("way", ["one-by-one", "flat-out"])
@pytest.mark.parametrize(("notation", "gear", "text"), TURNS)
def test_the_outlook_of_a_turn_is_what_the_game_does(notation: str, gear: int, text: str, way: Way) -> None:
    start = "0.R" if "K" in notation else "0.L"
    state = underway(notation, car(start, gear), car("", 0), flying_start=True)
    steps = plan(state, text)
    told = outlook(drive_of(state, 0), steps, way, 0, bag=state.bag).chances
    assert sum(told.values()) == 1
    assert told == ends_of(state, steps, way)


def test_odds_agree_with_simulation() -> None:
    rng = Random(4)
    state = underway("R R S CR(1x1/2x3) S R |F| R K4[2>4,R]", car("0.R", 3), leader=0)
    steps = plan(state, "3@1.R 4@2.R l@K 5@4.R")
    told = plans.extend(drive_of(state, 0), steps[:-1])
    odds = next(following.odds for following in told if following.step == steps[-1])
    lost, runs = 0, 4000
    for _ in range(runs):
        trial = RALLYMAN_DIRT.clone(state)
        events = RALLYMAN_DIRT.act(trial, 0, a.Plan(steps))
        while trial.phase in ("roll", "step", "shortcut"):
            node = RALLYMAN_DIRT.pending(trial).chance
            if node is None:
                events += RALLYMAN_DIRT.act(trial, 0, a.Roll())
            else:
                events += RALLYMAN_DIRT.resolve(trial, rng.choices(node.outcomes, node.weights)[0])
        lost += any(isinstance(event, a.ControlLost) for event in events)
    assert abs(odds.one_by_one - lost / runs) < 0.03
    assert odds.flat_out == odds.one_by_one


def test_draws_come_without_replacement() -> None:
    bag = [0] * KINDS
    bag[UP.index("puncture") - KINDS] = 1
    bag[0] = 1
    draws = dict(drawn_tokens(tuple(bag), 2))
    assert draws == {("ok", "puncture"): Fraction(1, 2), ("puncture", "ok"): Fraction(1, 2)}
    assert sum(chance for _, chance in drawn_tokens(FULL_BAG, 2)) == 1
    assert dict(drawn_tokens((0,) * KINDS, 1)) == {(): Fraction(1)}


def test_the_flat_out_outlook_with_a_worth_lays_again_for_the_best() -> None:
    state = underway("R R CL(3x1/5x2):red R:red R R |F| R", car("0.L", 2), car("", 0))
    steps = plan(state, "3@1.L 4@2.o1 5@2.o2 c@3.L")
    way = road(state)

    def worth(end: TurnEnd) -> float:
        cost = price_of_loss(ALL_BACKS, end.gear, way.danger[end.cell])
        return end.seconds - (cost.seconds + 20 * cost.tokens if end.lost else 0) + way.front[end.cell] / 50

    best = outlook(drive_of(state, 0), steps, "flat-out", 0, worth)
    kept = outlook(drive_of(state, 0), steps, "flat-out", 0)
    plain = sum(float(chance) * worth(end) for end, chance in kept.chances.items())
    assert sum(best.chances.values()) == 1
    assert best.worth == pytest.approx(sum(float(p) * worth(end) for end, p in best.chances.items()))
    assert best.worth > plain
    assert {end for end in best.chances if not end.lost} == {end for end in kept.chances if not end.lost}


def test_stopping_and_securing_pay_against_a_value() -> None:
    state = underway("R R R R R R |F| R", car("0.L", 3, seconds=1), car("", 0))
    steps = plan(state, "4@1.L 5@2.L 6@3.L c@4.L c@5.L")

    def worth(end: TurnEnd) -> float:
        return (-60.0 if end.lost else 0.0) + 5 * road(state).front[end.cell] / 100 + end.seconds

    rolled = outlook(drive_of(state, 0), steps, "one-by-one", 1).chances
    careful = outlook(drive_of(state, 0), steps, "one-by-one", 1, worth)
    assert careful.worth > sum(float(p) * worth(end) for end, p in rolled.items())
    assert careful.worth == pytest.approx(sum(float(p) * worth(end) for end, p in careful.chances.items()))
    assert {"secure", "stop"} <= set(careful.policy.values())


def test_with_sisu_played_hazards_do_not_matter() -> None:
    state = underway("R R J3 R R R R |F| R", car("0.L", 3), car("", 0))
    steps = plan(state, "3@1.L 4@2.L>5.R 5@5.R")
    calm = outlook(drive_of(state, 0), steps, "flat-out", 0, calm=True).chances
    assert [(end.lost, chance) for end, chance in calm.items()] == [(False, 1)]


def test_the_price_of_a_loss_is_the_average_of_the_backs_not_seen() -> None:
    price = price_of_loss(ALL_BACKS, 4, "red")
    assert price.seconds == pytest.approx((27 * 60 + 2 * 25) / 29)
    assert price.tokens == pytest.approx((11 * 2 + 11 * 3) / 29)
    assert price.crash == pytest.approx(22 / 29)
    assert price_of_loss((0,) * len(ALL_BACKS), 4, "red") == price


def test_questions_of_a_thinking_driver() -> None:
    state = underway("R S CL(1x2/3x2) R J3 R R R |F| R", car("0.L", 3), car("1.R", 2), car("7.L", 1))
    asked = answer(state, 0, NextSteps(plan(state, "2@1.L")))
    assert isinstance(asked, StepsAnswer)
    assert (asked.gear, asked.seconds, asked.blocked, asked.staying) == (2, 1, False, "free")
    by_name = {(following.step.die, following.name): following for following in asked.next}
    assert by_name["3", "2.i1"].overspeed
    assert not by_name["3", "2.o1"].overspeed
    cells = road(state).cells(["1.L", "2.o1", "2.o2"])
    proposed = answer(state, 0, DiceFor(cells))
    assert isinstance(proposed, Proposals)
    assert proposed.plans
    for proposal in proposed.plans:
        plans.laid(drive_of(state, 0), proposal.steps)
        assert tuple(step.cell for step in proposal.steps) == cells
    far = answer(state, 0, WaysTo(road(state).cell("6.R")))
    assert isinstance(far, Proposals)
    assert far.plans
    for proposal in far.plans:
        plans.laid(drive_of(state, 0), proposal.steps)
        assert proposal.steps[-1].cell == road(state).cell("6.R")
    told = answer(state, 0, Outlook(plan(state, "2@1.L 3@2.o1"), "flat-out"))
    assert isinstance(told, Prospects)
    assert sum(end.chance for end in told.ends) == pytest.approx(1)
    with pytest.raises(BadInput):
        answer(state, 0, Relayings())
    with pytest.raises(BadInput):
        answer(state, 0, WaysTo(9999))
    with pytest.raises(IllegalAction):
        answer(state, 0, NextSteps(plan(state, "6@1.L")))
    state.cars[0].status = "finished"
    with pytest.raises(BadInput):
        answer(state, 0, NextSteps())


def test_layouts_after_a_failed_flat_out_can_be_asked_for_and_taken() -> None:
    state = underway("R R CL(3x1/5x2) R:red R R |F| R", car("0.L", 2), car("", 0))
    drive(state, "3@1.L 4@2.o1 5@2.o2 c@3.L", "! ! ! !", "flat-out")
    choices = answer(state, 0, Relayings())
    assert isinstance(choices, RelayChoices)
    names = {(choice.name, choice.gear) for choice in choices.relays}
    assert {("2.i1", 4), ("2.o2", 5)} <= names
    costs = [(choice.loss.tokens, choice.loss.seconds) for choice in choices.relays]
    assert costs == sorted(costs)
    for choice in choices.relays:
        trial = RALLYMAN_DIRT.clone(state)
        RALLYMAN_DIRT.act(trial, 0, a.Relay(choice.steps))
        assert (trial.lost_on, trial.lost_gear) == (choice.cell, choice.gear)
    listed = list(relays.Relays(state))
    assert len(listed) == len(set(listed))
    for steps in listed:
        assert a.Relay(steps) in RALLYMAN_DIRT.actions(state, 0)

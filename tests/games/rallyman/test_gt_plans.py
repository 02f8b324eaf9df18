"""Plans of Rallyman: GT: listed, extended, checked, counted; exact odds against simulation."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any, cast

import pytest

from paddock.core.errors import BadInput, IllegalAction
from paddock.games.rallyman.dice import gear_after
from paddock.games.rallyman.gt import RALLYMAN_GT, plans
from paddock.games.rallyman.gt import actions as a
from paddock.games.rallyman.gt.components import dice
from paddock.games.rallyman.gt.drive import drive_of
from paddock.games.rallyman.gt.outlooks import TurnEnd, outlook
from paddock.games.rallyman.gt.questions import StepsAnswer, answer
from paddock.games.rallyman.gt.relays import Relays
from paddock.games.rallyman.gt.state import GtOptions, State, Step, road_of
from paddock.games.rallyman.questions import (
    DiceFor,
    NextSteps,
    Outlook,
    Proposals,
    Prospects,
    Relayings,
    WaysTo,
)
from paddock.games.rallyman.turns import Choice, Moment
from paddock.testing.gt import Race, at

SMALL = {"gear": 3, "engine": 1, "brake": 2}


def small_races() -> list[Race]:
    return [
        Race("102b 103b 113b 103b", at("1:B1", 3, damage={**SMALL, "gear": 4}), at("2:A2", 2)),
        Race("102a 115a 103a", at("0:D3", 4, damage=SMALL), at("1:B1", 2), flags={"1:A1": 1}),
        Race("102a 103a 116a", at("1:B2", 6, damage=SMALL), at("2:A1", 6), red_zone=True),
        Race("102b 110b 103b", at("0:A1", 0, lap=1, damage=SMALL), at("0:D2", 0), flying_start=True),
    ]


@pytest.mark.parametrize("number", range(4))
def test_listed_plans_are_exactly_the_accepted_ones(number: int) -> None:
    race = small_races()[number]
    listed = list(drive_of(race.state, 0).plans())
    assert len(listed) == len(set(listed)) == drive_of(race.state, 0).count() > 5
    for steps in listed:
        plans.laid(drive_of(race.state, 0), steps)
    accepted = set()
    drive = drive_of(race.state, 0)
    ahead: list[tuple[Step, ...]] = [()]
    cells = range(len(race.road))
    laid = [Step(die, cell, brakes) for die in "123456cr" for brakes in range(3) for cell in cells]  # type: ignore[arg-type]
    while ahead:
        prefix = ahead.pop()
        for step in laid:
            steps = (*prefix, step)
            try:
                plans.laid(drive_of(race.state, 0), steps)
            except IllegalAction as refusal:
                assert cast(int, refusal.message.params["step"]) <= len(steps)
                continue
            if plans.laid(drive, steps) == steps:
                accepted.add(steps)
                ahead.append(steps)
    assert accepted == set(listed)


@pytest.mark.parametrize("number", range(4))
def test_extending_step_by_step_gives_the_same_plans(number: int) -> None:
    race = small_races()[number]
    found = []
    ahead: list[tuple[Step, ...]] = [()]
    while ahead:
        prefix = ahead.pop()
        for following in plans.extend(drive_of(race.state, 0), prefix):
            longer = (*prefix, following.step)
            found.append(longer)
            ahead.append(longer)
    assert sorted(found, key=repr) == sorted(drive_of(race.state, 0).plans(), key=repr)


@pytest.mark.parametrize("number", range(4))
def test_wandering_can_meet_every_plan(number: int) -> None:
    race = small_races()[number]
    listed = set(drive_of(race.state, 0).plans())
    rng = Random(number)
    drive = drive_of(race.state, 0)
    met = set()
    for _ in range(60_000):
        met.add(drive.wander(rng))
        if met == listed:
            break
    assert met <= listed
    assert len(met) > 0.9 * len(listed)


def test_the_first_illegal_step_is_named() -> None:
    race = Race("102a 103a 115a 103a", at("1:A2", 3), at("1:B1", 2))
    last = len(race.road) - 1
    for text, step, words in (
        ("4>1:B2 6>2:A2", 2, "no gear can be skipped"),
        ("4>1:B2 5>2:A2 c>2:A1", 3, "2:A1"),
        ("4>1:B1 c>2:A1", 1, "1:B1"),
    ):
        with pytest.raises(IllegalAction, match=words) as refused:
            plans.laid(drive_of(race.state, 0), race.steps(text))
        assert refused.value.message.params["step"] == step
    for cell, words in ((-1, "no such cell"), (last + 1, "no such cell"), (last, race.road.name(last))):
        with pytest.raises(IllegalAction, match=words):
            plans.laid(drive_of(race.state, 0), (Step("4", cell),))


def test_known_numbers_of_plans() -> None:
    """Plan counts on known cells, to show at once when a rule of planning changes."""
    found = {}
    for track, cell, gear in (("list-1", "0:C1", 0), ("list-2", "1:A1", 3), ("list-d", "0:D2", 6)):
        options = GtOptions(track=track)
        state = RALLYMAN_GT.start(options, 1)
        RALLYMAN_GT.resolve(state, 0)
        state.cars[0].cell = road_of(track).cell(cell)
        state.cars[0].gear = gear
        found[track] = drive_of(state, 0).count()
    assert found == KNOWN


KNOWN = {"list-1": 226, "list-2": 69_795, "list-d": 49_805}


def rolled_out(state: State, seat: int, steps: tuple[Step, ...], rng: Random, runs: int) -> float:
    """How often control is lost when a plan is rolled through one by one."""
    lost = 0
    for _ in range(runs):
        trial = RALLYMAN_GT.clone(state)
        events = RALLYMAN_GT.act(trial, seat, a.Plan(steps))
        while trial.phase in ("roll", "step"):
            if trial.phase == "step":
                events += RALLYMAN_GT.act(trial, seat, a.Roll())
                continue
            chance = RALLYMAN_GT.pending(trial).chance
            assert chance is not None
            events += RALLYMAN_GT.resolve(trial, rng.choices(chance.outcomes, chance.weights)[0])
        lost += any(isinstance(event, a.ControlLost) for event in events)
    return lost / runs


def test_odds_agree_with_simulation() -> None:
    rng = Random(4)
    race = Race("102b 103b 113b 103b 103b", at("1:B2", 3), at("0:A1", 0), weather="wet")
    for text in ("2>2:A2 c>2:B2 c>2:D2", "2>2:A2 3>2:B2", "3>2:A2 1b>2:B2 2>2:D1 c>3:A1"):
        steps = race.steps(text)
        told = plans.extend(drive_of(race.state, 0), steps[:-1])
        odds = next(following.odds for following in told if following.step == steps[-1])
        seen = rolled_out(race.state, 0, steps, rng, 3000)
        assert abs(odds.one_by_one - seen) < 0.03
        assert odds.flat_out == odds.one_by_one


def test_odds_of_a_flying_start_forgive_the_first_hazard() -> None:
    race = Race("102a 103a 103a", at("1:A1", 0), flying_start=True, weather="wet")
    steps = race.steps("2>1:B1 3>2:A1 4>2:B1")
    exact = outlook(drive_of(race.state, 0), steps, "one-by-one").chances
    assert sum(exact.values()) == 1
    lost = sum(chance for end, chance in exact.items() if end.lost)
    assert lost == Fraction(5, 6) * Fraction(1, 9)
    assert exact[TurnEnd(race.road.cell("1:B1"), 1, 2, 0, False, False)] == Fraction(1, 6)


def every_roll(faces: str, plan: str, *cars: dict[str, Any], **options: Any) -> dict[TurnEnd, Fraction]:
    """The ends of a flat out that the engine offers roll by roll, each failed one laid for the best."""
    counted: dict[TurnEnd, Fraction] = {}
    steps = Race(faces, *cars, **options).steps(plan)
    for roll in product(*(product("-!", repeat=1 + step.brakes) for step in steps)):
        trial = Race(faces, *cars, **options)
        trial.flat_out(plan, *("".join(shown) for shown in roll))
        chance = Fraction(1)
        for step, shown in zip(steps, roll, strict=True):
            for die, face in zip(step.die + "b" * step.brakes, shown, strict=True):
                bad = dice().hazard_faces(die)
                chance *= Fraction(bad if face == "!" else 6 - bad, 6)
        car = trial.car()
        if trial.state.phase == "relay":
            ends = []
            for relay in Relays(trial.state):
                gear = car.gear
                for laid in relay:
                    gear = gear_after(gear, laid.die)
                cell = relay[-1].cell
                ends.append(TurnEnd(cell, trial.road.tile[cell], gear, car.focus, True, False))
            end = max(ends, key=worth_of(trial))
        elif lost := trial.found(a.ControlLost):
            end = TurnEnd(lost[0].cell, trial.road.tile[lost[0].cell], lost[0].gear, car.focus, True, False)
        else:
            end = TurnEnd(car.cell, car.k, car.gear, car.focus, False, False)
        counted[end] = counted.get(end, Fraction(0)) + chance
    return counted


def worth_of(race: Race) -> Callable[[TurnEnd], float]:
    """Getting far counts, losing control in a high gear hurts; no two places are worth the same."""

    def worth(end: TurnEnd) -> float:
        return (-10 - 0.6 * end.gear if end.lost else 0) + race.road.front[end.cell] / 50 + end.cell / 1000

    return worth


@pytest.mark.parametrize(
    ("faces", "plan", "car", "options"),
    [
        ("102b 103b 104b 103b", "4>2:A1 5>2:B1 6>2:C1 c>3:A1", at("1:B1", 4, focus=2), {}),
        ("102a 103a 115a 103a", "c>1:B2 4>2:A2 c>2:B1", at("1:A2", 4), {"weather": "wet"}),
        ("102b 103b 113b 103b", "2bb>2:A2 c>2:B2 3>2:D2", at("1:B2", 5), {}),
        ("102a 103a 103a 103a", "2>1:B1 3>2:A1 1b>2:B1", at("1:A1", 0), {"flying_start": True}),
    ],
    ids=["straight", "overspeed", "track hazards", "flying start"],
)
def test_the_flat_out_outlook_matches_every_roll(
    faces: str, plan: str, car: dict[str, Any], options: dict[str, Any]
) -> None:
    cars = (car, at("0:A1", 0))
    race = Race(faces, *cars, **options)
    worth, drive, steps = worth_of(race), drive_of(race.state, 0), race.steps(plan)
    told = outlook(drive, steps, "flat-out", race.car().focus, worth)
    counted = every_roll(faces, plan, *cars, **options)
    assert sum(counted.values()) == 1
    assert told.chances == counted
    assert told.worth == pytest.approx(sum(float(p) * worth(end) for end, p in counted.items()))
    kept = outlook(drive, steps, "flat-out", race.car().focus)
    assert told.worth >= sum(float(p) * worth(end) for end, p in kept.chances.items()) - 1e-9


def driven(race: Race, plan: str, policy: dict[Moment, Choice], rng: Random) -> TurnEnd:
    """How a turn ends when the engine is driven by a policy and the dice fall as they may."""
    trial = RALLYMAN_GT.clone(race.state)
    events = RALLYMAN_GT.act(trial, 0, a.Plan(race.steps(plan)))
    while trial.phase in ("roll", "step") and trial.seat == 0:
        if trial.phase == "roll":
            chance = RALLYMAN_GT.pending(trial).chance
            assert chance is not None
            events += RALLYMAN_GT.resolve(trial, rng.choices(chance.outcomes, chance.weights)[0])
        else:
            choice = policy[trial.at, trial.hazards, trial.secured]
            ways: dict[str, a.Roll | a.Secure | a.Stop]
            ways = {"roll": a.Roll(), "secure": a.Secure(), "stop": a.Stop()}
            events += RALLYMAN_GT.act(trial, 0, ways[choice])
    car = trial.cars[0]
    for event in events:
        if isinstance(event, a.ControlLost):
            return TurnEnd(event.cell, car.k, event.gear, car.focus, True, False)
    return TurnEnd(car.cell, car.k, car.gear, car.focus, False, False)


def test_the_best_stopping_and_securing_agrees_with_simulation() -> None:
    race = Race("102b 103b 104b 103b 103b", at("1:B2", 4, focus=3), at("0:A1", 0), weather="wet")
    plan = "5>2:A2 c>2:B2 4>2:C1 2b>3:A1 3>3:B1"
    worth = worth_of(race)
    told = outlook(drive_of(race.state, 0), race.steps(plan), "one-by-one", 3, worth)
    assert {"roll", "secure", "stop"} <= set(told.policy.values())
    rng, runs = Random(8), 4000
    seen: dict[TurnEnd, int] = {}
    for _ in range(runs):
        end = driven(race, plan, told.policy, rng)
        seen[end] = seen.get(end, 0) + 1
    assert set(seen) <= set(told.chances)
    for end, chance in told.chances.items():
        assert abs(seen.get(end, 0) / runs - float(chance)) < 0.03
    assert sum(count * worth(end) for end, count in seen.items()) / runs == pytest.approx(told.worth, abs=0.3)


def test_stopping_and_securing_pay_against_a_value() -> None:
    race = Race("102a 103a 103a 103a", at("1:A1", 3), weather="wet")
    steps = race.steps("4>1:B1 5>2:A1 6>2:B1 c>3:A1")
    drive = drive_of(race.state, 0)

    def worth(end: TurnEnd) -> float:
        return (-6.0 if end.lost else 0.0) + end.k + 0.05 * end.focus

    rolled = outlook(drive, steps, "one-by-one", 1).chances
    careful = outlook(drive, steps, "one-by-one", 1, worth)
    assert careful.worth > sum(float(p) * worth(end) for end, p in rolled.items())
    assert careful.worth == pytest.approx(sum(float(p) * worth(end) for end, p in careful.chances.items()))
    assert "secure" in careful.policy.values()
    assert "stop" in careful.policy.values()


def test_questions_of_a_thinking_driver() -> None:
    race = Race("102a 103a 115a 103a", at("1:A2", 5), at("2:B1", 2), red_zone=True)
    asked = answer(race.state, 0, NextSteps(race.steps("4>1:B2")))
    assert isinstance(asked, StepsAnswer)
    assert (asked.gear, asked.focus, asked.blocked) == (4, 1, False)
    by_name = {(following.step.die, following.name): following for following in asked.next}
    assert by_name["3", "2:A2"].odds.one_by_one == 0.0
    cells = race.road.cells(["1:B2", "2:A3", "2:B2"])
    proposed = answer(race.state, 0, DiceFor(cells))
    assert isinstance(proposed, Proposals)
    assert proposed.plans
    for plan in proposed.plans:
        plans.laid(drive_of(race.state, 0), plan.steps)
        assert tuple(step.cell for step in plan.steps) == cells
    risks = [plan.odds.one_by_one for plan in proposed.plans if not plan.overspeed]
    assert risks
    ways = answer(race.state, 0, WaysTo(race.road.cell("2:D3")))
    assert isinstance(ways, Proposals)
    for plan in ways.plans:
        plans.laid(drive_of(race.state, 0), plan.steps)
        assert plan.steps[-1].cell == race.road.cell("2:D3")
    told = answer(race.state, 0, Outlook(race.steps("4>1:B2 3>2:A2"), "flat-out"))
    assert isinstance(told, Prospects)
    assert sum(end.chance for end in told.ends) == pytest.approx(1)
    with pytest.raises(BadInput):
        answer(race.state, 0, Relayings())
    with pytest.raises(BadInput):
        answer(Race("102a 103a", at("1:A1", -1, status="off")).state, 0, NextSteps())
    with pytest.raises(IllegalAction):
        answer(race.state, 0, NextSteps(race.steps("1>1:B2")))

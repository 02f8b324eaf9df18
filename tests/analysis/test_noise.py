"""How sure evaluations are is stated; the analysis finds nearly no error in what it would have played."""

from __future__ import annotations

import random
from typing import Any

import pytest

from paddock.analysis import follow, mark_of
from paddock.analysis.dirt_and_dust import DriveEvaluator
from paddock.analysis.error_estimates import all_stated
from paddock.analysis.evaluator import Evaluator
from paddock.analysis.outspeed import RouteEvaluator
from paddock.core.chance import DiceStream, seed_from
from paddock.core.match import start
from paddock.core.registry import find_game


def evaluator(game: str, salt: str = "") -> Evaluator:
    return RouteEvaluator("own", {}, salt) if game == "outspeed" else DriveEvaluator("own", salt)


def chosen(judge: Evaluator, game: Any, state: Any, seat: int, rng: random.Random) -> Any:
    """What the analysis would do, looking ahead with its own dice."""
    some = game.actions(state, seat).sample(rng)
    judge.value(state, seat)
    judged = judge.judge(state, seat, some)
    return some if judged is None else judged.best


@pytest.mark.parametrize(("name", "seats"), [("outspeed", 3), ("dirt-and-dust", 1)])
def test_a_game_of_the_analysing_policy_has_nearly_no_mistake(name: str, seats: int) -> None:
    game: Any = find_game(name)
    match = start(game, game.options({}), ["analyst"] * seats)
    rng, stream, judge = random.Random(3), DiceStream(seed_from(3)), evaluator(name, "other dice ")
    match.settle(stream)
    while not (pending := game.pending(match.state)).over:
        seat = pending.seats[0]
        match.decide(seat, chosen(judge, game, match.state, seat, rng))
        match.settle(stream)
    report = follow(match.log, evaluator(name))
    marks = [choice.mark for driver in report.drivers for choice in driver.choices]
    assert len(marks) > 10
    assert sum(mark in ("mistake", "blunder") for mark in marks) <= 0.05 * len(marks)
    assert report.noise == all_stated()[name].noise


def test_what_may_be_noise_is_no_error() -> None:
    assert mark_of(1.2, "points") == "inaccuracy"
    assert mark_of(1.2, "points", noise=1.0) == "good"


def test_every_evaluation_says_how_sure_it_is_and_how_that_was_measured() -> None:
    for sure in all_stated().values():
        assert sure.error > 0
        assert sure.how

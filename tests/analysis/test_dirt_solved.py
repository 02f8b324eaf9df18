"""Rallies alone against their solution: sums that hold, the policy's own drives without an error."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from paddock.analysis import DriverReport, follow
from paddock.analysis.dirt.solved import SolvedRally
from paddock.core.chance import DiceStream, seed_from
from paddock.core.logs import Log
from paddock.core.match import start
from paddock.games.rallyman.dirt import RALLYMAN_DIRT
from paddock.games.rallyman.dirt import actions as a
from paddock.games.rallyman.dirt.state import DirtOptions
from paddock.solve.dirt.problem import Depth
from paddock.solve.dirt.rally import RallyPolicy, RallySolution, solve_rally
from paddock.testing.dirt import stage_of

OPTIONS = DirtOptions(layouts=(stage_of("R1 R1(3) R1 |F| R1"),))
Driver = Callable[[Any, random.Random], Any]


@cache
def solution() -> RallySolution:
    return solve_rally(OPTIONS, Depth(below=2, lent=0, above=1, slack=0.0), 8)


def best(state: Any, rng: random.Random) -> Any:
    return RallyPolicy(solution()).action(state)


def anything(state: Any, rng: random.Random) -> Any:
    while True:
        action = RALLYMAN_DIRT.actions(state, 0).sample(rng)
        if not (isinstance(action, a.Plan) and len(action.steps) > 4):
            return action


def timid(state: Any, rng: random.Random) -> Any:
    """The best plan without its last step."""
    action = best(state, rng)
    if isinstance(action, a.Plan) and len(action.steps) > 1:
        return a.Plan(action.steps[:-1], action.way)
    return action


def driven(driver: Driver, seed: int) -> DriverReport:
    match = start(RALLYMAN_DIRT, OPTIONS, ["Ada"])
    rng, stream = random.Random(seed), DiceStream(seed_from(seed))
    match.settle(stream)
    while not RALLYMAN_DIRT.pending(match.state).over and len(match.log.records) < 120:
        match.decide(0, driver(match.state, rng))
        match.settle(stream)
    return told(match.log)


def told(log: Log) -> DriverReport:
    report = follow(log, SolvedRally(solution()))
    assert (report.basis, report.unit) == ("solution", "seconds")
    (driver,) = report.drivers
    last = driver.result if driver.result is not None else driver.turns[-1].value
    assert driver.start + driver.decisions + driver.chance == pytest.approx(last, abs=1e-6)
    return driver


def test_the_policys_own_drives_have_no_error() -> None:
    for seed in range(4):
        driver = driven(best, seed)
        assert driver.decisions == pytest.approx(0.0, abs=1e-6)
        assert set(driver.marks) == {"best"}
        assert driver.accuracy == pytest.approx(1.0)
        assert driver.result is not None


def test_luck_of_the_policy_is_result_less_start() -> None:
    driver = driven(best, 3)
    assert driver.result is not None
    assert driver.dice + driver.drift == pytest.approx(driver.result - driver.start, abs=1e-6)


def test_whoever_decides_anyhow_gives_time_away() -> None:
    drivers = [driven(anything, seed) for seed in range(3)]
    assert sum(driver.given for driver in drivers) > 10
    assert all(choice.fault for driver in drivers for choice in driver.choices if choice.loss > 0.5)


def test_stopping_short_is_seen() -> None:
    driver = driven(timid, 1)
    assert driver.given > 1
    assert driver.faults.get("short", 0.0) > 0

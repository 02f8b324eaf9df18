"""Reports of all four games: sums that hold, whoever evaluates; luck that is nothing on average."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from paddock.analysis import Cards, Report, analyse, analysers, follow
from paddock.analysis.gt.race import RaceEvaluator
from paddock.core.chance import DiceStream, seed_from
from paddock.core.game import Perspective
from paddock.core.logs import Log, load_file
from paddock.core.match import start
from paddock.core.registry import find_bot, find_game
from paddock.games.rallyman.gt import RALLYMAN_GT
from paddock.games.rallyman.gt import actions as a

RECORDED = Path(__file__).parents[1] / "recorded"
PLAYED = {
    "rallyman-gt": ({}, 3),
    "rallyman-dirt": ({"stages": ["SS1"]}, 2),
    "outspeed": ({}, 3),
    "dirt-and-dust": ({}, 2),
}


@cache
def played(game_name: str, seed: int) -> Log:
    """A game of a random player and a club player."""
    game: Any = find_game(game_name)
    options, seats = PLAYED[game_name]
    match = start(game, game.options(options), [f"seat {n}" for n in range(seats)])
    rng, stream = random.Random(seed), DiceStream(seed_from(seed))
    drivers = [find_bot(game_name, "random" if seat == 0 else "club") for seat in range(seats)]
    match.settle(stream)
    while not (pending := game.pending(match.state)).over and len(match.log.records) < 500:
        seat = pending.seats[0]
        match.decide(seat, drivers[seat].choose(Perspective(game, match.state, seat), rng))
        match.settle(stream)
    return match.log


def check(report: Report, log: Log) -> None:
    assert len(report.drivers) == len(log.header.seats)
    for driver in report.drivers:
        last = driver.result if driver.result is not None else driver.turns[-1].value
        assert driver.start + driver.decisions + driver.chance == pytest.approx(last, abs=1e-6)
        assert driver.chance == pytest.approx(driver.dice + driver.rivals + driver.drift, abs=1e-6)
        assert sum(turn.decisions for turn in driver.turns) == pytest.approx(driver.decisions, abs=1e-6)
        assert abs(driver.decisions) == pytest.approx(driver.given, abs=1e-6)
        assert all(choice.loss >= 0 for choice in driver.choices)
        assert all((choice.better is None) == (choice.best == choice.told) for choice in driver.choices)
        assert sum(driver.marks.values()) == len(driver.choices)
        assert 0 < driver.accuracy <= 1
        steps = [turn.step for turn in driver.turns]
        assert steps == sorted(steps)


@pytest.mark.parametrize("game", sorted(PLAYED))
def test_start_and_decisions_and_chance_are_the_result(game: str) -> None:
    log = played(game, 5)
    report = analyse(log)
    check(report, log)
    if report.unit == "chance":
        results = [driver.result for driver in report.drivers if driver.result is not None]
        assert not results or sum(results) == pytest.approx(1)


RECORDINGS = ("gt-1", "dirt-3", "dirt-5", "outspeed-4", "dirt-and-dust-trial")


@pytest.mark.parametrize("name", RECORDINGS)
def test_recorded_games_add_up(name: str) -> None:
    log = load_file(RECORDED / f"{name}.jsonl")
    check(analyse(log), log)


def test_hidden_games_are_told_as_known_and_with_open_cards() -> None:
    log = played("outspeed", 5)
    told: dict[Cards, Report] = {"own": analyse(log), "open": analyse(log, cards="open")}
    check(told["open"], log)
    assert told["own"].hidden
    assert told["open"].cards == "open"
    assert [driver.decisions for driver in told["own"].drivers] != [
        driver.decisions for driver in told["open"].drivers
    ]


def test_a_report_is_the_same_every_time() -> None:
    log = played("outspeed", 5)
    assert analyse(log) == analyse(log)


def test_those_who_decide_anyhow_give_away_more() -> None:
    for game in analysers():
        drivers = analyse(played(game, 5)).drivers
        club = max(abs(driver.decisions) for driver in drivers[1:])
        assert abs(drivers[0].decisions) > club, game


def test_luck_in_a_race_is_nothing_on_average() -> None:
    lucks = [driver.dice for seed in range(6) for driver in race(seed).drivers]
    spread = (sum(luck**2 for luck in lucks) / len(lucks)) ** 0.5
    assert spread > 0
    assert abs(sum(lucks) / len(lucks)) < 4 * spread / len(lucks) ** 0.5


def race(seed: int) -> Report:
    return follow(played("rallyman-gt", seed), RaceEvaluator(solo=False))


def test_stopping_one_cell_short_of_the_line_loses_a_race() -> None:
    """The plan that would win is driven without its last step."""
    match = start(RALLYMAN_GT, RALLYMAN_GT.options({}), ["Ada", "Bob"])
    rng, stream = random.Random(4), DiceStream(seed_from(4))
    short: list[int] = []
    club = find_bot("rallyman-gt", "club")
    match.settle(stream)
    while not (pending := RALLYMAN_GT.pending(match.state)).over:
        seat, state = pending.seats[0], match.state
        action = club.choose(Perspective(RALLYMAN_GT, state, seat), rng)
        if isinstance(action, a.Plan) and len(action.steps) > 1 and not short:
            last = RALLYMAN_GT.road(state).step(action.steps[-2].cell, action.steps[-1].cell)
            if last is not None and last.finish and state.cars[seat].k > 0:
                action = a.Plan(action.steps[:-1])
                short.append(len(match.log.records) + 1)
        match.decide(seat, action)
        match.settle(stream)
    assert short
    report = follow(match.log, RaceEvaluator(solo=False))
    (choice,) = [c for driver in report.drivers for c in driver.choices if c.step == short[0]]
    assert choice.mark in ("mistake", "blunder")
    assert choice.fault in ("short", "timid")
    assert choice.better is not None

"""Drives alone rated against their solution: sums that hold, mistakes that are found."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from paddock.analysis import DriverReport, analyse, analysers, follow, mark_of
from paddock.analysis.gt.solved import SolvedDrive
from paddock.cli.main import app
from paddock.core.chance import DiceStream
from paddock.core.errors import BadInput
from paddock.core.game import Perspective
from paddock.core.logs import Log
from paddock.core.match import Match, start
from paddock.core.registry import find_bot
from paddock.games.rallyman.gt import RALLYMAN_GT
from paddock.games.rallyman.gt import actions as a
from paddock.games.rallyman.gt.state import GtOptions, State, road_of
from paddock.solve import Store
from paddock.solve.gt.problem import course_of
from paddock.solve.gt.solution import Solution
from paddock.solve.gt.solver import keep
from tests.sample.pig import Pig, PigOptions
from tests.solve.test_gt_solver import SHORT, short

Driver = Callable[[State, random.Random], a.GtAction]


def best(state: State, rng: random.Random) -> a.GtAction:
    return short().choose(state)


def anything(state: State, rng: random.Random) -> a.GtAction:
    while True:
        action: a.GtAction = RALLYMAN_GT.actions(state, 0).sample(rng)
        if not isinstance(action, a.Retire) and not _too_long(action):
            return action


def _too_long(action: a.GtAction) -> bool:
    return isinstance(action, a.Plan) and action.way == "flat-out" and len(action.steps) > 5


def club(state: State, rng: random.Random) -> a.GtAction:
    action: a.GtAction = find_bot("rallyman-gt", "club").choose(Perspective(RALLYMAN_GT, state, 0), rng)
    return action


def driven(driver: Driver, seed: int, most: int = 40) -> Match[GtOptions, State, a.GtAction]:
    rng = random.Random(seed)
    match = start(RALLYMAN_GT, SHORT, ["Ada"])
    stream = DiceStream(seed.to_bytes(4, "big"))
    match.settle(stream)
    turns = 0
    while not RALLYMAN_GT.pending(match.state).over:
        turns += match.state.phase == "plan"
        match.decide(0, driver(match.state, rng) if turns < most else best(match.state, rng))
        match.settle(stream)
    return match


def rated(log: Log, solution: Solution) -> DriverReport:
    (driver,) = follow(log, SolvedDrive(solution)).drivers
    return driver


def holds(report: DriverReport, match: Match[GtOptions, State, a.GtAction]) -> None:
    result = RALLYMAN_GT.result(match.state)
    assert result is not None
    assert report.result == result.scores[0]
    assert report.start + report.decisions + report.chance == pytest.approx(report.result, abs=1e-6)
    assert sum(turn.decisions for turn in report.turns) == pytest.approx(report.decisions)
    assert sum(turn.chance for turn in report.turns) == pytest.approx(report.chance)
    assert report.rivals == 0
    assert all(choice.loss >= 0 for choice in report.choices)
    assert report.turns[-1].value == pytest.approx(report.result)


@pytest.mark.parametrize("driver", [anything, club, best], ids=["random", "club", "best"])
@settings(max_examples=6, deadline=None)
@given(seed=st.integers(0, 1000))
def test_start_and_decisions_and_dice_are_the_result(driver: Driver, seed: int) -> None:
    match = driven(driver, seed, most=3)
    holds(rated(match.log, short()), match)


def test_the_solver_s_own_drive_has_no_mistakes() -> None:
    for seed in range(15):
        report = rated(driven(best, seed).log, short())
        assert set(report.marks) == {"best"}
        assert report.decisions == pytest.approx(0, abs=1e-6)
        assert report.accuracy == pytest.approx(1)
        assert report.worst is None or report.worst.decisions < 1e-6


def test_luck_is_nothing_on_average() -> None:
    lucks = [rated(driven(best, seed).log, short()).dice for seed in range(150)]
    spread = (sum(luck**2 for luck in lucks) / len(lucks)) ** 0.5
    assert abs(sum(lucks) / len(lucks)) < 4 * spread / len(lucks) ** 0.5 + short().bounds.gap


def test_stopping_one_cell_short_of_the_line_is_a_blunder() -> None:
    """The plan that would finish is driven without its last step."""
    road = road_of(SHORT.track)
    short_stop: list[a.GtAction] = []

    def timid(state: State, rng: random.Random) -> a.GtAction:
        action = best(state, rng)
        if isinstance(action, a.Plan) and len(action.steps) > 1 and not short_stop:
            last = road.step(action.steps[-2].cell, action.steps[-1].cell)
            if last is not None and last.finish and state.cars[0].k > 0:
                short_stop.append(a.Plan(action.steps[:-1], action.way))
                return short_stop[0]
        return action

    match = driven(timid, 3)
    assert short_stop
    report = rated(match.log, short())
    holds(report, match)
    (blunder,) = [choice for choice in report.choices if choice.mark == "blunder"]
    assert blunder.loss > 8
    assert len(blunder.best) > len(blunder.told)
    assert report.worst is not None
    assert report.worst.turn == blunder.turn
    assert report.accuracy < 1


def test_marks_go_by_the_seconds_given_away() -> None:
    marks = [mark_of(loss) for loss in (0, 0.1, 0.5, 2, 5, 30)]
    assert marks == ["best", "best", "good", "inaccuracy", "mistake", "blunder"]


def test_a_drive_that_was_given_up_has_no_result() -> None:
    match = start(RALLYMAN_GT, SHORT, ["Ada"])
    match.settle(DiceStream(b"1"))
    match.decide(0, best(match.state, random.Random(1)))
    match.settle(DiceStream(b"1"))
    assert rated(match.log, short()).result is None
    match.decide(0, a.Retire())
    report = rated(match.log, short())
    assert report.result is None
    assert [choice.turn for choice in report.choices] == [1]


def test_what_cannot_be_analysed_is_said() -> None:
    assert {"rallyman-gt", "rallyman-dirt", "outspeed", "dirt-and-dust"} == set(analysers())
    pig = start(Pig(), PigOptions(), ["Ada", "Bob"])
    with pytest.raises(BadInput, match="pig"):
        analyse(pig.log)


def test_a_log_is_analysed_in_the_terminal(tmp_path: Path) -> None:
    keep(Store(tmp_path / "kept"), course_of(SHORT), short())
    file = tmp_path / "drive.jsonl"
    file.write_bytes(driven(club, 4).log.dump())
    words = ["analyse", str(file), "--folder", str(tmp_path / "kept")]
    told = CliRunner().invoke(app, words, env={"COLUMNS": "200"})
    assert told.exit_code == 0, told.stderr
    assert "costliest" in told.stdout
    assert "own dice and draws" in " ".join(told.stdout.split())
    read = json.loads(CliRunner().invoke(app, [*words, "--json"]).stdout)
    (driver,) = read["drivers"]
    told_sum = driver["start"] + driver["decisions"] + driver["chance"]
    assert told_sum == pytest.approx(driver["result"], abs=1e-6)

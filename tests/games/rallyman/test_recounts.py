"""Races looked back on: places and times round by round, best turns, luck against exact odds."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any

import pytest

from paddock.core.logs import load_file
from paddock.core.match import first_state, game_of, replay
from paddock.core.summaries import Recount
from paddock.games.rallyman.dice import DiceSet
from paddock.games.rallyman.gt.recounts import cells_between
from paddock.games.rallyman.gt.state import road_of
from paddock.games.rallyman.recounts import luck

RECORDED = Path(__file__).parents[2] / "recorded"
RACES = ["gt-1", "gt-3", "gt-solo", "dirt-1", "dirt-3"]


def looked_back(name: str) -> tuple[Recount, list[Any], Any]:
    """The recount of a recorded race, its events and its last state."""
    log = load_file(RECORDED / f"{name}.jsonl")
    game = game_of(log)
    told = game.recount(first_state(game, log), replay(log, game))
    assert told is not None
    steps = [(step.events, step.state) for step in replay(log, game)]
    return told, [event for events, _ in steps for event in events], steps[-1][1]


@pytest.mark.parametrize("name", RACES)
def test_the_curve_ends_where_the_race_ended(name: str) -> None:
    told, events, last = looked_back(name)
    log = load_file(RECORDED / f"{name}.jsonl")
    result = game_of(log).result(last)
    assert told.curve is not None and result is not None
    ends = [next(value for value in reversed(line) if value is not None) for line in told.curve.lines]
    if told.curve.unit == "place":
        still = [seat for seat, line in enumerate(told.curve.lines) if line[-1] is not None]
        assert [ends[seat] for seat in still] == [result.places[seat] for seat in still]
    elif name.startswith("dirt"):
        assert ends == list(result.scores)
    else:
        assert ends[0] - last.cars[0].focus == result.scores[0]
        assert len(told.curve.lines[0]) == 1 + sum(e.__struct_config__.tag == "turn-told" for e in events)


@pytest.mark.parametrize("name", RACES)
def test_marks_are_the_losses_and_the_flat_outs_that_held(name: str) -> None:
    told, events, _ = looked_back(name)
    assert told.curve is not None
    kinds = [mark.kind for mark in told.curve.marks]
    tags = [event.__struct_config__.tag for event in events]
    assert kinds.count("crash") == tags.count("crashed")
    flat = sum(tag == "planned" and event.way == "flat-out" for tag, event in zip(tags, events, strict=True))
    assert 0 < kinds.count("flat-out") <= flat
    for mark in told.curve.marks:
        assert 0 < mark.at < len(told.curve.lines[mark.seat])


@pytest.mark.parametrize("name", RACES)
def test_luck_is_that_of_the_statistics_and_best_turns_kept_control(name: str) -> None:
    told, events, _ = looked_back(name)
    log = load_file(RECORDED / f"{name}.jsonl")
    game = game_of(log)
    *_, end = replay(log, game)
    result = game.result(end.state)
    assert result is not None
    counted = game.feats(first_state(game, log).options, events, result)
    for found, feats in zip(told.luck, counted, strict=True):
        assert found is not None
        assert found.expected - found.hazards == pytest.approx(feats["luck"])
        assert found.at_most + found.at_least >= 1
    numbers = {number for number, _ in log.counted}
    for turn in told.best:
        if turn is not None:
            assert {turn.first, turn.last} <= numbers and turn.first < turn.last
            assert turn.cells > 0 and 0 <= turn.risk < 1 and turn.places >= 0


def test_the_chance_of_luck_is_exact() -> None:
    box = DiceSet({"1": 1, "c": 2, "b": 3})
    faces = [box.hazard_faces(die) for die in "1cb"]
    ways = [0, 0, 0, 0]
    for roll in product(range(6), repeat=3):
        ways[sum(face < shown for face, shown in zip(roll, faces, strict=True))] += 1
    found = luck("1cb", 2, box)
    assert found is not None
    assert found.expected == 1.0
    assert found.at_most == sum(ways[:3]) / 216
    assert found.at_least == sum(ways[2:]) / 216
    assert luck("", 0, box) is None


def test_gaps_are_counted_along_the_road() -> None:
    told, _, last = looked_back("gt-1")
    road = road_of(last.options.track)
    start = road.grid[0]
    step = road.steps[start][0].cell
    assert cells_between(road, start, start) == 0
    assert cells_between(road, start, step) == 1
    assert cells_between(road, step, start) > 5
    assert told.gaps[last.places[0]] is None
    others = [gap for seat, gap in enumerate(told.gaps) if seat != last.places[0]]
    assert all(gap is None or gap.id.startswith("rallyman-gt.gap-") for gap in others)
    assert any(gap is not None for gap in others)


@pytest.mark.parametrize("name", ["gt-solo", "dirt-5"])
def test_a_drive_alone_tells_how_far_it_has_come_between_its_turns(name: str) -> None:
    log = load_file(RECORDED / f"{name}.jsonl")
    game = game_of(log)
    told = [
        (game.underway(step.state), step.state.phase, game.result(step.state)) for step in replay(log, game)
    ]
    points = [point for point, _, _ in told if point is not None]
    assert all((point is None) == (phase not in ("plan", "over")) for point, phase, _ in told)
    assert [point.score for point in points] == sorted(point.score for point in points)
    assert points[0].done < 0.1 and points[0].score == 0 and len(points) > 5
    end, _, result = told[-1]
    assert end is not None and result is not None
    assert (end.done, end.score) == (1.0, result.scores[0])


@pytest.mark.parametrize("name", ["gt-3", "dirt-3"])
def test_a_race_of_several_is_not_measured_as_a_drive_alone(name: str) -> None:
    log = load_file(RECORDED / f"{name}.jsonl")
    game = game_of(log)
    assert all(game.underway(step.state) is None for step in replay(log, game))

"""Races of Outspeed and stages of Dirt & Dust looked back on."""

from __future__ import annotations

from pathlib import Path

import pytest

from paddock.core.logs import load_file
from paddock.core.match import first_state, game_of, replay
from paddock.core.messages import say

RECORDED = Path(__file__).parents[1] / "recorded"


@pytest.mark.parametrize(
    "name",
    [*sorted(one.stem for one in RECORDED.glob("outspeed-*.jsonl")), "dirt-and-dust-2", "dirt-and-dust-4"],
)
def test_the_lines_end_where_the_game_ended_and_everyone_hears_why(name: str) -> None:
    log = load_file(RECORDED / f"{name}.jsonl")
    game = game_of(log)
    told = game.recount(first_state(game, log), replay(log, game))
    *_, last = replay(log, game)
    result = game.result(last.state)
    assert told is not None and told.curve is not None and result is not None
    rounds = {len(line) - 1 for line in told.curve.lines}
    assert rounds == {last.state.turn if told.curve.unit == "zones" else last.state.round}
    for seat, line in enumerate(told.curve.lines):
        out = bool((last.state.ships if told.curve.unit == "zones" else last.state.players)[seat].out)
        assert line[-1] == (None if out else result.scores[seat])
        assert out == any(mark.seat == seat and mark.kind == "crash" for mark in told.curve.marks)
        reason = told.gaps[seat]
        assert reason is not None
        for language in ("en", "pl", "ru"):
            assert "{" not in say(reason, language)


def test_lost_turns_are_marked_where_too_many_came() -> None:
    log = load_file(sorted(RECORDED.glob("outspeed-*.jsonl"))[0])
    game = game_of(log)
    told = game.recount(first_state(game, log), replay(log, game))
    assert told is not None and told.curve is not None
    lost = {
        (one.seat, step.state.last.turn)
        for step in replay(log, game)
        if step.state.last is not None
        for one in step.state.last.outcomes
        if one.lost
    }
    assert lost and lost == {(mark.seat, mark.at) for mark in told.curve.marks if mark.kind == "spin"}

"""Puzzles: one plan is clearly the best, whoever looks; the same games give the same puzzles."""

from __future__ import annotations

import pytest

from paddock.analysis.puzzles import (
    MARGINS,
    Puzzle,
    answer,
    idea_of,
    judge_of,
    made_by_bots,
    puzzle_games,
    read,
    shipped,
    written,
)
from paddock.core.errors import BadInput, IllegalAction
from paddock.core.registry import find_game

AGAIN = "run `paddock puzzles src/paddock/analysis/data/puzzles.jsonl --number 40`"


def some(game: str) -> list[Puzzle]:
    return [puzzle for puzzle in shipped() if puzzle.game == game][:4]


def test_puzzles_ship() -> None:
    assert len(shipped()) >= 30, AGAIN
    assert len({puzzle.id for puzzle in shipped()}) == len(shipped())
    assert read(written(shipped())) == list(shipped())


@pytest.mark.parametrize("game", puzzle_games())
def test_the_best_plan_is_right_and_every_other_idea_is_not(game: str) -> None:
    for puzzle in some(game):
        rules, judge, state = find_game(game), judge_of(game), puzzle.state
        best = rules.read_action(state, puzzle.best)
        told = answer(puzzle, best)
        assert (told.right, told.better, told.best) == (True, None, puzzle.best), AGAIN
        other = next(plan for _, plan in judge.widely(state, puzzle.seat) if idea_of(plan) != idea_of(best))
        missed = answer(puzzle, other)
        assert not missed.right
        assert missed.loss >= 0.9 * MARGINS[puzzle.unit]
        assert missed.best == puzzle.best
        assert missed.better is not None
        assert missed.fault


def test_what_may_not_be_driven_is_no_answer() -> None:
    puzzle = shipped()[0]
    game = find_game(puzzle.game)
    plan = game.read_action(puzzle.state, puzzle.best)
    backwards = type(plan)(tuple(reversed(plan.steps)), plan.way)
    with pytest.raises(IllegalAction):
        answer(puzzle, backwards)


def test_the_same_game_of_bots_gives_the_same_puzzles() -> None:
    first = made_by_bots("rallyman-dirt", 1)
    assert first
    assert made_by_bots("rallyman-dirt", 1) == first
    assert all(puzzle.margin >= MARGINS[puzzle.unit] for puzzle in first)


def test_games_that_are_not_sure_enough_have_none() -> None:
    with pytest.raises(BadInput, match="outspeed"):
        judge_of("outspeed")

"""Small worlds by brute force against values from the literature."""

from __future__ import annotations

import pytest

from paddock.core.errors import BadInput
from paddock.solve import small
from tests.sample.pig import PIG, PigOptions, PigState


def pig_world() -> small.World:
    """Pig for two, both seats looking at it the same way."""

    def name(state: PigState) -> tuple[int, ...]:
        mine, theirs = state.scores[state.turn], state.scores[1 - state.turn]
        return mine, theirs, min(state.pot, state.options.goal - mine), state.rolling

    def worth(state: PigState) -> float:
        return 1.0 if PIG.winner(state) == 0 else -1.0

    return small.World(PIG, worth, name=name, side=lambda state: 1 - 2 * state.turn)


def first_player_wins(goal: int) -> float:
    return (small.solve(pig_world(), PIG.start(PigOptions(goal=goal), 2)).value + 1) / 2


def test_pig_to_30_is_worth_what_is_known() -> None:
    assert first_player_wins(30) == pytest.approx(0.5679147, abs=5e-8)


def test_both_ways_to_look_at_a_game_agree() -> None:
    mirrored = pig_world()
    plain = mirrored._replace(name=lambda state: (state.turn, mirrored.name(state)), side=lambda _: 1)
    value = small.solve(plain, PIG.start(PigOptions(goal=8), 2)).value
    assert (value + 1) / 2 == pytest.approx(first_player_wins(8), abs=1e-12)


def test_a_world_that_is_too_large_is_refused() -> None:
    with pytest.raises(BadInput, match="100 states"):
        small.solve(pig_world(), PIG.start(PigOptions(goal=50), 2), room=100)

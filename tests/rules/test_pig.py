"""The rules of the sample game."""

from __future__ import annotations

from paddock.testing import rule
from paddock.testing.harness import refused
from tests.sample.pig import PIG, Hold, PigOptions, PigState, Roll


def rolled(*faces: int, goal: int = 100) -> PigState:
    """Two players; the one on turn rolls these faces."""
    state = PIG.start(PigOptions(goal=goal), 2)
    for face in faces:
        PIG.act(state, state.turn, Roll())
        PIG.resolve(state, face)
    return state


@rule("PIG-TURN-1")
def test_only_who_is_on_turn_decides() -> None:
    assert refused(PIG, rolled(), 1, Roll()).rule_id == "PIG-TURN-1"


@rule("PIG-TURN-2")
def test_holding_banks_the_points_and_passes_the_die() -> None:
    state = rolled(4, 6)
    PIG.act(state, 0, Hold())
    assert (state.scores, state.turn, state.pot) == ([10, 0], 1, 0)
    assert refused(PIG, state, 1, Hold()).rule_id == "PIG-TURN-2"


@rule("PIG-TURN-3")
def test_a_1_loses_the_points_of_the_turn() -> None:
    state = rolled(4, 6, 1)
    assert (state.scores, state.turn, state.pot) == ([0, 0], 1, 0)


@rule("PIG-END-1")
def test_whoever_reaches_the_goal_wins() -> None:
    state = rolled(4, 6, goal=10)
    assert PIG.result(state) is None
    PIG.act(state, 0, Hold())
    result = PIG.result(state)
    assert result is not None
    assert result.places == (1, 2)

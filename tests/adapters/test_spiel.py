"""OpenSpiel's own checks and algorithms."""

import random
from typing import Any

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel has no build for this machine")

from open_spiel.python.algorithms import cfr, exploitability, mcts  # noqa: E402

import paddock  # noqa: E402
from paddock.adapters import spiel  # noqa: E402

GAMES = [
    ("outspeed", 3, {}),
    ("rallyman-gt", 2, {}),
    ("rallyman-dirt", 1, {"stages": ("SS1",)}),
    ("dirt-and-dust", 2, {}),
]


@pytest.mark.parametrize(("name", "seats", "options"), GAMES)
def test_open_spiel_s_own_check(name: str, seats: int, options: dict[str, Any]) -> None:
    game = spiel.load(name, seats=seats, **options)
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


def test_games_are_registered_by_name() -> None:
    game = pyspiel.load_game("python_paddock_outspeed", {"seats": 4})
    assert game.num_players() == 4
    state = game.new_initial_state()
    assert state.is_chance_node()
    assert sum(chance for _, chance in state.chance_outcomes()) == pytest.approx(1)


def small_enough(here: paddock.Position, most: int = 150) -> bool:
    """Whether the tree below a position has few nodes."""
    stack, nodes = [here], 0
    while stack and nodes <= most:
        nodes += 1
        stack += [child.position for child in stack.pop().children()]
    return nodes <= most


def last_turn(seed: int) -> str:
    """A race of three that has only its last turn to go, with a choice between routes for everyone."""
    match = paddock.start("outspeed", seats=3, seed=seed)
    rng = random.Random(seed)
    while not match.over:
        state = match.state
        routes = [len(match.actions(seat)) for seat in match.asked]
        if state.turn == 13 and state.phase == "programming" and len(routes) == 3 and min(routes) > 1:
            return match.notation() if small_enough(match.position) else ""
        match.act(match.actions().sample(rng))
    return ""


@pytest.fixture(scope="module")
def tiny() -> Any:
    position = next(found for seed in range(400) if (found := last_turn(seed)))
    return spiel.load("outspeed", position=position)


def test_cfr_lowers_the_exploitability_of_a_last_turn(tiny: Any) -> None:
    solver = cfr.CFRPlusSolver(tiny)
    before = exploitability.nash_conv(tiny, solver.average_policy())
    for _ in range(30):
        solver.evaluate_and_update_policy()
    after = exploitability.nash_conv(tiny, solver.average_policy())
    assert after < before / 2
    assert after < 0.1


def test_mcts_plays_a_turn(tiny: Any) -> None:
    rng = np.random.RandomState(1)
    bot = mcts.MCTSBot(tiny, 1.4, 30, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    state = tiny.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(outcomes, p=chances)))
        else:
            state.apply_action(bot.step(state))
    assert sum(state.returns()) == pytest.approx(0)


def test_seats_that_decide_at_once_do_not_see_each_other(tiny: Any) -> None:
    state = tiny.new_initial_state()
    assert state.current_player() == 0
    seen = set()
    for action in state.legal_actions():
        child = state.child(action)
        assert child.current_player() == 1
        seen.add(child.information_state_string(1))
        assert child.observation_string(1) == state.child(state.legal_actions()[0]).observation_string(1)
    assert len(seen) == 1
    assert len({state.child(action).information_state_string(0) for action in state.legal_actions()}) > 1

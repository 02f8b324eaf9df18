"""PettingZoo's own checks."""

import warnings
from functools import partial
from types import SimpleNamespace

import pytest
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, render_test, seed_test
from pettingzoo.test.seed_test import parallel_seed_test
from pettingzoo.utils import parallel_to_aec

from paddock.adapters.petting_zoo import AT_ONCE, env, parallel_env
from paddock.core.errors import BadInput

GAMES = [("rallyman-gt", 2), ("rallyman-dirt", 2), ("outspeed", 4), ("dirt-and-dust", 2)]


@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_aec(game: str, seats: int) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        api_test(env(game, seats), num_cycles=60)
    seed_test(partial(env, game, seats), num_cycles=20)


@pytest.mark.parametrize("game", AT_ONCE)
def test_parallel(game: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        parallel_api_test(parallel_env(game), num_cycles=60)
    parallel_seed_test(partial(parallel_env, game), num_cycles=20)


@pytest.mark.parametrize("game", AT_ONCE)
def test_max_cycles(game: str) -> None:
    rooms = SimpleNamespace(
        parallel_env=partial(parallel_env, game),
        env=lambda max_cycles: parallel_to_aec(parallel_env(game, max_cycles=max_cycles)),
    )
    max_cycles_test(rooms)


@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_rendering(game: str, seats: int, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(partial(env, game, seats), custom_tests={"svg": lambda picture: picture.startswith("<svg")})
    assert capsys.readouterr().out


def test_a_whole_game_ends_with_rewards_that_sum_to_zero() -> None:
    room = env("outspeed", 3)
    room.reset(seed=3)
    for agent in room.agent_iter():
        seen, _, ended, cut, _ = room.last()
        if ended or cut:
            break
        room.step(int(room.action_space(agent).sample(seen["action_mask"])))
    assert sum(room.rewards.values()) == pytest.approx(0)
    assert max(room.rewards.values()) > 0


def test_all_at_once_is_for_games_that_are() -> None:
    with pytest.raises(BadInput, match="one seat decides after the other"):
        parallel_env("rallyman-gt")
    with pytest.raises(BadInput, match="cannot stand at place 1"):
        room = env("outspeed", 3)
        room.reset(seed=1)
        room.step(0)

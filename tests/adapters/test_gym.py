"""Gymnasium's own check, and what an episode is worth."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from paddock.adapters import gym

IDS = [
    "paddock/RallymanGT-v1",
    "paddock/RallymanGTSolo-v1",
    "paddock/RallymanDIRT-v1",
    "paddock/RallymanDIRTSolo-v1",
    "paddock/Outspeed-v1",
    "paddock/DirtAndDust-v1",
    "paddock/DirtAndDustSolo-v1",
]


@pytest.mark.parametrize("name", IDS)
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_gymnasium_s_own_check(name: str) -> None:
    assert name.removeprefix("paddock/").split("-")[0].removesuffix("Solo") in gym.NAMES
    check_env(gymnasium.make(name).unwrapped, skip_render_check=True)
    check_env(gymnasium.make(name, observations="dict").unwrapped, skip_render_check=True)


def episode(env: gymnasium.Env, seed: int) -> tuple[float, dict]:  # type: ignore[type-arg]
    env.action_space.seed(seed)
    _, info = env.reset(seed=seed)
    total = 0.0
    while True:
        _, reward, ended, cut, info = env.step(env.action_space.sample(info["action_mask"]))
        total += float(reward)
        if ended or cut:
            return total, info


@pytest.mark.parametrize(
    ("name", "options"),
    [("RallymanGTSolo", {}), ("RallymanDIRTSolo", {"stages": ("SS1",)}), ("DirtAndDustSolo", {})],
)
def test_alone_the_rewards_add_up_to_the_score(name: str, options: dict[str, Any]) -> None:
    env = gymnasium.make(f"paddock/{name}-v1", **options)
    total, info = episode(env, 5)
    scale = -0.01 if info["unit"] == "seconds" else 0.01
    assert total == pytest.approx(info["score"] * scale, abs=1e-6)


def test_against_bots_a_place_is_a_reward_and_the_seat_is_drawn() -> None:
    env = gymnasium.make("paddock/Outspeed-v1", opponents=("random", "random", "random"))
    seats = set()
    for seed in range(6):
        total, info = episode(env, seed)
        seats.add(env.get_wrapper_attr("seat"))
        assert -1 <= total <= 1
        assert 1 <= info["place"] <= 4
    assert len(seats) > 1


def test_a_masked_out_token_changes_nothing() -> None:
    env = gym.SeatEnv("rallyman-gt")
    before, info = env.reset(seed=1)
    after, reward, _, _, told = env.step(0)
    assert float(reward) < 0
    assert told["masked_out"]
    assert np.array_equal(before, after)
    assert np.array_equal(env.action_masks(), info["action_mask"].astype(bool))

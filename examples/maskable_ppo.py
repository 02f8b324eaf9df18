"""sb3-contrib's MaskablePPO on a lap driven alone; needs `sb3-contrib` and `paddock-games[research]`.

Not part of the tests: it brings PyTorch along.
"""

from __future__ import annotations

import sys

import gymnasium
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy

import paddock.adapters.gym


def main() -> None:
    """Train, then say how many seconds a lap takes."""
    tokens = int(sys.argv[1]) if len(sys.argv) > 1 else 200_000
    assert paddock.adapters.gym.NAMES
    env = gymnasium.make("paddock/RallymanGTSolo-v1", track="list-1")
    model = MaskablePPO("MlpPolicy", env, gamma=1.0, n_steps=2048, verbose=1)
    model.learn(tokens)
    reward, spread = evaluate_policy(model, env, n_eval_episodes=50)
    sys.stdout.write(f"{-100 * float(reward):.0f} s a lap on average, spread {100 * float(spread):.0f} s\n")


if __name__ == "__main__":
    main()

"""Learn to drive a lap alone, with NumPy only: a linear policy, improved by the policy gradient.

    python examples/learn_solo_gt.py --episodes 3000 --curve curve.svg

The driver lays a plan token by token (a die, a place ahead, … and a way to roll), sees the flat observation
and a mask, and is paid minus a hundredth of every second. After every batch of drives the policy is moved
towards what went better than usual from the same point of the lap.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from paddock.adapters.gym import SeatEnv

Array = np.ndarray[Any, np.dtype[Any]]


@dataclass
class Policy:
    """Scores for every token, linear in what the driver sees."""

    weights: Array
    rng: np.random.Generator
    steps: int = 0
    first: Array = field(init=False)
    second: Array = field(init=False)

    def __post_init__(self) -> None:
        self.first, self.second = np.zeros_like(self.weights), np.zeros_like(self.weights)

    def chances(self, seen: Array, mask: Array) -> Array:
        """How likely each token is; masked-out ones are impossible."""
        scores = np.where(mask, self.weights @ seen, -np.inf)
        scores = np.exp(scores - scores.max())
        chances: Array = scores / scores.sum()
        return chances

    def improve(self, gradient: Array, rate: float) -> None:
        """One step of Adam uphill."""
        self.steps += 1
        self.first += 0.1 * (gradient - self.first)
        self.second += 0.001 * (gradient**2 - self.second)
        mean = self.first / (1 - 0.9**self.steps)
        size = np.sqrt(self.second / (1 - 0.999**self.steps))
        self.weights += rate * mean / (size + 1e-8)


@dataclass
class Drive:
    """One lap: what was seen, open and chosen at every token, and the seconds from there to the end."""

    seen: list[Array]
    chances: list[Array]
    chosen: list[int]
    to_go: Array
    seconds: float
    progress: Array


def drive(env: SeatEnv, policy: Policy, seed: int, best: bool = False) -> Drive:
    """Drive a lap by chance according to the policy, or always the likeliest token."""
    observation, info = env.reset(seed=seed)
    seen, likely, chosen, paid, progress = [], [], [], [], []
    over = False
    while not over:
        view = np.append(observation, 1.0)
        chances = policy.chances(view, info["action_mask"].astype(bool))
        token = int(chances.argmax()) if best else int(policy.rng.choice(len(chances), p=chances))
        seen.append(view)
        likely.append(chances)
        chosen.append(token)
        progress.append(env.seating.state.cars[0].k)
        observation, reward, ended, cut, info = env.step(token)
        paid.append(reward)
        over = ended or cut
    to_go = np.cumsum(np.array(paid)[::-1])[::-1]
    return Drive(seen, likely, chosen, to_go, -100 * float(sum(paid)), np.array(progress))


def gradient(drives: list[Drive], size: tuple[int, ...]) -> Array:
    """The direction in which better-than-usual choices become likelier.

    Usual is a parabola of the time to go over the tiles driven, fitted to the batch.
    """
    far = np.concatenate([one.progress for one in drives])
    to_go = np.concatenate([one.to_go for one in drives])
    line = np.polyfit(far, to_go, 2) if np.ptp(far) else np.array([to_go.mean()])
    spread = float(np.std(to_go - np.polyval(line, far))) or 1.0
    total = np.zeros(size)
    for one in drives:
        gain = (one.to_go - np.polyval(line, one.progress)) / spread
        push = -np.array(one.chances) * gain[:, None]
        push[np.arange(len(one.chosen)), one.chosen] += gain
        total += push.T @ np.array(one.seen)
    return total / len(far)


def learn(
    episodes: int, seed: int = 0, batch: int = 16, rate: float = 0.02, **options: Any
) -> tuple[Policy, list[float]]:
    """Train a driver; returns the policy and the seconds of every drive on the way."""
    env = SeatEnv("rallyman-gt", **options)
    size = (env.seating.encoding.size, env.seating.observer.size + 1)
    policy = Policy(np.zeros(size), np.random.default_rng(seed))
    seconds: list[float] = []
    while len(seconds) < episodes:
        drives = [drive(env, policy, seed=seed * 1_000_000 + len(seconds) + i) for i in range(batch)]
        seconds += [one.seconds for one in drives]
        policy.improve(gradient(drives, size), rate)
        if len(seconds) % (batch * 10) == 0:
            sys.stderr.write(
                f"\r{len(seconds):6} drives, {np.mean(seconds[-batch * 10 :]):6.0f} s on average"
            )
    sys.stderr.write("\n")
    return policy, seconds


def curve(seconds: list[float], path: Path, block: int = 50) -> None:
    """The mean time over blocks of drives, as a picture."""
    means = [float(np.mean(seconds[at : at + block])) for at in range(0, len(seconds) - block + 1, block)]
    top = max(means) * 1.05
    across, down = 560 / max(len(means) - 1, 1), 250 / top
    points = " ".join(f"{60 + across * i:.1f},{280 - down * mean:.1f}" for i, mean in enumerate(means))
    ticks = [
        f'<text x="52" y="{284 - down * value:.0f}" text-anchor="end">{value}</text>'
        f'<path d="M60 {280 - down * value:.0f}H620" stroke="#ddd"/>'
        for value in range(0, int(top), 200)
    ]
    words = f"{len(seconds)} drives; mean seconds a lap over {block} drives"
    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 320" font-family="sans-serif">',
        '<rect width="640" height="320" fill="#fff"/>',
        *ticks,
        f'<polyline points="{points}" fill="none" stroke="#2e86de" stroke-width="2"/>',
        f'<text x="340" y="308" text-anchor="middle">{words}</text></svg>',
    ]
    path.write_text("\n".join(parts) + "\n")


def main() -> None:
    """Train, then show how the driver does."""
    words = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    words.add_argument("--episodes", type=int, default=3000)
    words.add_argument("--seed", type=int, default=0)
    words.add_argument("--track", default="list-1")
    words.add_argument("--curve", type=Path)
    told = words.parse_args()
    policy, seconds = learn(told.episodes, told.seed, track=told.track)
    env = SeatEnv("rallyman-gt", track=told.track)
    laps = [drive(env, policy, seed=10_000_000 + i).seconds for i in range(100)]
    sys.stdout.write(f"first 100 drives: {np.mean(seconds[:100]):.0f} s\n")
    sys.stdout.write(f"100 drives of the trained driver: {np.mean(laps):.0f} s\n")
    if told.curve is not None:
        curve(seconds, told.curve)


if __name__ == "__main__":
    main()

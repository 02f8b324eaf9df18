"""Chance inside kernels: fair, and the same compiled and plain."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np

from paddock.kernels.random_stream import below, streams


def dice(seed: int, games: int, rolls: int) -> list[list[int]]:
    return [[int(below(stream, 6)) for _ in range(rolls)] for stream in streams(seed, games)]


def test_dice_are_fair_and_games_differ() -> None:
    rolled = np.array(dice(1, 60, 200))
    counts = np.bincount(rolled.ravel(), minlength=6)
    assert abs(counts - 2000).max() < 4 * (12000 / 6 * 5 / 6) ** 0.5
    assert len({tuple(game) for game in rolled.tolist()}) == 60


def test_a_stream_belongs_to_its_seed_and_number() -> None:
    assert streams(5, 3, first=4).tolist() == streams(5, 7)[4:].tolist()
    assert streams(5, 1).tolist() != streams(6, 1).tolist()


def test_plain_python_draws_the_same() -> None:
    code = "from tests.kernels.test_chance import dice; print(dice(9, 2, 40))"
    plain = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PADDOCK_PLAIN": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert plain.stdout.strip() == str(dice(9, 2, 40))

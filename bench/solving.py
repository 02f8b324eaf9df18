"""Kernels: random races relative to the engine, circuits and a stage solved, small worlds by brute force."""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import product
from typing import Any

from bench import solve_dirt, solve_gt
from bench.measure import Row, random_playout
from paddock.core.game import AnyGame
from paddock.games.rallyman.dirt import RALLYMAN_DIRT
from paddock.games.rallyman.dirt.state import DirtOptions
from paddock.games.rallyman.gt import RALLYMAN_GT
from paddock.games.rallyman.gt.state import GtOptions
from paddock.kernels.dirt.batch import play as play_dirt
from paddock.kernels.gt.batch import play as play_gt
from paddock.tracks.layouts import circuits
from tests.solve.test_small import first_player_wins


def bench() -> list[Row]:
    """Measures in CPU time, since the machine may have other work."""
    return [*_races(), *_circuits(), _stage(), _pig()]


def _spent(work: Callable[[], Any]) -> tuple[float, Any]:
    began = time.process_time()
    done = work()
    return time.process_time() - began, done


def _races() -> list[Row]:
    """Measures random races of the kernels relative to the engine in the same run."""
    rows = []
    kinds: list[tuple[str, AnyGame, Any, Callable[..., Any]]] = [
        ("GT", RALLYMAN_GT, GtOptions(track="list-d"), play_gt),
        ("DIRT", RALLYMAN_DIRT, DirtOptions(rally="rally-3"), play_dirt),
    ]
    for (name, game, options, play), seats in product(kinds, (1, 4)):
        play(options, seats, 10)
        spent, nodes = _spent(lambda: sum(random_playout(game, options, seats, n) for n in range(30)))  # noqa: B023
        engine = nodes / spent
        spent, played = _spent(lambda: play(options, seats, 5_000))  # noqa: B023
        kernel = int(played.nodes.sum()) / spent
        what = f"{name} kernel: nodes of random races, {seats} cars, one core"
        rows.append(Row(what, kernel, "nodes/s", "plain engine", kernel / engine))
    return rows


def _circuits() -> list[Row]:
    """Solves the four ready circuits, to the damage-free answer and to a proven gap of 0.1 seconds."""
    rows = []
    for name in circuits():
        cost = solve_gt.solved(name, 0.1)
        gap = cost.found.upper - cost.found.lower
        rows.append(Row(f"GT {name}: first answer", cost.first, "s"))
        rows.append(Row(f"GT {name}: proven within {gap:.3f} s", cost.spent, "s"))
    return rows


def _stage() -> Row:
    name = "rally-1/SS1"
    cost = solve_dirt.solved(name)
    return Row(f"DIRT {name}: proven within {cost.gap:.2f} %", cost.spent, "s")


def _pig() -> Row:
    """Solves Pig to 100 by brute force; the first player is known to win 0.5305927 of all games."""
    spent, chance = _spent(lambda: first_player_wins(100))
    return Row(f"Pig to 100 by brute force: {chance:.7f}", spent, "s")

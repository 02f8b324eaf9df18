"""Simulations relative to the bare engine loop, and one process relative to two."""

from __future__ import annotations

import time
from functools import partial

from bench.games import SEATS
from bench.measure import Row, random_playout
from paddock.arena.playing import play_bare
from paddock.arena.runner import runner_for
from paddock.arena.series import Series
from paddock.core.registry import find_game

ROUNDS = 5


def bench() -> list[Row]:
    """Returns the cost of a node through `paddock.simulate` and bare, and the scaling of two processes."""
    return [*nodes(), scaling()]


def nodes() -> list[Row]:
    """Returns the cost of a node in every game."""
    return [row for name, seats in SEATS.items() for row in beside_bare(name, seats)]


def beside_bare(name: str, seats: int) -> list[Row]:
    """Returns CPU time per node of random games, bare and simulated, measured alternately."""
    game = find_game(name)
    options = game.options()
    series = Series(name, {}, ("random",) * seats, 10**6, "bench")
    spent, done = {"bare": 0.0, "simulated": 0.0}, {"bare": 0, "simulated": 0}
    at = 0
    for _ in range(ROUNDS):
        begin = time.process_time()
        while time.process_time() - begin < 0.6:
            done["bare"] += random_playout(game, options, seats, at)
            at += 1
        spent["bare"] += time.process_time() - begin
        begin = time.process_time()
        while time.process_time() - begin < 0.6:
            done["simulated"] += sum(
                play_bare(series, series.fixture(number)).nodes for number in range(at, at + 8)
            )
            at += 8
        spent["simulated"] += time.process_time() - begin
    bare = spent["bare"] / done["bare"] * 1e6
    ours = spent["simulated"] / done["simulated"] * 1e6
    return [
        Row(f"{name}: bare engine loop", bare, "µs/node"),
        Row(f"{name}: simulated", ours, "µs/node", "bare engine loop", ours / bare),
    ]


def scaling() -> Row:
    """Returns games per second on two processes relative to one."""
    series = Series("rallyman-gt", {}, ("random",) * 4, 4_000, "bench")
    speeds = []
    for processes in (1, 2):
        begin = time.perf_counter()
        played = sum(
            1 for _ in runner_for(processes, series.games).play(partial(play_bare, series), series.fixtures())
        )
        speeds.append(played / (time.perf_counter() - begin))
    return Row("rallyman-gt: two processes", speeds[1], "games/s", "one process", speeds[1] / speeds[0])

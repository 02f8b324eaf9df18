"""The core, measured on Pig: playouts, clones, logs, replays."""

from __future__ import annotations

import random

from bench.measure import Row, microseconds, nodes_per_second, rate, state_in_play
from paddock.arena.playing import play_out
from paddock.bots.random_bot import RandomBot
from paddock.core.game import encode_state
from paddock.core.logs import load
from paddock.core.match import replay, verify
from paddock.core.registry import add_game
from tests.sample.pig import PIG, PigOptions


def bench() -> list[Row]:
    """Speed of everything a game gets from the core."""
    add_game(PIG)
    options = PigOptions()
    state = state_in_play(PIG, options, 2, 40)
    match, _ = play_out(PIG, options, [RandomBot(), RandomBot()], "bench")
    text = match.log.dump()
    records = len(match.log.records)
    rng = random.Random(1)
    return [
        Row("Pig: nodes of random games", nodes_per_second(PIG, options, 2), "nodes/s"),
        Row("Pig: clone", microseconds(lambda: PIG.clone(state)), "µs"),
        Row("Pig: state to bytes", microseconds(lambda: encode_state(state)), "µs"),
        Row("Pig: read a log", rate(lambda: len(load(text).records)), "records/s"),
        Row("Pig: replay a log", rate(lambda: sum(1 for _ in replay(match.log))), "records/s"),
        Row("Pig: verify a log", rate(lambda: verify(match.log) and records), "records/s"),
        Row("Pig: imagine a state", microseconds(lambda: PIG.imagine(state, 0, rng)), "µs"),
    ]

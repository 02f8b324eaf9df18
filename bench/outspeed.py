"""Outspeed: random races, clones, views and imagined states, the club player."""

from __future__ import annotations

import random

from bench.measure import Row, microseconds, nodes_per_second
from paddock.bots.outspeed import ClubBot
from paddock.core.game import Perspective
from paddock.games.outspeed import outspeed
from paddock.testing.outspeed import race

MATURE_ACTIONS = 35_000
MATURE_COPY = 53.0
"""What a mature pure-Python engine of a game of this weight reaches on one core of such a machine."""


def bench() -> list[Row]:
    """Speed of the engine and of the club player."""
    options, rng, club = outspeed.Options(), random.Random(1), ClubBot()
    state = race([9, 8, 8, 6], tokens={0: ["nitro"], 1: ["flamethrower"]}).lay().state
    nodes = nodes_per_second(outspeed, options, 4)
    copy = microseconds(lambda: outspeed.clone(state))
    choose = microseconds(lambda: club.choose(Perspective(outspeed, state, 0), rng), repeat=40)
    return [
        Row(
            "Outspeed: nodes of random four-seat races",
            nodes,
            "nodes/s",
            "mature engine",
            nodes / MATURE_ACTIONS,
        ),
        Row("Outspeed: clone", copy, "µs", "mature engine", MATURE_COPY / copy),
        Row("Outspeed: imagine", microseconds(lambda: outspeed.imagine(state, 0, rng)), "µs"),
        Row("Outspeed: view", microseconds(lambda: outspeed.view(state, 0)), "µs"),
        Row("Outspeed: club player, a route", choose / 1000, "ms"),
    ]

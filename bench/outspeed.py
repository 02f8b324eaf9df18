"""Outspeed: random races, clones, views and imagined states, the club player."""

from __future__ import annotations

import random

from bench.measure import Row, clone_row, microseconds, nodes_row
from paddock.bots.outspeed import ClubBot
from paddock.core.game import Perspective
from paddock.games.outspeed import outspeed
from paddock.testing.outspeed import race


def bench() -> list[Row]:
    """Speed of the engine and of the club player."""
    options, rng, club = outspeed.Options(), random.Random(1), ClubBot()
    state = race([9, 8, 8, 6], tokens={0: ["nitro"], 1: ["flamethrower"]}).lay().state
    choose = microseconds(lambda: club.choose(Perspective(outspeed, state, 0), rng), repeat=40)
    return [
        nodes_row("Outspeed: nodes of random four-seat races", outspeed, options, 4),
        clone_row("Outspeed: clone", outspeed, state),
        Row("Outspeed: imagine", microseconds(lambda: outspeed.imagine(state, 0, rng)), "µs"),
        Row("Outspeed: view", microseconds(lambda: outspeed.view(state, 0)), "µs"),
        Row("Outspeed: club player, a route", choose / 1000, "ms"),
    ]

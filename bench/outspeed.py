"""Outspeed: random races, clones, views and imagined states, the club player."""

from __future__ import annotations

import random

from bench.measure import Row, clone_row, microseconds, nodes_row
from paddock.bots.outspeed.club import ClubBot
from paddock.core.game import Perspective
from paddock.games.outspeed import OUTSPEED
from paddock.testing.outspeed import race


def bench() -> list[Row]:
    """Speed of the engine and of the club player."""
    options, rng, club = OUTSPEED.Options(), random.Random(1), ClubBot()
    state = race([9, 8, 8, 6], tokens={0: ["nitro"], 1: ["flamethrower"]}).lay().state
    bonus = race([9, 8, 8, 6], tokens={0: ["nitro"], 1: ["flamethrower", "force_field"], 2: ["nitro"]}).state
    clone = clone_row("Outspeed: clone", OUTSPEED, state)
    imagine = microseconds(lambda: OUTSPEED.imagine(state, 0, rng))
    view = microseconds(lambda: OUTSPEED.view(state, 0))
    route = microseconds(lambda: club.choose(Perspective(OUTSPEED, state, 0), rng), repeat=40)
    token = microseconds(lambda: club.choose(Perspective(OUTSPEED, bonus, 0), rng), repeat=40)
    return [
        nodes_row("Outspeed: nodes of random four-seat races", OUTSPEED, options, 4),
        nodes_row("Outspeed: nodes of random six-seat races", OUTSPEED, options, 6),
        clone,
        Row("Outspeed: imagine", imagine, "µs", "a clone", imagine / clone.value),
        Row("Outspeed: view", view, "µs", "a clone", view / clone.value),
        Row("Outspeed: club player, a route", route / 1000, "ms"),
        Row("Outspeed: club player, a token", token / 1000, "ms"),
    ]

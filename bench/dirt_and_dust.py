"""Dirt & Dust: random games, copies, views, and how long the club player thinks."""

from __future__ import annotations

import random
import time

from bench.measure import Row, clone_row, microseconds, nodes_row, state_in_play
from paddock.arena.playing import play_out
from paddock.bots.dirt_and_dust import ClubBot
from paddock.core.game import Perspective, encode_state
from paddock.games.dirt_and_dust import DIRT_AND_DUST
from paddock.games.dirt_and_dust.actions import AnyAction


class Timed(ClubBot):
    """The club player with a watch."""

    def __init__(self) -> None:
        self.times: list[float] = []

    def choose(self, perspective: Perspective, rng: random.Random) -> AnyAction:  # type: ignore[type-arg]
        begin = time.process_time()
        action = super().choose(perspective, rng)
        self.times.append(time.process_time() - begin)
        return action


def bench() -> list[Row]:
    """Nodes per second by number of players, and what a copy, a view and a thought cost."""
    options = DIRT_AND_DUST.options()
    state = state_in_play(DIRT_AND_DUST, options, 2, 150)
    rng = random.Random(1)
    bots = [Timed(), Timed()]
    play_out(DIRT_AND_DUST, options, bots, "bench")
    times = [spent for bot in bots for spent in bot.times]
    return [
        *(
            nodes_row(f"Dirt & Dust: nodes of random games, {seats} seats", DIRT_AND_DUST, options, seats)
            for seats in (1, 2, 4)
        ),
        clone_row("Dirt & Dust: clone (2 seats)", DIRT_AND_DUST, state),
        Row("Dirt & Dust: state to bytes", microseconds(lambda: encode_state(state)), "µs"),
        Row("Dirt & Dust: view", microseconds(lambda: DIRT_AND_DUST.view(state, 0)), "µs"),
        Row("Dirt & Dust: imagine a state", microseconds(lambda: DIRT_AND_DUST.imagine(state, 0, rng)), "µs"),
        Row("Dirt & Dust: club, mean decision", 1000 * sum(times) / len(times), "ms"),
        Row("Dirt & Dust: club, longest decision", 1000 * max(times), "ms"),
    ]

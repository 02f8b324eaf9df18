"""Rallyman: GT: random races, clones, plans listed and counted, the club driver."""

from __future__ import annotations

import random
import time
from itertools import islice

from bench.measure import Row, microseconds, nodes_per_second, rate, state_in_play
from paddock.bots.rallyman.gt_club import ClubBot
from paddock.core.game import Perspective
from paddock.games.rallyman.gt import GAME, plans
from paddock.games.rallyman.gt.drive import drive_of
from paddock.games.rallyman.gt.state import GtOptions, State, road_of
from paddock.tracks.layouts import circuits

MATURE_ACTIONS = 35_000
MATURE_COPY = 53.0
"""What a mature pure-Python engine of a game of this weight reaches on one core of such a machine."""


def bench() -> list[Row]:
    """Speed of the engine and of planning."""
    longest = max(circuits(), key=lambda name: len(road_of(name)))
    options = GtOptions(track=longest)
    state = state_in_play(GAME, options, 4, 120)
    nodes = nodes_per_second(GAME, options, 4)
    copy = microseconds(lambda: GAME.clone(state))
    crowded = _in_traffic(options)
    counted, listed, worst = _largest(options)
    return [
        Row(
            f"GT: nodes of random four-car races on {longest}",
            nodes,
            "nodes/s",
            "mature engine",
            nodes / MATURE_ACTIONS,
        ),
        Row("GT: clone", copy, "µs", "mature engine", MATURE_COPY / copy),
        Row(
            "GT: next steps with odds, in traffic",
            microseconds(lambda: plans.extend(crowded, crowded.seat)),
            "µs",
        ),
        Row(
            "GT: plans listed",
            rate(lambda: sum(1 for _ in islice(plans.all(crowded, crowded.seat), 20_000))),
            "plans/s",
        ),
        Row("GT: largest number of plans met", counted, "plans"),
        Row("GT: counting those plans", worst, "ms"),
        Row("GT: listing those plans", listed, "s"),
        Row("GT: club driver, a decision", _club(options), "ms"),
    ]


def _in_traffic(options: GtOptions) -> State:
    return next(state for state in _turns(options) if state.round >= 3)


def _turns(options: GtOptions) -> list[State]:
    """States of random races in which a car plans."""
    found = []
    rng = random.Random(5)
    for _ in range(6):
        state = GAME.start(options, 4)
        while not (pending := GAME.pending(state)).over:
            if pending.chance is not None:
                chance = pending.chance
                GAME.resolve(state, rng.choices(chance.outcomes, chance.weights)[0])
            else:
                if state.phase == "plan":
                    found.append(GAME.clone(state))
                GAME.act(state, pending.seats[0], GAME.actions(state, pending.seats[0]).sample(rng))
    return found


def _largest(options: GtOptions) -> tuple[int, float, float]:
    """The most plans a car had in random races, seconds to list them, milliseconds to count them."""
    state = max(_turns(options), key=lambda state: drive_of(state, state.seat).count())
    began = time.perf_counter()
    count = drive_of(state, state.seat).count()
    counted = time.perf_counter()
    listed = sum(1 for _ in plans.all(state, state.seat))
    assert listed == count
    return count, time.perf_counter() - counted, 1000 * (counted - began)


def _club(options: GtOptions) -> float:
    rng = random.Random(1)
    states = _turns(options)[:60]
    bot = ClubBot()
    began = time.perf_counter()
    for state in states:
        bot.choose(Perspective(GAME, state, state.seat), rng)
    return 1000 * (time.perf_counter() - began) / len(states)

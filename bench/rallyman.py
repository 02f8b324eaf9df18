"""Rallyman: GT: random races, clones, plans listed and counted, the club driver."""

from __future__ import annotations

import random
import time
from functools import partial
from itertools import islice

from bench.measure import Row, clone_row, microseconds, nodes_row, processor_ms, rate, state_in_play
from paddock.bots.rallyman.gt_club import ClubBot
from paddock.core.game import Perspective
from paddock.games.rallyman.gt import RALLYMAN_GT, plans
from paddock.games.rallyman.gt.drive import drive_of
from paddock.games.rallyman.gt.state import GtOptions, State, road_of
from paddock.games.rallyman.questions import Reach
from paddock.tracks.layouts import circuits


def bench() -> list[Row]:
    """Speed of the engine and of planning."""
    longest = max(circuits(), key=lambda name: len(road_of(name)))
    options = GtOptions(track=longest)
    state = state_in_play(RALLYMAN_GT, options, 4, 120)
    crowded = _in_traffic(options)
    return [
        nodes_row(f"GT: nodes of random four-car races on {longest}", RALLYMAN_GT, options, 4),
        clone_row("GT: clone", RALLYMAN_GT, state),
        Row(
            "GT: next steps with odds, in traffic",
            microseconds(lambda: plans.extend(drive_of(crowded, crowded.seat))),
            "µs",
        ),
        Row(
            "GT: plans listed",
            rate(lambda: sum(1 for _ in islice(drive_of(crowded, crowded.seat).plans(), 20_000))),
            "plans/s",
        ),
        *_numbers_of_plans(options),
        _reach(),
        Row("GT: club driver, a decision", _club(options), "ms"),
    ]


def _in_traffic(options: GtOptions) -> State:
    return next(state for state in _turns(options) if state.round >= 3)


def _turns(options: GtOptions) -> list[State]:
    """States of random races in which a car plans."""
    found = []
    rng = random.Random(5)
    for _ in range(6):
        state = RALLYMAN_GT.start(options, 4)
        while not (pending := RALLYMAN_GT.pending(state)).over:
            if pending.chance is not None:
                chance = pending.chance
                RALLYMAN_GT.resolve(state, rng.choices(chance.outcomes, chance.weights)[0])
            else:
                if state.phase == "plan":
                    found.append(RALLYMAN_GT.clone(state))
                RALLYMAN_GT.act(
                    state, pending.seats[0], RALLYMAN_GT.actions(state, pending.seats[0]).sample(rng)
                )
    return found


def _numbers_of_plans(options: GtOptions) -> list[Row]:
    """How many plans cars had in random races, and how long it takes to list them."""
    turns = sorted(
        (
            (drive_of(state, state.seat).count(), number, state)
            for number, state in enumerate(_turns(options))
        ),
        key=lambda turn: turn[:2],
    )
    rows = []
    for name, at in (("half of all turns", 0.5), ("nine turns in ten", 0.9), ("the largest turn met", 1.0)):
        count, _, state = turns[min(int(len(turns) * at), len(turns) - 1)]
        began = time.perf_counter()
        listed = sum(1 for _ in drive_of(state, state.seat).plans())
        took = 1000 * (time.perf_counter() - began)
        assert listed == count
        rows += [Row(f"GT: plans, {name}", count, "plans"), Row("GT: listing them", took, "ms")]
    return rows


def _club(options: GtOptions) -> float:
    rng = random.Random(1)
    states = _turns(options)[:60]
    bot = ClubBot()
    began = time.perf_counter()
    for state in states:
        bot.choose(Perspective(RALLYMAN_GT, state, state.seat), rng)
    return 1000 * (time.perf_counter() - began) / len(states)


def _reach() -> Row:
    """The dearest answer to `reach` over all ready circuits, gears and cells, five other cars about."""
    rng, dearest = random.Random(3), 0.0
    for track in circuits():
        road = road_of(track)
        state = RALLYMAN_GT.start(GtOptions(track=track, red_zone=True), 6)
        for seat in range(6):
            RALLYMAN_GT.resolve(state, seat)
        for cell in range(0, len(road), 4):
            near = rng.sample([c for c in range(len(road)) if c != cell], 5)
            for car, place in zip(state.cars, [cell, *near], strict=True):
                car.cell, car.k, car.gear = place, road.tile[place], rng.randint(2, 5)
            dearest = max(dearest, processor_ms(partial(RALLYMAN_GT.explore, state, 0, Reach())))
    return Row("GT: reach, the dearest on any ready circuit with six cars (50 allowed)", dearest, "ms")

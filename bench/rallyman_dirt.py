"""Rallyman: DIRT: random stages, clones, plans listed and counted, the club driver."""

from __future__ import annotations

import random
import time
from functools import partial
from itertools import islice

from bench.measure import (
    Row,
    clone_row,
    microseconds,
    nodes_row,
    processor_ms,
    random_playout,
    rate,
    state_in_play,
)
from paddock.bots.rallyman.dirt_club import ClubBot
from paddock.core.game import Perspective
from paddock.games.rallyman.dirt import RALLYMAN_DIRT, plans
from paddock.games.rallyman.dirt.drive import drive_of
from paddock.games.rallyman.dirt.outlooks import outlook
from paddock.games.rallyman.dirt.stages import road_of
from paddock.games.rallyman.dirt.state import DirtOptions, State
from paddock.games.rallyman.questions import Reach
from paddock.kernels.dirt.batch import play
from paddock.tracks.layouts import stages


def bench() -> list[Row]:
    """Speed of the engine and of planning."""
    longest = max(stages().values(), key=lambda stage: len(road_of(stage)))
    options = DirtOptions(stages=(longest.id,))
    state = state_in_play(RALLYMAN_DIRT, options, 4, 120)
    turns = _turns(options)
    crowded = next(state for state in turns if state.round >= 5)
    largest = max(turns, key=lambda state: drive_of(state, state.seat).count())
    began = time.perf_counter()
    count = drive_of(largest, largest.seat).count()
    counting = 1000 * (time.perf_counter() - began)
    longest_plan = max(islice(drive_of(crowded, crowded.seat).plans(), 5_000), key=len)
    return [
        nodes_row(f"DIRT: nodes of random four-car stages on {longest.id}", RALLYMAN_DIRT, options, 4),
        clone_row("DIRT: clone", RALLYMAN_DIRT, state),
        Row(
            "DIRT: next steps with odds, in traffic",
            microseconds(lambda: plans.extend(drive_of(crowded, crowded.seat)), 500),
            "µs",
        ),
        Row(
            "DIRT: plans listed",
            rate(lambda: sum(1 for _ in islice(drive_of(crowded, crowded.seat).plans(), 20_000))),
            "plans/s",
        ),
        _reach(),
        Row("DIRT: largest number of plans met", count, "plans"),
        Row("DIRT: counting those plans", counting, "ms"),
        Row(
            f"DIRT: exact outlook of a turn of {len(longest_plan)} steps",
            microseconds(
                lambda: outlook(
                    drive_of(crowded, crowded.seat), longest_plan, "one-by-one", 3, bag=crowded.bag
                ),
                200,
            ),
            "µs",
        ),
        Row("DIRT: club driver, a decision", _club(turns[:60]), "ms"),
        *_kernel(),
    ]


def _kernel() -> list[Row]:
    """Random rallies of the kernel beside the plain engine in the same run, in processor time."""
    rows = []
    for seats in (1, 4):
        options = DirtOptions(rally="rally-3")
        play(options, seats, 10)
        began = time.process_time()
        nodes = sum(random_playout(RALLYMAN_DIRT, options, seats, number) for number in range(20))
        engine = nodes / (time.process_time() - began)
        began = time.process_time()
        played = play(options, seats, 4_000)
        kernel = int(played.nodes.sum()) / (time.process_time() - began)
        what = f"DIRT kernel: nodes of random rallies, {seats} cars, one core (50 times asked)"
        rows.append(Row(what, kernel, "nodes/s", "plain engine", kernel / engine))
    return rows


def _turns(options: DirtOptions) -> list[State]:
    """States of random stages in which a car plans."""
    found = []
    rng = random.Random(5)
    for _ in range(4):
        state = RALLYMAN_DIRT.start(options, 4)
        while not (pending := RALLYMAN_DIRT.pending(state)).over:
            if pending.chance is not None:
                chance = pending.chance
                RALLYMAN_DIRT.resolve(state, rng.choices(chance.outcomes, chance.weights)[0])
            else:
                if state.phase == "plan":
                    found.append(RALLYMAN_DIRT.clone(state))
                RALLYMAN_DIRT.act(
                    state, pending.seats[0], RALLYMAN_DIRT.actions(state, pending.seats[0]).sample(rng)
                )
    return found


def _club(states: list[State]) -> float:
    rng, bot = random.Random(1), ClubBot()
    began = time.perf_counter()
    for state in states:
        bot.choose(Perspective(RALLYMAN_DIRT, state, state.seat), rng)
    return 1000 * (time.perf_counter() - began) / len(states)


def _reach() -> Row:
    """The dearest answer to `reach` over all ready stages, gears and spaces, five other cars about."""
    rng, dearest = random.Random(3), 0.0
    for stage in stages().values():
        road = road_of(stage)
        state = RALLYMAN_DIRT.start(DirtOptions(stages=(stage.id,), red_zone=True), 6)
        RALLYMAN_DIRT.resolve(state, 0)
        for cell in range(0, len(road), 4):
            near = rng.sample([c for c in range(len(road)) if c != cell], 5)
            for car, place in zip(state.cars, [cell, *near], strict=True):
                car.status, car.cell, car.gear = "track", place, rng.randint(2, 5)
            dearest = max(dearest, processor_ms(partial(RALLYMAN_DIRT.explore, state, 0, Reach())))
    return Row("DIRT: reach, the dearest on any ready stage with six cars (50 allowed)", dearest, "ms")

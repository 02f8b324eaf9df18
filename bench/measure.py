"""Speed measurement: rates in CPU time, and ratios to a reference in the same run."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

import msgspec

from paddock.core.chance import DiceStream, seed_from
from paddock.core.game import AnyGame


class Row(msgspec.Struct):
    """One line of the result: name, value, and the reference if there is one."""

    what: str
    value: float
    unit: str
    against: str = ""
    ratio: float | None = None


def rate(work: Callable[[], int], seconds: float = 2.0) -> float:
    """Returns units per second of CPU time; `work` returns the units of one call."""
    work()
    done, begin = 0, time.process_time()
    while (spent := time.process_time() - begin) < seconds:
        done += work()
    return done / spent


def microseconds(work: Callable[[], Any], repeat: int = 2000) -> float:
    """Returns the mean CPU time of one call."""
    work()
    begin = time.process_time()
    for _ in range(repeat):
        work()
    return (time.process_time() - begin) / repeat * 1e6


def random_playout(game: AnyGame, options: Any, seats: int, seed: int) -> int:
    """Plays a random game without a log; returns its nodes: decisions and chance events."""
    rng = random.Random(seed)
    stream = DiceStream(seed_from(seed))
    state = game.start(options, seats)
    nodes = 0
    while True:
        pending = game.pending(state)
        if pending.chance is not None:
            game.resolve(state, stream.draw(pending.chance))
        elif pending.seats:
            seat = pending.seats[0]
            game.act(state, seat, game.actions(state, seat).sample(rng))
        else:
            return nodes
        nodes += 1


def nodes_per_second(game: AnyGame, options: Any, seats: int) -> float:
    """Returns the nodes of random games per second of CPU time."""
    seeds = iter(range(10**9))
    return rate(lambda: random_playout(game, options, seats, next(seeds)))


def state_in_play(game: AnyGame, options: Any, seats: int, nodes: int) -> Any:
    """Returns a state from the middle of a random game."""
    rng = random.Random(7)
    stream = DiceStream(seed_from(7))
    state = game.start(options, seats)
    for _ in range(nodes):
        pending = game.pending(state)
        if pending.chance is not None:
            game.resolve(state, stream.draw(pending.chance))
        elif pending.seats:
            seat = pending.seats[0]
            game.act(state, seat, game.actions(state, seat).sample(rng))
    return state


def clone_row(what: str, game: AnyGame, state: Any) -> Row:
    """Returns the time of a clone relative to a copy by serialisation."""
    free = microseconds(lambda: msgspec.msgpack.decode(msgspec.msgpack.encode(state), type=game.State))
    ours = microseconds(lambda: game.clone(state))
    return Row(what, ours, "µs", "through bytes and back", ours / free)

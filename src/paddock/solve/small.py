"""Solves small worlds of any game by brute force: all reachable states, over the engine itself.

It tests all other solvers: it knows no rules, only the protocol of a game.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, NamedTuple

import msgspec
import numpy as np

from paddock.core.errors import BadInput
from paddock.core.game import AnyGame
from paddock.kernels.worlds import CHANCE, LEAST, MOST, sweep


class Outlook(NamedTuple):
    """The solution of a small world."""

    value: float
    """The value of the first state."""
    values: dict[Hashable, float]
    """The value of every state reached, by its name."""


def encoded(state: Any) -> Hashable:
    """Returns the full state as its name."""
    return msgspec.msgpack.encode(state)


def nothing(before: Any, after: Any) -> float:
    """Returns 0: no cost between states."""
    return 0.0


class World(NamedTuple):
    """The model of a game: which states are equal, what a transition costs, the value of an end.

    In symmetric games `name` may give mirrored states one name and `side` the side: values seen from the
    other side change their sign.
    """

    game: AnyGame
    worth: Callable[[Any], float]
    """The value of a finished game to seat 0."""
    toll: Callable[[Any, Any], float] = nothing
    """The value to seat 0 of a transition between two states."""
    name: Callable[[Any], Hashable] = encoded
    side: Callable[[Any], int] = lambda _: 1
    most: tuple[int, ...] = (0,)
    """The seats that maximise; all others minimise."""
    skip: Callable[[Any], bool] = lambda _: False
    """Actions to leave out."""


def solve(world: World, start: Any, room: int = 5_000_000, tolerance: float = 1e-13) -> Outlook:
    """Returns the exact value of a game from a state on, by value iteration.

    Raises BadInput if there are more than `room` states.
    """
    game = world.game
    ids: dict[Hashable, int] = {world.name(start): 0}
    states = [start]
    kind: list[int] = []
    first, to, chance, toll, sign = [0], [], [], [], []
    ends: dict[int, float] = {}
    at = 0
    while at < len(states):
        state, side = states[at], world.side(states[at])
        states[at] = None
        pending = game.pending(state)
        ways: list[tuple[Any, float]] = []
        if pending.chance is not None:
            kind.append(CHANCE)
            total = sum(pending.chance.weights)
            for outcome, weight in zip(pending.chance.outcomes, pending.chance.weights, strict=True):
                after = game.clone(state)
                game.resolve(after, outcome)
                ways.append((after, weight / total))
        elif pending.over:
            kind.append(CHANCE)
            ends[at] = side * world.worth(state)
        else:
            seat = pending.seats[0]
            kind.append(MOST if (seat in world.most) == (side > 0) else LEAST)
            for action in game.actions(state, seat):
                if not world.skip(action):
                    after = game.clone(state)
                    game.act(after, seat, action)
                    ways.append((after, 1.0))
        for after, share in ways:
            name = world.name(after)
            if name not in ids:
                ids[name] = len(states)
                states.append(after)
            to.append(ids[name])
            chance.append(share)
            toll.append(side * world.toll(state, after))
            sign.append(float(side * world.side(after)))
        first.append(len(to))
        at += 1
        if len(states) > room:
            raise BadInput("solve.world-too-large", states=room)
    value = np.zeros(len(states))
    for node, worth in ends.items():
        value[node] = worth
    graph = (np.array(kind), np.array(first), np.array(to), np.array(chance), np.array(toll), np.array(sign))
    while sweep(*graph, value) > tolerance:
        pass
    return Outlook(world.side(start) * float(value[0]), {name: float(value[i]) for name, i in ids.items()})

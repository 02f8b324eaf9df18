"""Expectimax over the engine itself: what a tiny solo drive is worth, every decision and outcome tried."""

from __future__ import annotations

import sys
from copy import copy

import msgspec

from paddock.games.rallyman.dirt import RALLYMAN_DIRT
from paddock.games.rallyman.dirt import actions as a
from paddock.games.rallyman.dirt.cards import pile_seconds
from paddock.games.rallyman.dirt.rally import totals
from paddock.games.rallyman.dirt.state import State


class Brute:
    """The best expected time from any state of a solo drive, remembered by everything that still matters."""

    def __init__(self) -> None:
        self.known: dict[bytes, float] = {}
        self.nodes = 0

    def to_go(self, state: State) -> float:
        """The best expected time still to come."""
        sys.setrecursionlimit(20_000)
        key = _key(state)
        if key not in self.known:
            self.known[key] = self._look(state)
        return self.known[key]

    def _look(self, state: State) -> float:
        pending = RALLYMAN_DIRT.pending(state)
        if pending.over:
            return 0.0
        now = so_far(state)
        self.nodes += 1
        if pending.chance is not None:
            node = pending.chance
            total = 0.0
            for outcome, weight in zip(node.outcomes, node.weights, strict=True):
                after = RALLYMAN_DIRT.clone(state)
                RALLYMAN_DIRT.resolve(after, outcome)
                total += weight * (so_far(after) - now + self.to_go(after))
            return total / node.total
        best = float("inf")
        for action in RALLYMAN_DIRT.actions(state, 0):
            if isinstance(action, a.TakeTime) and action.tokens:
                continue
            after = RALLYMAN_DIRT.clone(state)
            RALLYMAN_DIRT.act(after, 0, action)
            best = min(best, so_far(after) - now + self.to_go(after))
        return best


def so_far(state: State) -> float:
    """The time counted so far; seconds in tokens count when a stage ends."""
    done = float(totals(state)[0])
    if state.phase in ("service", "clocks", "over") or len(state.sheet) > state.stage:
        return done
    return done + pile_seconds(state.cars[0])


def _key(state: State) -> bytes:
    twin = copy(state)
    car = copy(state.cars[0])
    twin.cars = [car]
    car.pile, car.left = (), 0
    car.tokens = tuple(sorted(car.tokens))
    twin.round = twin.departures = 0
    twin.sheet = ()
    twin.words, twin.letters, twin.lost, twin.rolled = (), "", "", ()
    if twin.way == "one-by-one" and twin.faces:
        twin.faces = (*("-" for _ in twin.faces[1:]), twin.faces[-1])
    return msgspec.msgpack.encode(twin)

"""Search for whole drives: the best decisions for the rest of a Driving Phase."""

from __future__ import annotations

import random
from collections.abc import Sequence

from msgspec import Struct

from paddock.bots.dirt_and_dust.board_values import Outlook
from paddock.bots.dirt_and_dust.lookahead import judged, position_key, sensible, step, to_answer
from paddock.games.dirt_and_dust.actions import AnyAction
from paddock.games.dirt_and_dust.state import State


class Effort(Struct, frozen=True):
    """Depth and width of the search for drives."""

    width: int
    depth: int
    steps: int
    endings: int
    per_card: int


BROAD = Effort(width=10, depth=14, steps=1800, endings=24, per_card=60)
WIDE = Effort(width=7, depth=13, steps=1100, endings=20, per_card=50)
SOUND = Effort(width=4, depth=12, steps=500, endings=10, per_card=30)
QUICK = Effort(width=2, depth=8, steps=150, endings=5, per_card=16)


class Drive(Struct, frozen=True):
    """A drive: its decisions, the state they lead to, and the expected result."""

    path: tuple[AnyAction, ...]
    state: State
    worth: float
    hope: float
    settled: bool
    """Whether a Boost die is thrown on the way; the plan ends there."""

    @property
    def value(self) -> float:
        """The value that drives are ranked by."""
        return self.hope if self.settled else self.worth


Key = tuple[object, ...]
_Way = tuple[State, tuple[AnyAction, ...], bool]
"""The state that decisions lead to, the decisions, and whether a Boost die was thrown."""


class _Search:
    """One search for drives."""

    def __init__(self, state: State, seat: int, rng: random.Random, effort: Effort) -> None:
        self.seat, self.rng, self.effort = seat, rng, effort
        self.outlook = Outlook(state, seat)
        self.steps = 0
        self.seen: set[Key] = set()

    def drive(self, way: _Way) -> Drive:
        state, path, settled = way
        return Drive(path, state, *judged(state, self.seat, self.outlook), settled)

    def through_the_card(self, way: _Way) -> list[tuple[_Way, Key]]:
        """Returns every sensible way through the card in progress, with the key of its final position."""
        found: list[tuple[_Way, Key]] = []
        seen: set[Key] = set()
        open_ways = [(way, position_key(way[0], self.seat))]
        enough = self.steps + self.effort.per_card
        while open_ways and len(found) < self.effort.endings:
            (at, so_far, thrown), reached = open_ways.pop()
            player = at.players[self.seat]
            if player.out or (player.doing is None and not player.faces):
                found.append(((at, so_far, thrown), reached))
                continue
            answers = to_answer(at, self.seat)
            for action in answers if self.steps < enough else answers[:1]:
                self.steps += 1
                after, boosted = step(at, self.seat, action, self.rng)
                key = position_key(after, self.seat)
                if key not in seen:
                    seen.add(key)
                    open_ways.append(((after, (*so_far, action), thrown or boosted), key))
        return found

    def further(self, drives: Sequence[Drive]) -> list[Drive]:
        """Returns all drives that are one action longer and reach a new position."""
        grown: list[Drive] = []
        for drive in drives:
            if drive.settled or drive.state.players[self.seat].out:
                continue
            for action in sensible(drive.state, self.seat):
                if self.steps > self.effort.steps:
                    return grown
                self.steps += 1
                after, boosted = step(drive.state, self.seat, action, self.rng)
                for end, key in self.through_the_card((after, (*drive.path, action), boosted)):
                    if key not in self.seen:
                        self.seen.add(key)
                        grown.append(self.drive(end))
        return grown


def drives(state: State, seat: int, rng: random.Random, effort: Effort) -> list[Drive]:
    """Returns drives through the rest of the phase, best first; ending the drive now is one of them."""
    search = _Search(state, seat, rng, effort)
    frontier = [search.drive(way) for way, _ in search.through_the_card((state, (), False))]
    kept = list(frontier)
    for _ in range(effort.depth):
        grown = sorted(search.further(frontier), key=lambda drive: -drive.hope)
        if not grown:
            break
        frontier = grown[: effort.width]
        kept += grown[: 4 * effort.width]
    return sorted(kept, key=lambda drive: -drive.value)

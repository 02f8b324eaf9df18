"""Lays rolled dice again after a failed flat out, with the faces they show."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import Generic, NamedTuple, TypeVar

from paddock.games.rallyman.dice import GEAR_DICE, HAZARD, PLAIN, RED, Hand, Lay, lays

P = TypeVar("P")


class Rolled(NamedTuple):
    """Rolled dice by the faces they show: gear dice as bits, the others as (plain, hazard) counts."""

    gears: int
    hazards: int
    coasts: tuple[int, int]
    brakes: tuple[int, int]


def sorted_faces(faces: str) -> str:
    """Returns faces in the order of a relay: the leading die, then plain brake dice, then hazards."""
    bad = faces[1:].count(HAZARD)
    return faces[:1] + PLAIN * (len(faces) - 1 - bad) + HAZARD * bad


def gathered(dice: Iterable[tuple[str, str]]) -> Rolled:
    """Returns the dice of rolled steps, each given as its leading die and the faces of all its dice."""
    gears = hazards = 0
    coasts, brakes = [0, 0], [0, 0]
    for die, faces in dice:
        if die in GEAR_DICE:
            bit = 1 << int(die) - 1
            gears |= bit
            if faces[0] == HAZARD:
                hazards |= bit
        else:
            (brakes if die == RED else coasts)[faces[0] == HAZARD] += 1
        for face in faces[1:]:
            brakes[face == HAZARD] += 1
    return Rolled(gears, hazards, (coasts[0], coasts[1]), (brakes[0], brakes[1]))


class Arrival(NamedTuple, Generic[P]):
    """Where a step may lead in a relay, and the risks of the road there."""

    place: P
    track: int = 0
    fatal: bool = False
    touchy: bool = False


class RelayStep(NamedTuple, Generic[P]):
    """A step of a relay: the dice, the faces they show (plain brake dice first), the place."""

    lay: Lay
    faces: str
    place: P


class PartialRelay(NamedTuple, Generic[P]):
    """A relay being built: gear, place, dice used up and how many of them show hazards."""

    gear: int
    place: P
    spent: int = 0
    coasts: int = 0
    brakes: int = 0
    hazards: int = 0
    """Hazards so far, including those of the track."""
    lost: bool = False


Onward = Callable[[P, Lay], Iterable[Arrival[P]]]
"""Returns all places a step with these dice may lead to from a place, by the rules of planning."""


class RelaySearch(Generic[P]):
    """All ways to lay rolled dice again so that control is lost, each ending with the losing step."""

    def __init__(self, rolled: Rolled, hand: Hand, limit: int, onward: Onward[P]) -> None:
        self.rolled = rolled
        self.hand = hand
        self.limit = limit
        self.onward = onward
        self._losing: dict[PartialRelay[P], bool] = {}

    def steps(self, begun: PartialRelay[P]) -> Iterator[tuple[Lay, str, PartialRelay[P]]]:
        """Yields the next dice, their faces, and where the relay then stands; nothing after a loss."""
        gear, place, spent, coasts, brakes, count, lost = begun
        if lost:
            return
        limit, onward = self.limit, self.onward
        for lay, faces, more_coasts, more_brakes in self.choices(gear, spent, coasts, brakes):
            bad = faces.count(HAZARD)
            for to, track, fatal, touchy in onward(place, lay):
                now = count + bad + track
                lost = now >= limit or fatal or (touchy and bad > 0)
                yield lay, faces, PartialRelay(lay.gear, to, lay.used, more_coasts, more_brakes, now, lost)

    def losing(self, begun: PartialRelay[P]) -> bool:
        """Whether some continuation ends with a loss of control."""
        if begun.lost:
            return True
        known = self._losing.get(begun)
        if known is None:
            known = self._losing[begun] = any(self.losing(after) for _, _, after in self.steps(begun))
        return known

    def relays(self, gear: int, place: P) -> Iterator[tuple[RelayStep[P], ...]]:
        """Yields every relay once."""
        yield from self._relays((), PartialRelay(gear, place))

    def _relays(
        self, laid: tuple[RelayStep[P], ...], begun: PartialRelay[P]
    ) -> Iterator[tuple[RelayStep[P], ...]]:
        for lay, faces, after in self.steps(begun):
            longer = (*laid, RelayStep(lay, faces, after.place))
            if after.lost:
                yield longer
            else:
                yield from self._relays(longer, after)

    def choices(self, gear: int, spent: int, coasts: int, brakes: int) -> Iterator[tuple[Lay, str, int, int]]:
        """Yields the next dice from those rolled, with their faces and the hazard faces then used up."""
        rolled = self.rolled
        for lay in lays(self.hand, gear, spent):
            if lay.die in GEAR_DICE:
                bit = 1 << lay.gear - 1
                if rolled.gears & bit:
                    face = HAZARD if rolled.hazards & bit else PLAIN
                    for bad in self._brake_hazards(spent, brakes, lay.brakes):
                        shown = face + PLAIN * (lay.brakes - bad) + HAZARD * bad
                        yield lay, shown, coasts, brakes + bad
            elif lay.die == RED:
                for bad in self._brake_hazards(spent, brakes, 1):
                    yield lay, HAZARD if bad else PLAIN, coasts, brakes + bad
            else:
                used_up = spent >> 6 & 7
                if used_up - coasts < rolled.coasts[0]:
                    yield lay, PLAIN, coasts, brakes
                if coasts < rolled.coasts[1]:
                    yield lay, HAZARD, coasts + 1, brakes

    def _brake_hazards(self, spent: int, brakes: int, dice: int) -> range:
        """Returns how many of the next brake dice may show a hazard, given how many have been used up."""
        plain, hazard = self.rolled.brakes
        used_up = (spent >> 9 & 7) + (spent >> 12 & 7)
        plain_left = plain - (used_up - brakes)
        return range(max(0, dice - plain_left), min(dice, hazard - brakes) + 1)

    def endings(self, gear: int, place: P) -> dict[tuple[P, int], tuple[RelayStep[P], ...]]:
        """Returns one relay for every place and gear in which control can be lost."""
        found: dict[tuple[P, int], tuple[RelayStep[P], ...]] = {}
        seen: set[PartialRelay[P]] = set()
        nothing: tuple[RelayStep[P], ...] = ()
        ahead = [(nothing, PartialRelay(gear, place))]
        while ahead:
            laid, begun = ahead.pop()
            for lay, faces, after in self.steps(begun):
                if after.lost:
                    if (after.place, after.gear) not in found:
                        found[after.place, after.gear] = (*laid, RelayStep(lay, faces, after.place))
                elif after not in seen:
                    seen.add(after)
                    ahead.append(((*laid, RelayStep(lay, faces, after.place)), after))
        return found

    def wander(self, gear: int, place: P, rng: Random) -> tuple[RelayStep[P], ...] | None:
        """Returns a random relay, or None at a dead end. Every relay is possible."""
        laid: tuple[RelayStep[P], ...] = ()
        begun = PartialRelay(gear, place)
        while not begun.lost:
            ways = list(self.steps(begun))
            if not ways:
                return None
            lay, faces, begun = rng.choice(ways)
            laid = (*laid, RelayStep(lay, faces, begun.place))
        return laid

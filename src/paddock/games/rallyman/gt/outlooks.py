"""The exact distribution of a turn on a circuit: place, gear, focus and loss for a plan and a way."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from paddock.games.rallyman.dice import HAZARD, PLAIN, SIDES, Lay
from paddock.games.rallyman.gt import relays
from paddock.games.rallyman.gt.components import dice
from paddock.games.rallyman.gt.drive import Drive, Place, Spot
from paddock.games.rallyman.gt.focus import focus_gain
from paddock.games.rallyman.gt.state import Step
from paddock.games.rallyman.hazards import Leg
from paddock.games.rallyman.relay_search import Arrival, Onward, RelaySearch, Rolled, gathered
from paddock.games.rallyman.turns import Choice, Ending, Moment, Way, flat_out, one_by_one


class TurnEnd(NamedTuple):
    """How a turn can end: cell, gear in force, tokens held, in control or not.

    After a loss the gear is the one in which control was lost, so that the loss table can be looked up.
    """

    cell: int
    k: int
    gear: int
    focus: int
    lost: bool
    finished: bool


Worth = Callable[[TurnEnd], float]
"""Returns the value of the end of a turn to the driver; higher is better."""


class TurnOutlook(NamedTuple):
    """The exact chances of every end of a turn, their value, and the choices on the way."""

    chances: dict[TurnEnd, Fraction]
    worth: float
    policy: dict[Moment, Choice]


def places(drive: Drive, steps: tuple[Step, ...]) -> list[tuple[Spot, bool]]:
    """Returns where the car stands after each step of a legal plan, and whether it has then finished."""
    spot = drive.start
    found = []
    for move in drive.trace(steps):
        spot = drive.after(spot, move)
        found.append((spot, move.finishes))
    return found


def outlook(
    drive: Drive, steps: tuple[Step, ...], way: Way, focus: int = 0, worth: Worth | None = None
) -> TurnOutlook:
    """Returns the exact distribution of a plan rolled in a way.

    With a value function the driver stops and secures for the best expected value, and picks the best relay
    after a failed flat out; without one every step is rolled and a failed flat out keeps its order.
    """
    legs = drive.legs(steps)
    spots = places(drive, steps)

    def end(ending: Ending) -> TurnEnd:
        spot, finished = spots[ending.steps - 1]
        return TurnEnd(spot.cell, spot.k, spot.gear, ending.tokens, ending.lost, finished)

    value = (lambda ending: worth(end(ending))) if worth else None
    if way == "flat-out" and worth is not None:
        return _relaid(drive, steps, focus + focus_gain(steps), worth)
    if way == "flat-out":
        found = flat_out(legs, drive.limit, focus, focus_gain(steps))
    else:
        found = one_by_one(legs, drive.limit, focus, value)
    return TurnOutlook({end(e): chance for e, chance in found.chances.items()}, found.worth, found.policy)


def _relaid(drive: Drive, steps: tuple[Step, ...], focus: int, worth: Worth) -> TurnOutlook:
    """Returns the outlook of a flat out in which every failed roll is laid again for the best value."""
    chances: dict[TurnEnd, Fraction] = {}
    onward = _remembered(drive)
    best: dict[tuple[Rolled, tuple[Spot, bool]], TurnEnd] = {}
    spots = places(drive, steps)
    legs = drive.legs(steps)
    track = sum(leg.track for leg in legs)
    every = [product((PLAIN, HAZARD), repeat=1 + step.brakes) for step in steps]
    for roll in product(*every):
        chance = Fraction(1)
        for step, faces in zip(steps, roll, strict=True):
            for die, face in zip(step.die + "b" * step.brakes, faces, strict=True):
                bad = dice().hazard_faces(die)
                chance *= Fraction(bad if face == HAZARD else SIDES - bad, SIDES)
        shown = ["".join(faces) for faces in roll]
        if legs[0].forgiving and shown[0] == HAZARD:
            end = _end(spots[0], focus, legs[0].fatal)
        elif sum(faces.count(HAZARD) for faces in shown) + track < drive.limit:
            end = _end(spots[-1], focus, legs[-1].fatal)
        else:
            rolled = gathered(zip((step.die for step in steps), shown, strict=True))
            kept = _kept(drive.limit, legs, spots, shown)
            if (rolled, kept) not in best:
                search = RelaySearch(rolled, drive.hand, drive.limit, onward)
                best[rolled, kept] = _best_loss(drive.start, search, kept, focus, worth)
            end = best[rolled, kept]
        chances[end] = chances.get(end, Fraction(0)) + chance
    total = sum(float(chance) * worth(end) for end, chance in chances.items())
    return TurnOutlook(chances, total, {})


def _end(place: tuple[Spot, bool], focus: int, lost: bool) -> TurnEnd:
    spot, finished = place
    return TurnEnd(spot.cell, spot.k, spot.gear, focus, lost, finished)


def _kept(limit: int, legs: list[Leg], spots: list[tuple[Spot, bool]], shown: list[str]) -> tuple[Spot, bool]:
    """Returns where the loss happens if the order of the plan is kept."""
    count = 0
    for leg, faces, place in zip(legs, shown, spots, strict=True):
        count += faces.count(HAZARD) + leg.track
        if count >= limit:
            return place
    raise ValueError("this roll does not lose control")


def _best_loss(
    start: Spot, search: RelaySearch[Place], kept: tuple[Spot, bool], focus: int, worth: Worth
) -> TurnEnd:
    ends = [_end(kept, focus, True)]
    for (cell, k), gear in search.endings(start.gear, (start.cell, start.k)):
        ends.append(TurnEnd(cell, abs(k), gear, focus, True, k < 0))
    return max(ends, key=worth)


def _remembered(drive: Drive) -> Onward[Place]:
    """Returns `relays.onward` with a cache for every place and gear, because many rolls ask the same."""
    known: dict[tuple[Place, int], tuple[Arrival[Place], ...]] = {}

    def onward(place: Place, lay: Lay) -> tuple[Arrival[Place], ...]:
        key = place, lay.gear
        found = known.get(key)
        if found is None:
            found = known[key] = tuple(relays.onward(drive, place, lay))
        return found

    return onward

"""Relays after a failed flat out: rolled dice laid again so that the loss moves (GT-FLAT-4 to -7)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import ClassVar

from paddock.games.rallyman.dice import HAZARD, Lay, gear_after
from paddock.games.rallyman.gt.drive import Drive, Place, drive_of
from paddock.games.rallyman.gt.state import LaidStep, State, hazard_limit, road_of
from paddock.games.rallyman.relay_search import (
    Arrival,
    PartialRelay,
    RelaySearch,
    RelayStep,
    gathered,
    sorted_faces,
)
from paddock.games.rallyman.relays import Fault
from paddock.games.rallyman.relays import Relays as AllRelays


def track_hazards(state: State) -> list[int]:
    """Returns the track hazards of each step of the plan (GT-FLAT-2)."""
    road = road_of(state.options.track)
    cell, gear = state.car.cell, state.car.gear
    found = []
    for planned in state.plan:
        step = road.step(cell, planned.cell)
        assert step is not None
        gear = gear_after(gear, planned.die)
        found.append(step.hazards[gear])
        cell = planned.cell
    return found


def original(state: State) -> tuple[LaidStep, ...]:
    """Returns the plan as rolled, cut where the limit is reached; always allowed (GT-FLAT-D1)."""
    return _kept(state)[0]


def _kept(state: State) -> tuple[tuple[LaidStep, ...], int]:
    """Returns the original relay and the hazards that count along it."""
    limit = hazard_limit(state, state.seat)
    count = 0
    laid: list[LaidStep] = []
    for planned, faces, track in zip(state.plan, state.faces, track_hazards(state), strict=True):
        laid.append(LaidStep(planned.die, planned.cell, sorted_faces(faces)))
        count += faces.count(HAZARD) + track
        if count >= limit:
            break
    return tuple(laid), count


def onward(drive: Drive, place: Place, lay: Lay) -> Iterator[Arrival[Place]]:
    """Yields where a step may lead in a relay: no overspeed, nothing beyond the line (GT-FLAT-D2)."""
    cell, k = place
    if k < 0:
        return
    for step, need in drive.openings(cell):
        if need <= lay.gear <= step.limit:
            on = k + step.border
            if step.finish and drive.finishes(step, k):
                on = -on
            yield Arrival((step.cell, on), step.hazards[lay.gear])


class Relays(AllRelays[Place, LaidStep]):
    """The relays a player may choose from."""

    game = "rallyman-gt"
    rules: ClassVar[Mapping[Fault, str]] = {
        "beyond-loss": "GT-FLAT-6",
        "not-rolled": "GT-FLAT-5",
        "cannot-lay": "GT-FLAT-5",
        "loss-avoided": "GT-FLAT-6",
    }

    def __init__(self, state: State) -> None:
        drive = drive_of(state, state.seat)
        dice = zip((step.die for step in state.plan), state.faces, strict=True)
        search = RelaySearch(gathered(dice), drive.hand, drive.limit, partial(onward, drive))
        start = drive.start
        super().__init__(search, PartialRelay(start.gear, (start.cell, start.k)), *_kept(state))

    def written(self, laid: RelayStep[Place]) -> LaidStep:
        """Returns a step as a player sends it."""
        return LaidStep(laid.lay.die, laid.place[0], laid.faces)  # type: ignore[arg-type]

    def lost_on(self, place: Place) -> int:
        """Returns the cell of a place."""
        return place[0]


def check(state: State, steps: tuple[LaidStep, ...]) -> None:
    """Raises IllegalAction that says why a relay is not allowed."""
    if steps != original(state):
        Relays(state).check(steps)

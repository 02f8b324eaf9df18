"""Relays after a failed flat out: rolled dice laid again so that the loss moves (DIRT-FLAT-4, -5)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import ClassVar

import msgspec

from paddock.games.rallyman.dice import HAZARD, Hand, Lay
from paddock.games.rallyman.dirt.drive import Drive, Place, drive_of
from paddock.games.rallyman.dirt.ground import GROUNDED
from paddock.games.rallyman.dirt.state import LaidStep, State, Step
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


def original(state: State) -> tuple[LaidStep, ...]:
    """Returns the plan as rolled, cut off at its first loss; always allowed (DIRT-FLAT-D3)."""
    return _kept(state)[0]


def _kept(state: State) -> tuple[tuple[LaidStep, ...], int]:
    """Returns the original relay and the hazards that count along it."""
    drive = drive_of(state, state.seat)
    count = 0
    laid: list[LaidStep] = []
    for planned, faces, move in zip(state.plan, state.faces, drive.trace(state.plan), strict=True):
        laid.append(LaidStep(planned.die, planned.cell, sorted_faces(faces), planned.landing))
        count += faces.count(HAZARD)
        if count >= drive.limit or move.fatal or (move.touchy and HAZARD in faces):
            break
    return tuple(laid), count


def onward(drive: Drive, place: Place, lay: Lay) -> Iterator[Arrival[Place]]:
    """Yields where a step may lead in a relay; nothing comes after the finish row."""
    cell, flight, landing = place
    if cell >= 0 and drive.road.finish[cell]:
        return
    for opening in drive.openings(cell, flight, landing):
        for move in drive.ends(lay, opening):
            yield Arrival((move.cell, move.flight, move.landing), 0, move.fatal, move.touchy)


class Relays(AllRelays[Place, LaidStep]):
    """The relays a player may choose from."""

    game = "rallyman-dirt"
    rules: ClassVar[Mapping[Fault, str]] = {
        "beyond-loss": "DIRT-FLAT-5",
        "not-rolled": "DIRT-FLAT-4",
        "cannot-lay": "DIRT-FLAT-4",
        "loss-avoided": "DIRT-FLAT-4",
    }

    def __init__(self, state: State) -> None:
        drive = drive_of(state, state.seat)
        dice = zip((step.die for step in state.plan), state.faces, strict=True)
        hand = relay_hand(drive.hand, state.plan, state.origin_gear)
        search = RelaySearch(gathered(dice), hand, drive.limit, partial(onward, drive))
        start = drive.start
        super().__init__(search, PartialRelay(start.gear, (start.cell, GROUNDED, -1)), *_kept(state))

    def written(self, laid: RelayStep[Place]) -> LaidStep:
        """Returns a step as a player sends it."""
        cell, _, landing = laid.place
        return LaidStep(laid.lay.die, cell, laid.faces, landing)

    def lost_on(self, place: Place) -> int:
        """Returns the space of a place, or where a jump from it lands."""
        cell, _, landing = place
        return landing if landing >= 0 else cell

    def ends_on(self, step: LaidStep) -> int:
        """Returns the space on which a step loses control; for a long jump this is the landing."""
        return step.landing if step.landing >= 0 else step.cell


def begins_flying(plan: tuple[Step, ...], gear: int) -> bool:
    """Whether a plan begins with a flying start (DIRT-ADV-1)."""
    return gear == 0 and bool(plan) and plan[0].die == "2"


def relay_hand(hand: Hand, plan: tuple[Step, ...], gear: int) -> Hand:
    """Returns the hand for a relay: it may begin with die 2 only if the plan did (DIRT-ADV-1)."""
    if not hand.flying_start or begins_flying(plan, gear):
        return hand
    return msgspec.structs.replace(hand, flying_start=False)


def planned(steps: tuple[LaidStep, ...]) -> tuple[Step, ...]:
    """Returns the steps of a relay without the faces."""
    return tuple(Step(laid.die, laid.cell, len(laid.faces) - 1, laid.landing) for laid in steps)

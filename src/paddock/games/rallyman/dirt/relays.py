"""A failed flat out: the rolled dice are laid again so that the loss moves (DIRT-FLAT-4, -5)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import msgspec

from paddock.core.errors import IllegalAction
from paddock.games.rallyman.dice import HAZARD, Hand, Lay
from paddock.games.rallyman.dirt.drive import Drive, drive_of
from paddock.games.rallyman.dirt.ground import GROUNDED
from paddock.games.rallyman.dirt.state import LaidStep, State, Step
from paddock.games.rallyman.relaying import Laid, Reach, Relaying, gathered

Place = tuple[int, int, int]
"""A space, how the car leaves it, and the landing named."""


def original(state: State) -> tuple[LaidStep, ...]:
    """The plan as rolled, cut off at its first loss; always allowed (DIRT-FLAT-D3)."""
    drive = drive_of(state, state.seat)
    count = 0
    laid: list[LaidStep] = []
    for planned, faces, move in zip(state.plan, state.faces, drive.trace(state.plan), strict=True):
        laid.append(LaidStep(planned.die, planned.cell, faces, planned.landing))
        count += faces.count(HAZARD)
        if count >= drive.limit or move.fatal or (move.touchy and HAZARD in faces):
            break
    return tuple(laid)


def onward(drive: Drive, place: Place, lay: Lay) -> Iterator[Reach[Place]]:
    """Where a step may lead in a new layout; nothing lies behind the finish row."""
    cell, flight, landing = place
    if cell >= 0 and drive.road.finish[cell]:
        return
    for opening in drive.openings(cell, flight, landing):
        for move in drive.ends(lay, opening):
            yield Reach((move.cell, move.flight, move.landing), 0, move.fatal, move.touchy)


class Layouts:
    """The layouts a player may choose from."""

    def __init__(self, state: State) -> None:
        self.drive: Drive = drive_of(state, state.seat)
        dice = zip((step.die for step in state.plan), state.faces, strict=True)
        hand = relaying_hand(self.drive.hand, state.plan, state.origin_gear)
        self.search = Relaying(gathered(dice), hand, self.drive.limit, self.onward)
        self.original = original(state)

    def onward(self, place: Place, lay: Lay) -> Iterator[Reach[Place]]:
        """Where a step may lead in a new layout."""
        return onward(self.drive, place, lay)

    @property
    def start(self) -> tuple[int, Place]:
        """Gear and place before the turn."""
        return self.drive.start.gear, (self.drive.start.cell, GROUNDED, -1)

    def __iter__(self) -> Iterator[tuple[LaidStep, ...]]:
        for layout in self.search.layouts(*self.start):
            yield written(layout)

    def __contains__(self, steps: tuple[LaidStep, ...]) -> bool:
        return self._refusal(steps) is None

    def sample(self, rng: Random) -> tuple[LaidStep, ...]:
        """Some layout; every one can come up."""
        for _ in range(8):
            layout = self.search.wander(*self.start, rng)
            if layout is not None:
                return written(layout)
        return self.original

    def endings(self) -> dict[tuple[int, int], tuple[LaidStep, ...]]:
        """A layout for every space and gear in which control can be lost."""
        found: dict[tuple[int, int], tuple[LaidStep, ...]] = {}
        for ((cell, _, landing), gear), layout in self.search.endings(*self.start).items():
            found.setdefault((landing if landing >= 0 else cell, gear), written(layout))
        return found

    def check(self, steps: tuple[LaidStep, ...]) -> None:
        """Raise IllegalAction that says why a layout is not allowed."""
        if refused := self._refusal(steps):
            raise refused

    def _refusal(self, steps: tuple[LaidStep, ...]) -> IllegalAction | None:
        gear, place = self.start
        spent = coasts = brakes = count = 0
        lost = False
        for number, planned in enumerate(steps):
            told = {"step": number + 1, "die": planned.die}
            if lost:
                return IllegalAction("DIRT-FLAT-5", "rallyman-dirt.beyond-loss", **told)
            rolled = self._rolled(planned, gear, spent, coasts, brakes)
            if rolled is None:
                return IllegalAction("DIRT-FLAT-4", "rallyman-dirt.not-rolled", **told)
            lay, coasts, brakes = rolled
            for reach in self.onward(place, lay):
                if reach.place[0] == planned.cell and reach.place[2] == planned.landing:
                    break
            else:
                return IllegalAction("DIRT-FLAT-4", "rallyman-dirt.cannot-lay", **told)
            count += planned.faces.count(HAZARD)
            lost = count >= self.drive.limit or reach.fatal or (reach.touchy and HAZARD in planned.faces)
            gear, place, spent = lay.gear, reach.place, lay.used
        return None if lost else IllegalAction("DIRT-FLAT-4", "rallyman-dirt.loss-avoided")

    def _rolled(
        self, laid: LaidStep, gear: int, spent: int, coasts: int, brakes: int
    ) -> tuple[Lay, int, int] | None:
        """The dice of a laid step among those rolled and not yet used up."""
        for lay, faces, more_coasts, more_brakes in self.search.choices(gear, spent, coasts, brakes):
            if lay.die == laid.die and faces == laid.faces:
                return lay, more_coasts, more_brakes
        return None


def begins_flying(plan: tuple[Step, ...], gear: int) -> bool:
    """Whether a plan begins with a flying start (DIRT-ADV-1)."""
    return gear == 0 and bool(plan) and plan[0].die == "2"


def relaying_hand(hand: Hand, plan: tuple[Step, ...], gear: int) -> Hand:
    """The hand for a new layout: it may begin with die 2 only if the plan did (DIRT-ADV-1)."""
    if not hand.flying_start or begins_flying(plan, gear):
        return hand
    return msgspec.structs.replace(hand, flying_start=False)


def written(layout: tuple[Laid[Place], ...]) -> tuple[LaidStep, ...]:
    """A layout as a player gives it."""
    return tuple(LaidStep(laid.lay.die, laid.place[0], laid.faces, laid.place[2]) for laid in layout)


def planned(steps: tuple[LaidStep, ...]) -> tuple[Step, ...]:
    """The steps of a layout without the faces."""
    return tuple(Step(laid.die, laid.cell, len(laid.faces) - 1, laid.landing) for laid in steps)

"""A failed flat out: the rolled dice are laid again so that the loss moves (GT-FLAT-4 to -7)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from paddock.core.errors import IllegalAction
from paddock.games.rallyman.dice import HAZARD, PLAIN
from paddock.games.rallyman.gt.drive import Drive, Place, drive_of
from paddock.games.rallyman.gt.state import LaidStep, State, gear_after, hazard_limit, road_of
from paddock.games.rallyman.relaying import Laid, Relaying, gathered


def track_hazards(state: State) -> list[int]:
    """The track hazards of each step of the plan (GT-FLAT-2)."""
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
    """The plan as rolled, cut at the step where the limit is reached; always allowed (GT-FLAT-D1)."""
    limit = hazard_limit(state, state.seat)
    count = 0
    laid: list[LaidStep] = []
    for planned, faces, track in zip(state.plan, state.faces, track_hazards(state), strict=True):
        laid.append(LaidStep(planned.die, planned.cell, sorted_faces(faces)))
        count += faces.count(HAZARD) + track
        if count >= limit:
            break
    return tuple(laid)


def sorted_faces(faces: str) -> str:
    """Faces as a layout writes them: the leading die, then plain brake dice, then hazards."""
    bad = faces[1:].count(HAZARD)
    return faces[:1] + PLAIN * (len(faces) - 1 - bad) + HAZARD * bad


class Layouts:
    """The layouts a player may choose from."""

    def __init__(self, state: State) -> None:
        self.drive: Drive = drive_of(state, state.seat)
        self.original = original(state)
        dice = zip((step.die for step in state.plan), state.faces, strict=True)
        self.search = Relaying(gathered(dice), self.drive.hand, self.drive.limit, self.drive.relay_onward)

    @property
    def start(self) -> tuple[int, Place]:
        """Gear and place before the turn."""
        return self.drive.start.gear, (self.drive.start.cell, self.drive.start.k)

    def __iter__(self) -> Iterator[tuple[LaidStep, ...]]:
        found = False
        for layout in self.search.layouts(*self.start):
            steps = written(layout)
            found = found or steps == self.original
            yield steps
        if not found:
            yield self.original

    def __contains__(self, steps: tuple[LaidStep, ...]) -> bool:
        return steps == self.original or self._refusal(steps) is None

    def sample(self, rng: Random) -> tuple[LaidStep, ...]:
        """Some layout; every one can come up."""
        for _ in range(8):
            layout = self.search.wander(*self.start, rng)
            if layout is not None:
                return written(layout)
        return self.original

    def endings(self) -> dict[tuple[int, int], tuple[LaidStep, ...]]:
        """A layout for every cell and gear in which control can be lost."""
        found = {
            (place[0], gear): written(layout)
            for (place, gear), layout in self.search.endings(*self.start).items()
        }
        last = self.original[-1]
        gear = self.drive.start.gear
        for laid in self.original:
            gear = gear_after(gear, laid.die)
        found[last.cell, gear] = self.original
        return found

    def check(self, steps: tuple[LaidStep, ...]) -> None:
        """Raise IllegalAction that says why a layout is not allowed."""
        if steps != self.original and (refused := self._refusal(steps)):
            raise refused

    def _refusal(self, steps: tuple[LaidStep, ...]) -> IllegalAction | None:
        gear, place = self.start
        spent = coasts = brakes = count = 0
        for number, planned in enumerate(steps):
            told = {"step": number + 1, "die": planned.die}
            if count >= self.drive.limit:
                return IllegalAction("GT-FLAT-6", "rallyman-gt.beyond-loss", **told)
            for choice in self.search.choices(gear, spent, coasts, brakes):
                if choice[0].die == planned.die and choice[1] == planned.faces:
                    break
            else:
                return IllegalAction("GT-FLAT-5", "rallyman-gt.not-rolled", **told)
            lay, faces, coasts, brakes = choice
            for reach in self.drive.relay_onward(place, lay):
                if reach.place[0] == planned.cell:
                    break
            else:
                return IllegalAction("GT-FLAT-5", "rallyman-gt.cannot-lay", **told)
            count += faces.count(HAZARD) + reach.track
            gear, place, spent = lay.gear, reach.place, lay.used
        if count < self.drive.limit:
            return IllegalAction("GT-FLAT-6", "rallyman-gt.loss-avoided")
        return None


def written(layout: tuple[Laid[Place], ...]) -> tuple[LaidStep, ...]:
    """A layout as a player gives it."""
    return tuple(LaidStep(laid.lay.die, laid.place[0], laid.faces) for laid in layout)  # type: ignore[arg-type]


def check(state: State, steps: tuple[LaidStep, ...]) -> None:
    """Raise IllegalAction that says why a layout is not allowed."""
    if steps != original(state):
        Layouts(state).check(steps)

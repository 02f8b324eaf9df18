"""The action space of the seat that is asked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from paddock.core.game import Listed
from paddock.games.rallyman import spaces
from paddock.games.rallyman.gt import actions as a
from paddock.games.rallyman.gt import plans
from paddock.games.rallyman.gt.components import pit_lanes
from paddock.games.rallyman.gt.drive import Drive, drive_of
from paddock.games.rallyman.gt.relays import Relays
from paddock.games.rallyman.gt.rolling import can_secure
from paddock.games.rallyman.gt.state import State, Step

RETIRES = 1 / 1024
"""How often a random driver retires."""


class Few:
    """A short list of decisions; it always contains retiring, but rarely samples it."""

    def __init__(self, actions: Sequence[a.GtAction]) -> None:
        self.all: tuple[a.GtAction, ...] = (*actions, a.Retire())

    def __contains__(self, action: object) -> bool:
        return action in self.all

    def __iter__(self) -> Iterator[a.GtAction]:
        return iter(self.all)

    def sample(self, rng: Random) -> a.GtAction:
        """Returns a random one of them."""
        chance = rng.random()
        last = len(self.all) - 1
        return self.all[last if chance < RETIRES else int(chance * last)]


class PlanSpace(spaces.PlanSpace[Drive, a.GtAction]):
    """All plans in both ways, passing if the car is blocked, and retiring."""

    def others(self) -> list[a.GtAction]:
        """Returns retiring, and passing if the car is blocked."""
        return [a.Retire(), a.Pass()] if self.drive.blocked() else [a.Retire()]

    def check(self, steps: tuple[Step, ...]) -> object:
        """Raises IllegalAction if the steps are not a plan."""
        return plans.laid(self.drive, steps)

    def sample(self, rng: Random) -> a.GtAction:
        """Returns a plan by a random walk over legal steps; every legal plan is possible."""
        chance = rng.random()
        steps = self.drive.wander(rng)
        if not steps:
            return a.Pass() if chance < 0.9 else a.Retire()
        if chance < RETIRES:
            return a.Retire()
        if chance < 0.25 and self.drive.blocked():
            return a.Pass()
        return a.Plan(steps, "flat-out" if chance > 0.7 else "one-by-one")


class RelaySpace(spaces.RelaySpace[a.GtAction]):
    """All relays of a failed flat out, and retiring."""

    def sample(self, rng: Random) -> Any:
        """Returns a random relay; rarely, retiring."""
        return a.Retire() if rng.random() < RETIRES else super().sample(rng)


TYRES: Listed[a.GtAction] = Listed([a.ChooseTyre("asphalt"), a.ChooseTyre("rain")])
PITS = Few([a.DriveOn(), *(a.Pit(lane) for lane in pit_lanes())])
_FIRST = Few([a.Roll(), a.Secure()])
_ON = Few([a.Roll(), a.Stop()])
_ON_OR_SECURE = Few([a.Roll(), a.Secure(), a.Stop()])
SIDES = Few([a.GoOff("left"), a.GoOff("right")])

Space = Few | PlanSpace | RelaySpace | Listed[a.GtAction]


def space(state: State) -> Space:
    """Returns what the seat on turn may decide in this phase."""
    match state.phase:
        case "plan":
            return PlanSpace(drive_of(state, state.seat))
        case "step":
            if state.at == 0:
                return _FIRST
            return _ON_OR_SECURE if can_secure(state) else _ON
        case "relay":
            return RelaySpace(Relays(state), a.Retire())
        case "side":
            return SIDES
        case "pit":
            return PITS
        case "tyres":
            return TYRES
        case _:
            raise ValueError(f"nobody is asked in phase {state.phase}")

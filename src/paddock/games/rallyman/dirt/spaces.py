"""What the seat that is asked may decide."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

from paddock.core.errors import IllegalAction
from paddock.core.game import ActionSpace, Listed
from paddock.games.rallyman.dirt import actions as a
from paddock.games.rallyman.dirt import plans
from paddock.games.rallyman.dirt.drive import Drive, drive_of
from paddock.games.rallyman.dirt.relays import Layouts
from paddock.games.rallyman.dirt.rolling import can_play_sisu, can_secure
from paddock.games.rallyman.dirt.state import MOST_TIME_TOKENS, State
from paddock.games.rallyman.dirt.turn import other_lanes


class Plans:
    """All plans in both ways, staying if the car is blocked or stranded, and SISU."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.drive: Drive = drive_of(state, state.seat)

    def __contains__(self, action: object) -> bool:
        if isinstance(action, a.Plan):
            try:
                plans.check_drive(self.drive, action.steps)
            except IllegalAction:
                return False
            return True
        return action in self.others()

    def others(self) -> list[a.DirtAction]:
        """Everything but plans."""
        others: list[a.DirtAction] = []
        standing = self.drive.standing()
        if standing in ("blocked", "stranded"):
            others.append(a.Pass())
        if standing == "stranded":
            others += [a.Pass(cell) for cell in other_lanes(self.state)]
        if can_play_sisu(self.state):
            others.append(a.PlaySisu())
        return others

    def __iter__(self) -> Iterator[a.DirtAction]:
        yield from self.others()
        for steps in self.drive.plans():
            yield a.Plan(steps, "one-by-one")
            yield a.Plan(steps, "flat-out")

    def sample(self, rng: Random) -> a.DirtAction:
        """A plan by a walk over legal steps; every legal decision can come up."""
        chance = rng.random()
        steps = self.drive.wander(rng)
        if not steps or chance < 1 / 16:
            others = self.others()
            if others:
                return rng.choice(others)
        return a.Plan(steps, "flat-out" if chance > 0.7 else "one-by-one")


class Relays:
    """All new layouts of a failed flat out."""

    def __init__(self, state: State) -> None:
        self.layouts = Layouts(state)

    def __contains__(self, action: object) -> bool:
        return isinstance(action, a.Relay) and action.steps in self.layouts

    def __iter__(self) -> Iterator[a.DirtAction]:
        for steps in self.layouts:
            yield a.Relay(steps)

    def sample(self, rng: Random) -> a.DirtAction:
        """A layout by chance."""
        return a.Relay(self.layouts.sample(rng))


def _steps(begun: bool, secure: bool, sisu: bool) -> Listed[a.DirtAction]:
    """Between two steps of a plan: roll, stop, secure, SISU."""
    others = ((begun, a.Stop()), (secure, a.Secure()), (sisu, a.PlaySisu()))
    return Listed([a.Roll(), *(action for open_now, action in others if open_now)])


_STEPS = {flags: _steps(*flags) for flags in product((False, True), repeat=3)}
_WHEEL: Listed[a.DirtAction] = Listed([a.ChangeWheel(), a.KeepWheel()])
_AGAINST_HAZARDS: Listed[a.DirtAction] = Listed([a.PlaySisu(), a.Accept()])
_CLOCKS: Listed[a.DirtAction] = Listed(a.TakeTime(tokens) for tokens in range(MOST_TIME_TOKENS + 1))


def space(state: State) -> ActionSpace[a.DirtAction]:
    """What a seat that is asked may decide in this phase."""
    match state.phase:
        case "plan":
            return Plans(state)
        case "step":
            return _STEPS[state.at > 0, can_secure(state), can_play_sisu(state)]
        case "relay":
            return Relays(state)
        case "sisu":
            return _AGAINST_HAZARDS
        case "wheel" | "service":
            return _WHEEL
        case "clocks":
            return _CLOCKS
        case _:
            raise ValueError(f"nobody is asked in phase {state.phase}")

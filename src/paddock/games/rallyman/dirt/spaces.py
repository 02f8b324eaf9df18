"""The action space of a seat that is asked."""

from __future__ import annotations

from itertools import product
from random import Random

from paddock.core.game import ActionSpace, Listed
from paddock.games.rallyman import spaces
from paddock.games.rallyman.dirt import actions as a
from paddock.games.rallyman.dirt import plans
from paddock.games.rallyman.dirt.drive import Drive, drive_of
from paddock.games.rallyman.dirt.relays import Relays
from paddock.games.rallyman.dirt.rolling import can_play_sisu, can_secure
from paddock.games.rallyman.dirt.state import MOST_TIME_TOKENS, State, Step
from paddock.games.rallyman.dirt.turn import other_lanes


class PlanSpace(spaces.PlanSpace[Drive, a.DirtAction]):
    """All plans in both ways, staying if the car is blocked or stranded, and SISU."""

    def __init__(self, state: State) -> None:
        super().__init__(drive_of(state, state.seat))
        self.state = state

    def others(self) -> list[a.DirtAction]:
        """Returns all decisions except plans."""
        others: list[a.DirtAction] = []
        staying = self.drive.staying()
        if staying in ("blocked", "stranded"):
            others.append(a.Pass())
        if staying == "stranded":
            others += [a.Pass(cell) for cell in other_lanes(self.state)]
        if can_play_sisu(self.state):
            others.append(a.PlaySisu())
        return others

    def check(self, steps: tuple[Step, ...]) -> object:
        """Raises IllegalAction if the steps are not a plan."""
        return plans.laid(self.drive, steps)

    def sample(self, rng: Random) -> a.DirtAction:
        """Returns a plan by a random walk over legal steps; every legal decision is possible."""
        chance = rng.random()
        steps = self.drive.wander(rng)
        if not steps or chance < 1 / 16:
            others = self.others()
            if others:
                return rng.choice(others)
        return a.Plan(steps, "flat-out" if chance > 0.7 else "one-by-one")


def _steps(begun: bool, secure: bool, sisu: bool) -> Listed[a.DirtAction]:
    """Returns the decisions between two steps of a plan: roll, stop, secure, SISU."""
    others = ((begun, a.Stop()), (secure, a.Secure()), (sisu, a.PlaySisu()))
    return Listed([a.Roll(), *(action for open_now, action in others if open_now)])


_STEPS = {flags: _steps(*flags) for flags in product((False, True), repeat=3)}
_WHEEL: Listed[a.DirtAction] = Listed([a.ChangeWheel(), a.KeepWheel()])
_AGAINST_HAZARDS: Listed[a.DirtAction] = Listed([a.PlaySisu(), a.Accept()])
_CLOCKS: Listed[a.DirtAction] = Listed(a.TakeTime(tokens) for tokens in range(MOST_TIME_TOKENS + 1))


def space(state: State) -> ActionSpace[a.DirtAction]:
    """Returns what a seat that is asked may decide in this phase."""
    match state.phase:
        case "plan":
            return PlanSpace(state)
        case "step":
            return _STEPS[state.at > 0, can_secure(state), can_play_sisu(state)]
        case "relay":
            return spaces.RelaySpace(Relays(state))
        case "sisu":
            return _AGAINST_HAZARDS
        case "wheel" | "service":
            return _WHEEL
        case "clocks":
            return _CLOCKS
        case _:
            raise ValueError(f"nobody is asked in phase {state.phase}")

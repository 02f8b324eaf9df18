"""An expert for Rallyman: GT: alone by the solved drive, in a race by exact turns for the best chance to win.

Plans that promise most by tables are played on many times against rivals who drive by table too; the one
that wins most often is taken. While tables are being made, and where there can be none, the club driver
decides. Nothing is loaded here that needs compiled kernels before somebody needs it.
"""

from __future__ import annotations

from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any

from paddock.bots.rallyman import gt_club
from paddock.bots.rallyman.gt_minds import EXPERT
from paddock.bots.strengths import measured
from paddock.core.game import Level, Perspective
from paddock.games.rallyman.gt import actions as a
from paddock.games.rallyman.gt.components import NO_DAMAGE
from paddock.games.rallyman.gt.state import GtOptions, State, hand_on, hazard_limit
from paddock.kernels.compiling import MISSING_EXTRA
from paddock.solve.later import Tables, only_kept

if TYPE_CHECKING:
    from paddock.solve.gt.racing import Pace
    from paddock.solve.gt.solution import Solution

GAP = 1.0
"""How closely a drive alone is solved, in seconds."""
_PACES: Tables[Pace] = Tables(16)
_DRIVES: Tables[Solution] = Tables(4)


class ExpertBot:
    """Drives for the best chance to win: exact turns among the other cars, played on many times."""

    name = "expert"
    level: Level = "expert"
    strength, pace = measured("rallyman-gt.expert")
    missing_extra = MISSING_EXTRA
    kernels = ("paddock.kernels.gt",)
    mind = EXPERT

    def choose(self, perspective: Perspective[Any, Any], rng: Random) -> a.GtAction:
        """The driver's decision."""
        state, seat = perspective.imagine(rng), perspective.seat
        choice = alone(state) if state.solo else self.racing(state, seat, rng)
        return choice or gt_club.Thoughts(state, seat).decide()

    def racing(self, state: State, seat: int, rng: Random) -> a.GtAction | None:
        """What to do in a race; None while that is not known."""
        pace = wanted_pace(state, seat) if state.phase != "tyres" else None
        if pace is None:
            return None
        from paddock.bots.rallyman.gt_racing import Thoughts

        return Thoughts(state, seat, pace, self.mind, rng).decide()


def wanted_pace(state: State, seat: int) -> Pace | None:
    """The tables of a seat's car, as if it were whole, if they are kept; otherwise they are begun.

    With `PADDOCK_TABLES=kept` nothing is made.
    """
    car, options = state.cars[seat], state.options
    whole, limit = hand_on(state, car, car.tyre, NO_DAMAGE), hazard_limit(state, seat)
    from paddock.solve.gt import paces

    asked = options, whole, limit
    make = None if only_kept() else partial(paces.made, *asked)
    return _PACES.wanted((options.track, options.laps, whole, limit), make, partial(paces.kept, *asked))


def wanted_drive(options: GtOptions) -> Solution | None:
    """The solved drive alone if it is there; otherwise it is begun."""

    def make() -> Solution:
        from paddock.solve.contract import Wish
        from paddock.solve.gt.solver import SOLVER

        return SOLVER.solution(options, Wish(gap=GAP))

    return _DRIVES.wanted(options, make)


def alone(state: State) -> a.GtAction | None:
    """The best decision alone on the road; None while it is not known."""
    found = wanted_drive(state.options)
    if found is None:
        return None
    from paddock.solve.gt.driving import damage_of

    return found.choose(state) if found.known(damage_of(state)) in found.books else None

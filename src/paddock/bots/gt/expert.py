"""The expert of Rallyman: GT: the solved drive when alone, the best chance to win in a race.

The best plans by value tables are compared in many rollouts against rivals that also drive by table; the
plan that wins most often is taken. While tables are being computed, and where there can be none, the club
driver decides. Modules that need compiled kernels are imported only when they are used.
"""

from __future__ import annotations

from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any

from paddock.bots.gt import club
from paddock.bots.gt.settings import EXPERT
from paddock.bots.strengths import measured
from paddock.core.game import Level, Perspective
from paddock.games.rallyman.gt import actions as a
from paddock.games.rallyman.gt.components import NO_DAMAGE
from paddock.games.rallyman.gt.state import GtOptions, State, hand_on, hazard_limit
from paddock.kernels.compiling import MISSING_EXTRA
from paddock.solve.table_cache import Tables, only_kept

if TYPE_CHECKING:
    from paddock.solve.gt.race_tables import Pace
    from paddock.solve.gt.solution import Solution

GAP = 1.0
"""The accuracy of the solution of a solo drive, in seconds."""
_PACES: Tables[Pace] = Tables(16)
_DRIVES: Tables[Solution] = Tables(4)


class ExpertBot:
    """Maximises the chance to win: exact turns among the other cars, compared in rollouts."""

    name = "expert"
    level: Level = "expert"
    strength, pace = measured("rallyman-gt.expert")
    missing_extra = MISSING_EXTRA
    kernels = ("paddock.kernels.gt",)
    mind = EXPERT

    def choose(self, perspective: Perspective[Any, Any], rng: Random) -> a.GtAction:
        """Returns the decision of the driver."""
        state, seat = perspective.imagine(rng), perspective.seat
        choice = alone(state) if state.solo else self.racing(state, seat, rng)
        return choice or club.Thoughts(state, seat).decide()

    def racing(self, state: State, seat: int, rng: Random) -> a.GtAction | None:
        """Returns the decision in a race, or None if the tables are missing."""
        pace = wanted_pace(state, seat) if state.phase != "tyres" else None
        if pace is None:
            return None
        from paddock.bots.gt.race_expert import Thoughts

        return Thoughts(state, seat, pace, self.mind, rng).decide()


def wanted_pace(state: State, seat: int) -> Pace | None:
    """Returns the stored tables of a seat's car as if undamaged; if missing, starts computing them.

    With `PADDOCK_TABLES=kept` nothing is computed.
    """
    car, options = state.cars[seat], state.options
    whole, limit = hand_on(state, car, car.tyre, NO_DAMAGE), hazard_limit(state, seat)
    from paddock.solve.gt import race_tables

    asked = options, whole, limit
    make = None if only_kept() else partial(race_tables.made, *asked)
    return _PACES.wanted((options.track, options.laps, whole, limit), make, partial(race_tables.kept, *asked))


def wanted_drive(options: GtOptions) -> Solution | None:
    """Returns the solved solo drive; if it is missing, starts computing it."""

    def make() -> Solution:
        from paddock.solve.gt.solver import SOLVER
        from paddock.solve.solver import Wish

        return SOLVER.solution(options, Wish(gap=GAP))

    return _DRIVES.wanted(options, make)


def alone(state: State) -> a.GtAction | None:
    """Returns the best decision of a solo drive, or None if it is not known."""
    found = wanted_drive(state.options)
    if found is None:
        return None
    from paddock.solve.gt.driver import damage_of

    return found.choose(state) if found.known(damage_of(state)) in found.books else None

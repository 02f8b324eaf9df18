"""The beginner of Rallyman: GT: plans a sensible line a few steps ahead and avoids every risk."""

from __future__ import annotations

from random import Random
from typing import Any

from paddock.bots.gt.club import Thoughts
from paddock.bots.rallyman.partial_plans import one_of_the_best
from paddock.bots.strengths import measured
from paddock.core.game import Level, Perspective
from paddock.games.rallyman.gt import actions as a
from paddock.games.rallyman.gt.drive import Drive
from paddock.games.rallyman.gt.state import Step

NEAR, FAR = 5, 7
"""The number of steps that careful and bold drivers plan ahead, however clear the road is."""
AS_GOOD = 0.1
"""Plans whose values differ by no more steps count as equal."""


class BeginnerBot:
    """Goes flat out only if nothing can go wrong, and stops one hazard short of a loss.

    The temperament sets how far ahead it plans. It does not notice small losses of value.
    """

    name, formerly = "beginner", ("careful",)
    level: Level = "beginner"
    strength, pace = measured("rallyman-gt.beginner")

    def choose(self, perspective: Perspective[Any, Any], rng: Random) -> a.GtAction:
        """Returns the decision of the driver."""
        return BeginnerThoughts(perspective, rng).decide()


class BeginnerThoughts(Thoughts):
    """Values control more than places."""

    def __init__(self, perspective: Perspective[Any, Any], rng: Random) -> None:
        super().__init__(perspective.imagine(rng), perspective.seat)
        self.rng = rng
        self.far = int(NEAR + (FAR + 1 - NEAR) * perspective.temperament)

    def weigh(self, drive: Drive, steps: tuple[Step, ...]) -> list[tuple[float, a.GtAction]]:
        """Returns the value of the first steps of a plan in each way this driver would roll them."""
        return [
            (worth, plan)
            for worth, plan in super().weigh(drive, steps[: self.far])
            if not isinstance(plan, a.Plan) or plan.way == "one-by-one" or _sure(drive, plan.steps)
        ]

    def pick(self, rated: list[tuple[float, a.GtAction]]) -> a.GtAction:
        """Returns one of the plans that look best."""
        return one_of_the_best(rated, AS_GOOD, self.rng)

    def step(self) -> a.GtAction:
        """Stops when one more hazard would lose control; otherwise secures or rolls."""
        choice, state = super().step(), self.state
        daring = isinstance(choice, a.Roll) and state.hazards + 1 >= self.limit
        return a.Stop() if daring and state.at > 0 else choice


def _sure(drive: Drive, steps: tuple[Step, ...]) -> bool:
    """Whether no roll of the dice can cost the driver control."""
    legs = drive.legs(steps)
    return sum(leg.dice + leg.track for leg in legs) < drive.limit and not any(leg.fatal for leg in legs)

"""A newcomer to Rallyman: GT: plans a sensible line a few steps ahead, and fears every die."""

from __future__ import annotations

from random import Random
from typing import Any

from paddock.bots.rallyman.drafts import one_of_the_best
from paddock.bots.rallyman.gt_club import Thoughts
from paddock.bots.strengths import measured
from paddock.core.game import Level, Perspective
from paddock.games.rallyman.gt import actions as a
from paddock.games.rallyman.gt.drive import Drive
from paddock.games.rallyman.gt.state import Step

NEAR, FAR = 5, 7
"""So many steps ahead these drivers plan, the careful and the bold, however far the road is clear."""
AS_GOOD = 0.1
"""Plans whose worth differs by no more, in steps, look alike."""


class BeginnerBot:
    """Drives as many people do: flat out only if nothing can go wrong, no further at one hazard to a loss.

    Its temperament says how far ahead it plans. What is little worse looks as good to it.
    """

    name, formerly = "beginner", ("careful",)
    level: Level = "beginner"
    strength, pace = measured("rallyman-gt.beginner")

    def choose(self, perspective: Perspective[Any, Any], rng: Random) -> a.GtAction:
        """The driver's decision."""
        return BeginnerThoughts(perspective, rng).decide()


class BeginnerThoughts(Thoughts):
    """A driver who would rather lose places than control."""

    def __init__(self, perspective: Perspective[Any, Any], rng: Random) -> None:
        super().__init__(perspective.imagine(rng), perspective.seat)
        self.rng = rng
        self.far = int(NEAR + (FAR + 1 - NEAR) * perspective.temperament)

    def weigh(self, drive: Drive, steps: tuple[Step, ...]) -> list[tuple[float, a.GtAction]]:
        """The worth of a plan's beginning in the ways this driver would roll it."""
        return [
            (worth, plan)
            for worth, plan in super().weigh(drive, steps[: self.far])
            if not isinstance(plan, a.Plan) or plan.way == "one-by-one" or _sure(drive, plan.steps)
        ]

    def pick(self, rated: list[tuple[float, a.GtAction]]) -> a.GtAction:
        """One of the plans that look best."""
        return one_of_the_best(rated, AS_GOOD, self.rng)

    def step(self) -> a.GtAction:
        """With one hazard missing to a loss nothing more is rolled; a secured die is welcome."""
        choice, state = super().step(), self.state
        daring = isinstance(choice, a.Roll) and state.hazards + 1 >= self.limit
        return a.Stop() if daring and state.at > 0 else choice


def _sure(drive: Drive, steps: tuple[Step, ...]) -> bool:
    """Whether no roll of the dice can cost the driver control."""
    legs = drive.legs(steps)
    return sum(leg.dice + leg.track for leg in legs) < drive.limit and not any(leg.fatal for leg in legs)

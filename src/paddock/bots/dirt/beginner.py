"""The beginner of Rallyman: DIRT: plans a few steps of a sensible line and avoids every risk."""

from __future__ import annotations

from random import Random
from typing import Any

from paddock.bots.dirt.club import WIDTH, Thoughts
from paddock.bots.dirt.plan_search import drafts
from paddock.bots.rallyman.partial_plans import one_of_the_best
from paddock.bots.strengths import measured
from paddock.core.game import Level, Perspective
from paddock.games.rallyman.dirt import actions as a
from paddock.games.rallyman.dirt.components import HAZARD_LIMIT
from paddock.games.rallyman.dirt.drive import Drive
from paddock.games.rallyman.dirt.state import Step
from paddock.games.rallyman.turns import Way

NEAR, FAR = 2, 3
"""The number of steps that careful and bold drivers plan ahead."""
CANDIDATES = 12
"""The number of plans to compare."""
AS_GOOD = 4.0
"""Plans whose values differ by no more seconds count as equal."""


class BeginnerBot:
    """Drives a few spaces at a time, and flat out only if nothing can go wrong.

    The temperament sets how far ahead it plans. It does not notice a few lost seconds.
    """

    name, formerly = "beginner", ("careful",)
    level: Level = "beginner"
    strength, pace = measured("rallyman-dirt.beginner")

    def choose(self, perspective: Perspective[Any, Any], rng: Random) -> a.DirtAction:
        """Returns the decision of the driver."""
        return BeginnerThoughts(perspective, rng).decide()


class BeginnerThoughts(Thoughts):
    """Values control more than time."""

    def __init__(self, perspective: Perspective[Any, Any], rng: Random) -> None:
        super().__init__(perspective.imagine(rng), perspective.seat)
        self.rng = rng
        self.far = int(NEAR + (FAR + 1 - NEAR) * perspective.temperament)

    def lines(self, drive: Drive) -> list[tuple[Step, ...]]:
        """Returns the short plans that progress best."""
        short = [line for line in drafts(drive, WIDTH) if len(line.steps) <= self.far]
        return [line.steps for line in sorted(short, key=lambda line: -line.score)[:CANDIDATES]]

    def weigh(self, drive: Drive, steps: tuple[Step, ...]) -> list[tuple[Way, float]]:
        """Returns the value of a plan in each way this driver would roll it."""
        legs = drive.legs(steps)
        sure = sum(leg.dice for leg in legs) < drive.limit and not any(
            leg.touchy or leg.fatal for leg in legs
        )
        return [(way, worth) for way, worth in super().weigh(drive, steps) if sure or way == "one-by-one"]

    def pick(self, rated: list[tuple[float, a.DirtAction]]) -> a.DirtAction:
        """Returns one of the plans that look best."""
        return one_of_the_best(rated, AS_GOOD, self.rng)

    def step(self) -> a.DirtAction:
        """Stops when one more hazard would lose control; otherwise secures or rolls."""
        choice, state = super().step(), self.state
        daring = isinstance(choice, a.Roll) and state.hazards + 1 >= HAZARD_LIMIT and not state.calm
        return a.Stop() if daring and state.at > 0 else choice

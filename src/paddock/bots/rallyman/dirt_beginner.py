"""A newcomer to Rallyman: DIRT: plans a sensible line, but takes no risk that can be avoided."""

from __future__ import annotations

from random import Random
from typing import Any

from paddock.bots.rallyman.dirt_club import Thoughts
from paddock.bots.strengths import measured
from paddock.core.game import Level, Perspective
from paddock.games.rallyman.dirt import actions as a
from paddock.games.rallyman.dirt.components import HAZARD_LIMIT
from paddock.games.rallyman.dirt.drive import Drive
from paddock.games.rallyman.dirt.state import Step
from paddock.games.rallyman.turns import Way


class BeginnerBot:
    """Drives as many people do: flat out only if nothing can go wrong, no further with two hazards."""

    name, formerly = "beginner", ("careful",)
    level: Level = "beginner"
    strength, pace = measured("rallyman-dirt.beginner")

    def choose(self, perspective: Perspective[Any, Any], rng: Random) -> a.DirtAction:
        """The driver's decision."""
        return BeginnerThoughts(perspective.imagine(rng), perspective.seat).decide()


class BeginnerThoughts(Thoughts):
    """A driver who would rather lose time than control."""

    def weigh(self, drive: Drive, steps: tuple[Step, ...]) -> list[tuple[Way, float]]:
        """The worth of a plan in the ways this driver would roll it."""
        legs = drive.legs(steps)
        sure = sum(leg.dice for leg in legs) < drive.limit and not any(
            leg.touchy or leg.fatal for leg in legs
        )
        return [(way, worth) for way, worth in super().weigh(drive, steps) if sure or way == "one-by-one"]

    def step(self) -> a.DirtAction:
        """With one hazard missing to a loss nothing more is rolled; a secured die is welcome."""
        choice, state = super().step(), self.state
        daring = isinstance(choice, a.Roll) and state.hazards + 1 >= HAZARD_LIMIT and not state.calm
        return a.Stop() if daring and state.at > 0 else choice

"""A newcomer to Rallyman: DIRT: plans a few steps of a sensible line, and fears every die."""

from __future__ import annotations

from random import Random
from typing import Any

from paddock.bots.rallyman.dirt_club import WIDTH, Thoughts
from paddock.bots.rallyman.dirt_outlook import drafts
from paddock.bots.rallyman.drafts import one_of_the_best
from paddock.bots.strengths import measured
from paddock.core.game import Level, Perspective
from paddock.games.rallyman.dirt import actions as a
from paddock.games.rallyman.dirt.components import HAZARD_LIMIT
from paddock.games.rallyman.dirt.drive import Drive
from paddock.games.rallyman.dirt.state import Step
from paddock.games.rallyman.turns import Way

NEAR, FAR = 2, 3
"""So many steps ahead these drivers plan, the careful and the bold."""
CANDIDATES = 12
"""How many plans are weighed."""
AS_GOOD = 4.0
"""Plans whose worth differs by no more, in seconds, look alike."""


class BeginnerBot:
    """Drives as many people do: a few spaces at a time, flat out only if nothing can go wrong.

    Its temperament says how far ahead it plans. What is some seconds worse looks as good to it.
    """

    name, formerly = "beginner", ("careful",)
    level: Level = "beginner"
    strength, pace = measured("rallyman-dirt.beginner")

    def choose(self, perspective: Perspective[Any, Any], rng: Random) -> a.DirtAction:
        """The driver's decision."""
        return BeginnerThoughts(perspective, rng).decide()


class BeginnerThoughts(Thoughts):
    """A driver who would rather lose time than control."""

    def __init__(self, perspective: Perspective[Any, Any], rng: Random) -> None:
        super().__init__(perspective.imagine(rng), perspective.seat)
        self.rng = rng
        self.far = int(NEAR + (FAR + 1 - NEAR) * perspective.temperament)

    def lines(self, drive: Drive) -> list[tuple[Step, ...]]:
        """The short plans that get on best."""
        short = [line for line in drafts(drive, WIDTH) if len(line.steps) <= self.far]
        return [line.steps for line in sorted(short, key=lambda line: -line.score)[:CANDIDATES]]

    def weigh(self, drive: Drive, steps: tuple[Step, ...]) -> list[tuple[Way, float]]:
        """The worth of a plan in the ways this driver would roll it."""
        legs = drive.legs(steps)
        sure = sum(leg.dice for leg in legs) < drive.limit and not any(
            leg.touchy or leg.fatal for leg in legs
        )
        return [(way, worth) for way, worth in super().weigh(drive, steps) if sure or way == "one-by-one"]

    def pick(self, rated: list[tuple[float, a.DirtAction]]) -> a.DirtAction:
        """One of the plans that look best."""
        return one_of_the_best(rated, AS_GOOD, self.rng)

    def step(self) -> a.DirtAction:
        """With one hazard missing to a loss nothing more is rolled; a secured die is welcome."""
        choice, state = super().step(), self.state
        daring = isinstance(choice, a.Roll) and state.hazards + 1 >= HAZARD_LIMIT and not state.calm
        return a.Stop() if daring and state.at > 0 else choice

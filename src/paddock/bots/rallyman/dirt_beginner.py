"""A newcomer to Rallyman: DIRT: goes as far as the dice reach, hopes for the best, forgets the seconds."""

from __future__ import annotations

from random import Random
from typing import Any

from paddock.bots.rallyman.dirt_club import Thoughts
from paddock.bots.rallyman.dirt_outlook import drafts
from paddock.bots.strengths import measured
from paddock.core.game import Level, Perspective
from paddock.games.rallyman.dirt import actions as a
from paddock.games.rallyman.dirt.components import HAZARD_LIMIT
from paddock.games.rallyman.dirt.drive import drive_of
from paddock.games.rallyman.dirt.state import State

WIDTH = 10
"""How many ways a newcomer looks at."""
A_GEAR = 12
"""How much road a newcomer gives for ending one gear higher, 100 to a tile."""
DARING = 0.4
"""How often one more die is rolled although the next hazard would be the last."""


class BeginnerBot:
    """Heeds the limits, but looks no further than this turn and thinks little of odds."""

    name = "beginner"
    level: Level = "beginner"
    strength, pace = measured("rallyman-dirt.beginner")

    def choose(self, perspective: Perspective[Any, Any], rng: Random) -> a.DirtAction:
        """The newcomer's decision."""
        return BeginnerThoughts(perspective.imagine(rng), perspective.seat, rng).decide()


class BeginnerThoughts(Thoughts):
    """What a newcomer sees: how far a plan leads and how fast it ends there."""

    def __init__(self, state: State, seat: int, rng: Random) -> None:
        super().__init__(state, seat)
        self.rng = rng

    def plan(self) -> a.DirtAction:
        """The plan that leads furthest, one by one; the corner behind it is next turn's worry."""
        drive, front = drive_of(self.state, self.seat), self.road.front
        plans = drafts(drive, WIDTH)
        if not plans:
            return self.stuck(drive)
        furthest = max(plans, key=lambda draft: front[draft.spot.cell] + A_GEAR * draft.spot.gear)
        return a.Plan(furthest.steps)

    def step(self) -> a.DirtAction:
        """Roll on; with one hazard missing to a loss stop, if courage fails."""
        state = self.state
        close = state.hazards + 1 >= HAZARD_LIMIT and not state.calm
        if close and state.at > 0 and self.rng.random() >= DARING:
            return a.Stop()
        return a.Roll()

    def needs_wheel(self) -> bool:
        """The spare wheel stays where it is: who thinks of it in the middle of a stage?"""
        return False

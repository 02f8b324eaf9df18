"""The beginner of Dirt & Dust: plans one decision at a time and buys any card it can afford."""

from __future__ import annotations

import random
from typing import Any

from paddock.bots.dirt_and_dust.club import ClubBot, Plan
from paddock.bots.dirt_and_dust.drive_search import Effort, drives
from paddock.bots.strengths import measured
from paddock.core.game import Level, Perspective
from paddock.games.dirt_and_dust.actions import AnyAction, Finish
from paddock.games.dirt_and_dust.state import State
from paddock.games.dirt_and_dust.supply import buyable

SHORT_SIGHTED = Effort(width=1, depth=2, steps=24, endings=2, per_card=6)


class BeginnerBot(ClubBot):
    """Looks only at the next decision, never at the whole drive, and often forgets to buy a card.

    These are mistakes that newcomers make: dice stay unused, and the deck fills with cards that do not
    combine. The temperament sets how often it forgets to buy. Among options of similar value it picks at
    random.
    """

    name = "beginner"
    level: Level = "beginner"
    strength, pace = measured("dirt-and-dust.beginner")
    forgets = 0.4
    """The chance to buy nothing although it could."""
    as_good = 0.5
    """Drives whose values differ by no more than this count as equal."""

    def choose(self, perspective: Perspective[Any, Any], rng: random.Random) -> AnyAction:
        """Returns the decision of the seat."""
        self.forgets = 0.6 - 0.4 * perspective.temperament
        return super().choose(perspective, rng)

    def plan(self, state: State, seat: int, rng: random.Random) -> Plan:
        """Returns the next few decisions of a drive, any card to buy, or the end of the drive."""
        found = drives(state, seat, rng, SHORT_SIGHTED)
        near = [drive.path for drive in found if drive.value >= found[0].value - self.as_good]
        path = rng.choice(near)
        if path:
            return path
        offers = buyable(state, state.players[seat])
        return (rng.choice(offers),) if offers and rng.random() >= self.forgets else (Finish(),)

"""The beginner of Dirt & Dust: takes things one by one and buys what it can pay for."""

from __future__ import annotations

import random
from typing import Any

from paddock.bots.dirt_and_dust.club import ClubBot, Plan
from paddock.bots.dirt_and_dust.drives import Effort, drives
from paddock.bots.strengths import measured
from paddock.core.game import Level, Perspective
from paddock.games.dirt_and_dust.actions import AnyAction, Finish
from paddock.games.dirt_and_dust.state import State
from paddock.games.dirt_and_dust.supply import buyable

SHORT_SIGHTED = Effort(width=1, depth=2, steps=24, endings=2, per_card=6)


class BeginnerBot(ClubBot):
    """Sees the next thing to do and not the whole drive, buys the first card it likes, or forgets to.

    These are the mistakes newcomers make: dice are left unused, cards that do not go together fill the deck.
    Its temperament says how often it forgets to buy; of things that look about as good it does any.
    """

    name = "beginner"
    level: Level = "beginner"
    strength, pace = measured("dirt-and-dust.beginner")
    forgets = 0.4
    """How often it buys nothing though it could."""
    as_good = 0.5
    """Drives whose value differs by no more look alike."""

    def choose(self, perspective: Perspective[Any, Any], rng: random.Random) -> AnyAction:
        """The seat's decision."""
        self.forgets = 0.6 - 0.4 * perspective.temperament
        return super().choose(perspective, rng)

    def plan(self, state: State, seat: int, rng: random.Random) -> Plan:
        """The next few decisions of a drive, or any card, or the end of the drive."""
        found = drives(state, seat, rng, SHORT_SIGHTED)
        near = [drive.path for drive in found if drive.value >= found[0].value - self.as_good]
        path = rng.choice(near)
        if path:
            return path
        offers = buyable(state, state.players[seat])
        return (rng.choice(offers),) if offers and rng.random() >= self.forgets else (Finish(),)

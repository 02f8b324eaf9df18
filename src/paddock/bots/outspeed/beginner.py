"""The beginner of Outspeed: looks at the rewards, not at the others, and forgets what it holds."""

from __future__ import annotations

import random

from paddock.bots.outspeed.fleet import equally_likely
from paddock.bots.strengths import measured
from paddock.core.game import Level, Perspective
from paddock.games.outspeed.components import components
from paddock.games.outspeed.events import Keep, Lay, OutspeedAction, Program, SetDial
from paddock.games.outspeed.state import OutspeedState, affordable
from paddock.games.outspeed.terms import COLOURS, Colour


class BeginnerBot:
    """Takes the route that brings most zones if nobody else wants it; thinks of fuel when it is nearly gone.

    These are the mistakes newcomers make. It makes them kindly: it hurts nobody on purpose, and now and then
    it tries something else.
    """

    name = "beginner"
    level: Level = "beginner"
    strength, pace = measured("outspeed.beginner")
    curious = 0.15
    """How often it just tries a route."""
    remembers = 0.2
    """How often it thinks of its tokens."""
    thirsty = 2
    """Fuel at which it begins to look for more."""

    def choose(
        self, perspective: Perspective[OutspeedState, OutspeedAction], rng: random.Random
    ) -> OutspeedAction:
        """The seat's decision."""
        choices = list(perspective.actions)
        guess, seat = perspective.imagine(rng), perspective.seat
        if isinstance(choices[0], Program):
            if rng.random() < self.curious:
                return rng.choice(choices)
            return Program(self.tempting(guess, seat))
        if isinstance(choices[0], SetDial):
            return choices[-1]
        if isinstance(choices[0], Keep) or rng.random() >= self.remembers:
            return choices[0]
        own = [choice for choice in choices if isinstance(choice, Lay) and choice.token in PEACEFUL]
        return rng.choice(own or choices[:1])

    def tempting(self, state: OutspeedState, seat: int) -> Colour:
        """The route with the best reward as it is printed, as if nobody else were there."""
        fuel = state.ships[seat].fuel

        def lure(colour: Colour) -> float:
            alone = tuple(int(other == colour) for other in COLOURS)
            dial = min(components().dial_most, fuel)
            costs, gains = equally_likely(state.seen[-1], state.side, colour, alone, dial)
            zones, won, bonus = (sum(gain[part] for gain in gains) / len(gains) for part in range(3))
            if fuel <= self.thirsty:
                return won - sum(costs) / len(costs) + zones / 10
            return zones + won / 4 + bonus / 2

        return max(affordable(state, seat), key=lure)


PEACEFUL = ("nitro", "fuel_tank", "force_field")
"""Tokens that do nothing to others' ships where they stand."""

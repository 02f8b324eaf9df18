"""A newcomer to Outspeed: takes what goes furthest now, wherever everybody else wants to go too."""

from __future__ import annotations

import random
from statistics import fmean

from paddock.bots.outspeed.fleet import equally_likely
from paddock.bots.strengths import measured
from paddock.core.game import Level, Perspective
from paddock.games.outspeed.components import components
from paddock.games.outspeed.events import Keep, Lay, OutspeedAction, Pass, Program, SetDial
from paddock.games.outspeed.state import OutspeedState, affordable
from paddock.games.outspeed.terms import COLOURS, Colour


class BeginnerBot:
    """Sees the zones of a route and its own fuel, not the others at the table nor the turns to come.

    These are the mistakes newcomers make: all crowd on the fast route and lose the turn, fuel is burnt until
    hardly any is left, tokens are forgotten in the hand more often than laid, and any of two is kept.
    """

    name = "beginner"
    level: Level = "beginner"
    strength, pace = measured("outspeed.beginner")
    low = 1
    """With so little fuel or less it takes what costs least."""
    remembers = 0.3
    """How often it thinks of the tokens in its hand."""

    def choose(
        self, perspective: Perspective[OutspeedState, OutspeedAction], rng: random.Random
    ) -> OutspeedAction:
        """The seat's decision."""
        choices = list(perspective.actions)
        if isinstance(choices[0], Program):
            return Program(self.route(perspective.imagine(rng), perspective.seat))
        if isinstance(choices[0], SetDial | Keep):
            return rng.choice(choices)
        laid = [choice for choice in choices if isinstance(choice, Lay)]
        return laid[0] if laid and rng.random() < self.remembers else Pass()

    def route(self, state: OutspeedState, seat: int) -> Colour:
        """The route that goes furthest if nobody else takes it; with little fuel left the cheapest."""
        fuel = state.ships[seat].fuel
        dial = min(components().dial_most, fuel)

        def promise(colour: Colour) -> tuple[float, float]:
            alone = tuple(int(other == colour) for other in COLOURS)
            costs, gains = equally_likely(state.seen[-1], state.side, colour, alone, dial)
            cost, zones = fmean(costs), fmean(gain[0] for gain in gains)
            return (-cost, zones) if fuel <= self.low else (zones, -cost)

        return max(affordable(state, seat), key=promise)

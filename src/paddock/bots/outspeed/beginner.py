"""The beginner of Outspeed: reads routes and fuel, expects others to spread evenly, and looks no further."""

from __future__ import annotations

import math
import random
from statistics import fmean

from paddock.bots.outspeed.positions import Mix, draw, equally_likely
from paddock.bots.strengths import measured
from paddock.core.game import Level, Perspective
from paddock.games.outspeed.components import components
from paddock.games.outspeed.events import Keep, Lay, OutspeedAction, Pass, Program, SetDial
from paddock.games.outspeed.state import OutspeedState, affordable, at_finish
from paddock.games.outspeed.terms import COLOURS, Colour


class BeginnerBot:
    """Follows simple rules: the gain of a route, with the others spread evenly, less its cost.

    The temperament sets the value of fuel and how strongly it prefers the best route, so that two beginners
    at one table play differently. It ignores what rivals value and what the next turns need. It often
    forgets its tokens, and keeps a random one of two.
    """

    name = "beginner"
    level: Level = "beginner"
    strength, pace = measured("outspeed.beginner")
    remembers = 0.5
    """How often it considers the tokens in its hand."""

    def choose(
        self, perspective: Perspective[OutspeedState, OutspeedAction], rng: random.Random
    ) -> OutspeedAction:
        """Returns the decision of the seat."""
        choices = list(perspective.actions)
        if isinstance(choices[0], Program):
            mix = self.mix(perspective.imagine(rng), perspective.seat, perspective.temperament)
            return Program(draw(mix, rng))
        if isinstance(choices[0], SetDial | Keep):
            return rng.choice(choices)
        laid = [choice for choice in choices if isinstance(choice, Lay)]
        return laid[0] if laid and rng.random() < self.remembers else Pass()

    def mix(self, state: OutspeedState, seat: int, temperament: float) -> Mix:
        """Returns the probability of each route."""
        looks = {colour: self.looks(state, seat, colour, temperament) for colour in affordable(state, seat)}
        best, keenness = max(looks.values()), 0.8 + temperament
        weights = {colour: math.exp(keenness * (worth - best)) for colour, worth in looks.items()}
        total = sum(weights.values())
        return {colour: weight / total for colour, weight in weights.items()}

    def looks(self, state: OutspeedState, seat: int, colour: Colour, temperament: float) -> float:
        """Returns the estimated value of a route in zones: the mean with 0, 1 or 2 others on every route."""
        fuel = state.ships[seat].fuel
        dial = min(components().dial_most, fuel)
        last = at_finish(state)
        price = 0.0 if last else 0.4 + 0.2 * (1 - temperament)
        worths = []
        for company in range(3):
            counts = tuple(company + int(other == colour) for other in COLOURS)
            costs, gains = equally_likely(state.seen[-1], state.side, colour, counts, dial)
            out = fmean(cost > fuel or (cost == fuel and cost > 0 and not last) for cost in costs)
            brought = fmean(zones + price * more + 0.5 * bonus for zones, more, bonus in gains)
            worths.append((1 - out) * brought - price * fmean(costs) - 4 * out)
        return fmean(worths)

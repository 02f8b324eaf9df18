"""Answers to the expert of Outspeed. All treat tokens as it does; they differ in how they choose a route."""

from __future__ import annotations

import random

from paddock.bots.outspeed.expert import ExpertBot
from paddock.bots.outspeed.fleet import Mix
from paddock.games.outspeed.state import OutspeedState, affordable


class Uniform(ExpertBot):
    """Takes every route as often."""

    name = "uniform"

    def mix(self, state: OutspeedState, seat: int, rng: random.Random) -> Mix:
        """An even mix."""
        routes = affordable(state, seat)
        return dict.fromkeys(routes, 1 / len(routes))


class Model(ExpertBot):
    """Works out what the expert would do in every other seat and takes what pays best against that."""

    name = "model"
    place = 0
    """Which route it takes: 0 the best one, 1 the second best."""

    def mix(self, state: OutspeedState, seat: int, rng: random.Random) -> Mix:
        """All on one route."""
        turn = self.turn(state, seat, rng, 2 * self.throws)
        mixes = turn.rows({other: super(Model, self).mix(state, other, rng) for other in turn.seats})
        promise = turn.worths(mixes, seat)
        ranked = sorted(promise, key=promise.__getitem__, reverse=True)
        return {ranked[min(self.place, len(ranked) - 1)]: 1.0}


class Second(Model):
    """Always takes the second best route: where the expert goes less often."""

    name = "second"
    place = 1

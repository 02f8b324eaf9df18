"""The champion of Outspeed: looks two turns ahead over many imagined hands, and answers whom it plays."""

from __future__ import annotations

import math
import random

from paddock.bots.outspeed.expert import ExpertBot
from paddock.bots.outspeed.fleet import Mix
from paddock.bots.strengths import measured
from paddock.core.game import Level, Perspective
from paddock.games.outspeed.events import OutspeedAction
from paddock.games.outspeed.state import TURNS, OutspeedState
from paddock.games.outspeed.turns import tile_node


class ChampionBot(ExpertBot):
    """Takes what pays best against what the others are believed to do, weighed by the turn after as well.

    It knows that nobody tries to see through it as it does through them; among its like small differences in
    what each imagines keep it hard to foresee.
    """

    name = "champion"
    level: Level = "champion"
    strength, pace = measured("outspeed.champion")
    worlds = 8
    """How many hands of the others are imagined."""
    steps = 160
    keenness = 400.0
    """How surely it takes the better route, for every whole chance to win that it is better by."""
    looks = 4
    """How many tiles are tried for the turn to come in every world, at most."""
    glance, glance_steps = 4, 30
    """Throws a way and steps towards the balance in the turn to come."""
    room = 20_000
    """Ways to choose now and in the turn to come, over all tiles tried, that there is time for."""

    def route(self, perspective: Perspective[OutspeedState, OutspeedAction], rng: random.Random) -> Mix:
        """How likely the seat takes each of its routes; the others are taken to look one turn ahead."""
        import numpy as np

        seat, kinds = perspective.seat, self.kinds(perspective.imagine(rng))
        turns, ahead = [], []
        for _ in range(self.worlds):
            state = perspective.imagine(rng)
            turn = self.turn(state, seat, rng, self.throws)
            turns.append(turn)
            looks = min(self.looks, self.room // len(turn.table) ** 2)
            if state.turn < TURNS and looks:
                tiles = [int(tile) for tile in tile_node(state).outcomes]
                coming = rng.sample(tiles, min(len(tiles), looks))
                ahead.append(turn.ahead(coming, kinds, self.glance, self.glance_steps))
        turn = turns[0]
        turn.table = np.mean([one.table for one in turns], axis=0)
        believed = turn.balance(kinds, self.steps).believed
        if ahead:
            turn.table += np.mean(ahead, axis=0)
        worth = turn.worths(believed, seat)
        best = max(worth.values())
        weights = {colour: math.exp(self.keenness * (one - best)) for colour, one in worth.items()}
        total = sum(weights.values())
        return {colour: weight / total for colour, weight in weights.items()}

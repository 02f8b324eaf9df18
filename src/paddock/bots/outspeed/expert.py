"""The expert of Outspeed: looks for a balance among all players, one turn deep, over what it may know."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from paddock.bots.outspeed.balance import believed, favourite, match_regrets, worths
from paddock.bots.outspeed.fleet import Fleet, Mix, Payoffs, draw, open_to
from paddock.bots.outspeed.tokens import announced, better_token
from paddock.bots.strengths import measured
from paddock.core.game import Level, Perspective
from paddock.games.outspeed.events import Keep, OutspeedAction, Program, SetDial
from paddock.games.outspeed.state import OutspeedState, affordable, racing
from paddock.games.outspeed.terms import Colour


class ExpertBot:
    """Plays a mixed strategy that hardly anybody can exploit: regret matching over the routes of this turn.

    The others are believed to look for the same balance, but for a share that chooses anyhow and a share
    that takes what pays best against such players: so mistakes are met as well.
    """

    name = "expert"
    level: Level = "expert"
    strength, pace = measured("outspeed.expert")
    rounds = 360
    throws = 320
    """How many turns are tried out for a table of payoffs."""
    anyhow = 0.15
    greedy = 0.05
    confidence = 0.9
    """How much more it expects of itself than its standing says, in log-odds: favourites risk less."""
    worlds = 4
    """How many hands of the others are imagined before a token is laid."""

    def choose(
        self, perspective: Perspective[OutspeedState, OutspeedAction], rng: random.Random
    ) -> OutspeedAction:
        """The seat's decision."""
        choices = list(perspective.actions)
        if len(choices) == 1:
            return choices[0]
        if isinstance(choices[0], Program):
            return Program(draw(self.mix(perspective.imagine(rng), perspective.seat, rng), rng))
        if isinstance(choices[0], SetDial):
            return choices[-1]
        if isinstance(choices[0], Keep):
            return better_token(perspective.imagine(rng), choices)
        return self.announcement(perspective, choices, rng)

    def announcement(
        self,
        perspective: Perspective[OutspeedState, OutspeedAction],
        choices: Sequence[OutspeedAction],
        rng: random.Random,
    ) -> OutspeedAction:
        """Lay the token after which the turn promises most over several imagined worlds, or none."""
        seat, promises = perspective.seat, dict.fromkeys(choices, 0.0)
        for _ in range(self.worlds):
            guess, luck = perspective.imagine(rng), rng.random()
            for choice in choices:
                trial = announced(guess, seat, choice)
                if seat in racing(trial) and affordable(trial, seat):
                    promises[choice] += self.promise(trial, seat, random.Random(luck))
        return max(choices, key=promises.__getitem__)

    def mix(self, state: OutspeedState, seat: int, rng: random.Random) -> Mix:
        """How likely the seat takes each of its routes."""
        routes = open_to(state)
        payoffs = self.payoffs(Fleet(state, seat, self.confidence), routes, rng, self.throws)
        return self.match_regrets(payoffs, routes, seat, rng, self.rounds)[0]

    def promise(self, state: OutspeedState, seat: int, rng: random.Random) -> float:
        """What the turn promises the seat, found with less effort."""
        routes = open_to(state)
        payoffs = self.payoffs(Fleet(state, seat, self.confidence), routes, rng, self.throws // self.worlds)
        return self.match_regrets(payoffs, routes, seat, rng, self.rounds // self.worlds)[1]

    def payoffs(
        self, start: Fleet, routes: Mapping[int, Sequence[Colour]], rng: random.Random, throws: int
    ) -> Payoffs:
        """What every way to choose comes to, the mean over some throws of the dice."""
        return start.payoffs(routes, rng, throws)

    def match_regrets(
        self,
        payoffs: Payoffs,
        routes: Mapping[int, Sequence[Colour]],
        seat: int,
        rng: random.Random,
        rounds: int,
    ) -> tuple[Mix, float]:
        """The seat's mix in a balance of all players, and what it promises."""
        mixes = match_regrets(payoffs, routes, rng, rounds, self.anyhow, self.greedy)
        expected = {
            player: mix
            if player == seat
            else believed(mix, favourite(payoffs, place, routes[player]), self.anyhow, self.greedy)
            for place, (player, mix) in enumerate(mixes.items())
        }
        worth = worths(payoffs, expected, seat)
        return mixes[seat], sum(chance * worth[colour] for colour, chance in mixes[seat].items())

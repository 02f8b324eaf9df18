"""The club player of Outspeed: chooses routes by what the others will do, and expects them to do the same."""

from __future__ import annotations

import random
from collections.abc import Sequence

from paddock.bots.outspeed.best_response import answer_to, even, worths
from paddock.bots.outspeed.bonus_tokens import announced, better_token
from paddock.bots.outspeed.positions import Fleet, draw, open_to
from paddock.bots.strengths import measured
from paddock.core.game import Level, Perspective
from paddock.games.outspeed.events import Keep, OutspeedAction, Program, SetDial
from paddock.games.outspeed.state import OutspeedState
from paddock.games.outspeed.terms import Colour


class ClubBot:
    """Values zones, fuel and tokens, expects rivals to value them too, and randomises its routes."""

    name = "club"
    level: Level = "club"
    strength, pace = measured("outspeed.club")
    throws = 160
    """The number of sampled turns behind a payoff table."""
    thoughts = 2
    """The number of rounds of best responses: theirs to its mix, then its own to theirs."""
    keenness = 12.0
    """How strongly rivals are expected to prefer the better of two routes."""
    own_keenness = 40.0
    confidence = 0.9
    """Its expected advantage over its position, in log-odds: a favourite takes fewer risks."""

    def choose(
        self, perspective: Perspective[OutspeedState, OutspeedAction], rng: random.Random
    ) -> OutspeedAction:
        """Returns the decision of the seat."""
        choices = list(perspective.actions)
        if len(choices) == 1:
            return choices[0]
        guess, seat = perspective.imagine(rng), perspective.seat
        if isinstance(choices[0], Program):
            return Program(self.route(guess, seat, rng))
        if isinstance(choices[0], SetDial):
            return choices[-1]
        if isinstance(choices[0], Keep):
            return better_token(guess, choices)
        return self.announcement(guess, seat, choices, rng)

    def announcement(
        self, guess: OutspeedState, seat: int, choices: Sequence[OutspeedAction], rng: random.Random
    ) -> OutspeedAction:
        """Lays the token with the best expected turn, or none; all are tried with common random numbers."""
        luck = rng.random()

        def promise(choice: OutspeedAction) -> float:
            trial = announced(guess, seat, choice)
            routes = open_to(trial)
            if seat not in routes:
                return 0.0
            payoffs = Fleet(trial, seat, self.confidence).payoffs(routes, random.Random(luck), self.throws)
            return max(worths(payoffs, even(routes), seat).values())

        return max(choices, key=promise)

    def route(self, guess: OutspeedState, seat: int, rng: random.Random) -> Colour:
        """Returns a route drawn from the seat's mix, a response to the expected mixes of the others."""
        routes = open_to(guess)
        mixes = even(routes)
        payoffs = Fleet(guess, seat, self.confidence).payoffs(routes, rng, self.throws)
        for _ in range(self.thoughts):
            answers = {player: answer_to(worths(payoffs, mixes, player), self.keenness) for player in mixes}
            mixes = {
                player: {colour: (chance + answers[player][colour]) / 2 for colour, chance in mix.items()}
                for player, mix in mixes.items()
            }
        return draw(answer_to(worths(payoffs, mixes, seat), self.own_keenness), rng)

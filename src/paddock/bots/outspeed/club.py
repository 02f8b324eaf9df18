"""The club player of Outspeed: weighs routes by what the others will do, and they by what it will."""

from __future__ import annotations

import random
from collections.abc import Sequence

from paddock.bots.outspeed.answers import answer_to, even, worths
from paddock.bots.outspeed.fleet import Fleet, draw, open_to
from paddock.bots.outspeed.tokens import announced, better_token
from paddock.bots.strengths import measured
from paddock.core.game import Level, Perspective
from paddock.games.outspeed.events import Keep, OutspeedAction, Program, SetDial
from paddock.games.outspeed.state import OutspeedState
from paddock.games.outspeed.terms import Colour


class ClubBot:
    """Knows what zones, fuel and tokens are worth, expects others to know too, and is hard to foresee."""

    name = "club"
    level: Level = "club"
    strength, pace = measured("outspeed.club")
    throws = 160
    """How many turns are tried out for a table of payoffs."""
    thoughts = 2
    """How often it thinks again: what they do if I do this, what I do if they do that."""
    keenness = 12.0
    """How surely others are taken to choose the better of two routes."""
    own_keenness = 40.0
    confidence = 0.9
    """How much more it expects of itself than its standing says, in log-odds: favourites risk less."""

    def choose(
        self, perspective: Perspective[OutspeedState, OutspeedAction], rng: random.Random
    ) -> OutspeedAction:
        """The seat's decision."""
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
        """Lay the token after which the turn promises most, or none; all are tried against the same luck."""
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
        """A route drawn from the seat's own mix, its answer to what the others probably do."""
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

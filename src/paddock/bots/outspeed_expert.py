"""The expert of Outspeed: looks for a balance among all players, one turn deep, over what it may know."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from itertools import product

from paddock.bots.outspeed import TOKEN_WORTH, Fleet, Mix, draw
from paddock.bots.strengths import measured
from paddock.core.game import Level, Perspective
from paddock.games.outspeed.bonus import play_tokens, take_from_hand
from paddock.games.outspeed.events import Keep, Lay, OutspeedAction, Program, SetDial
from paddock.games.outspeed.state import OutspeedState, affordable, copy, racing, with_
from paddock.games.outspeed.terms import Colour

Payoffs = dict[tuple[Colour, ...], tuple[float, ...]]
"""For every way all players can choose: the outlook of each after the turn."""


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
    anyhow = 0.4
    greedy = 0.2
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
            mix, _ = self.balance(perspective.imagine(rng), perspective.seat, rng)
            return Program(draw(mix, rng))
        if isinstance(choices[0], SetDial):
            return choices[-1]
        if isinstance(choices[0], Keep):
            return max(choices, key=lambda keep: TOKEN_WORTH[keep.token] if isinstance(keep, Keep) else 0.0)
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
                trial = copy(guess)
                trial.laid = with_(trial.laid, seat, None)
                if isinstance(choice, Lay):
                    take_from_hand(trial, seat, choice.token)
                    trial.laid = with_(trial.laid, seat, choice.token)
                play_tokens(trial, [])
                if not trial.ships[seat].out:
                    promises[choice] += self.balance(trial, seat, random.Random(luck), self.worlds)[1]
        return max(choices, key=promises.__getitem__)

    def balance(
        self, state: OutspeedState, seat: int, rng: random.Random, share: int = 1
    ) -> tuple[Mix, float]:
        """The seat's mix of routes in a balance of all players, and what it promises."""
        routes = {player: affordable(state, player) for player in racing(state)}
        payoffs = self.payoffs(Fleet(state, seat, 0.0), routes, rng, self.throws // share)
        return self.match_regrets(payoffs, routes, seat, rng, self.rounds // share)

    def payoffs(
        self, start: Fleet, routes: Mapping[int, Sequence[Colour]], rng: random.Random, throws: int
    ) -> Payoffs:
        """What every way to choose comes to, the mean over some throws of the dice."""
        ways = list(product(*routes.values()))
        each = max(1, throws // len(ways))
        table: Payoffs = {}
        for way in ways:
            picks = dict(zip(routes, way, strict=True))
            sums = [0.0] * len(way)
            for _ in range(each):
                outlook = start.after(picks, rng).outlook(start.turns_left)
                for place, player in enumerate(routes):
                    sums[place] += outlook[player]
            table[way] = tuple(total / each for total in sums)
        return table

    def match_regrets(
        self,
        payoffs: Payoffs,
        routes: Mapping[int, Sequence[Colour]],
        seat: int,
        rng: random.Random,
        rounds: int,
    ) -> tuple[Mix, float]:
        """Let all players learn from what they regret; the seat's mean mix, later rounds counting more."""
        options = list(routes.values())
        own = list(routes).index(seat)
        favourites = [favourite(payoffs, place, colours) for place, colours in enumerate(options)]
        regrets = [dict.fromkeys(colours, 0.0) for colours in options]
        total = dict.fromkeys(options[own], 0.0)
        value = weight = 0.0
        for turn in range(1, rounds + 1):
            mixes = [matched(regret) for regret in regrets]
            picks = [
                self.pick(mix, favourites[place], options[place], rng) for place, mix in enumerate(mixes)
            ]
            for place, mix in enumerate(mixes):
                worth = {}
                for colour in mix:
                    way = (*picks[:place], colour, *picks[place + 1 :])
                    worth[colour] = payoffs[way][place]
                mean = sum(mix[colour] * worth[colour] for colour in mix)
                regret = regrets[place]
                for colour, gain in worth.items():
                    regret[colour] = max(0.0, regret[colour] + gain - mean)
                if place == own:
                    value += turn * mean
                    weight += turn
                    for colour, chance in mix.items():
                        total[colour] += turn * chance
        return {colour: chance / weight for colour, chance in total.items()}, value / weight

    def pick(self, mix: Mix, favoured: Colour, colours: Sequence[Colour], rng: random.Random) -> Colour:
        """A route of a player who mostly looks for the balance."""
        ticket = rng.random()
        if ticket < self.anyhow:
            return rng.choice(colours)
        return favoured if ticket < self.anyhow + self.greedy else draw(mix, rng)


def favourite(payoffs: Payoffs, place: int, colours: Sequence[Colour]) -> Colour:
    """The route that pays best against players who do just anything."""
    sums = dict.fromkeys(colours, 0.0)
    for way, worth in payoffs.items():
        sums[way[place]] += worth[place]
    return max(colours, key=sums.__getitem__)


def matched(regrets: Mapping[Colour, float]) -> Mix:
    """A mix in proportion to the regrets; even if there are none."""
    total = sum(regrets.values())
    if total <= 0:
        return dict.fromkeys(regrets, 1 / len(regrets))
    return {colour: regret / total for colour, regret in regrets.items()}

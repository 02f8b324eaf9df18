"""Regret matching over the routes of one turn: all players learn at once what they wish they had chosen."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence

from paddock.bots.outspeed.fleet import Mix, Payoffs
from paddock.games.outspeed.terms import Colour


def match_regrets(
    payoffs: Payoffs,
    routes: Mapping[int, Sequence[Colour]],
    rng: random.Random,
    rounds: int,
    anyhow: float = 0.0,
    greedy: float = 0.0,
) -> dict[int, Mix]:
    """The mean mix of every player after so many rounds, later ones counting more.

    In a share of the rounds each player is taken to choose anyhow, and in another to choose what pays best
    against players who do: so the mixes answer such play too.
    """
    flat = list(payoffs.values())
    options = list(routes.values())
    strides = [math.prod(len(colours) for colours in options[place + 1 :]) for place in range(len(options))]
    liked = [favourite(payoffs, place, colours) for place, colours in enumerate(options)]
    best = [colours.index(one) for colours, one in zip(options, liked, strict=True)]
    regrets = [[0.0] * len(colours) for colours in options]
    totals = [[0.0] * len(colours) for colours in options]
    ticket = rng.random
    for turn in range(1, rounds + 1):
        mixes, picks = [], []
        for place, regret in enumerate(regrets):
            size, whole = len(regret), sum(regret)
            mix = [one / whole for one in regret] if whole > 0 else [1 / size] * size
            mixes.append(mix)
            drawn = ticket()
            if drawn < anyhow:
                picks.append(int(drawn / anyhow * size))
            elif drawn < anyhow + greedy:
                picks.append(best[place])
            else:
                left, pick = (drawn - anyhow - greedy) / (1 - anyhow - greedy), 0
                for pick, chance in enumerate(mix):  # noqa: B007
                    left -= chance
                    if left < 0:
                        break
                picks.append(pick)
        way = sum(pick * stride for pick, stride in zip(picks, strides, strict=True))
        for place, mix in enumerate(mixes):
            stride = strides[place]
            base = way - picks[place] * stride
            worths = [flat[base + pick * stride][place] for pick in range(len(mix))]
            mean = sum(map(float.__mul__, mix, worths))
            regret, total = regrets[place], totals[place]
            for pick, worth in enumerate(worths):
                regret[pick] = max(0.0, regret[pick] + worth - mean)
                total[pick] += turn * mix[pick]
    weight = rounds * (rounds + 1) / 2
    return {
        player: {colour: total / weight for colour, total in zip(routes[player], totals[place], strict=True)}
        for place, player in enumerate(routes)
    }


def believed(mix: Mix, liked: Colour, anyhow: float, greedy: float) -> Mix:
    """What a player is taken to do who mostly follows a mix."""
    even, keen = anyhow / len(mix), 1 - anyhow - greedy
    return {
        colour: even + keen * share + (greedy if colour == liked else 0.0) for colour, share in mix.items()
    }


def favourite(payoffs: Payoffs, place: int, colours: Sequence[Colour]) -> Colour:
    """The route that pays best against players who do just anything."""
    sums = dict.fromkeys(colours, 0.0)
    for way, worth in payoffs.items():
        sums[way[place]] += worth[place]
    return max(colours, key=sums.__getitem__)


def promised(payoffs: Payoffs, mixes: Mapping[int, Mix]) -> list[float]:
    """What every player may expect if all follow these mixes."""
    places = list(mixes.values())
    sums = [0.0] * len(places)
    for way, worths in payoffs.items():
        chance = 1.0
        for mix, colour in zip(places, way, strict=True):
            chance *= mix[colour]
        if chance:
            sums = [total + chance * worth for total, worth in zip(sums, worths, strict=True)]
    return sums


def worths(payoffs: Payoffs, mixes: Mapping[int, Mix], seat: int) -> Mix:
    """What each route of a seat promises if all others follow these mixes."""
    own = list(mixes).index(seat)
    others = [mix for player, mix in mixes.items() if player != seat]
    found = dict.fromkeys(mixes[seat], 0.0)
    for way, each in payoffs.items():
        chance = 1.0
        for mix, colour in zip(others, (*way[:own], *way[own + 1 :]), strict=True):
            chance *= mix[colour]
        found[way[own]] += chance * each[own]
    return found


def answer_to(payoffs: Mix, keenness: float) -> Mix:
    """A mix that prefers better routes, the more the keener; what counts is the share of the best lost."""
    best = max(payoffs.values()) or 1.0
    weights = {colour: math.exp(keenness * (payoff / best - 1)) for colour, payoff in payoffs.items()}
    total = sum(weights.values())
    return {colour: weight / total for colour, weight in weights.items()}

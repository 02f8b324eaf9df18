"""Best responses to the others' expected mixes, over payoff tables by name."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from paddock.bots.outspeed.positions import Mix, Payoffs
from paddock.games.outspeed.terms import Colour


def even(routes: Mapping[int, Sequence[Colour]]) -> dict[int, Mix]:
    """Returns mixes in which every player takes each open route equally often."""
    return {player: dict.fromkeys(colours, 1 / len(colours)) for player, colours in routes.items()}


def worths(payoffs: Payoffs, mixes: Mapping[int, Mix], seat: int) -> Mix:
    """Returns the expected payoff of each route of a seat if all others follow these mixes."""
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
    """Returns a mix that prefers better routes, by the share of the best payoff that a route loses."""
    best = max(payoffs.values()) or 1.0
    weights = {colour: math.exp(keenness * (payoff / best - 1)) for colour, payoff in payoffs.items()}
    total = sum(weights.values())
    return {colour: weight / total for colour, weight in weights.items()}

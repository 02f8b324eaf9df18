"""The balance of all players over the routes of one turn: nobody has much to win by choosing otherwise."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import product
from typing import NamedTuple

from paddock.bots.outspeed.fleet import Mix, Payoffs
from paddock.games.outspeed.terms import Colour

Shares = list[list[float]]
"""By place and route: how likely it is taken."""
STEPS = 80
KEENNESS = 120.0
"""How surely the better route is taken in a balance, for every whole chance to win that it is better by."""
WARMING = 0.6
"""The share of steps in which players grow keen."""
STRIDE = 0.06
"""How far a mix goes at least towards what pays better, at every step."""


class Balance(NamedTuple):
    """The mix of every player, and what the others take each to do, who may slip."""

    mixes: dict[int, Mix]
    believed: dict[int, Mix]


def balance(
    payoffs: Payoffs, routes: Mapping[int, Sequence[Colour]], anyhow: float = 0.0, steps: int = STEPS
) -> Balance:
    """A balance of all players: each prefers what pays better against what the others are taken to do.

    Others are taken to do just anything in a share of turns (`anyhow`), so that mixes answer such play too.
    All start even and come closer little by little, ever keener: players in like standings get like mixes,
    and nobody has much to win by another choice. The same payoffs give the same balance.
    """
    options = list(routes.values())
    tables = [_rows(payoffs, place, options) for place in range(len(options))]
    mixes = [[1 / len(colours)] * len(colours) for colours in options]
    for step in range(1, steps + 1):
        keenness = KEENNESS * min(1.0, step / (WARMING * steps))
        stride = max(STRIDE, 1 / (step + 1))
        expected = _strayed(mixes, anyhow)
        mixes = [
            [
                share + stride * (drawn - share)
                for share, drawn in zip(mix, _prefer(_paid(table, expected, place), keenness), strict=True)
            ]
            for place, (mix, table) in enumerate(zip(mixes, tables, strict=True))
        ]
    return Balance(_named(routes, mixes), _named(routes, _strayed(mixes, anyhow)))


def _strayed(mixes: Shares, anyhow: float) -> Shares:
    """What players do who follow their mixes but for a share of turns."""
    return [[anyhow / len(mix) + (1 - anyhow) * share for share in mix] for mix in mixes]


def _named(routes: Mapping[int, Sequence[Colour]], mixes: Shares) -> dict[int, Mix]:
    return {
        player: dict(zip(colours, mix, strict=True))
        for (player, colours), mix in zip(routes.items(), mixes, strict=True)
    }


def _rows(payoffs: Payoffs, place: int, options: Sequence[Sequence[Colour]]) -> list[list[float]]:
    """What a player gets, by his route and then by all ways the others can choose."""
    others = list(product(*options[:place], *options[place + 1 :]))
    return [[payoffs[(*way[:place], own, *way[place:])][place] for way in others] for own in options[place]]


def _paid(table: Sequence[Sequence[float]], mixes: Sequence[Sequence[float]], place: int) -> list[float]:
    """What each route of a player promises against the mixes of the others."""
    chances = [1.0]
    for other, mix in enumerate(mixes):
        if other != place:
            chances = [chance * share for chance in chances for share in mix]
    return [sum(map(float.__mul__, chances, row)) for row in table]


def _prefer(payoffs: Sequence[float], keenness: float) -> list[float]:
    best = max(payoffs)
    weights = [math.exp(keenness * (payoff - best)) for payoff in payoffs]
    total = sum(weights)
    return [weight / total for weight in weights]


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

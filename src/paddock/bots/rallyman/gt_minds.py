"""How race drivers of Rallyman: GT think: how much, and what they take their rivals for."""

from __future__ import annotations

from math import inf
from typing import NamedTuple


class Mind(NamedTuple):
    """What a driver thinks of a race, and how long."""

    tries: int
    """Other plans looked for with every shake of hopes."""
    games: int
    """Races played on with every plan before the first is dropped."""
    trust: float
    """How much tables count beside races played on: these mind other cars, but are few."""
    crowd: float
    """How often a turn is lost to each other car in the race: they stand in the way, or go first."""
    slower: float
    """How often a rival loses a turn that the fastest driver would not."""
    dull: float
    """How often rivals look only at one step after the other."""
    duel: float
    """How many rounds before the first car is home replies are searched exactly, against one rival,"""
    field: float
    """and against more."""


EXPERT = Mind(tries=6, games=400, trust=3.0, crowd=0.06, slower=0.16, dull=0.3, duel=0.0, field=2.0)
CHAMPION = EXPERT._replace(tries=8, slower=0.06, duel=inf)

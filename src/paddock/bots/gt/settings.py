"""Settings of race drivers of Rallyman: GT: the effort of a search and the model of the rivals."""

from __future__ import annotations

from math import inf
from typing import NamedTuple


class Mind(NamedTuple):
    """How a driver searches and what it expects of rivals."""

    tries: int
    """The number of perturbed searches for further plans, for every size of perturbation."""
    games: int
    """The number of rollouts of every plan before the first is dropped."""
    trust: float
    """The weight of the tables against rollouts, which include other cars but are few."""
    crowd: float
    """The chance to lose a turn to each other car in the race, which may block or move first."""
    slower: float
    """The additional chance of a rival to lose a turn, compared with the fastest driver."""
    dull: float
    """How often a rival considers only one step at a time."""
    duel: float
    """How many rounds before the first finish replies are searched exactly, against one rival."""
    field: float
    """The same against more rivals."""


EXPERT = Mind(tries=6, games=400, trust=3.0, crowd=0.06, slower=0.16, dull=0.3, duel=0.0, field=2.0)
CHAMPION = EXPERT._replace(tries=8, slower=0.06, duel=inf)

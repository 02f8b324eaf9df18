"""How race drivers of Rallyman: GT think: how much, and what they take their rivals for."""

from __future__ import annotations

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
    replies: bool = False
    """Whether in a duel the other's reply and the own turn after it are searched exactly."""


EXPERT = Mind(tries=6, games=400, trust=3.0, crowd=0.06, slower=0.16, dull=0.3)
CHAMPION = Mind(tries=8, games=400, trust=3.0, crowd=0.06, slower=0.06, dull=0.3, replies=True)

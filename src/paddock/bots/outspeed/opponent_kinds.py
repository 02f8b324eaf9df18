"""Kinds of players, and the kind expected of a stranger."""

from __future__ import annotations

from typing import NamedTuple


class Kind(NamedTuple):
    """The probabilities that a player chooses at random, greedily, or by what all others do."""

    anything: float
    greedy: float
    keen: float


KEEN = Kind(0.0, 0.0, 1.0)
USUAL = Kind(0.1, 0.05, 0.85)
"""The kind expected of a stranger."""
ALIKE = 0.95
"""The probability that a player is of the kind most common at the table."""
SLIPS = 0.1
"""How often greedy and keen players choose at random."""

"""What kinds of players there are, and what a stranger is taken for."""

from __future__ import annotations

from typing import NamedTuple


class Kind(NamedTuple):
    """How likely a player does just anything, takes what looks best, or weighs what all others do."""

    anything: float
    greedy: float
    keen: float


KEEN = Kind(0.0, 0.0, 1.0)
USUAL = Kind(0.1, 0.05, 0.85)
"""What a stranger is taken for."""
ALIKE = 0.95
"""How likely a player is of the kind that most at the table are."""
SLIPS = 0.1
"""How often the greedy and the keen do just anything."""

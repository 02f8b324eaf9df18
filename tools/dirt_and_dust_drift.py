"""Measures what drivers of Dirt & Dust score beyond the expected total of their boards.

The weights of boards are fitted on drivers that make mistakes; club drivers score more. The difference at
the end of every drive is written into the data of the analysis: `python -m tools.dirt_and_dust_drift
[games]`.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from statistics import fmean
from typing import Any

import msgspec

from paddock.bots.dirt_and_dust.board_values import promised
from paddock.core.registry import find_game
from paddock.games.dirt_and_dust.state import rounds
from tools import PACKAGE
from tools.analysis_errors import played

FILE = PACKAGE / "analysis/data/drift.json"
FIRST = 5_000
"""The first seed; it keeps these games apart from those that measure errors."""


def drift(games: int) -> list[float]:
    """Returns points beyond the expected total at the end of a drive, by rounds left (none: 0)."""
    game, beyond = find_game("dirt-and-dust"), defaultdict[int, list[float]](list)
    for number in range(games):
        result: dict[str, Any] = {}
        told: dict[tuple[int, int], float] = {}
        for state, seat in played(game, {}, ["club"] * (2 + number % 3), FIRST + number, result):
            if state.phase == "driving":
                told[seat, rounds(state) - state.round] = promised(state, seat)
        for (seat, left), promise in told.items():
            beyond[left].append((result["scores"][seat] or 0.0) - promise)
        sys.stderr.write(f"\r{number + 1} of {games} games")
        sys.stderr.flush()
    return [0.0, *(round(fmean(beyond[left]), 2) for left in range(1, max(beyond) + 1))]


def main(arguments: list[str]) -> None:
    """Measures and writes the result."""
    found = drift(int(arguments[0]) if arguments else 60)
    FILE.write_bytes(msgspec.json.encode(found) + b"\n")
    print(found)


if __name__ == "__main__":
    main(sys.argv[1:])

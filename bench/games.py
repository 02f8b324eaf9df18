"""Engine speed by game: nodes of random games relative to Pig, and a clone relative to a serialised copy."""

from __future__ import annotations

from bench.measure import Row, clone_row, nodes_per_second, state_in_play
from paddock.core.registry import find_game
from tests.sample.pig import PIG, PigOptions

SEATS = {"rallyman-gt": 4, "rallyman-dirt": 4, "outspeed": 4, "dirt-and-dust": 2}
_NODES = 120
"""The depth of the random game at which its state is cloned."""


def bench() -> list[Row]:
    """Returns two rows per game; Pig is the simplest game."""
    pig = nodes_per_second(PIG, PigOptions(), 2)
    rows = [Row("pig: nodes of random games", pig, "nodes/s")]
    for name, seats in SEATS.items():
        game = find_game(name)
        options = game.options()
        nodes = nodes_per_second(game, options, seats)
        rows.append(Row(f"{name}: nodes of random games", nodes, "nodes/s", "Pig", nodes / pig))
        rows.append(clone_row(f"{name}: clone", game, state_in_play(game, options, seats, _NODES)))
    return rows

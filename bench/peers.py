"""The same kind of random playout in other engines, beside ours in the same run."""

from __future__ import annotations

import random

from bench.measure import Row, nodes_per_second, rate
from tests.sample.pig import PIG, PigOptions


def open_spiel_nodes(name: str) -> float:
    """Nodes per second of random games of one OpenSpiel game, through its Python interface."""
    import pyspiel

    game = pyspiel.load_game(name)
    rng = random.Random(1)

    def playout() -> int:
        state = game.new_initial_state()
        nodes = 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, chances)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
            nodes += 1
        return nodes

    return rate(playout)


def petting_zoo_nodes() -> float:
    """Nodes per second of random games of PettingZoo's Connect Four."""
    from pettingzoo.classic import connect_four_v3

    env = connect_four_v3.env()
    rng = random.Random(1)

    def playout() -> int:
        env.reset(seed=1)
        nodes = 0
        for _agent in env.agent_iter():
            seen, _reward, ended, cut_off, _info = env.last()
            if ended or cut_off:
                env.step(None)
                continue
            legal = [action for action, allowed in enumerate(seen["action_mask"]) if allowed]
            env.step(rng.choice(legal))
            nodes += 1
        return nodes

    return rate(playout)


def bench() -> list[Row]:
    """Our Pig against OpenSpiel's Pig (C++ behind Python) and a pure-Python peer of PettingZoo."""
    ours = nodes_per_second(PIG, PigOptions(), 2)
    rows = []
    for peer, theirs in (
        ("OpenSpiel Pig (C++)", open_spiel_nodes("pig")),
        ("PettingZoo Connect Four", petting_zoo_nodes()),
    ):
        rows.append(Row(f"{peer}: nodes of random games", theirs, "nodes/s", "our Pig", theirs / ours))
    return rows

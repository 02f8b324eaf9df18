"""The same kind of random playout in other engines, beside ours in the same run, in processor time."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

from bench.measure import Row, random_playout
from paddock.core.registry import find_game
from tests.sample.pig import PIG, PigOptions

LINE_UPS = {"rallyman-gt": 4, "rallyman-dirt": 4, "outspeed": 4, "dirt-and-dust": 2}


def processor_rate(work: Callable[[], int], seconds: float = 2.0) -> float:
    """Units done in a second of processor time."""
    work()
    done, begin = 0, time.process_time()
    while (spent := time.process_time() - begin) < seconds:
        done += work()
    return done / spent


def ours(name: str, seats: int) -> float:
    """Nodes of our random games in a second of processor time."""
    game = find_game(name)
    seeds = iter(range(10**9))
    return processor_rate(lambda: random_playout(game, game.options(), seats, next(seeds)))


def open_spiel_nodes(name: str) -> float:
    """Nodes of random games of one OpenSpiel game, through its Python interface."""
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

    return processor_rate(playout)


def petting_zoo_nodes() -> float:
    """Nodes of random games of PettingZoo's Connect Four."""
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

    return processor_rate(playout)


def catanatron_actions() -> float:
    """Actions of random four-player games of catanatron."""
    from catanatron import Color, Game, RandomPlayer

    def playout() -> int:
        game = Game([RandomPlayer(color) for color in (Color.RED, Color.BLUE, Color.ORANGE, Color.WHITE)])
        actions = 0
        while game.winning_color() is None and actions < 5_000:
            game.play_tick()
            actions += 1
        return actions

    return processor_rate(playout)


def bench() -> list[Row]:
    """Our games against catanatron's Catan and OpenSpiel's backgammon, our Pig against simpler peers."""
    catan = catanatron_actions()
    rows = [Row("catanatron: actions of random games", catan, "actions/s")]
    for name, seats in LINE_UPS.items():
        nodes = ours(name, seats)
        rows.append(Row(f"{name}: nodes of random games", nodes, "nodes/s", "catanatron", nodes / catan))
    seeds = iter(range(10**9))
    pig = processor_rate(lambda: random_playout(PIG, PigOptions(), 2, next(seeds)))
    rows.append(Row("our Pig: nodes of random games", pig, "nodes/s"))
    for peer, theirs in (
        ("OpenSpiel Pig (C++)", open_spiel_nodes("pig")),
        ("OpenSpiel backgammon (C++)", open_spiel_nodes("backgammon")),
        ("PettingZoo Connect Four", petting_zoo_nodes()),
    ):
        rows.append(Row(f"{peer}: nodes of random games", theirs, "nodes/s", "our Pig", theirs / pig))
    return rows

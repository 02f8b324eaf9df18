"""Thinking time of bots: CPU time per decision by game and bot, with bots of one kind at a table."""

from __future__ import annotations

import time
from random import Random
from typing import Any

from bench.measure import Row
from paddock.arena.playing import play_out
from paddock.core.game import AnyGame, Bot, Perspective
from paddock.core.registry import bots, find_bot, games
from paddock.solve.table_cache import be_patient

_SECONDS = 10.0
"""The total thinking time after which the measurement of a bot ends."""
_FIRST = 20
"""The first decisions, which are not counted since value tables are computed in them."""


class Watched:
    """A bot that records the time of every decision."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.name, self.level, self.strength, self.pace = bot.name, bot.level, bot.strength, bot.pace
        self.spent: list[float] = []

    def choose(self, perspective: Perspective[Any, Any], rng: Random) -> Any:
        """Returns the decision of the bot."""
        began = time.process_time()
        choice = self.bot.choose(perspective, rng)
        self.spent.append(time.process_time() - began)
        return choice


def thought(game: AnyGame, name: str) -> list[float]:
    """Returns the milliseconds of a bot's decisions in ascending order."""
    bot = Watched(find_bot(game.name, name))
    seats = max(2, game.seats[0])
    number = 0
    while sum(bot.spent[_FIRST:]) < _SECONDS and number < 100:
        play_out(game, game.options(), [bot] * seats, f"thought:{number}")
        number += 1
    return sorted(1000 * spent for spent in bot.spent[_FIRST:])


def bench() -> list[Row]:
    """Returns mean and 99th percentile of every bot of every game, with the published mean."""
    be_patient()
    rows = []
    for game in games().values():
        for name, kind in bots(game.name).items():
            if name == "random":
                continue
            found = thought(game, name)
            mean = sum(found) / len(found)
            said = 1000 * kind.pace
            rows.append(Row(f"{game.name} {name}: a decision", mean, "ms", "as published", mean / said))
            rows.append(Row(f"{game.name} {name}: p99", found[int(len(found) * 0.99)], "ms"))
    return rows

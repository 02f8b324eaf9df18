"""What a report costs, in processor time on one core: races of all games, and a drive alone."""

from __future__ import annotations

import random
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bench.measure import Row
from paddock.analysis import analyse
from paddock.core.chance import DiceStream, seed_from
from paddock.core.game import Perspective
from paddock.core.logs import Log
from paddock.core.match import start
from paddock.core.registry import find_bot, find_game
from paddock.solve import Store, Wish

GAMES: tuple[tuple[str, dict[str, Any], int], ...] = (
    ("rallyman-gt", {"track": "list-d", "laps": 5}, 4),
    ("rallyman-dirt", {"rally": "rally-1"}, 4),
    ("outspeed", {}, 4),
    ("dirt-and-dust", {}, 2),
)


def bench() -> list[Row]:
    """Seconds a report; a drive alone with its solution there."""
    rows = [_race(*game) for game in GAMES]
    with TemporaryDirectory() as folder:
        store, wish = Store(Path(folder)), Wish(gap=1e6)
        log = _played("rallyman-gt", {"track": "list-1"}, 1)
        analyse(log, wish, store)
        spent, _ = _spent(lambda: analyse(log, wish, store))
        rows.append(Row("report: rallyman-gt, a lap alone", spent, "s"))
    return rows


def _race(game: str, options: dict[str, Any], seats: int) -> Row:
    log = _played(game, options, seats)
    analyse(log)
    spent, report = _spent(lambda: analyse(log))
    turns = max(len(driver.turns) for driver in report.drivers)
    return Row(f"report: {game}, {seats} seats, {turns} turns", spent, "s")


def _spent(work: Any) -> tuple[float, Any]:
    began = time.process_time()
    done = work()
    return time.process_time() - began, done


def _played(name: str, options: dict[str, Any], seats: int) -> Log:
    game: Any = find_game(name)
    match = start(game, game.options(options), ["club"] * seats)
    rng, stream, bot = random.Random(1), DiceStream(seed_from(1)), find_bot(name, "club")
    match.settle(stream)
    while not (pending := game.pending(match.state)).over:
        seat = pending.seats[0]
        match.decide(seat, bot.choose(Perspective(game, match.state, seat), rng))
        match.settle(stream)
    return match.log

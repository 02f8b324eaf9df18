"""Kernels and solutions: random races beside the plain engine, solving, and its cost against length."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from bench.measure import Row, random_playout
from paddock.games.rallyman.dice import Hand
from paddock.games.rallyman.gt import RALLYMAN_GT
from paddock.games.rallyman.gt.state import GtOptions, road_of
from paddock.kernels.gt.batch import play
from paddock.kernels.gt.ground import ground
from paddock.kernels.gt.lap import riches, seconds, solve_lap
from paddock.solve.contract import Wish
from paddock.solve.gt.bounds import WHOLE_PURSE, solve_drive
from paddock.solve.gt.courses import Drive
from paddock.tracks.generator import CircuitWish, generate
from paddock.tracks.layouts import circuits


def bench() -> list[Row]:
    """Processor time throughout: the machine may have other work."""
    return [*_races(), *_lengths(), *_ready()]


def _spent(work: Callable[[], Any]) -> tuple[float, Any]:
    began = time.process_time()
    done = work()
    return time.process_time() - began, done


def _races() -> list[Row]:
    rows = []
    for seats in (1, 4):
        options = GtOptions(track="list-d")
        play(options, seats, 10)
        spent, nodes = _spent(lambda: sum(random_playout(RALLYMAN_GT, options, seats, n) for n in range(60)))  # noqa: B023
        engine = nodes / spent
        spent, played = _spent(lambda: play(options, seats, 20_000))  # noqa: B023
        kernel = int(played.nodes.sum()) / spent
        what = f"GT kernel: nodes of random races, {seats} cars, one core"
        rows.append(Row(what, kernel, "nodes/s", "plain engine", kernel / engine))
    return rows


def _lengths() -> list[Row]:
    """What a damage-free solution takes by length: it should grow with the places."""
    rows = []
    for tiles in (8, 16, 24, 31):
        road = road_of(generate(CircuitWish(tiles=tiles, lanes="mixed"), 1))
        spent, found = _spent(lambda: _damage_free(road))  # noqa: B023
        rows.append(
            Row(f"GT: damage-free, {tiles} tiles, {found} places", 1000 * spent / found, "ms a place")
        )
    return rows


def _damage_free(road: Any) -> int:
    found = ground(road, Hand(6, 2, 3), 3)
    toll = seconds()
    solve_lap(found, toll, WHOLE_PURSE, rich=riches(found, toll, WHOLE_PURSE))
    return found.line.places


def _ready() -> list[Row]:
    """Bounds of the ready circuits, and the processor time they take."""
    rows = []
    for name in circuits():
        drive = Drive(road_of(name), Hand(6, 2, 3), 3)
        began = time.process_time()
        for found in solve_drive(drive, Wish(gap=0.1, memory=8000, jobs=2)):
            spent = time.process_time() - began
            if found.cap == 0:
                rows.append(Row(f"GT: {name}, damage-free {found.damage_free:.3f} s", spent, "s"))
            if found.cap == 2:
                break
        told = f"GT: {name}, {found.lower:.3f} to {found.upper:.3f} s"
        rows.append(Row(told, spent, "s"))
    return rows

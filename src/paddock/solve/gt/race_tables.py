"""Race tables of a road: the fewest rounds to go, and the distribution of the finish over rounds.

The policy minimises the rounds of a car alone on the road. A round that ends in a high gear counts a little
less, because a car in a higher gear moves first. The distribution is that of this policy: for every place,
gear and purse the chance to finish in the first, second, … turn from there, begun in each gear. There are
the same tables for policies with a target round (`race_clock`).
"""

from __future__ import annotations

import sys
from functools import cached_property
from itertools import product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from paddock.games.rallyman.dice import Hand
from paddock.games.rallyman.gt import RALLYMAN_GT
from paddock.games.rallyman.gt.components import Tyre, Weather
from paddock.games.rallyman.gt.state import GtOptions, hand_of, hazard_limit, road_of
from paddock.kernels.gt.backward_sweep import MOST_GAIN, MOST_TOKENS
from paddock.kernels.gt.best_turn import purse_of
from paddock.kernels.gt.dice import hand_array, odds
from paddock.kernels.gt.flat_out import Flat, raced
from paddock.kernels.gt.forward_distribution import CRASH, FIELDS, FOCUS, GEAR, KIND, TO, reach
from paddock.kernels.gt.lap_solver import Crash, Lap, harmless, rounds, solve_lap
from paddock.kernels.gt.lap_tables import Ground, ground, line_on
from paddock.kernels.gt.places import Unrolled
from paddock.kernels.gt.plan_recovery import spell
from paddock.kernels.gt.race_clock import pass_on
from paddock.kernels.gt.road_arrays import Floats, Ints, Small, figures, flat_road
from paddock.kernels.gt.rollouts import WHOLE, Habits, packed, steps_of
from paddock.kernels.gt.traffic import finishes, windows
from paddock.solve.gt import race_clock
from paddock.solve.gt.problem import Drive, named_course
from paddock.solve.gt.race_clock import hurried
from paddock.solve.store import Course, Store
from paddock.tracks.layouts import circuits
from paddock.tracks.road_gt import GtRoad

PURSE = 16
"""The number of focus tokens distinguished."""
HASTE = 0.05
"""The value of one gear more at the end of a turn, in rounds."""
WEAR = 0.15
"""The cost of a damage token in rounds."""
LAPS = 3
"""The horizon in laps; a longer race is driven as if it ended there."""
_HURRIED = 11
"""The number of turns in the tables of policies with a target round."""
_TURNS = 8
"""The number of turns in the tables per lap, and as a constant; slower cars have lost."""

Spread = NDArray[np.float32]
"""By row, turn and gear: the chance to finish in that turn, begun in that gear."""
Parts = NDArray[np.uint16]
"""Stored chances, in parts of `WHOLE`."""
Arrays = dict[str, NDArray[Any]]


class Pace:
    """The race tables of a road with one full set of dice; they are read-only."""

    def __init__(self, road: GtRoad, hand: Hand, limit: int, laps: int, tables: Arrays) -> None:
        for table in tables.values():
            table.setflags(write=False)
        self.road = road
        self.tables = tables
        """All tables by name, as `tables_of` returns them."""
        line = line_on(road, min(laps, LAPS))
        flat = Flat(*(tables[f"flat {part}"] for part in Flat._fields))
        ids, keys, begin = (tables[name] for name in ("ids", "keys", "begin"))
        self.ground = Ground(line, hand_array(hand, limit), ids, keys, begin, flat)
        self.time: Floats = tables["time"]
        """Rounds to go, by place, gear and focus tokens."""
        self.spreads: list[Parts] = [tables["spread"], *tables["hurried"]]
        """Of the fastest policy, then of those with a target round by rounds left to par."""
        self.habits = _habits(road, line, tables)

    @cached_property
    def rounds(self) -> NDArray[np.float32]:
        """By row: the mean number of rounds the fastest policy needs."""
        spread = self.spreads[0].sum(axis=2, dtype=np.float32) / WHOLE
        found: NDArray[np.float32] = spread @ np.arange(1, spread.shape[1] + 1, dtype=np.float32)
        return found

    @cached_property
    def room(self) -> tuple[Floats, Floats]:
        """By place: the number of cells in the half tile ahead, and in the whole tile behind that."""
        order = self.habits.order
        ranked = np.sort(order)
        here, near, far = (np.searchsorted(ranked, order + ahead, side="right") for ahead in (0, 800, 2400))
        return (near - here) / 8, (far - near) / 16

    @cached_property
    def back(self) -> Ints:
        """By place: where a car that leaves the track returns, by the shorter way."""
        line, time = self.ground.line, self.time[:, 0, 0]
        sides = np.stack([(line.kerb == 1) | (line.kerb == 3), (line.kerb == 2) | (line.kerb == 3)], axis=1)
        to_go = np.where(sides, time[np.where(sides, line.back, 0)], np.inf)
        back = line.back[np.arange(line.places), to_go.argmin(axis=1)]
        return np.where(sides.any(axis=1), back, np.arange(line.places)).astype(np.int64)

    @cached_property
    def crashes(self) -> NDArray[np.bool_]:
        """By place and gear: whether a car that loses control leaves the track."""
        found: NDArray[np.bool_] = figures().loss[:, self.ground.line.danger, 0].T > 0
        return found

    @cached_property
    def windows(self) -> Ints:
        """By place: the place behind the reach of a turn."""
        return windows(self.ground.line)

    @cached_property
    def place_of(self) -> dict[tuple[int, int], int]:
        """Places by cell and laps begun."""
        line = self.ground.line
        cells = zip(line.cell.tolist(), line.lap.tolist(), strict=True)
        return {place: number for number, place in enumerate(cells)}

    @cached_property
    def near(self) -> tuple[list[list[int]], list[list[int]]]:
        """By cell: the steps of the line that enter it, and those that draw level with a car there."""
        line, road = self.ground.line, self.road
        into: list[list[int]] = [[] for _ in range(len(road))]
        level: list[list[int]] = [[] for _ in range(len(road))]
        for place in range(line.places):
            numbers = range(int(line.first[place]), int(line.first[place + 1]))
            for number, step in zip(numbers, road.steps[int(line.cell[place])], strict=True):
                into[step.cell].append(number)
                for cell in step.level_cells:
                    level[cell].append(number)
        return into, level


def pace_of(road: GtRoad, hand: Hand, limit: int, laps: int = 1) -> Pace:
    """Returns the tables of a road over its last laps; takes some seconds per lap."""
    return Pace(road, hand, limit, laps, tables_of(road, hand, limit, laps))


def tables_of(road: GtRoad, hand: Hand, limit: int, laps: int) -> Arrays:
    """Computes the tables of a pace."""
    laps = min(laps, LAPS)
    found = ground(road, hand, limit, laps)
    toll = rounds()
    toll[:7] -= HASTE * np.arange(7)
    crash = _worn(found.line.places)
    lap = solve_lap(found, toll, PURSE, crash)
    time = np.ascontiguousarray(lap.time[:, :, : PURSE + 1])
    turns = _followed(found, toll, lap, crash)
    spread = np.zeros((len(turns.standings), _TURNS * (laps + 1), 7), np.float32)
    finishes(
        turns.first, turns.standings, turns.rows, turns.ends, turns.chances, found.line.places, PURSE, spread
    )
    drivers, spreads = [_driver(found, lap, turns)], [spread[:, :_HURRIED].copy()]
    for other in hurried(found, time, PURSE, WEAR):
        turns = _followed(found, toll, other, harmless(found.line.places, other.time.shape[2]))
        drivers.append(_driver(found, other, turns))
        spreads.append(_passed_on(found, turns, spreads[-1], spreads[max(0, len(spreads) - 2)]))
    before = np.cumsum([0, *(len(driver.to) for driver in drivers)])
    first = [driver.first[:-1] + start for driver, start in zip(drivers, before, strict=False)]
    return {
        "ids": found.ids,
        "keys": found.keys,
        "begin": found.begin,
        **{f"flat {part}": table for part, table in raced(found.flat)._asdict().items()},
        "time": time,
        "stop": np.ascontiguousarray(lap.stop[:, :, : PURSE + 1]),
        "lost": np.ascontiguousarray(lap.lost[:, :, : PURSE + 1]),
        "spread": _parts(spread),
        "hurried": np.stack([_parts(one) for one in spreads[1:]]),
        "rows": turns.rows,
        "first": np.concatenate([*first, before[-1:]]),
        **{name: np.concatenate([getattr(one, name) for one in drivers]) for name in _Driver._fields[1:]},
    }


def _parts(spread: Spread) -> Parts:
    parts: Parts = np.rint(np.minimum(spread, 1.0) * WHOLE).astype(np.uint16)
    return parts


def _worn(places: int) -> Crash:
    """Returns crashes whose damage tokens cost a share of a round each."""
    time, same = harmless(places, PURSE + 1 + MOST_GAIN)
    time += WEAR * np.arange(MOST_TOKENS + 1)[None, None, :, None]
    return Crash(time, same)


class _Turns(NamedTuple):
    rows: Small
    standings: Ints
    first: Ints
    ends: Ints
    chances: Floats


def _followed(found: Ground, toll: Floats, lap: Lap, crash: Crash) -> _Turns:
    """Returns the ends of turns from everywhere under the plans of a lap."""
    line = found.line
    gears = range(int(found.hand[3]) + 1)
    everywhere = [(p, g, f) for p in range(line.places) for g in gears for f in range(PURSE + 1)]
    begin = np.array(everywhere, np.int64)
    room, count = 1 << 18, -1
    while count < 0:
        room *= 2
        rows = np.full((line.places, 7, PURSE + 1), -1, np.int32)
        standings, first = np.zeros((len(begin), 3), np.int64), np.zeros(len(begin) + 1, np.int64)
        ends, chances = np.zeros((room, FIELDS), np.int64), np.zeros(room)
        count = reach(
            begin, line, found.hand, odds(), toll, figures().loss, purse_of(PURSE), found.flat,
            lap.time, lap.stop, lap.lost, crash.time, crash.same, lap.plans, lap.ends,
            rows, standings, ends, chances, first,
        )  # fmt: skip
    used = int(first[-1])
    return _Turns(rows, standings, first, ends[:used], chances[:used])


def _passed_on(found: Ground, turns: _Turns, one: Spread, two: Spread) -> Spread:
    """Returns the distribution of the finish if one policy drives a round and the others continue."""
    ends, over = turns.ends, turns.ends[:, TO] == found.line.places
    to = np.zeros(len(ends), np.int64)
    focus = np.minimum(ends[:, FOCUS], PURSE)
    to[~over] = turns.rows[ends[~over, TO], ends[~over, GEAR], focus[~over]]
    spread = np.zeros(one.shape, np.float32)
    crashed = ends[:, KIND] == CRASH
    pass_on(turns.first, turns.standings[:, 1].copy(), to, over, crashed, turns.chances, one, two, spread)
    return spread


class _Driver(NamedTuple):
    first: Ints
    to: NDArray[np.int16]
    end: NDArray[np.int16]
    chance: Parts
    plan: NDArray[np.int16]
    plan_gear: NDArray[np.int8]


def _driver(found: Ground, lap: Lap, turns: _Turns) -> _Driver:
    """Returns the ends of turns under one policy, most likely first, with equal ends merged."""
    line, ends = found.line, turns.ends
    row = np.repeat(np.arange(len(turns.standings)), np.diff(turns.first))
    end = packed(ends[:, GEAR], np.minimum(ends[:, FOCUS], PURSE), ends[:, KIND])
    key, same = np.unique((row * (line.places + 1) + ends[:, TO]) << 16 | end, return_inverse=True)
    chance = np.bincount(same, turns.chances)
    row = (key >> 16) // (line.places + 1)
    likely = np.lexsort((-chance, row))
    row, key, chance = row[likely], key[likely], chance[likely]
    first = np.searchsorted(row, np.arange(len(turns.standings) + 1))
    summed = np.cumsum(chance)
    summed -= np.concatenate([[0.0], summed])[first[row]]
    plans, daring = lap.plans.copy(), np.zeros(lap.ends.shape, np.int8)
    spell(line, found.hand, found.flat, lap.ends, plans, daring)
    plan = np.full((len(turns.standings), plans.shape[3]), -1, np.int32)
    gears = np.zeros(plan.shape, np.int8)
    steps_of(turns.standings, plans, line.first, line.to, plan, gears)
    return _Driver(
        first.astype(np.int64),
        ((key >> 16) % (line.places + 1)).astype(np.int16),
        (key & 0xFFFF).astype(np.int16),
        np.rint(np.minimum(summed, 1.0) * WHOLE).astype(np.uint16),
        plan.astype(np.int16),
        gears,
    )


def _habits(road: GtRoad, line: Unrolled, tables: Arrays) -> Habits:
    flat = flat_road(road)
    steps = np.concatenate([np.arange(flat.first[cell], flat.first[cell + 1]) for cell in line.cell])
    front = (line.lap.astype(np.int64) * road.n + line.tile) * 100 + flat.front[line.cell]
    return Habits(
        rows=tables["rows"],
        drivers=1 + len(tables["hurried"]),
        **{name: tables[name] for name in ("first", *_Driver._fields[1:], "stop", "lost")},
        order=front * 16 + flat.inward[line.cell],
        level_first=flat.level_first[steps],
        level_last=flat.level_first[steps + 1],
        level=flat.level,
        most=PURSE,
    )


VERSION = 1
"""Increase it when tables change their meaning."""
_FIGURES = (
    PURSE,
    HASTE,
    WEAR,
    race_clock.LEAST,
    race_clock.MOST,
    race_clock.WORTH,
    race_clock.LATE,
    race_clock.SLACK,
)
TYRES: tuple[Tyre, ...] = ("asphalt", "rain")
WEATHERS: tuple[Weather, ...] = ("dry", "wet")


def course(options: GtOptions, hand: Hand, limit: int) -> Course:
    """Returns the storage key of a pace."""
    drive = Drive(road_of(options.track), hand, limit)
    return named_course(options, drive, "pace", VERSION, min(options.laps, LAPS), *_FIGURES)


def kept(options: GtOptions, hand: Hand, limit: int, store: Store | None = None) -> Pace | None:
    """Returns the stored pace of a full set of dice; None if it is missing or stale."""
    found = (store or Store()).find(course(options, hand, limit))
    if found is None:
        return None
    return Pace(road_of(options.track), hand, limit, options.laps, found.arrays)


def made(options: GtOptions, hand: Hand, limit: int, store: Store | None = None) -> Pace:
    """Returns the pace from the store; computes and stores it if it is missing."""
    folder = store or Store()
    found = kept(options, hand, limit, folder)
    if found is not None:
        return found
    road = road_of(options.track)
    tables = tables_of(road, hand, limit, options.laps)
    folder.save(course(options, hand, limit), {}, tables)
    return kept(options, hand, limit, folder) or Pace(road, hand, limit, options.laps, tables)


def prepare(track: str) -> None:
    """Computes the paces of a ready circuit that are not stored."""
    options = GtOptions(track=track)
    state = RALLYMAN_GT.start(options, 2)
    for tyre, weather in product(TYRES, WEATHERS):
        state.cars[0].tyre, state.weather = tyre, weather
        made(options, hand_of(state, 0), hazard_limit(state, 0))


if __name__ == "__main__":
    for name in sys.argv[1:] or circuits():
        prepare(name)
        sys.stdout.write(f"{name}\n")

"""A solved stage for display: times, racing line and the cost of tiles, from simulated drives."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from typing import Any

import msgspec

from paddock.core.play import by_weights, play
from paddock.games.rallyman.dirt import RALLYMAN_DIRT
from paddock.games.rallyman.dirt import actions as a
from paddock.games.rallyman.dirt.components import FRONT_SECONDS
from paddock.games.rallyman.dirt.state import State
from paddock.solve.dirt.problem import GAME
from paddock.solve.dirt.rally import RallyPolicy, RallySolution
from paddock.solve.perfect_drive import Bounds, CellUse, PerfectDrive, StepUse, TileCost
from paddock.tracks.road_dirt import DirtRoad

DRIVES = 400
"""The number of simulated drives behind times and lines."""


def perfect_of(solution: RallySolution) -> PerfectDrive:
    """Returns the bounds and the statistics of many drives; lines are those of the first stage."""
    road = solution.stages[0].stage.case.road
    notes = Notes(road)
    driver, rng = RallyPolicy(solution), random.Random(GAME)
    times = Counter(_drive(solution, driver, notes, rng) for _ in range(DRIVES))
    lower, upper = solution.bounds
    starts = [stage.start()[1] for stage in solution.stages]
    return PerfectDrive(
        game=GAME,
        rules_version=RALLYMAN_DIRT.rules_version,
        course=RALLYMAN_DIRT.course(solution.options) or "",
        options=msgspec.to_builtins(solution.options),
        unit="seconds",
        bounds=Bounds(lower, upper),
        parts={
            f"SS{n + 1}": here - after
            for n, (here, after) in enumerate(zip(starts, [*starts[1:], 0.0], strict=True))
        },
        distribution=tuple((time, count / DRIVES) for time, count in sorted(times.items())),
        cells=notes.cells(),
        tiles=notes.tiles(),
        steps=notes.steps(),
        facts={
            "drives": float(DRIVES),
            "cars": float(sum(len(stage.tables) for stage in solution.stages)),
            "turns": sum(notes.stands.values()) / DRIVES,
            "losses": sum(notes.lost.values()) / DRIVES,
        },
    )


def _drive(solution: RallySolution, driver: RallyPolicy, notes: Notes, rng: random.Random) -> int:
    """Simulates one drive, adds it to the notes and returns its time."""
    state: State = RALLYMAN_DIRT.start(solution.options, 1)
    notes.begin()
    first = True

    def choose(_seat: int) -> a.DirtAction:
        if first and state.phase == "plan" and state.car.cell >= 0:
            notes.stands[state.car.cell, state.car.gear] += 1
        return driver.action(state)

    def watch(_seat: int | None, _what: object, events: list[Any]) -> None:
        nonlocal first
        if first:
            notes.add(events)
        first = state.stage == 0

    play(RALLYMAN_DIRT, state, choose, by_weights(rng), watch)
    result = RALLYMAN_DIRT.result(state)
    assert result is not None
    return int(result.scores[0])


class Notes:
    """Statistics of many drives over one stage.

    A turn counts in equal parts for the spaces on its way; a turn that lost control counts where that
    happened.
    """

    def __init__(self, road: DirtRoad) -> None:
        self.road = road
        self.stands: Counter[tuple[int, int]] = Counter()
        self.passes: Counter[int] = Counter()
        self.ways: Counter[tuple[int, int]] = Counter()
        self.lost: Counter[int] = Counter()
        self.spent: defaultdict[int, float] = defaultdict(float)
        self.begin()

    def begin(self) -> None:
        """Starts a new drive."""
        self._turn: list[tuple[int, int]] = []
        self._lost_on = -1
        self._relaid = False

    def add(self, events: list[a.DirtEvent]) -> None:
        """Adds the events of a drive."""
        for event in events:
            match event:
                case a.Moved(start=start, cell=cell):
                    self._turn.append((start, cell))
                case a.Relaid():
                    self._relaid = True
                case a.ControlLost(cell=cell):
                    self.lost[self.road.tile[cell]] += 1
                    self._lost_on = cell
                case a.CardTaken(seconds=seconds) | a.ZeroTurn(seconds=seconds):
                    self._spend(seconds)
                case a.CardTurned(seconds=seconds, forgiven=False):
                    self._spend(seconds)
                case a.WheelChanged(seconds=seconds):
                    self._spend(seconds)
                case a.Finished(gear=gear):
                    self._spend(FRONT_SECONDS[gear])
                case a.TurnBegan():
                    self._turn, self._lost_on, self._relaid = [], -1, False
                case _:
                    pass

    def _spend(self, seconds: int) -> None:
        """Adds the seconds of a turn to the spaces of its way, and the way to the racing line."""
        cells = [cell for _, cell in self._turn]
        self.passes.update(cells)
        if not self._relaid:
            self.ways.update(way for way in self._turn if way[0] >= 0)
        where = [self._lost_on] if self._lost_on >= 0 else cells
        for cell in where:
            self.spent[self.road.tile[cell]] += seconds / len(where)

    def cells(self) -> tuple[CellUse, ...]:
        """Returns how often each space was stopped on and driven over, per drive."""
        return tuple(
            CellUse(cell, self.road.name(cell), sum(gears), gears, self.passes[cell] / DRIVES)
            for cell in range(len(self.road))
            if self.passes[cell] + sum(self.stands[cell, gear] for gear in range(7))
            for gears in [tuple(self.stands[cell, gear] / DRIVES for gear in range(7))]
        )

    def tiles(self) -> tuple[TileCost, ...]:
        """Returns the cost of tiles per drive."""
        return tuple(
            TileCost(tile, face, self.spent[tile] / DRIVES, self.lost[tile] / DRIVES)
            for tile, face in enumerate(self.road.tiles)
        )

    def steps(self) -> tuple[StepUse, ...]:
        """Returns the racing line."""
        return tuple(StepUse(cell, to, times / DRIVES) for (cell, to), times in sorted(self.ways.items()))

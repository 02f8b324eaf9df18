"""How good a place on a GT road is: steps to go, braking ahead, and what the next turn can bring."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from paddock.games.rallyman.dice import Hand, lays
from paddock.games.rallyman.gt.components import components, dice, loss_of
from paddock.games.rallyman.gt.drive import Drive, Spot
from paddock.games.rallyman.gt.state import Step
from paddock.tracks.road_gt import GtRoad

GEARS = range(7)


class Taste(NamedTuple):
    """What a driver minds: the currency is turns in a race and seconds alone."""

    step: float
    """The worth of one step of progress."""
    gear: tuple[float, ...]
    """The cost of ending a turn in each gear."""
    spin: float
    crash: float
    token: float
    """The cost of each damage token."""
    focus: float
    """The worth of a focus token."""
    braking: float
    """The cost of a brake die that corners ahead will ask for."""

    def loss(self, gear: int, danger: str) -> float:
        """The cost of losing control in a gear on a colour."""
        marker, tokens = loss_of(gear, danger)  # type: ignore[arg-type]
        return (self.spin if marker == "0" else self.crash) + self.token * tokens


RACE = Taste(0.2, (0.0, -0.02, -0.08, -0.06, -0.08, -0.2, -0.12), 0.3, 0.72, 0.144, 0.04, 0.224)
"""Found by duels between tastes over the ready tracks; a high gear at the end is worth a little."""
_SECONDS = components().solo.seconds_by_final_gear
ALONE = Taste(3.74, tuple(float(_SECONDS[str(gear)]) for gear in GEARS), 70.0, 27.0, 1.8, 1.43, 4.0)
"""Found by the mean result of many drives over the ready tracks."""


@lru_cache(maxsize=64)
def steps_to_line(road: GtRoad) -> tuple[int, ...]:
    """The fewest steps from every cell over the start/finish line."""
    found = [len(road)] * len(road)
    for _ in range(
        2
    ):  # cells before the line are known after the first time, those behind it after the second
        for cell in backwards(road):
            found[cell] = min(1 if step.finish else 1 + found[step.cell] for step in road.steps[cell])
    return tuple(found)


def backwards(road: GtRoad) -> list[int]:
    """All cells, the furthest along the ring first."""
    return sorted(range(len(road)), key=lambda cell: -road.front[cell])


@lru_cache(maxsize=64)
def lap_steps(road: GtRoad) -> int:
    """The fewest steps from line to line."""
    found = steps_to_line(road)
    return min(found[step.cell] for steps in road.steps for step in steps if step.finish)


def steps_to_go(road: GtRoad, cell: int, k: int, laps: int) -> int:
    """The fewest steps to the end of the race."""
    next_lap = k // road.n + (0 if road.tile[cell] == 0 and road.to[cell] <= road.finish_at else 1)
    return steps_to_line(road)[cell] + max(0, laps - next_lap) * lap_steps(road)


@lru_cache(maxsize=64)
def braking_ahead(road: GtRoad) -> tuple[tuple[float, ...], ...]:
    """By cell and gear: brake dice and track hazards that the corners ahead will cost, the near ones more."""
    dead = 6.0
    found = [[0.0] * 7 for _ in range(len(road))]
    for _ in range(2):
        for cell in backwards(road):
            for gear in GEARS:
                best = dead
                for step in road.steps[cell]:
                    for new in range(1, min(gear + 1, step.limit, 6) + 1):
                        brakes = max(0, gear - 1 - new)
                        if brakes > 3:
                            continue
                        cost = brakes * brakes * 0.5 + step.hazards[new] + 0.85 * found[step.cell][new]
                        best = min(best, cost)
                found[cell][gear] = best
    return tuple(tuple(row) for row in found)


_CHANCES: dict[tuple[str, int], tuple[float, ...]] = {}


def chances(die: str, brakes: int) -> tuple[float, ...]:
    """The chances of 0, 1, 2, … hazards on a step's dice."""
    found = _CHANCES.get((die, brakes))
    if found is None:
        odds = dice().odds(die, brakes)
        found = _CHANCES[die, brakes] = tuple(weight / sum(odds) for weight in odds)
    return found


class Line(NamedTuple):
    """A plan in the making: where it stands, the chances of each hazard count, and how far it got."""

    cell: int
    k: int
    gear: int
    used: int
    alive: tuple[float, ...]
    driven: float
    """Expected steps."""
    risk: float
    """Expected cost of losing control on the way."""
    score: float
    last: Step | None
    before: Line | None

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps of the plan."""
        found: list[Step] = []
        line: Line | None = self
        while line is not None and line.last is not None:
            found.append(line.last)
            line = line.before
        return tuple(reversed(found))


def lines(drive: Drive, taste: Taste, width: int) -> list[Line]:
    """Promising plans of a turn, found by following only the best lines at each length."""
    braking = braking_ahead(drive.road)
    danger = drive.road.danger
    start = drive.start
    level = [
        Line(
            start.cell,
            start.k,
            start.gear,
            0,
            (1.0,) + (0.0,) * (drive.limit - 1),
            0.0,
            0.0,
            0.0,
            None,
            None,
        )
    ]
    found: list[Line] = []
    while level:
        best: dict[tuple[int, int, int], Line] = {}
        for line in level:
            openings = drive.openings(line.cell)
            for lay in lays(drive.hand, line.gear, line.used):
                gear = lay.gear
                odds = chances(lay.die, lay.brakes)
                rolled: dict[int, tuple[float, ...]] = {}
                for step, need in openings:
                    if not need <= gear <= step.limit:
                        continue
                    track = step.hazards[gear]
                    alive = rolled.get(track)
                    if alive is None:
                        alive = rolled[track] = _shifted(line.alive, odds, track)
                    stays = sum(alive)
                    lost = sum(line.alive) - stays
                    risk = line.risk + (lost * taste.loss(gear, danger[step.cell]) if lost else 0.0)
                    driven = line.driven + stays
                    score = (
                        driven * taste.step
                        - risk
                        - stays * (taste.gear[gear] + taste.braking * braking[step.cell][gear])
                    )
                    key = (step.cell, gear, lay.used)
                    rival = best.get(key)
                    if rival is not None and rival.score >= score:
                        continue
                    k = line.k + step.border
                    planned = Step(lay.die, step.cell, lay.brakes)  # type: ignore[arg-type]
                    longer = Line(step.cell, k, gear, lay.used, alive, driven, risk, score, planned, line)
                    if step.finish and drive.finishes(step, line.k):
                        found.append(longer._replace(score=score + 10 * taste.step))
                    else:
                        best[key] = longer
        ranked = sorted(best.values(), key=lambda line: -line.score - 0.5 * taste.step * line.driven)
        level = ranked[:width]
        found += level
    return found


def _shifted(alive: tuple[float, ...], odds: tuple[float, ...], track: int) -> tuple[float, ...]:
    limit = len(alive)
    now = [0.0] * limit
    for counted, chance in enumerate(alive):
        if chance:
            for rolled, odd in enumerate(odds):
                at = counted + rolled + track
                if at >= limit:
                    break
                now[at] += chance * odd
    return tuple(now)


@lru_cache(maxsize=1 << 15)
def next_turn(road: GtRoad, cell: int, gear: int, hand: Hand, limit: int, taste: Taste) -> float:
    """What the next turn can bring from a cell in a gear on an empty road."""
    drive = Drive(road, Spot(cell, 0, gear), hand, limit, laps=10**6)
    best = max((line.score for line in lines(drive, taste, 4)), default=None)
    if best is not None:
        return best
    return -taste.gear[gear] - taste.crash

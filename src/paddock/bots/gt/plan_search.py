"""Heuristic values of cells on a GT road: steps to go, braking ahead, and the reach of the next turn."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from paddock.bots.rallyman.partial_plans import Draft, chances, shifted
from paddock.games.rallyman.dice import Hand, lays
from paddock.games.rallyman.gt.components import components, dice, loss_of
from paddock.games.rallyman.gt.drive import Drive, Spot
from paddock.games.rallyman.gt.state import Step
from paddock.tracks.road_gt import GtRoad

GEARS = range(7)
DEAD_END = 3.5
"""How much worse than a crash by chance it is to stop where every way leads to a crash."""


class Taste(NamedTuple):
    """The weights of the heuristic, in turns for a race and in seconds for a solo drive."""

    step: float
    """The value of a step of progress."""
    gear: tuple[float, ...]
    """The cost of ending a turn in each gear."""
    spin: float
    crash: float
    token: float
    """The cost of each damage token."""
    focus: float
    """The value of a focus token."""
    braking: float
    """The cost of a brake die that corners ahead require."""

    def loss(self, gear: int, danger: str) -> float:
        """Returns the cost of losing control in a gear on a colour."""
        marker, tokens = loss_of(gear, danger)  # type: ignore[arg-type]
        return (self.spin if marker == "0" else self.crash) + self.token * tokens


RACE = Taste(0.2, (0.0, -0.02, -0.08, -0.06, -0.08, -0.2, -0.12), 0.3, 0.72, 0.144, 0.04, 0.224)
"""Tuned in duels over the ready tracks; a high gear at the end of a turn has a small value."""
_SECONDS = components().solo.seconds_by_final_gear
ALONE = Taste(3.74, tuple(float(_SECONDS[str(gear)]) for gear in GEARS), 70.0, 27.0, 1.8, 1.43, 4.0)
"""Tuned by the mean result of many drives over the ready tracks."""


@lru_cache(maxsize=64)
def steps_to_line(road: GtRoad) -> tuple[int, ...]:
    """Returns the fewest steps from every cell over the start/finish line."""
    found = [len(road)] * len(road)
    for _ in range(2):  # two passes: the first computes cells before the line, the second those behind it
        for cell in backwards(road):
            found[cell] = min(1 if step.finish else 1 + found[step.cell] for step in road.steps[cell])
    return tuple(found)


def backwards(road: GtRoad) -> list[int]:
    """Returns all cells, the furthest along the ring first."""
    return sorted(range(len(road)), key=lambda cell: -road.front[cell])


@lru_cache(maxsize=64)
def lap_steps(road: GtRoad) -> int:
    """Returns the fewest steps from line to line."""
    found = steps_to_line(road)
    return min(found[step.cell] for steps in road.steps for step in steps if step.finish)


def laps_to_go(road: GtRoad, cell: int, k: int, laps: int) -> int:
    """Returns the laps left after crossing the line ahead; 0 if that ends the race."""
    next_lap = k // road.n + (0 if road.tile[cell] == 0 and road.to[cell] <= road.finish_at else 1)
    return max(0, laps - next_lap)


def steps_to_go(road: GtRoad, cell: int, k: int, laps: int) -> int:
    """Returns the fewest steps to the end of the race."""
    return steps_to_line(road)[cell] + laps_to_go(road, cell, k, laps) * lap_steps(road)


@lru_cache(maxsize=256)
def braking_ahead(road: GtRoad, dice: int) -> tuple[tuple[float, ...], ...]:
    """Returns by cell and gear the brake dice and hazards of the corners ahead; near corners weigh more.

    `dice` is the number of brake dice. A corner they cannot slow a car down for counts as a crash.
    """
    dead = 12.0
    found = [[0.0] * 7 for _ in range(len(road))]
    for _ in range(2):
        for cell in backwards(road):
            for gear in GEARS:
                best = dead
                for step in road.steps[cell]:
                    for new in range(1, min(gear + 1, step.limit, 6) + 1):
                        brakes = max(0, gear - 1 - new)
                        if brakes > dice:
                            continue
                        cost = brakes * brakes * 0.5 + step.hazards[new] + 0.85 * found[step.cell][new]
                        best = min(best, cost)
                found[cell][gear] = best
    return tuple(tuple(row) for row in found)


GtDraft = Draft[Spot, Step]


def drafts(drive: Drive, taste: Taste, width: int) -> list[GtDraft]:
    """Returns promising plans of a turn, found by a beam search."""
    braking = braking_ahead(drive.road, drive.hand.brake)
    danger = drive.road.danger
    level: list[GtDraft] = [Draft(drive.start, (1.0,) + (0.0,) * (drive.limit - 1), 0.0, 0.0)]
    found: list[GtDraft] = []
    while level:
        best: dict[tuple[int, int, int], GtDraft] = {}
        for draft in level:
            spot = draft.spot
            openings = drive.openings(spot.cell)
            for lay in lays(drive.hand, spot.gear, spot.used):
                gear = lay.gear
                odds = chances(dice(), lay.die, lay.brakes)
                rolled: dict[int, tuple[float, ...]] = {}
                for step, need in openings:
                    if not need <= gear <= step.limit:
                        continue
                    track = step.hazards[gear]
                    alive = rolled.get(track)
                    if alive is None:
                        alive = rolled[track] = shifted(draft.alive, odds, track)
                    stays = sum(alive)
                    fell = sum(draft.alive) - stays
                    lost = draft.lost + (fell * taste.loss(gear, danger[step.cell]) if fell else 0.0)
                    driven = draft.driven + stays
                    score = (
                        driven * taste.step
                        - lost
                        - stays * (taste.gear[gear] + taste.braking * braking[step.cell][gear])
                    )
                    key = (step.cell, gear, lay.used)
                    rival = best.get(key)
                    if rival is not None and rival.score >= score:
                        continue
                    there = Spot(step.cell, spot.k + step.border, gear, lay.used)
                    planned = Step(lay.die, step.cell, lay.brakes)  # type: ignore[arg-type]
                    longer = Draft(there, alive, lost, score, planned, draft, driven)
                    if step.finish and drive.finishes(step, spot.k):
                        found.append(longer._replace(score=score + 10 * taste.step))
                    else:
                        best[key] = longer
        ranked = sorted(best.values(), key=lambda draft: -draft.score - 0.5 * taste.step * draft.driven)
        level = ranked[:width]
        found += level
    return found


@lru_cache(maxsize=1 << 15)
def next_turn(road: GtRoad, cell: int, gear: int, hand: Hand, limit: int, taste: Taste, last: bool) -> float:
    """Returns the value of the next turn on an empty road; `last`: crossing the line ends the race."""
    drive = Drive(road, Spot(cell, 0, gear), hand, limit, laps=0 if last else 10**6)
    best = max((draft.score for draft in drafts(drive, taste, 4)), default=None)
    if best is not None:
        return best
    return -DEAD_END * taste.crash

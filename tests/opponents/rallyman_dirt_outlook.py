"""How good a place on a stage is: the seconds still to drive, and promising plans of a turn."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from paddock.games.rallyman.dice import lays
from paddock.games.rallyman.dirt.components import ALL_BACKS, FRONT_SECONDS, HAZARD_LIMIT, dice
from paddock.games.rallyman.dirt.drive import Drive, Move, Spot
from paddock.games.rallyman.dirt.ground import LONG, SHORT
from paddock.games.rallyman.dirt.outlooks import price_of_loss
from paddock.games.rallyman.dirt.state import Step
from paddock.games.rallyman.hazards import Leg
from paddock.games.rallyman.turns import Ending, Value
from paddock.tracks.faces import Danger
from paddock.tracks.road_dirt import DirtRoad

GEARS = range(7)
STEPS_A_TURN = 4.0
"""How far a turn gets on average; turns the seconds of cards into the worth of a step."""
SHORTCUT = 1.5
"""What the draw on a shortcut costs on average, in seconds."""
TOKEN = 6.0
"""What a damage token costs on average, in seconds."""
BRAKING = 2.0
"""What it costs to need the brake die."""
LONG_JUMP = 22.0
"""What a long jump risks."""

STUCK = 1e6
"""Stands for a way that cannot be taken."""

Seconds = tuple[tuple[float, ...], ...]


@lru_cache(maxsize=4096)
def loss_cost(gear: int, danger: Danger) -> float:
    """The average seconds a loss of control in a gear costs, its damage counted in."""
    price = price_of_loss(ALL_BACKS, gear, danger)
    return price.seconds + TOKEN * price.tokens


def _pace(gear: int) -> float:
    return FRONT_SECONDS[max(gear, 1)] / STEPS_A_TURN


@lru_cache(maxsize=256)
def seconds_to_go(road: DirtRoad, mud: tuple[int, ...] = (), brakes: bool = True) -> Seconds:
    """By space and gear between turns: about how many seconds the rest of the stage takes.

    `mud` lies on the corners (empty: none), `brakes` tells whether the car still has its brake die.
    The row behind the last space is for a car before the line.
    """
    return _Guess(road, mud, brakes).seconds()


class _Guess:
    """Works the seconds out backwards from the finish row, as if every turn got about equally far."""

    def __init__(self, road: DirtRoad, mud: tuple[int, ...], brakes: bool) -> None:
        self.road = road
        self.limit = [
            limit - (mud[corner] if mud and corner >= 0 else 0)
            for limit, corner in zip(road.limit, road.corner, strict=True)
        ]
        self.deepest = 2 if brakes else 1
        self.to_go = [[0.0] * 7 for _ in range(len(road) + 1)]

    def seconds(self) -> Seconds:
        road = self.road
        for cell in sorted(range(len(road)), key=lambda cell: -road.front[cell]):
            if not road.finish[cell]:
                ahead = [step.cell for step in road.steps[cell]]
                self.to_go[cell] = [self.best(ahead, gear) for gear in GEARS]
        start = [step.cell for step in road.start_steps]
        self.to_go[-1] = [self.best(start, gear) for gear in GEARS]
        return tuple(tuple(row) for row in self.to_go)

    def best(self, ahead: list[int], gear: int) -> float:
        """The seconds from standing before these spaces in a gear."""
        return min(self.entering(cell, gear, new) for cell in ahead for new in self.gears(gear))

    def gears(self, gear: int) -> range:
        """The gears that can follow a gear."""
        return range(1, 2) if gear == 0 else range(max(1, gear - self.deepest), min(6, gear + 1) + 1)

    def entering(self, cell: int, gear: int, new: int) -> float:
        """The seconds from entering a space in a new gear."""
        road, to_go = self.road, self.to_go
        limit, jump = self.limit[cell], road.jump[cell]
        if limit < 1 or (road.water[cell] and new not in (gear, 1)):
            return STUCK
        cost = _pace(new) + (BRAKING if new < gear - 1 else 0.0)
        if road.shortcut[cell] >= 0 and road.nth[cell] == 0:
            cost += SHORTCUT
        if new > limit or (jump and new > jump + 1):
            return cost + loss_cost(new, road.danger[cell]) + to_go[cell][0]
        if not jump or new < jump:
            return cost + to_go[cell][new]
        landings = road.landings_short[cell] if new == jump else road.landings_long[cell]
        flown = [
            _pace(last) + to_go[landing][last]
            for landing in landings
            for last in self.gears(new)
            if last <= self.limit[landing]
        ]
        return cost + (LONG_JUMP if new > jump else 0.0) + min([*flown, to_go[cell][new]])


_CHANCES: dict[tuple[str, int], tuple[float, ...]] = {}


def chances(die: str, brakes: int) -> tuple[float, ...]:
    """The chances of 0, 1, 2, … hazards on a step's dice."""
    found = _CHANCES.get((die, brakes))
    if found is None:
        odds = dice().odds(die, brakes)
        found = _CHANCES[die, brakes] = tuple(weight / sum(odds) for weight in odds)
    return found


class Line(NamedTuple):
    """A plan in the making: where it stands, the chances of each hazard count, its expected seconds."""

    spot: Spot
    alive: tuple[float, ...]
    lost: float
    """Expected seconds of the ways it may have ended on the way."""
    score: float
    last: Move | None
    before: Line | None

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps of the plan."""
        found: list[Step] = []
        line: Line | None = self
        while line is not None and line.last is not None:
            found.append(line.last.step)
            line = line.before
        return tuple(reversed(found))


def guess(drive: Drive) -> Seconds:
    """The seconds to go on the road as a car finds it."""
    return seconds_to_go(drive.road, tuple(drive.mud), drive.hand.brake > 0)


def lines(drive: Drive, width: int) -> list[Line]:
    """Promising plans of a turn, found by following only the best lines at each length."""
    road = drive.road
    to_go = guess(drive)
    start = Line(drive.start, (1.0,) + (0.0,) * (HAZARD_LIMIT - 1), 0.0, 0.0, None, None)
    level = [start]
    found: list[Line] = []
    while level:
        best: dict[tuple[int, int, int, int], Line] = {}
        for line in level:
            spot = line.spot
            openings = drive.openings(spot.cell, spot.flight, spot.landing)
            before = sum(line.alive)
            for lay in lays(drive.hand, spot.gear, spot.used):
                alive = shifted(line.alive, chances(lay.die, lay.brakes))
                for opening in openings:
                    for move in drive.ends(lay, opening):
                        if move.fatal:
                            continue
                        if move.touchy:
                            safe = chances(lay.die, lay.brakes)[0]
                            alive = tuple(chance * safe for chance in line.alive)
                        lost, gear = line.lost, lay.gear
                        stays = sum(alive)
                        if stays < before:
                            fell = move.lost_on
                            lost += (before - stays) * (loss_cost(gear, road.danger[fell]) + to_go[fell][0])
                        here = FRONT_SECONDS[gear] + to_go[move.cell][gear]
                        if move.flight:
                            here = min(here, _flying(road, to_go, move))
                        score = -(lost + stays * here)
                        key = (move.cell, move.landing, gear, lay.used)
                        rival = best.get(key)
                        if rival is not None and rival.score >= score:
                            continue
                        longer = Line(drive.after(spot, move), alive, lost, score, move, line)
                        if move.finishes:
                            found.append(longer._replace(score=float(-FRONT_SECONDS[gear])))
                        else:
                            best[key] = longer
        level = sorted(best.values(), key=lambda line: -line.score)[:width]
        found += level
    return found


def _flying(road: DirtRoad, to_go: Seconds, move: Move) -> float:
    """About the seconds of a plan that goes on in the air."""
    landings = road.landings_short[move.cell] if move.flight == SHORT else (move.landing,)
    assert move.flight in (SHORT, LONG)
    return min(
        (
            FRONT_SECONDS[new] + to_go[landing][new]
            for landing in landings
            for new in range(max(1, move.lay.gear - 2), min(6, move.lay.gear + 1) + 1)
            if new <= road.limit[landing]
        ),
        default=STUCK,
    )


def shifted(alive: tuple[float, ...], odds: tuple[float, ...]) -> tuple[float, ...]:
    """The chances of each hazard count, below the limit, after rolling once more."""
    limit = len(alive)
    now = [0.0] * limit
    for counted, chance in enumerate(alive):
        if chance:
            for rolled, odd in enumerate(odds[: limit - counted]):
                now[counted + rolled] += chance * odd
    return tuple(now)


def flat_out_worth(legs: list[Leg], limit: int, tokens: int, value: Value) -> float:
    """The worth of a plan flat out when a loss keeps the order of the plan."""
    alive = {0: 1.0}
    worth = 0.0
    for at, leg in enumerate(legs):
        onward: dict[int, float] = {}
        for counted, chance in alive.items():
            for rolled, weight in enumerate(leg.odds):
                share = chance * weight / leg.total
                now = counted + rolled
                if leg.fatal or now >= limit or (leg.touchy and rolled):
                    worth += share * value(Ending(at + 1, not leg.forgiving or leg.fatal, tokens))
                elif leg.forgiving and rolled:
                    worth += share * value(Ending(at + 1, False, tokens))
                else:
                    onward[now] = onward.get(now, 0.0) + share
        alive = onward
    return worth + sum(alive.values()) * value(Ending(len(legs), False, tokens))

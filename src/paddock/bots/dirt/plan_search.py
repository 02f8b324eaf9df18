"""Heuristic values of spaces on a stage: the seconds to go, and promising plans of a turn."""

from __future__ import annotations

from functools import lru_cache

from paddock.bots.rallyman.partial_plans import Draft, chances, shifted
from paddock.games.rallyman.dice import lays
from paddock.games.rallyman.dirt.components import (
    ALL_BACKS,
    FRONT_SECONDS,
    HAZARD_LIMIT,
    dice,
    shortcut_share,
)
from paddock.games.rallyman.dirt.drive import Drive, Move, Spot
from paddock.games.rallyman.dirt.ground import LONG, SHORT
from paddock.games.rallyman.dirt.outlooks import enters_shortcut, price_of_loss
from paddock.games.rallyman.dirt.state import Step
from paddock.games.rallyman.hazards import Leg
from paddock.games.rallyman.turns import Ending, Value
from paddock.tracks.faces import Danger
from paddock.tracks.road_dirt import DirtRoad

GEARS = range(7)
STEPS_A_TURN = 4.0
"""The average length of a turn; converts seconds on cards into the value of a step."""
PUNCTURE = 24.0
"""The average cost of a puncture in seconds: one coast die fewer for the rest of the rally."""
SHORTCUT = PUNCTURE * shortcut_share("puncture")
"""The average cost of the draw on a shortcut, in seconds."""
TOKEN = 6.0
"""The average cost of a damage token, in seconds."""
BRAKING = 2.0
"""The cost of needing the brake die."""
LONG_JUMP = 22.0
"""The cost of the risk of a long jump."""

STUCK = 1e6
"""The value of a dead end."""

Seconds = tuple[tuple[float, ...], ...]


@lru_cache(maxsize=4096)
def loss_cost(gear: int, danger: Danger) -> float:
    """Returns the average cost in seconds of losing control in a gear, damage included."""
    price = price_of_loss(ALL_BACKS, gear, danger)
    return price.seconds + TOKEN * price.tokens


def _pace(gear: int) -> float:
    return FRONT_SECONDS[max(gear, 1)] / STEPS_A_TURN


@lru_cache(maxsize=256)
def seconds_to_go(road: DirtRoad, mud: tuple[int, ...] = (), brakes: bool = True) -> Seconds:
    """Estimates the seconds for the rest of the stage, by space and gear between turns.

    `mud` lies on the corners (empty: none); `brakes` tells whether the car still has its brake die. The row
    behind the last space is for a car before the line.
    """
    return _Guess(road, mud, brakes).seconds()


class _Guess:
    """Computes the seconds backwards from the finish row, as if all turns had about the same length."""

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
        """Returns the seconds to go before these spaces in a gear."""
        return min(self.entering(cell, gear, new) for cell in ahead for new in self.gears(gear))

    def gears(self, gear: int) -> range:
        """Returns the gears that can follow a gear."""
        return range(1, 2) if gear == 0 else range(max(1, gear - self.deepest), min(6, gear + 1) + 1)

    def entering(self, cell: int, gear: int, new: int) -> float:
        """Returns the seconds to go when entering a space in a new gear."""
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


DirtDraft = Draft[Spot, Step]


def guess(drive: Drive) -> Seconds:
    """Returns the seconds to go on the road in its present state."""
    return seconds_to_go(drive.road, tuple(drive.mud), drive.hand.brake > 0)


def drafts(drive: Drive, width: int) -> list[DirtDraft]:
    """Returns promising plans of a turn, found by a beam search."""
    road = drive.road
    to_go = guess(drive)
    level: list[DirtDraft] = [Draft(drive.start, (1.0,) + (0.0,) * (HAZARD_LIMIT - 1), 0.0, 0.0)]
    found: list[DirtDraft] = []
    while level:
        best: dict[tuple[int, int, int, int], DirtDraft] = {}
        for draft in level:
            spot = draft.spot
            openings = drive.openings(spot.cell, spot.flight, spot.landing)
            before = sum(draft.alive)
            for lay in lays(drive.hand, spot.gear, spot.used):
                odds = chances(dice(), lay.die, lay.brakes)
                rolled = shifted(draft.alive, odds)
                unhurt = tuple(chance * odds[0] for chance in draft.alive)
                for opening in openings:
                    for move in drive.ends(lay, opening):
                        if move.fatal:
                            continue
                        alive = unhurt if move.touchy else rolled
                        lost, gear = draft.lost, lay.gear
                        if enters_shortcut(road, move):
                            lost += before * SHORTCUT
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
                        longer = Draft(drive.after(spot, move), alive, lost, score, move.step, draft)
                        if move.finishes:
                            found.append(longer._replace(score=float(-FRONT_SECONDS[gear])))
                        else:
                            best[key] = longer
        level = sorted(best.values(), key=lambda draft: -draft.score)[:width]
        found += level
    return found


def _flying(road: DirtRoad, to_go: Seconds, move: Move) -> float:
    """Estimates the seconds of a plan that continues in the air."""
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


def flat_out_worth(legs: list[Leg], limit: int, tokens: int, value: Value) -> float:
    """Returns the value of a plan flat out when a loss keeps the order of the plan."""
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

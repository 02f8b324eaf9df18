"""The club driver of Rallyman: GT: plans the racing line with exact odds and spares the car."""

from __future__ import annotations

from random import Random
from typing import Any

from paddock.bots.gt.plan_search import ALONE, RACE, Taste, drafts, laps_to_go, next_turn, steps_to_go
from paddock.bots.strengths import measured
from paddock.core.game import Level, Perspective
from paddock.games.rallyman.dice import Hand, used
from paddock.games.rallyman.gt import actions as a
from paddock.games.rallyman.gt.components import (
    BRAKE_TOKEN,
    ENGINE_TOKEN,
    GEAR_TOKEN,
    NO_DAMAGE,
    OTHER_TYRE,
    Lane,
    components,
    loss_of,
    pit_lanes,
    side,
)
from paddock.games.rallyman.gt.drive import Drive, Spot, drive_of
from paddock.games.rallyman.gt.focus import focus_gain
from paddock.games.rallyman.gt.outlooks import places
from paddock.games.rallyman.gt.relays import Relays
from paddock.games.rallyman.gt.state import (
    LaidStep,
    State,
    Step,
    hand_of,
    hand_on,
    hazard_limit,
    pits_open,
    road_of,
)
from paddock.games.rallyman.hazards import Leg
from paddock.games.rallyman.turns import Ending, OneByOne, Value

WIDTH = 32
"""The number of lines followed at each length of a plan."""
HOME_STRETCH, NEAR_WIDTH = 10, 128
"""From this many steps before the end the search is wider, since a line may reach the end."""
CANDIDATES = 24
"""The number of plans evaluated exactly."""
FINISH = 17
"""The value of crossing the line for the last time, in steps: more than the best next turn."""
CRASH_MARK = float(components().solo.seconds_by_final_gear["00"])
"""The score that a crash adds on the sheet to that of the turn that brings the car back."""


class ClubBot:
    """Respects limits, computes exact odds, uses focus, and goes flat out or pits if that pays."""

    name = "club"
    level: Level = "club"
    strength, pace = measured("rallyman-gt.club")

    def choose(self, perspective: Perspective[Any, Any], rng: Random) -> a.GtAction:
        """Returns the decision of the driver."""
        return Thoughts(perspective.imagine(rng), perspective.seat).decide()


class Thoughts:
    """Decides for one driver in one state."""

    def __init__(self, state: State, seat: int) -> None:
        self.state = state
        self.seat = seat
        self.road = road_of(state.options.track)
        self.taste: Taste = ALONE if state.solo else RACE
        self.hand: Hand = hand_of(state, seat)
        self.limit = hazard_limit(state, seat)
        self.focus = state.cars[seat].focus

    def decide(self) -> a.GtAction:
        """Returns the decision of this phase."""
        match self.state.phase:
            case "plan":
                return self.plan()
            case "step":
                return self.step()
            case "relay":
                return self.relay()
            case "side":
                return self.go_off()
            case "pit":
                lane = self.best_lane(self.state.car.cell, self.state.car.k)
                return a.DriveOn() if lane is None else a.Pit(lane)
            case "tyres":
                return a.ChooseTyre("rain" if self.state.weather == "wet" else "asphalt")
            case _:
                raise ValueError(f"nobody is asked in phase {self.state.phase}")

    def standing(
        self, cell: int, k: int, gear: int, hand: Hand | None = None, limit: int | None = None
    ) -> float:
        """Returns the value of being on a cell in a gear between turns."""
        laps = self.state.options.laps
        last = laps_to_go(self.road, cell, k, laps) == 0
        ahead = next_turn(self.road, cell, gear, hand or self.hand, limit or self.limit, self.taste, last)
        to_go = steps_to_go(self.road, cell, k, laps)
        return ahead - self.taste.step * to_go

    def stopped(self, cell: int, k: int, gear: int) -> float:
        """Returns the value of ending a turn in control, with a pit stop if that pays."""
        worth = self.standing(cell, k, gear) - self.taste.gear[gear]
        if gear == 1 and self.road.pit[cell] and pits_open(self.state):
            worth = max([worth, *(self.in_lane(lane, cell, k) for lane in self.useful_lanes())])
        return worth

    def lost(self, cell: int, k: int, gear: int) -> float:
        """Returns the value of losing control on a cell in a gear."""
        marker, tokens = loss_of(gear, self.road.danger[cell])
        taste = self.taste
        cost = taste.token * tokens + (taste.gear[0] if marker == "0" else taste.gear[0] + taste.crash * 0.5)
        if self.state.solo:
            return self.standing(cell, k, 0) - cost
        return self.standing(cell, k, 0) - (cost if marker == "0" else cost + 0.5)

    def finished(self, cell: int, gear: int, lost: bool) -> float:
        """Returns the value of finishing; in a solo drive a loss on the line is scored (GT-SOLO-D2)."""
        line = FINISH * self.taste.step
        if not self.state.solo:
            return line
        if not lost:
            return line - self.taste.gear[gear]
        crashes = loss_of(gear, self.road.danger[cell])[0] == "00"
        return line - self.taste.gear[0] - (CRASH_MARK if crashes else 0.0)

    def useful_lanes(self) -> list[Lane]:
        """Returns the lanes that would change anything about the car."""
        car = self.state.cars[self.seat]
        worn = car.damage[GEAR_TOKEN] or car.damage[BRAKE_TOKEN] or car.damage[ENGINE_TOKEN]
        return [lane for lane, work in pit_lanes().items() if work.changes_tyres or worn]

    def in_lane(self, lane: Lane, cell: int, k: int) -> float:
        """Returns the value of a pit stop in a lane."""
        work = pit_lanes()[lane]
        car = self.state.cars[self.seat]
        tyre = OTHER_TYRE[car.tyre] if work.changes_tyres else car.tyre
        damage = NO_DAMAGE if work.repairs else car.damage
        hand = hand_on(self.state, car, tyre, damage)
        limit = side(car.car_class, tyre, self.state.weather).hazard_limit
        turns = steps_to_go(self.road, cell, k, self.state.options.laps) * 0.2
        now = self.standing(cell, k, 0)
        mended = self.standing(cell, k, 0, hand, limit)
        cost = self.taste.gear[0] + (self.taste.crash * 0.6 if work.marker == "00" else 0.0)
        return now + (mended - now) * max(1.0, 0.6 * turns) - cost

    def best_lane(self, cell: int, k: int) -> Lane | None:
        """Returns the lane worth a pit stop, or None."""
        best: Lane | None = None
        worth = self.standing(cell, k, 1) - self.taste.gear[1]
        for lane in self.useful_lanes():
            if (found := self.in_lane(lane, cell, k)) > worth:
                best, worth = lane, found
        return best

    def plan(self) -> a.GtAction:
        """Returns the best plan found, rolled in the better way."""
        drive = drive_of(self.state, self.seat)
        start, laps = drive.start, self.state.options.laps
        near = steps_to_go(self.road, start.cell, start.k, laps) <= HOME_STRETCH
        width = NEAR_WIDTH if near else WIDTH
        found = sorted(drafts(drive, self.taste, width), key=lambda line: -line.score)[:CANDIDATES]
        rated = [one for line in found for one in self.weigh(drive, line.steps)]
        return self.pick(rated) if rated else self.stuck(drive)

    def pick(self, rated: list[tuple[float, a.GtAction]]) -> a.GtAction:
        """Returns the best of the evaluated plans."""
        return max(rated, key=lambda one: one[0])[1]

    def weigh(self, drive: Drive, steps: tuple[Step, ...]) -> list[tuple[float, a.GtAction]]:
        """Returns the value of a plan one by one, and of its beginnings flat out, with the best of them."""
        legs = drive.legs(steps)
        value = self._value(places(drive, steps))
        slow = OneByOne(legs, drive.limit, self.focus, value).best()[0]
        gains = [self.focus + focus_gain(steps[:taken]) for taken in range(1, len(steps) + 1)]
        fast = flat_out_worths(legs, drive.limit, gains, value)
        taken = max(range(len(fast)), key=fast.__getitem__)
        return [(slow, a.Plan(steps)), (fast[taken], a.Plan(steps[: taken + 1], "flat-out"))]

    def _value(self, spots: list[tuple[Spot, bool]]) -> Value:
        memo: dict[tuple[int, bool], float] = {}

        def value(ending: Ending) -> float:
            key = ending.steps, ending.lost
            worth = memo.get(key)
            if worth is None:
                (cell, k, gear, _), finished = spots[ending.steps - 1]
                if finished:
                    worth = self.finished(cell, gear, ending.lost)
                elif ending.lost:
                    worth = self.lost(cell, k, gear)
                else:
                    worth = self.stopped(cell, k, gear)
                memo[key] = worth
            tokens = ending.tokens
            return worth + self.taste.focus * (tokens if self.state.solo else min(tokens, 12))

        return value

    def stuck(self, drive: Drive) -> a.GtAction:
        """Decides when nothing is safe: waits if that helps, else takes the mildest loss, else gives up."""
        best: tuple[float, a.GtAction] | None = None
        if drive.blocked() and self.waiting_helps(drive):
            best = (self.stopped(drive.start.cell, drive.start.k, drive.start.gear), a.Pass())
        for move in drive.moves(drive.start):
            spot = drive.after(drive.start, move)
            worth = self.lost(spot.cell, spot.k, spot.gear)
            if best is None or worth > best[0]:
                best = (worth, a.Plan((drive.planned(move),)))
        return best[1] if best is not None else a.Retire()

    def waiting_helps(self, drive: Drive) -> bool:
        """Whether waiting helps a blocked car: others clear the road, or the pits repair it."""
        cell, k, gear, _ = drive.start
        if not Drive(drive.road, drive.start, drive.hand, drive.limit, drive.laps).blocked():
            return True
        may_pit = gear == 1 and self.road.pit[cell] and pits_open(self.state)
        return may_pit and self.best_lane(cell, k) is not None

    def step(self) -> a.GtAction:
        """Rolls, secures or stops in the middle of a plan."""
        state = self.state
        drive = drive_of(state, self.seat)
        rest = state.plan[state.at :]
        drive.start = Spot(state.car.cell, state.car.k, state.car.gear, _used(state))
        legs = drive.legs(rest)
        spots = places(drive, rest)
        here = ((drive.start, False), *spots)
        value = self._value(list(here))
        padding = Leg((1,), 1)
        solver = OneByOne([padding, *legs], self.limit, self.focus + _spent(state.secured), value)
        choice = solver.best(1, state.hazards, state.secured)[1]
        if choice == "stop" and state.at > 0:
            return a.Stop()
        return a.Secure() if choice == "secure" else a.Roll()

    def relay(self) -> a.GtAction:
        """Returns the relay with the mildest loss."""
        best: tuple[float, a.GtAction] | None = None
        for (cell, gear), steps in Relays(self.state).endings().items():
            k, finished = self.laid(steps)
            worth = self.finished(cell, gear, True) if finished else self.lost(cell, k, gear)
            if best is None or worth > best[0]:
                best = (worth, a.Relay(steps))
        assert best is not None
        return best[1]

    def laid(self, steps: tuple[LaidStep, ...]) -> tuple[int, bool]:
        """Returns the tile borders a relay crosses in all, and whether it finishes the race."""
        cell, k, finished = self.state.car.cell, self.state.car.k, False
        for laid in steps:
            step = self.road.step(cell, laid.cell)
            assert step is not None
            cell, k = laid.cell, k + step.border
            finished = step.finish and k // self.road.n >= self.state.options.laps
        return k, finished

    def go_off(self) -> a.GtAction:
        """Returns the side from which the race continues better."""
        cell, k = self.state.car.cell, self.state.car.k
        left, right = self.road.return_left[cell], self.road.return_right[cell]
        better_left = self.standing(left, k, 0) >= self.standing(right, k, 0)
        return a.GoOff("left" if better_left else "right")


def flat_out_worths(legs: list[Leg], limit: int, tokens: list[int], value: Value) -> list[float]:
    """Returns the value of each beginning of a plan flat out, with its tokens; a loss keeps the order."""
    alive = {0: 1.0}
    ended: list[tuple[float, int, bool]] = []
    worths = []
    for at, leg in enumerate(legs):
        onward: dict[int, float] = {}
        for counted, chance in alive.items():
            for rolled, weight in enumerate(leg.odds):
                share = chance * weight / leg.total
                now = counted + rolled + leg.track
                if leg.forgiving and rolled:
                    ended.append((share, at + 1, False))
                elif now >= limit:
                    ended.append((share, at + 1, True))
                else:
                    onward[now] = onward.get(now, 0.0) + share
        alive = onward
        brought = tokens[at]
        worth = sum(alive.values()) * value(Ending(at + 1, False, brought))
        worths.append(worth + sum(share * value(Ending(n, lost, brought)) for share, n, lost in ended))
    return worths


def _spent(secured: int) -> int:
    return secured * (secured + 1) // 2


def _used(state: State) -> int:
    spent = 0
    for planned in state.plan[: state.at]:
        spent = used(planned.die, planned.brakes, spent)
    return spent

"""An evaluator for Rallyman: GT races (win chance) and drives in changing weather (seconds), by estimates.

The state of a car is a number of rounds: how many it still needs, from the steps ahead, the braking they
require and the reach of the next turn. In a race the rounds of all cars become chances to win. Within a
turn, plans, rolls and stops are evaluated exactly over their possible ends.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Sequence
from typing import Any, Literal

from paddock.analysis.error_estimates import stated
from paddock.analysis.evaluator import Judgement
from paddock.analysis.gt.solved import looked_at
from paddock.analysis.report import Basis, Unit
from paddock.bots.gt.club import CANDIDATES, HOME_STRETCH, NEAR_WIDTH, WIDTH, Thoughts, flat_out_worths
from paddock.bots.gt.plan_search import drafts, steps_to_go
from paddock.games.rallyman.dice import HAZARD, used
from paddock.games.rallyman.gt import actions as a
from paddock.games.rallyman.gt.components import pit_lanes
from paddock.games.rallyman.gt.drive import Drive, Spot, drive_of
from paddock.games.rallyman.gt.focus import focus_gain
from paddock.games.rallyman.gt.losses import open_sides
from paddock.games.rallyman.gt.order import racing
from paddock.games.rallyman.gt.outlooks import places
from paddock.games.rallyman.gt.relays import Relays
from paddock.games.rallyman.gt.solo import result_seconds, track_seconds
from paddock.games.rallyman.gt.state import DOUBLE_ZERO, LaidStep, State, Step
from paddock.games.rallyman.hazards import Leg
from paddock.games.rallyman.securing import price
from paddock.games.rallyman.turns import Ending, OneByOne, Value, Way

CRASHED = 0.86
"""The rounds that a car off the track loses."""
IN_PITS = 0.43
"""The rounds that a long stop takes."""
MOST_FOCUS = 12
"""Focus tokens beyond this number have no value in a race."""
MOVED = 1.3
"""The disadvantage in rounds of a car that has had its turn against an equal one that has not."""
DECIDES, SOON = 4.0, 2.0
"""The weight of a round in win chances: `DECIDES / sqrt(SOON + rounds to go)`.

Fitted as a conditional logit to the winners from 3 900 positions of 427 races of two to four club and
careful drivers on the ready tracks.
"""


class RaceThoughts(Thoughts):
    """The decisions of a driver with their values: win chance in a race, negative seconds alone."""

    def __init__(self, state: State, seat: int) -> None:
        super().__init__(state, seat)
        self.rivals = () if state.solo else tuple(_strengths(state, leave_out=seat))

    def told(self, worth: float) -> float:
        """Converts the value of a place in rounds into a chance to win."""
        if self.state.solo:
            return worth
        here = -worth + MOVED
        everyone = (*self.rivals, here)
        decides = _decides(min(everyone))
        best = min(everyone)
        weights = [math.exp(-decides * (rounds - best)) for rounds in everyone]
        return weights[-1] / sum(weights)

    def _value(self, spots: list[tuple[Spot, bool]]) -> Value:
        worth = super()._value(spots)

        def value(ending: Ending) -> float:
            if spots[ending.steps - 1][1] and not self.state.solo:
                return 1.0
            return self.told(worth(ending))

        return value

    def tokens(self) -> float:
        """The value of the focus tokens in hand."""
        focus = self.focus if self.state.solo else min(self.focus, MOST_FOCUS)
        return self.taste.focus * focus

    def driven(self, drive: Drive, steps: tuple[Step, ...], way: Way, known: Sequence[str] = ()) -> float:
        """Returns the value of a plan; `known` holds the faces already rolled flat out."""
        legs = drive.legs(steps)
        value = self._value(places(drive, steps))
        if way == "one-by-one":
            return OneByOne(legs, drive.limit, self.focus, value).best()[0]
        return _flat_out(legs, drive.limit, self.focus + focus_gain(steps), value, known)

    def plans(self) -> tuple[float, a.GtAction]:
        """Returns the value of the best plan found, and the plan."""
        drive = drive_of(self.state, self.seat)
        start, laps = drive.start, self.state.options.laps
        near = steps_to_go(self.road, start.cell, start.k, laps) <= HOME_STRETCH
        rated = self.rated(drive, NEAR_WIDTH if near else WIDTH, CANDIDATES)
        if rated:
            worth, best = max(rated, key=lambda each: each[0])
            if isinstance(best, a.Plan) and best.way == "flat-out":
                worth = self.driven(drive, best.steps, "flat-out")
            return worth, best
        action = self.stuck(drive)
        return self.of(action), action

    def rated(self, drive: Drive, width: int, most: int) -> list[tuple[float, a.GtAction]]:
        """Returns the most promising plans of a search of this width, with their values."""
        found = sorted(drafts(drive, self.taste, width), key=lambda line: -line.score)[:most]
        return [rated for line in found for rated in self.weigh(drive, line.steps)]

    def ahead(self) -> OneByOne:
        """Returns the rest of a plan one by one, behind one step already done."""
        state = self.state
        drive = drive_of(state, self.seat)
        rest, spent = state.plan[state.at :], 0
        for planned in state.plan[: state.at]:
            spent = used(planned.die, planned.brakes, spent)
        drive.start = Spot(state.car.cell, state.car.k, state.car.gear, spent)
        value = self._value([(drive.start, False), *places(drive, rest)])
        paid = price(0, state.secured)
        return OneByOne([Leg((1,), 1), *drive.legs(rest)], self.limit, self.focus + paid, value)

    def of(self, action: a.GtAction) -> float:
        """Returns the value of a decision."""
        state, car = self.state, self.state.cars[self.seat]
        match action:
            case a.Plan():
                return self.driven(drive_of(state, self.seat), action.steps, action.way)
            case a.Pass():
                return self.told(self.stopped(car.cell, car.k, car.gear) + self.tokens())
            case a.Roll():
                return self.ahead()._rolled(1, state.hazards, state.secured)
            case a.Secure():
                turn = self.ahead()
                leg = turn.legs[1]
                return turn.landed(1, state.hazards + leg.track, state.secured + leg.dice, 0)
            case a.Stop():
                return self.told(self.stopped(car.cell, car.k, car.gear) + self.tokens())
            case a.Relay():
                return self.relaid(action.steps)
            case a.GoOff():
                left = action.side == "left"
                back = (self.road.return_left if left else self.road.return_right)[car.cell]
                return self.told(self.standing(back, car.k, 0) - self.off() + self.tokens())
            case a.Pit():
                return self.told(self.in_lane(action.lane, car.cell, car.k) + self.tokens())
            case a.DriveOn():
                worth = self.standing(car.cell, car.k, car.gear) - self.taste.gear[car.gear]
                return self.told(worth + self.tokens())
        raise ValueError(f"{action} is not weighed")

    def off(self) -> float:
        """Returns the value of a car about to crash: tokens to draw, and a round beside the track."""
        beside = self.taste.crash if self.state.solo else CRASHED
        return beside + self.taste.token * self.state.to_draw

    def relaid(self, steps: tuple[LaidStep, ...]) -> float:
        """Returns the value of a relay, which ends in a loss."""
        cell, k, gear, finished = self.state.car.cell, self.state.car.k, self.state.car.gear, False
        for laid in steps:
            step = self.road.step(cell, laid.cell)
            assert step is not None
            cell, k = laid.cell, k + step.border
            gear = int(laid.die) if laid.die in "123456" else gear
            finished = step.finish and k // self.road.n >= self.state.options.laps
        if finished:
            return self.told(self.finished(cell, gear, True)) if self.state.solo else 1.0
        return self.told(self.lost(cell, k, gear) + self.tokens())

    def choices(self) -> Iterable[a.GtAction]:
        """Yields the decisions to compare outside the planning phase."""
        state = self.state
        match state.phase:
            case "step":
                paid = price(state.secured, 1 + state.plan[state.at].brakes) <= self.focus
                return [a.Roll(), *([a.Secure()] if paid else []), *([a.Stop()] if state.at else [])]
            case "relay":
                return [a.Relay(steps) for steps in Relays(state).endings().values()]
            case "side":
                return [a.GoOff(side) for side in open_sides(state)]
            case "pit":
                return [a.DriveOn(), *(a.Pit(lane) for lane in pit_lanes())]
        return []

    def best(self) -> tuple[float, a.GtAction]:
        """Returns the value of the best decision found, and the decision."""
        if self.state.phase == "plan":
            return self.plans()
        return max(((self.of(action), action) for action in self.choices()), key=lambda each: each[0])


def _flat_out(legs: Sequence[Leg], limit: int, tokens: int, value: Value, known: Sequence[str]) -> float:
    """Returns the value of a plan flat out with some dice rolled; a loss keeps the order of the plan."""
    given = [
        leg._replace(odds=tuple(int(n == faces.count(HAZARD)) for n in range(leg.dice + 1)))
        for leg, faces in zip(legs, known, strict=False)
    ]
    rolled = [*given, *legs[len(given) :]]
    if rolled[-1].fatal:
        before = (
            flat_out_worths(rolled[:-1], limit, [tokens] * (len(rolled) - 1), value) if rolled[:-1] else []
        )
        lost = value(Ending(len(rolled), True, tokens))
        if not before:
            return lost
        return before[-1] + _alive(rolled[:-1], limit) * (
            lost - value(Ending(len(rolled) - 1, False, tokens))
        )
    return flat_out_worths(list(rolled), limit, [tokens] * len(rolled), value)[-1]


def _alive(legs: Sequence[Leg], limit: int) -> float:
    """Returns the chance that a plan ends in control."""
    alive = {0: 1.0}
    for leg in legs:
        onward: dict[int, float] = {}
        for counted, chance in alive.items():
            for rolled, weight in enumerate(leg.odds):
                now = counted + rolled + leg.track
                if now < limit and not (leg.forgiving and rolled):
                    onward[now] = onward.get(now, 0.0) + chance * weight / leg.total
        alive = onward
    return sum(alive.values())


def _decides(rounds: float) -> float:
    return DECIDES / math.sqrt(SOON + max(0.0, rounds))


def _strengths(state: State, leave_out: int = -1) -> list[float]:
    """Returns the rounds that every car in the race still needs, this one included."""
    return [rounds_to_go(state, seat) for seat in racing(state) if seat != leave_out]


def rounds_to_go(state: State, seat: int) -> float:
    """Estimates the rounds a car needs to the finish, this one included until it has had its turn."""
    car, mind = state.cars[seat], Thoughts(state, seat)
    rounds = -mind.standing(car.cell, car.k, max(0, car.gear)) - mind.taste.focus * min(car.focus, MOST_FOCUS)
    if car.status == "off":
        rounds += CRASHED
    elif car.status == "pit" and car.gear == DOUBLE_ZERO:
        rounds += IN_PITS
    if seat in state.order:
        at = state.order.index(seat)
        if at < state.turn:
            rounds += MOVED
        elif at == state.turn and state.phase not in ("plan", "grid", "tyres"):
            rounds += MOVED + (mind.taste.token * state.to_draw if state.phase == "damage" else 0.0)
    return rounds


def win_chance(state: State, seat: int) -> float:
    """Returns the chance of a seat to win, from the rounds all cars need."""
    if state.places:
        return float(state.places[0] == seat)
    if state.cars[seat].status == "retired":
        return 0.0
    needed = {other: rounds_to_go(state, other) for other in racing(state)}
    best = min(needed.values())
    decides = _decides(best)
    weights = {other: math.exp(-decides * (rounds - best)) for other, rounds in needed.items()}
    return weights[seat] / sum(weights.values())


class RaceEvaluator:
    """Values a race by win chance, and a solo drive without a solution by seconds."""

    basis: Basis = "expert"
    hidden = False
    surprise: Literal["drift", "rivals"] = "drift"

    def __init__(self, solo: bool) -> None:
        self.solo = solo
        self.unit: Unit = "seconds" if solo else "chance"
        self.lowest = solo
        sure = stated("rallyman-gt.alone" if solo else "rallyman-gt.race")
        self.error, self.noise = sure.error, sure.noise

    def value(self, state: State, seat: int) -> float | None:
        """Returns the expected result of the seat."""
        if self.solo and state.phase == "over":
            return float(result_seconds(state.marks, state.cars[0].focus))
        if not self.solo and (state.places or state.phase == "over"):
            return self._ended(state, seat)
        if state.phase in ("plan", "tyres", "grid", "damage") or seat != state.seat:
            return self._static(state, seat)
        mind = RaceThoughts(state, seat)
        match state.phase:
            case "roll":
                worth = mind.ahead()._rolled(1, state.hazards, state.secured)
            case "flat":
                worth = mind.driven(drive_of(state, seat), state.plan, "flat-out", state.faces)
            case _:
                worth = mind.best()[0]
        return self._told(state, worth)

    def _told(self, state: State, worth: float) -> float:
        return track_seconds(state.marks) - worth if self.solo else worth

    def _ended(self, state: State, seat: int) -> float:
        if state.places:
            return float(state.places[0] == seat)
        return 1 / len(state.cars) if not racing(state) else win_chance(state, seat)

    def _static(self, state: State, seat: int) -> float:
        if not self.solo:
            return win_chance(state, seat) if state.phase != "grid" else 1 / len(state.cars)
        if state.phase == "grid":
            state = _on_the_grid(state)
        mind, car = Thoughts(state, seat), state.cars[seat]
        worth = mind.standing(car.cell, car.k, max(0, car.gear)) + mind.taste.focus * car.focus
        if state.phase == "damage":
            worth -= mind.taste.token * state.to_draw
        return track_seconds(state.marks) - worth

    def judge(self, state: State, seat: int, action: a.GtAction) -> Judgement | None:
        """Judges a decision against the best one found."""
        if isinstance(action, a.ChooseTyre | a.Retire) or (state.places and not self.solo):
            return None
        mind = RaceThoughts(state, seat)
        worth = self._told(state, mind.of(action))
        found, best = mind.best()
        if isinstance(best, a.Retire):
            return None
        look = looked_at(state, action, best)
        return Judgement(worth, best, self._told(state, found), look.fault, look.risk, look.best_risk)

    def widely(self, state: State, seat: int) -> list[tuple[float, a.GtAction]]:
        """Returns the plans of a search twice as wide as the drivers', with the seat's expected results."""
        mind = RaceThoughts(state, seat)
        rated = mind.rated(drive_of(state, seat), NEAR_WIDTH, 2 * CANDIDATES)
        return [(self._told(state, worth), plan) for worth, plan in rated]

    def awake(self, state: State) -> Iterable[int]:
        """Returns all seats between turns, and only the driver within a turn."""
        if state.phase in ("plan", "over"):
            return range(len(state.cars)) if not self.solo or state.phase == "plan" or state.places else ()
        return (state.seat,) if state.phase not in ("grid", "tyres") else ()

    def roller(self, state: State) -> int | None:
        """Returns the driver on turn."""
        return state.seat if state.phase != "grid" else None

    def lumped(self, state: State) -> bool:
        """Returns false: every die is a chance event of its own."""
        return False

    def moment(self, state: State) -> Hashable:
        """Returns the round."""
        return state.round


def _on_the_grid(state: Any) -> Any:
    twin = state.clone()
    twin.cars[0].cell = Thoughts(state, 0).road.grid[0]
    return twin

"""Decisions in every phase of a solo game, for any objective of the drive.

A subclass defines the values of the ends of turns; less is better. Everything within a turn is computed
from them by the engine's exact turns.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cached_property

from paddock.core.errors import BadInput
from paddock.games.rallyman.dice import used
from paddock.games.rallyman.gt import RALLYMAN_GT
from paddock.games.rallyman.gt import actions as a
from paddock.games.rallyman.gt.components import TOKENS, WEATHER_TOKEN, YELLOW_FLAG, Tyre
from paddock.games.rallyman.gt.drive import Spot, drive_of
from paddock.games.rallyman.gt.losses import open_sides
from paddock.games.rallyman.gt.outlooks import TurnEnd, outlook, places
from paddock.games.rallyman.gt.relays import Relays
from paddock.games.rallyman.gt.state import LaidStep, State, Step
from paddock.games.rallyman.hazards import Leg
from paddock.games.rallyman.securing import price
from paddock.games.rallyman.turns import Ending, OneByOne
from paddock.kernels.gt.best_turn import NEVER
from paddock.kernels.gt.lap_solver import seconds
from paddock.kernels.gt.lap_tables import line_on
from paddock.kernels.gt.places import Unrolled
from paddock.kernels.gt.road_arrays import figures
from paddock.solve.gt.damage import NONE, Damage
from paddock.solve.gt.plan_tables import DICE, Book
from paddock.solve.gt.problem import Drive
from paddock.tracks.road_gt import GtRoad


def places_on(road: GtRoad) -> dict[tuple[int, int], int]:
    """Returns the places of a lap by cell and laps begun."""
    line = line_on(road)
    cells = zip(line.cell.tolist(), line.lap.tolist(), strict=True)
    return {place: number for number, place in enumerate(cells)}


class Driver(ABC):
    """Drives one lap alone with given values of the ends of turns."""

    def __init__(self, drive: Drive, tyre: Tyre) -> None:
        self.drive = drive
        self.tyre = tyre
        self.toll = seconds()

    @abstractmethod
    def time(self, damage: Damage, place: int, gear: int, focus: int) -> float:
        """Returns the value of standing before a turn."""

    @abstractmethod
    def stopped(self, damage: Damage, place: int, gear: int, focus: int) -> float:
        """Returns the value of ending a turn in control, its score included."""

    @abstractmethod
    def spun(self, damage: Damage, place: int, focus: int) -> float:
        """Returns the value of losing control without leaving the track, the score included."""

    @abstractmethod
    def off(self, own: Damage, more: Damage, tokens: int, place: int, focus: int, marks: float) -> float:
        """Returns the value of a crash with a return cell.

        The driver with `own` has drawn `more`, and has yet to draw `tokens`; `marks` are the seconds it
        takes.
        """

    @abstractmethod
    def finished(self, seconds: float, focus: int) -> float:
        """Returns the value of finishing `seconds` after the start of the turn."""

    @abstractmethod
    def page(self, damage: Damage) -> Book:
        """Returns the plan table to use."""

    @abstractmethod
    def onward(self, before: State, after: State) -> float:
        """Returns the value of a later position, seen from an earlier one in the same turn."""

    @cached_property
    def line(self) -> Unrolled:
        """The lap as a line of places."""
        return line_on(self.drive.road)

    @cached_property
    def place_of(self) -> dict[tuple[int, int], int]:
        """Places by cell and laps begun."""
        return places_on(self.drive.road)

    def place(self, cell: int, k: int) -> int:
        """Returns the place of a cell after `k` tile borders."""
        return self.place_of[cell, k // self.drive.road.n]

    def lost(self, damage: Damage, place: int, gear: int, focus: int) -> float:
        """Returns the value of losing control, its scores included."""
        crashes, tokens = figures().loss[gear, self.line.danger[place]]
        marks = float(self.toll[0] + (self.toll[7] if crashes else 0))
        if place == self.line.places:
            return self.finished(marks, focus)
        if not crashes:
            return self.spun(damage, place, focus)
        return min(self.off(damage, NONE, int(tokens), back, focus, marks) for back in self._backs(place))

    def _backs(self, place: int) -> list[int]:
        kerb = self.line.kerb[place]
        return [int(self.line.back[place, side]) for side in range(2) if kerb == 3 or kerb == side + 1]

    def _ended(self, damage: Damage, end: TurnEnd) -> float:
        place = self.line.places if end.finished else self.place(end.cell, end.k)
        if end.lost:
            return self.lost(damage, place, end.gear, end.focus)
        return self.stopped(damage, place, end.gear, end.focus)

    def value(self, state: State) -> float:
        """Returns the value of a position under the best decisions, at any kind of node."""
        car = state.cars[0]
        match state.phase:
            case "over":
                return self.finished(0.0, car.focus) if state.places else NEVER
            case "grid" | "tyres":
                return self.time(NONE, self.place(self.drive.road.grid[0], 0), 0, 0)
            case "plan":
                return self.time(damage_of(state), self.place(car.cell, car.k), car.gear, car.focus)
            case "step":
                return -self._turn(state).best(1, state.hazards, state.secured)[0]
            case "roll":
                return -self._turn(state)._rolled(1, state.hazards, state.secured)
            case "flat":
                return self._half_rolled(state)
            case "relay":
                return min(self._laid(state).values())
            case "side":
                return min(self._went_off(state, side) for side in open_sides(state))
            case "damage":
                marks = self.toll[7] + self.toll[0] if car.status == "off" else self.toll[0]
                place, drawn = self.place(car.cell, car.k), _counted(state.drawn)
                return self.off(damage_of(state), drawn, state.to_draw, place, car.focus, float(marks))
        raise BadInput("solve.no-value", phase=state.phase)

    def worth(self, state: State, action: a.GtAction) -> float:
        """Returns the value of a position after a decision, with the best decisions after it."""
        match action:
            case a.Plan():
                damage = damage_of(state)
                turn = drive_of(state, 0)
                found = outlook(
                    turn, action.steps, action.way, state.cars[0].focus, lambda end: -self._ended(damage, end)
                )
                return -found.worth
            case a.Roll():
                return -self._turn(state)._rolled(1, state.hazards, state.secured)
            case a.Secure():
                turn_ahead = self._turn(state)
                leg = turn_ahead.legs[1]
                return -turn_ahead.landed(1, state.hazards + leg.track, state.secured + leg.dice, 0)
            case a.Stop():
                car = state.cars[0]
                return self.stopped(damage_of(state), self.place(car.cell, car.k), car.gear, car.focus)
            case a.Relay():
                return self._lay(state, action.steps)
            case a.GoOff():
                return self._went_off(state, action.side)
            case a.Pass():
                car = state.cars[0]
                return self.stopped(damage_of(state), self.place(car.cell, car.k), car.gear, car.focus)
        return NEVER

    def choose(self, state: State) -> a.GtAction:
        """Returns the best decision."""
        car = state.cars[0]
        match state.phase:
            case "plan":
                return self.plan(damage_of(state), self.place(car.cell, car.k), car.gear, car.focus)
            case "step":
                choice = self._turn(state).best(1, state.hazards, state.secured)[1]
                if choice == "stop" and state.at > 0:
                    return a.Stop()
                return a.Secure() if choice == "secure" else a.Roll()
            case "relay":
                laid = self._laid(state)
                return a.Relay(min(laid, key=lambda steps: laid[steps]))
            case "side":
                return a.GoOff(min(open_sides(state), key=lambda side: self._went_off(state, side)))
            case "tyres":
                return a.ChooseTyre(self.tyre)
        raise BadInput("solve.no-value", phase=state.phase)

    def plan(self, damage: Damage, place: int, gear: int, focus: int) -> a.GtAction:
        """Returns the best plan of a turn; a car that cannot move passes."""
        book = self.page(damage)
        most = min(focus, book.plans.shape[2] - 1)
        steps: list[Step] = []
        here = place
        for die, brakes, to in book.plans[place, gear, most].tolist():
            if die <= 0:
                break
            cell = int(self.line.cell[to]) if to < self.line.places else self._over_the_line(here)
            steps.append(Step(DICE[die], cell, brakes))  # type: ignore[arg-type]
            here = to
        if not steps:
            return a.Pass()
        return a.Plan(tuple(steps), "flat-out" if book.daring[place, gear, most] else "one-by-one")

    def _over_the_line(self, place: int) -> int:
        cell = int(self.line.cell[place])
        return next(step.cell for step in self.drive.road.steps[cell] if step.finish)

    def _turn(self, state: State) -> OneByOne:
        """Returns the rest of a plan one by one, behind one step already done."""
        turn, damage, car = drive_of(state, 0), damage_of(state), state.cars[0]
        rest, spent = state.plan[state.at :], 0
        for planned in state.plan[: state.at]:
            spent = used(planned.die, planned.brakes, spent)
        turn.start = Spot(car.cell, car.k, car.gear, spent)
        spots = [(turn.start, False), *places(turn, rest)]

        def value(ending: Ending) -> float:
            spot, finished = spots[ending.steps - 1]
            end = TurnEnd(spot.cell, spot.k, spot.gear, ending.tokens, ending.lost, finished)
            return -self._ended(damage, end)

        paid = price(0, state.secured)
        return OneByOne([Leg((1,), 1), *turn.legs(rest)], turn.limit, car.focus + paid, value)

    def _lay(self, state: State, steps: tuple[LaidStep, ...]) -> float:
        """Returns the value of a relay, which ends in a loss."""
        road, car = self.drive.road, state.cars[0]
        cell, k, gear, finished = car.cell, car.k, car.gear, False
        for laid in steps:
            step = road.step(cell, laid.cell)
            assert step is not None
            cell, k = laid.cell, k + step.border
            gear = int(laid.die) if laid.die in "123456" else gear
            finished = step.finish and k >= road.n
        place = self.line.places if finished else self.place(cell, k)
        return self.lost(damage_of(state), place, gear, car.focus)

    def _laid(self, state: State) -> dict[tuple[LaidStep, ...], float]:
        """Returns a relay for every end of a failed flat out, with its value."""
        return {steps: self._lay(state, steps) for steps in Relays(state).endings().values()}

    def _half_rolled(self, state: State) -> float:
        """Returns the mean value of a flat out with some dice rolled, over the next outcomes."""
        chance = RALLYMAN_GT.pending(state).chance
        assert chance is not None
        total = 0.0
        for outcome, weight in zip(chance.outcomes, chance.weights, strict=True):
            after = RALLYMAN_GT.clone(state)
            RALLYMAN_GT.resolve(after, outcome)
            total += weight * self.onward(state, after)
        return total / sum(chance.weights)

    def _went_off(self, state: State, side: str) -> float:
        car = state.cars[0]
        back = int(self.line.back[self.place(car.cell, car.k), int(side == "right")])
        marks = float(self.toll[7] + self.toll[0])
        return self.off(damage_of(state), NONE, state.to_draw, back, car.focus, marks)


def _counted(tokens: tuple[str, ...]) -> Damage:
    """Returns drawn tokens as a set."""
    kinds = [TOKENS.index(token) for token in tokens]
    gear, brake, engine = (kinds.count(kind) for kind in range(3))
    return Damage(gear, brake, engine, len(kinds) - gear - brake - engine)


def damage_of(state: State) -> Damage:
    """Returns the tokens the driver has drawn, including flags on the track."""
    tokens = list(state.cars[0].damage)
    tokens[YELLOW_FLAG] += len(state.flags)
    gear, brake, engine = tokens[:3]
    return Damage(gear, brake, engine, sum(tokens[WEATHER_TOKEN:]))

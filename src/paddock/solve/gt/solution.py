"""A solved drive as drivers and analysts use it: what a position is worth, and what to do there.

Worth is in expected seconds to go: marks still to be made less a second for each token left at the end.
Less is better. Everything inside a turn is found by the engine's own exact turns over the solved tables.
"""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from paddock.core.errors import BadInput
from paddock.games.rallyman.dice import used
from paddock.games.rallyman.gt import RALLYMAN_GT
from paddock.games.rallyman.gt import actions as a
from paddock.games.rallyman.gt.components import TOKENS, WEATHER_TOKEN, YELLOW_FLAG, Tyre
from paddock.games.rallyman.gt.drive import Spot, drive_of
from paddock.games.rallyman.gt.losses import open_sides
from paddock.games.rallyman.gt.outlooks import TurnEnd, outlook, places
from paddock.games.rallyman.gt.relays import Relays
from paddock.games.rallyman.gt.state import GtOptions, LaidStep, State, Step
from paddock.games.rallyman.hazards import Leg
from paddock.games.rallyman.securing import price
from paddock.games.rallyman.turns import Ending, OneByOne
from paddock.kernels.gt.ground import Ground, ground, line_on
from paddock.kernels.gt.lap import Lap, seconds
from paddock.kernels.gt.line import Unrolled
from paddock.kernels.gt.paths import spell
from paddock.kernels.gt.road import Bytes, Floats, figures
from paddock.kernels.gt.turns import NEVER
from paddock.solve.gt.bounds import WHOLE_PURSE, forgotten, fresh_time, solve_set
from paddock.solve.gt.courses import Drive
from paddock.solve.gt.damage import NONE, Damage, draws
from paddock.solve.perfect import Bounds, PerfectDrive

DICE = " 123456cr"


class Book(NamedTuple):
    """What is known for one set of damage tokens, by place, gear and focus tokens."""

    time: Floats
    """Expected seconds to go before a turn."""
    plans: NDArray[np.int16]
    """The best plan: die, brake dice and place of every step, -1 after the last."""
    daring: Bytes
    """Whether it is driven flat out."""


def book_of(lap: Lap, found: Ground) -> Book:
    """A lap as a book: plans flat out are spelled beside those one by one."""
    plans, daring = lap.plans.copy(), np.zeros(lap.ends.shape, np.int8)
    spell(found.line, found.hand, found.flat, lap.ends, plans, daring)
    return Book(np.ascontiguousarray(lap.time[:, :, : lap.plans.shape[2]]), plans, daring)


class Solution:
    """A solved solo drive on fixed weather."""

    def __init__(
        self,
        options: GtOptions,
        drive: Drive,
        tyre: Tyre,
        perfect: PerfectDrive,
        books: dict[Damage, Book],
        free: Floats,
    ) -> None:
        self.options = options
        self.drive = drive
        self.tyre = tyre
        self.perfect = perfect
        self.books = books
        self.free = free
        """The time to go if tokens harmed nobody."""
        self.toll = seconds()
        self._later: dict[Damage, Book] = {}
        """Sets that were solved when a drive came to them."""

    @property
    def bounds(self) -> Bounds:
        """Between what the least expected time is proven to lie."""
        return self.perfect.bounds

    @property
    def damage_free(self) -> float:
        """The optimum if tokens harmed nobody."""
        return self.perfect.parts["damage_free"]

    @cached_property
    def line(self) -> Unrolled:
        """The lap as a line of places."""
        return line_on(self.drive.road)

    @cached_property
    def place_of(self) -> dict[tuple[int, int], int]:
        """Places by cell and laps begun."""
        cells = zip(self.line.cell.tolist(), self.line.lap.tolist(), strict=True)
        return {place: number for number, place in enumerate(cells)}

    def place(self, cell: int, k: int) -> int:
        """The place of a cell after so many tile borders."""
        return self.place_of[cell, k // self.drive.road.n]

    @cached_property
    def _fresh(self) -> dict[Damage, Floats]:
        return {damage: fresh_time(book.time, self.free) for damage, book in self.books.items()}

    def known(self, damage: Damage) -> Damage:
        """The set a driver's tokens are taken for: harmless ones beyond those told apart are forgotten."""
        fitting = [some for some in self.books if some.within(damage) and some[:3] == damage[:3]]
        return max(fitting) if fitting else damage._replace(harmless=0)

    def book(self, damage: Damage) -> Book:
        """What is known for a set of tokens; one that was not solved for is solved now."""
        taken = self.known(damage)
        if taken in self.books:
            return self.books[taken]
        if taken not in self._later:
            found = ground(self.drive.road, taken.hand(self.drive.hand), self.drive.limit)
            lap = solve_set(found, self.drive.bag, taken, self.free, self._fresh)
            self._later[taken] = book_of(lap, found)
        return self._later[taken]

    def time(self, damage: Damage, place: int, gear: int, focus: int) -> float:
        """Expected seconds to go before a turn."""
        table = self.book(damage).time[place, gear]
        if focus < len(table):
            return float(table[focus])
        most = min(focus, self.free.shape[2] - 1)
        return float(self.free[place, gear, most] - self.toll[8] * (focus - most))

    def ahead(self, damage: Damage, own: Damage, place: int, focus: int) -> float:
        """Expected seconds to go in gear 0 for who had drawn `own` and draws up to `damage`."""
        left = forgotten(damage, own, self.books)
        if not left:
            return self.time(own, place, 0, focus)
        most = min(focus, WHOLE_PURSE)
        worst = max(float(self._fresh[known][place, most]) for known in left)
        return worst - float(self.toll[8]) * (focus - most)

    def stopped(self, damage: Damage, place: int, gear: int, focus: int) -> float:
        """Expected seconds of having ended a turn somewhere in control, its own mark counted."""
        if place == self.line.places:
            return float(self.toll[gear] - self.toll[8] * focus)
        return float(self.toll[gear]) + self.time(damage, place, gear, focus)

    def lost(self, damage: Damage, place: int, gear: int, focus: int) -> float:
        """Expected seconds of having lost control somewhere, its marks counted."""
        crashes, tokens = figures().loss[gear, self.line.danger[place]]
        marks = float(self.toll[0] + (self.toll[7] if crashes else 0))
        if place == self.line.places:
            return float(marks - self.toll[8] * focus)
        if not crashes:
            return marks + self.time(damage, place, 0, focus)
        own = self.known(damage)
        return marks + min(self.drawn(own, own, int(tokens), back, focus) for back in self._backs(place))

    def _backs(self, place: int) -> list[int]:
        kerb = self.line.kerb[place]
        return [int(self.line.back[place, side]) for side in range(2) if kerb == 3 or kerb == side + 1]

    def drawn(self, damage: Damage, own: Damage, tokens: int, place: int, focus: int) -> float:
        """Expected seconds to go from a return cell for who had `own`, so many tokens still to be drawn."""
        return sum(
            chance * self.ahead(damage.plus(more), own, place, focus)
            for more, chance in draws(self.drive.bag, damage, tokens)
        )

    def _ended(self, damage: Damage, end: TurnEnd) -> float:
        place = self.line.places if end.finished else self.place(end.cell, end.k)
        if end.lost:
            return self.lost(damage, place, end.gear, end.focus)
        return self.stopped(damage, place, end.gear, end.focus)

    def value(self, state: State) -> float:
        """Expected seconds to go under the best decisions, whatever the game waits for."""
        car = state.cars[0]
        match state.phase:
            case "over":
                return float(-self.toll[8] * car.focus) if state.places else NEVER
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
                own = self.known(damage_of(state))
                marks = self.toll[7] + self.toll[0] if car.status == "off" else self.toll[0]
                place = self.place(car.cell, car.k)
                waiting = own.plus(_counted(state.drawn))
                return float(marks) + self.drawn(waiting, own, state.to_draw, place, car.focus)
        raise BadInput("solve.no-value", phase=state.phase)

    def worth(self, state: State, action: a.GtAction) -> float:
        """Expected seconds to go after a decision, all later ones being the best."""
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
        """The best decision."""
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
        """The best plan of a turn; a car that cannot move passes."""
        book = self.book(damage)
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
        """The rest of a plan one by one, a step that is done put before it."""
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
        """The worth of a relay: the loss at its end."""
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
        """A relay for every end of a failed flat out, with its worth."""
        return {steps: self._lay(state, steps) for steps in Relays(state).endings().values()}

    def _half_rolled(self, state: State) -> float:
        """Flat out with some dice rolled: the mean over what the next may show."""
        chance = RALLYMAN_GT.pending(state).chance
        assert chance is not None
        total = 0.0
        for outcome, weight in zip(chance.outcomes, chance.weights, strict=True):
            after = RALLYMAN_GT.clone(state)
            RALLYMAN_GT.resolve(after, outcome)
            marked = sum(self.toll[_row(mark.gear)] for mark in after.marks[len(state.marks) :])
            total += weight * (float(marked) + self.value(after))
        return total / sum(chance.weights)

    def _went_off(self, state: State, side: str) -> float:
        car = state.cars[0]
        back = int(self.line.back[self.place(car.cell, car.k), side == "right"])
        marks = float(self.toll[7] + self.toll[0])
        own = self.known(damage_of(state))
        return marks + self.drawn(own, own, state.to_draw, back, car.focus)


def _row(gear: str) -> int:
    return 7 if gear == "00" else int(gear)


def _counted(tokens: tuple[str, ...]) -> Damage:
    """Drawn tokens as a set."""
    kinds = [TOKENS.index(token) for token in tokens]
    gear, brake, engine = (kinds.count(kind) for kind in range(3))
    return Damage(gear, brake, engine, len(kinds) - gear - brake - engine)


def damage_of(state: State) -> Damage:
    """The tokens the driver has drawn, flags on the track among them."""
    tokens = list(state.cars[0].damage)
    tokens[YELLOW_FLAG] += len(state.flags)
    gear, brake, engine = tokens[:3]
    return Damage(gear, brake, engine, sum(tokens[WEATHER_TOKEN:]))

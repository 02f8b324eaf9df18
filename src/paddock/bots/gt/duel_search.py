"""A deeper search for Rallyman: GT: rivals' replies to every end of a turn, and the turn after them.

The search follows every likely end of a plan. Each car that moves plans exactly, by the value tables of the
current state, until the driver moves again. The value of the best plan there is the value of the end.
"""

from __future__ import annotations

from collections import defaultdict

import numpy as np

from paddock.bots.gt.race_arrays import CarAt, Standing, row_of
from paddock.bots.gt.turn_plans import Turn, WinChances, best_plan, ends_after
from paddock.bots.gt.win_chance import HOME, PATIENCE, Outlook, needs_among
from paddock.kernels.gt.road_arrays import Floats, Ints, figures
from paddock.kernels.gt.rollouts import OFF, OUT, TRACK, WHOLE
from paddock.solve.gt.race_tables import Pace

LIKELY = 0.97
"""The share of all probability to follow."""
MOST = 8
"""The largest number of ends of the driver's turn to follow."""
REPLIES = {1: MOST, 2: 3, 3: 2}
"""The same for a rival's turn, by the number of rivals; 1 for more rivals."""
LOST = 2 * PATIENCE
"""The value of a race that a rival has won."""


class Replies:
    """Values the ends of a driver's turn with rivals' replies; less is better."""

    def __init__(self, outlook: Outlook, hand: Ints) -> None:
        self.outlook = outlook
        self.seat = outlook.seat
        self.pace = outlook.pace
        self.hand = hand
        self._known: dict[Standing, float] = {}

    def worth(self, standing: Standing, ends: Ints, chances: Floats) -> float:
        """Returns the value of a plan of the driver's car with these ends."""
        return self._mean(standing, self.seat, ends, chances, HOME)

    def _mean(self, standing: Standing, seat: int, ends: Ints, chances: Floats, won: float) -> float:
        """Returns the mean value over the likely ends of a turn; `won`: the value of its finish."""
        total = worth = 0.0
        most = MOST if seat == self.seat else REPLIES.get(len(standing.rivals(self.seat)), 1)
        for chance, end in likely(ends, chances, most):
            over = end[0] == self.pace.ground.line.places
            worth += chance * (won if over else self._after(self._ended(standing, seat, end)))
            total += chance
        return worth / total

    def _ended(self, standing: Standing, seat: int, end: tuple[int, ...]) -> Standing:
        """Returns the cars after a turn with such an end."""
        place, gear, focus, lost = end
        line, status, left = self.pace.ground.line, TRACK, 0
        if lost and figures().loss[gear, line.danger[place], 0]:
            sides = [side for side in range(2) if line.kerb[place] in (side + 1, 3)]
            place = min((int(line.back[place, side]) for side in sides), key=self._far)
            gear, status, left = -1, OFF, 1 + max(car.left for car in standing.cars)
        elif lost:
            gear = 0
        return _with(standing, seat, CarAt(place, gear, min(focus, self.pace.habits.most), status, left))

    def _far(self, place: int) -> float:
        return float(self.pace.habits.stop[place, 0, 0])

    def _after(self, standing: Standing) -> float:
        """Returns the value of the race before the next car moves."""
        if standing not in self._known:
            order = standing.rest or next_order(standing, self.pace)
            then = Standing(standing.cars, order[1:])
            move = self._mine if order[0] == self.seat else self._other
            self._known[standing] = move(then, order[0])
        return self._known[standing]

    def _mine(self, standing: Standing, seat: int) -> float:
        """Returns the value of the driver's next turn."""
        car = standing.cars[seat]
        if car.status == OFF:
            return self._coming_back(standing, car)
        turn, win_chances = self._turn(standing, seat, self.hand)
        best = best_plan(turn, self.pace, win_chances)
        stays = float(win_chances.stop[turn.place, turn.gear, turn.tokens])
        return stays if best is None else best.worth

    def _coming_back(self, standing: Standing, car: CarAt) -> float:
        """Returns the value of a turn spent on returning to the track."""
        pace, late = self.pace, 1 + int(car.gear < -1)
        won = self.outlook.winning(standing, self.seat)
        wins = won.chance[late:].copy()
        if late == 1:
            wins[0] *= won.soon[:, 0].prod()
        home = pace.spreads[0][row_of(car, pace)][: len(wins)] / WHOLE
        to_go = late + float(pace.time[car.place, 0, car.focus])
        return PATIENCE * to_go - float((home * wins[: len(home)]).sum())

    def _other(self, standing: Standing, seat: int) -> float:
        """Returns the mean value over the ends of a rival's best plan."""
        car = standing.cars[seat]
        if car.status == OFF:
            return self._after(_with(standing, seat, self._returned(standing, car)))
        turn, win_chances = self._turn(standing, seat, self.pace.ground.hand)
        plan = best_plan(turn, self.pace, win_chances)
        if plan is None:
            return self._after(standing)
        return self._mean(standing, seat, *ends_after(plan, turn, self.pace, win_chances), LOST)

    def _returned(self, standing: Standing, car: CarAt) -> CarAt:
        """Returns a car off the track after its turn."""
        if car.gear < -1:
            return car._replace(gear=car.gear + 1)
        if self.pace.ground.line.cell[car.place] in self._cells(standing, -1):
            return car
        return car._replace(gear=0, status=TRACK)

    def _turn(self, standing: Standing, seat: int, hand: Ints) -> tuple[Turn, WinChances]:
        """Returns a car's turn among the others, and its values with the fastest driver."""
        place, gear, focus = standing.cars[seat][:3]
        won = self.outlook.winning(standing, seat)
        need = needs_among(self.pace, self._cells(standing, seat))
        win_chances = self.outlook.win_chances_by(self.pace.spreads[0], place, focus, won)
        return Turn(place, gear, focus, hand, need), win_chances

    def _cells(self, standing: Standing, seat: int) -> dict[int, int]:
        """Returns the cells and gears of all others."""
        cell = self.pace.ground.line.cell
        return {int(cell[car.place]): car.gear for _, car in standing.rivals(seat) if car.status == TRACK}


def next_order(standing: Standing, pace: Pace) -> tuple[int, ...]:
    """Returns the order of the next round (GT-ORDER-2 to -5)."""

    def rank(seat: int) -> tuple[int, int]:
        car = standing.cars[seat]
        return (-car.gear, -int(pace.habits.order[car.place])) if car.status == TRACK else (1, car.left)

    return tuple(sorted((seat for seat, car in enumerate(standing.cars) if car.status != OUT), key=rank))


def likely(ends: Ints, chances: Floats, most: int) -> list[tuple[float, tuple[int, ...]]]:
    """Returns the most likely ends, at most `most`, with equal ones merged."""
    summed: defaultdict[tuple[int, ...], float] = defaultdict(float)
    for end, chance in zip(ends.tolist(), chances.tolist(), strict=True):
        summed[tuple(end)] += chance
    ranked = sorted(((chance, end) for end, chance in summed.items()), reverse=True)
    before = np.cumsum([0.0, *(chance for chance, _ in ranked)])
    return ranked[: min(most, int(np.searchsorted(before[:-1], LIKELY)))]


def _with(standing: Standing, seat: int, car: CarAt) -> Standing:
    cars = standing.cars
    return Standing((*cars[:seat], car, *cars[seat + 1 :]), standing.rest)

"""The win chances behind an expert's plans in Rallyman: GT, from every place where a turn may end."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import comb
from typing import NamedTuple

import numpy as np

from paddock.bots.gt.race_arrays import CarAt, Standing, row_of
from paddock.bots.gt.settings import Mind
from paddock.bots.gt.traffic_model import RIVALS, Net, judged, shipped
from paddock.bots.gt.turn_plans import WinChances
from paddock.games.rallyman.gt.drive import NEVER, Drive
from paddock.games.rallyman.gt.state import State, road_of
from paddock.kernels.gt.backward_sweep import MOST_GAIN
from paddock.kernels.gt.road_arrays import Bytes, Floats, Ints, figures
from paddock.kernels.gt.rollouts import OFF, OUT, TRACK, WHOLE
from paddock.kernels.gt.traffic import win_chances
from paddock.solve.gt.race_tables import LAPS, PURSE, WEAR, Pace, Parts

PATIENCE = 0.05
"""The cost of a round that does not change who wins."""
HIGHER = 0.01
"""The value of one gear more at the end of a turn: a higher gear moves first and is not held up."""
HOME = -1.0 - 6 * HIGHER
"""The value of the finish: better than any place before it, whatever the chance to win from there."""
_GEARS = np.arange(7)[None, :, None]
_STATUS = {"track": TRACK, "off": OFF, "pit": OFF}


class Winning(NamedTuple):
    """The numbers that a seat's chance to win depends on."""

    chance: Floats
    """By rounds from now and gear: the chance to win by finishing then."""
    moved: Ints
    """Rivals that have moved, by place and gear."""
    soon: Floats
    """Their chances not to finish next round, and to finish."""


class Outlook:
    """A race from one driver's view, by the tables of its car."""

    nets: tuple[Net, ...] = shipped()
    """The learned corrections for the cars around."""

    def __init__(self, state: State, seat: int, pace: Pace, mind: Mind) -> None:
        self.state = state
        self.seat = seat
        self.pace = pace
        self.mind = mind
        self.road = road_of(state.options.track)
        begun = [car.k // self.road.n for car in state.cars if car.status in _STATUS]
        left = state.options.laps - min(begun)
        self.crowd = mind.crowd * (len(begun) - 1)
        """The share of turns lost to other cars."""
        self._from = min(begun) - max(0, min(state.options.laps, LAPS) - left)

    def place(self, cell: int, k: int) -> int:
        """Returns the place of a cell after `k` tile borders."""
        return self.pace.place_of[cell, k // self.road.n - self._from]

    def finishes(self, k: int) -> bool:
        """Whether crossing the line after `k` borders ends the race, up to the horizon of the search."""
        return k // self.road.n - self._from >= min(self.state.options.laps, LAPS)

    def standing(self) -> Standing:
        """Returns the cars in their present state."""
        cars = []
        for car in self.state.cars:
            status = _STATUS.get(car.status, OUT)
            place = self.place(car.cell, car.k) if status != OUT else 0
            cars.append(CarAt(place, car.gear, min(car.focus, PURSE), status, car.left))
        state = self.state
        later = (seat for seat in state.order[state.turn + 1 :] if state.cars[seat].status in _STATUS)
        return Standing(tuple(cars), tuple(later))

    def needs(self, drive: Drive) -> Bytes:
        """Returns the gear that every step requires among the other cars (GT-PASS-3, GT-FLAG-2)."""
        line = self.pace.ground.line
        need = needs_among(self.pace, drive.gears)
        if drive.flagged:
            for step in np.flatnonzero(need):
                to = int(line.to[step])
                if to == line.places or drive.flagged >> int(line.cell[to]) & 1:
                    need[step] = NEVER
        return need

    def win_chances(self, here: int, tokens: int) -> WinChances:
        """Returns the chances to win from every end of a turn from here, with the best driver after it."""
        standing = self.standing()
        stops, losses = self.drivers(standing, self.seat, here, tokens)
        stop, lost = np.minimum.reduce(stops), np.minimum.reduce(losses)
        if len(standing.rivals(self.seat)) >= RIVALS:
            self._mind_others(standing, here, tokens, stop, lost)
        return WinChances(stop, lost, tuple(stops))

    def drivers(
        self, standing: Standing, seat: int, here: int, tokens: int
    ) -> tuple[list[Floats], list[Floats]]:
        """Returns the chances of a seat in control and out of it, by the driver that continues."""
        won = self.winning(standing, seat)
        found = [self.win_chances_by(spread, here, tokens, won) for spread in self.pace.spreads]
        return [one.stop for one in found], [one.lost for one in found]

    def _mind_others(self, standing: Standing, here: int, tokens: int, stop: Floats, lost: Floats) -> None:
        """Corrects the chances in place for the cars around."""
        places = slice(*self.window(here))
        slow, late = patience(self.pace, places, stop.shape[2])
        base = slow - stop[places], late - lost[places]
        held, gone = judged(self.nets, self.pace, standing, self.seat, places.start, tokens, *base)
        stop[places], lost[places] = slow - held, late - gone

    def winning(self, standing: Standing, seat: int) -> Winning:
        """Returns the numbers that the chance to win depends on for a seat that is about to plan."""
        wins = np.ones((self.pace.spreads[0].shape[1] + 4, 7))
        known, soon = [], []
        for other, car in standing.rivals(seat):
            moved = other not in standing.rest
            spread = _spread(car, moved, len(wins), self.pace, self.crowd + self.mind.slower)
            done = spread.sum(axis=1)
            later = np.clip(1.0 - np.cumsum(done), 0.0, 1.0)
            first = later[:, None] + np.cumsum(spread, axis=1) - 0.5 * spread
            if moved and car.status == TRACK:
                known.append((car.place, car.gear))
                soon.append((later[1], done[1]))
                first[1] = 1.0
            wins *= first
        wins[1:] = np.einsum("ut,ug->tg", delays(len(wins) - 1, self.crowd), wins[1:])
        return Winning(wins, np.array(known, np.int64).reshape(-1, 2), np.array(soon, float).reshape(-1, 2))

    def window(self, here: int) -> tuple[int, int]:
        """Returns the first place of a place's tile, and the place behind the reach of a turn from there."""
        group = self.pace.ground.line.group
        return int(group[np.searchsorted(group, here, side="right") - 1]), int(self.pace.windows[here])

    def win_chances_by(self, spread: Parts, here: int, tokens: int, won: Winning) -> WinChances:
        """Returns the chances to win from every end of a turn from here, if `spread`'s driver continues."""
        pace, line = self.pace, self.pace.ground.line
        tile, after = self.window(here)
        shape = line.places + 1, 7, tokens + MOST_GAIN + 1
        stop, lost = np.zeros(shape), np.zeros(shape)
        win_chances(
            tile, after, line, figures().loss, pace.habits.rows, spread, pace.time, PURSE, WEAR, PATIENCE,
            *won, stop, lost,
        )  # fmt: skip
        stop[tile:after] -= HIGHER * _GEARS
        stop[-1] = lost[-1] = HOME
        return WinChances(stop, lost)


def patience(pace: Pace, places: slice, width: int) -> tuple[Floats, Floats]:
    """Returns the parts of values besides win chances, in control and out, by place, gear and tokens."""
    time = pace.time[:, :, np.minimum(np.arange(width), PURSE)]
    slow = PATIENCE * time[places] - HIGHER * _GEARS
    wear = figures().loss[:, pace.ground.line.danger[places], 1].T[:, :, None]
    late = PATIENCE * (1 + WEAR * wear + time[pace.back[places]][:, :1])
    return slow, np.where(pace.crashes[places][:, :, None], late, slow[:, :1])


def first_home(standing: Standing, pace: Pace) -> float:
    """Returns the number of rounds the first car needs on an empty road."""
    cars = [car for car in standing.cars if car.status != OUT]
    return min(float(pace.rounds[row_of(car, pace)]) for car in cars)


def needs_among(pace: Pace, gears: Mapping[int, int]) -> Bytes:
    """Returns the gear that every step requires among cars on these cells in these gears (GT-PASS-3)."""
    need = np.zeros(len(pace.ground.line.to), np.int8)
    into, level = pace.near
    for cell, gear in gears.items():
        if gear > 0:
            need[level[cell]] = np.maximum(need[level[cell]], gear)
    for cell in gears:
        need[into[cell]] = NEVER
    return need


def _spread(car: CarAt, moved: bool, rounds: int, pace: Pace, share: float) -> Floats:
    """Returns a rival's chance to finish, by rounds from now and gear, if it loses that share of turns."""
    own = pace.spreads[0][row_of(car, pace)]
    late = int(moved) + int(car.status == OFF and car.gear < 0)
    found = np.zeros((rounds, 7))
    found[late : late + len(own)] = own[: rounds - late] / WHOLE
    found[late:] = delays(rounds - late, share) @ found[late:]
    return found


@lru_cache(maxsize=256)
def delays(turns: int, share: float) -> Floats:
    """Returns the chances by the actual finishing turn and the one on an empty road.

    Each turn before the last is lost with probability `share`. All turns beyond the horizon count as one.
    """
    found = np.zeros((turns, turns))
    found[0, 0] = 1.0
    for turn in range(1, turns):
        for more in range(turns - turn):
            found[turn + more, turn] = comb(turn + more - 1, more) * share**more * (1 - share) ** turn
        found[-1, turn] += 1.0 - found[:, turn].sum()
    return found

"""What an expert of Rallyman: GT hopes for: the chance to win from wherever a turn may end."""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import NamedTuple

import numpy as np

from paddock.bots.rallyman.gt_minds import Mind
from paddock.games.rallyman.gt.drive import NEVER, Drive
from paddock.games.rallyman.gt.state import Car, State, road_of
from paddock.kernels.gt.road import Bytes, Floats, Ints, figures
from paddock.kernels.gt.rollouts import OFF, OUT, TRACK, WHOLE
from paddock.kernels.gt.sweep import MOST_GAIN
from paddock.kernels.gt.traffic import hopes
from paddock.solve.gt.racing import LAPS, PURSE, WEAR, Pace

PATIENCE = 0.05
"""What a round is worth where it does not change who wins."""
HIGHER = 0.01
"""What a gear higher at the end of a turn is worth: it goes first and is not held up."""
_GEARS = np.arange(7)[None, :, None]
_STATUS = {"track": TRACK, "off": OFF, "pit": OFF}


class Hopes(NamedTuple):
    """Tables by place, gear and focus tokens, less is better: in control, and out of it."""

    stop: Floats
    lost: Floats
    drivers: tuple[Floats, ...] = ()
    """The hopes in control by who drives on: the fastest driver, or one against the clock."""


class Outlook:
    """A race as one driver sees it through the tables of the own car."""

    def __init__(self, state: State, seat: int, pace: Pace, mind: Mind) -> None:
        self.state = state
        self.seat = seat
        self.pace = pace
        self.mind = mind
        self.road = road_of(state.options.track)
        begun = [car.k // self.road.n for car in state.cars if car.status in _STATUS]
        left = state.options.laps - min(begun)
        self.crowd = mind.crowd * (len(begun) - 1)
        """How often a turn is lost to other cars."""
        self._from = min(begun) - max(0, min(state.options.laps, LAPS) - left)

    def place(self, cell: int, k: int) -> int:
        """The place of a cell after so many tile borders."""
        return self.pace.place_of[cell, k // self.road.n - self._from]

    def finishes(self, k: int) -> bool:
        """Whether crossing the line after so many borders ends the race as far as it is looked ahead."""
        return k // self.road.n - self._from >= min(self.state.options.laps, LAPS)

    def cars(self) -> Ints:
        """All cars as kernels take them."""
        found = np.zeros((len(self.state.cars), 5), np.int64)
        for seat, car in enumerate(self.state.cars):
            status = _STATUS.get(car.status, OUT)
            place = self.place(car.cell, car.k) if status != OUT else 0
            found[seat] = place, car.gear, min(car.focus, PURSE), status, car.left
        return found

    def rest(self) -> Ints:
        """Who still moves in this round."""
        state = self.state
        later = [seat for seat in state.order[state.turn + 1 :] if state.cars[seat].status in _STATUS]
        return np.array(later, np.int64)

    def needs(self, drive: Drive) -> Bytes:
        """The gear every step of the line asks for among the other cars (GT-PASS-3, GT-FLAG-2)."""
        line = self.pace.ground.line
        need = np.zeros(len(line.to), np.int8)
        into, level = self.pace.near
        for cell, gear in drive.gears.items():
            if gear > 0:
                need[level[cell]] = np.maximum(need[level[cell]], gear)
        if drive.flagged:
            for step in np.flatnonzero(need):
                to = int(line.to[step])
                if to == line.places or drive.flagged >> int(line.cell[to]) & 1:
                    need[step] = NEVER
        for cell in drive.gears:
            need[into[cell]] = NEVER
        return need

    def hopes(self, here: int, tokens: int) -> Hopes:
        """The chances to win from wherever a turn from here may end, with the best driver from there."""
        pace, line = self.pace, self.pace.ground.line
        shape = line.places + 1, 7, tokens + MOST_GAIN + 1
        wins, known, soon = self._wins()
        tile = int(line.group[np.searchsorted(line.group, here, side="right") - 1])
        stops, losses = [], []
        for spread in pace.spreads:
            stop, lost = np.zeros(shape), np.zeros(shape)
            hopes(
                tile, int(pace.windows[here]), line, figures().loss, pace.habits.rows, spread, pace.time,
                PURSE, WEAR, PATIENCE, wins, known, soon, stop, lost,
            )  # fmt: skip
            stop[tile : pace.windows[here]] -= HIGHER * _GEARS
            stops.append(stop)
            losses.append(lost)
        return Hopes(np.minimum.reduce(stops), np.minimum.reduce(losses), tuple(stops))

    def _wins(self) -> tuple[Floats, Ints, Floats]:
        """By rounds from now and gear: the chance to win by finishing then; and rivals that have moved."""
        state = self.state
        wins = np.ones((self.pace.spreads[0].shape[1] + 4, 7))
        known, soon = [], []
        for turn, seat in enumerate(state.order):
            car = state.cars[seat]
            if seat == self.seat or car.status not in _STATUS:
                continue
            moved = turn < state.turn
            spread = self._spread(car, moved, len(wins))
            done = spread.sum(axis=1)
            later = np.clip(1.0 - np.cumsum(done), 0.0, 1.0)
            first = later[:, None] + np.cumsum(spread, axis=1) - 0.5 * spread
            if moved and car.status == "track":
                known.append((self.place(car.cell, car.k), car.gear))
                soon.append((later[1], done[1]))
                first[1] = 1.0
            wins *= first
        wins[1:] = np.einsum("ut,ug->tg", delays(len(wins) - 1, self.crowd), wins[1:])
        return wins, np.array(known, np.int64).reshape(-1, 2), np.array(soon, float).reshape(-1, 2)

    def _spread(self, car: Car, moved: bool, rounds: int) -> Floats:
        """By rounds from now and gear: a rival's chance to finish."""
        rows = self.pace.habits.rows
        own = self.pace.spreads[0][rows[self.place(car.cell, car.k), max(0, car.gear), min(car.focus, PURSE)]]
        late = int(moved) + int(car.status != "track" and car.gear < 0)
        found = np.zeros((rounds, 7))
        found[late : late + len(own)] = own[: rounds - late] / WHOLE
        found[late:] = delays(rounds - late, self.crowd + self.mind.slower) @ found[late:]
        return found


@lru_cache(maxsize=256)
def delays(turns: int, share: float) -> Floats:
    """By the turn that finishes and the one that would on an empty road: the chance.

    Every turn before the last is lost that often; beyond the last one looked at all are taken together.
    """
    found = np.zeros((turns, turns))
    found[0, 0] = 1.0
    for turn in range(1, turns):
        for more in range(turns - turn):
            found[turn + more, turn] = comb(turn + more - 1, more) * share**more * (1 - share) ** turn
        found[-1, turn] += 1.0 - found[:, turn].sum()
    return found

"""A learned correction to win chances for the cars around (`traffic_model.json`).

The value tables know the road and each car's rounds to go, but not which car blocks which. Two small
networks, each trained on half of the races, estimate how far a state is better or worse than the tables
say. The correction is damped by 0.6, because a search for the best end of a turn favours states where a
network errs upwards. Run `python -m tools.gt_crowd` to train them again.
"""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from paddock.bots.gt.race_arrays import Standing, row_of
from paddock.kernels.gt.road_arrays import Floats, Ints
from paddock.kernels.gt.rollouts import OFF, TRACK
from paddock.solve.gt.race_tables import PURSE, Pace

HEED = 0.6
"""The factor that damps the correction."""
GAIN = 2
"""The tokens that a turn may add: chances are corrected for that many more."""
RIVALS = 3
"""The number of rivals in the input, nearest to the finish first; smaller fields were not trained on."""
OWN = ("odds", "rounds", "gear", "spun", "off", "near room", "far room", "fast", "rivals", "in the way")
RIVAL = ("rounds more", "ahead", "gear", "to move", "goes first", "stands ahead", "goes ahead", "comes past")
"""The features of the driver's car and of every rival, in this order."""
SEEN = len(OWN) + RIVALS * len(RIVAL)
NEAR = 0.5
"""How far ahead another car is in the way, in tiles."""
STRIDE = 1.2
"""How far a car that has yet to move may get in its turn, in tiles."""
_TILE = 1600.0
"""The size of a tile in the numbering of places."""
_SURE = 0.01
"""Chances are clipped to between this and 1 minus this."""

Seen = NDArray[np.float32]


class Ends(NamedTuple):
    """Ends of turns to evaluate: places, gears, whether off the track, and the chance to win by tables."""

    place: Ints
    gear: Ints
    off: bool
    focus: int
    chance: Floats


class Net(NamedTuple):
    """A network with one hidden layer that corrects the log-odds of the tables."""

    middle: Seen
    scale: Seen
    """Features are normalised: less `middle`, divided by `scale`."""
    into: Seen
    bias: Seen
    out: Seen
    direct: Seen
    level: Seen

    def extra(self, seen: Seen) -> Floats:
        """Returns the correction in log-odds for each row of features."""
        rows = (seen - self.middle) / self.scale
        inner = np.tanh(rows @ self.into + self.bias)
        return np.asarray(rows @ self.direct + inner @ self.out + self.level, np.float64)


def log_odds(chance: Floats) -> Floats:
    """Returns chances as log-odds."""
    sure = np.clip(chance, _SURE, 1 - _SURE)
    return np.asarray(np.log(sure / (1 - sure)), np.float64)


def shifted(chance: Floats, extra: Floats) -> Floats:
    """Returns chances with log-odds added."""
    return np.asarray(1 / (1 + np.exp(-log_odds(chance) - extra)), np.float64)


@cache
def shipped() -> tuple[Net, ...]:
    """Returns the trained networks."""
    text = (resources.files("paddock.bots.gt") / "traffic_model.json").read_bytes()
    nets = msgspec.json.decode(text, type=list[dict[str, list[Any]]])
    return tuple(Net(**{part: np.array(table, np.float32) for part, table in net.items()}) for net in nets)


def judged(
    nets: tuple[Net, ...],
    pace: Pace,
    standing: Standing,
    seat: int,
    first: int,
    tokens: int,
    held: Floats,
    gone: Floats,
    heed: float = HEED,
) -> tuple[Floats, Floats]:
    """Returns chances to win corrected for the cars around, in control and out of it.

    `held` and `gone` are those of the tables, by place from `first` on, gear and number of tokens.
    """
    count, column = len(held), min(tokens + GAIN, held.shape[2] - 1)
    place, gear = (axis.ravel() for axis in np.indices(held.shape[:2]))

    def learned(where: Ints, gears: Ints, off: bool, chance: Floats) -> Floats:
        looked = seen(pace, standing, seat, Ends(where, gears, off, tokens, chance[:, :, column].ravel()))
        extra = sum((net.extra(looked) for net in nets), np.zeros(len(looked)))
        return shifted(chance, heed / max(1, len(nets)) * extra.reshape(count, -1, 1))

    back = pace.back[first : first + count]
    held = learned(first + place, gear, False, held)
    off = learned(back[place], np.zeros_like(gear), True, gone)
    crashes = pace.crashes[first : first + count][:, :, None]
    return held, np.where(crashes, off, held[:, :1])


def seen(pace: Pace, standing: Standing, seat: int, ends: Ends) -> Seen:
    """Returns the features of the ends of a seat's turn, one row each."""
    order, gear = pace.habits.order, ends.gear
    rounds = pace.rounds[pace.habits.rows[ends.place, gear, min(ends.focus, PURSE)]] + ends.off
    rivals = sorted(_rivals(pace, standing, seat), key=lambda rival: rival.rounds)
    found = np.zeros((len(ends.place), SEEN), np.float32)
    near, far = pace.room
    found[:, : len(OWN) - 1] = np.stack(
        [
            log_odds(ends.chance), np.minimum(rounds, 8) / 4, gear / 6, (gear == 0) & (not ends.off),
            np.full(len(gear), ends.off), near[ends.place], far[ends.place], gear >= 4,
            np.full(len(gear), min(len(rivals), RIVALS) / RIVALS),
        ],
        axis=1,
    )  # fmt: skip
    found[:, len(OWN) :: len(RIVAL)] = RIVALS
    for number, rival in enumerate(rivals[:RIVALS]):
        first = len(OWN) + number * len(RIVAL)
        ahead = (rival.order - order[ends.place]) / _TILE
        about = found[:, first : first + len(RIVAL)]
        about[:, 0] = np.clip(rival.rounds - rounds, -3, 3)
        about[:, 1] = np.clip(ahead, -3, 3) / 2
        about[:, 2], about[:, 3] = rival.gear / 6, not rival.moved
        if rival.on_track and rival.moved:
            close = np.exp(-np.abs(ahead) / NEAR)
            leads = (rival.gear > gear) | ((rival.gear == gear) & (ahead > 0))
            about[:, 4] = leads
            about[:, 5] = close * ((ahead > 0) & ~leads)
            about[:, 6] = close * ((ahead > 0) & leads)
            about[:, 7] = close * ((ahead <= 0) & leads)
        elif rival.on_track:
            about[:, 6] = np.exp(-np.maximum(0, ahead) / NEAR) * (ahead > -NEAR)
            about[:, 7] = np.exp(-np.abs(ahead + STRIDE))
    in_the_way = found[:, len(OWN) + 5 :: len(RIVAL)] + found[:, len(OWN) + 6 :: len(RIVAL)]
    found[:, len(OWN) - 1] = in_the_way.sum(axis=1)
    return found


class _Rival(NamedTuple):
    rounds: float
    """Rounds to go, counted from the next one."""
    order: int
    gear: int
    moved: bool
    on_track: bool


def _rivals(pace: Pace, standing: Standing, seat: int) -> list[_Rival]:
    found = []
    for other, car in standing.rivals(seat):
        moved = other not in standing.rest
        back = 1 + int(car.gear < -1) if car.status == OFF else 0
        rounds = float(pace.rounds[row_of(car, pace)]) + back - (not moved)
        place = int(pace.habits.order[car.place])
        found.append(_Rival(rounds, place, max(0, car.gear), moved, car.status == TRACK))
    return found

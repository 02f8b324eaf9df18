"""What the cars around change about a chance to win, learned from races (`gt_crowd.json`).

Tables know the road and how long every car has to go on it, not who is in whose way. Two small nets, each
made from half of the races, say how much better or worse a standing is than tables hold it to be. Whoever
looks for the best end of a turn finds the places where a net is wrong, so only part of it is heeded.
`python -m tools.gt_crowd` makes them anew.
"""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from paddock.bots.rallyman.gt_standing import Standing, row_of
from paddock.kernels.gt.road import Floats, Ints
from paddock.kernels.gt.rollouts import OFF, TRACK
from paddock.solve.gt.racing import PURSE, Pace

HEED = 0.6
"""How much of what was learned is heeded."""
GAIN = 2
"""Tokens a turn brings: chances are looked at with so many more."""
RIVALS = 3
"""Rivals looked at, those who have least to go; among fewer nothing was learned."""
OWN = ("odds", "rounds", "gear", "spun", "off", "near room", "far room", "fast", "rivals", "in the way")
RIVAL = ("rounds more", "ahead", "gear", "to move", "goes first", "stands ahead", "goes ahead", "comes past")
"""What is seen of the own car and of every rival, in this order."""
SEEN = len(OWN) + RIVALS * len(RIVAL)
NEAR = 0.5
"""How far ahead another car is in the way, in tiles,"""
STRIDE = 1.2
"""and how far one goes in a turn that is still to move."""
_TILE = 1600.0
"""A tile in the order of places."""
_SURE = 0.01
"""Chances are told apart from this one up to as much below certain."""

Seen = NDArray[np.float32]


class Ends(NamedTuple):
    """Ends of turns to judge: places and gears, whether off the track, and the chance to win by tables."""

    place: Ints
    gear: Ints
    off: bool
    focus: int
    chance: Floats


class Net(NamedTuple):
    """A net with one layer: what it adds to the log-odds of tables."""

    middle: Seen
    scale: Seen
    """What is seen is taken less `middle`, in parts of `scale`."""
    into: Seen
    bias: Seen
    out: Seen
    direct: Seen
    level: Seen

    def extra(self, seen: Seen) -> Floats:
        """The log-odds it adds, by rows of what is seen."""
        rows = (seen - self.middle) / self.scale
        inner = np.tanh(rows @ self.into + self.bias)
        return np.asarray(rows @ self.direct + inner @ self.out + self.level, np.float64)


def log_odds(chance: Floats) -> Floats:
    """Chances as log-odds."""
    sure = np.clip(chance, _SURE, 1 - _SURE)
    return np.asarray(np.log(sure / (1 - sure)), np.float64)


def shifted(chance: Floats, extra: Floats) -> Floats:
    """Chances with log-odds added."""
    return np.asarray(1 / (1 + np.exp(-log_odds(chance) - extra)), np.float64)


@cache
def shipped() -> tuple[Net, ...]:
    """The nets drivers know."""
    text = (resources.files("paddock.bots.rallyman") / "gt_crowd.json").read_bytes()
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
    """Chances to win with what is learned of the cars around, in control and out of it.

    `held` and `gone` are those of tables, by place from `first` on, gear and tokens in the purse.
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
    """What the nets see of ends of a seat's turn, a row each."""
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
    """Rounds to go from the next one on."""
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

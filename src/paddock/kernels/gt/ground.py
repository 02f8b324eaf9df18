"""What a lap is before anything has a value: the line, the spots inside turns, the tables of flat out."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from paddock.core.errors import BadInput
from paddock.games.rallyman.dice import Hand
from paddock.kernels.gt.dice import PLAIN_KINDS, RED_KINDS, hand_array
from paddock.kernels.gt.flat import CROWDED, UNTOLD, Flat, flat_tables
from paddock.kernels.gt.line import Unrolled, line_of, spot_keys, spots
from paddock.kernels.gt.road import Ints, Small, figures, flat_road
from paddock.tracks.road_gt import GtRoad

_ROOM, _MOST_ROOM = 1_200_000, 20_000_000


class Ground(NamedTuple):
    """A road driven with one hand of dice."""

    line: Unrolled
    hand: Ints
    ids: Small
    keys: Small
    begin: Ints
    flat: Flat

    @property
    def spots(self) -> int:
        """How many spots there are inside turns."""
        return int(self.begin[-1])


@lru_cache(maxsize=16)
def line_on(road: GtRoad, laps: int = 1) -> Unrolled:
    """The line of a road."""
    return line_of(flat_road(road), laps)


def ground(road: GtRoad, hand: Hand, limit: int, laps: int = 1) -> Ground:
    """A road driven with one hand of dice against a hazard limit; takes a second or two."""
    line = line_on(road, laps)
    dice = hand_array(hand, limit)
    ids, begin = spots(line, dice, RED_KINDS if hand.red_zone else PLAIN_KINDS)
    room = _ROOM
    flat = flat_tables(line, dice, figures().faces, room)
    while flat.sizes[0] == CROWDED and room < _MOST_ROOM:
        room *= 2
        flat = flat_tables(line, dice, figures().faces, room)
    if flat.sizes[0] in (CROWDED, UNTOLD):
        raise BadInput("solve.road-too-wide")
    return Ground(line, dice, ids, spot_keys(ids, int(begin[-1])), begin, flat)

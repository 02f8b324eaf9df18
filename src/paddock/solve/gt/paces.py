"""Stored race tables: computed once per road and shared by all processes.

`python -m paddock.solve.gt.paces [circuit …]` computes those of ready circuits in advance, for races of one
lap without other rules, dry and wet, on each tyre.
"""

from __future__ import annotations

import sys
from itertools import product

from paddock.games.rallyman.dice import Hand
from paddock.games.rallyman.gt import RALLYMAN_GT
from paddock.games.rallyman.gt.components import Tyre, Weather
from paddock.games.rallyman.gt.state import GtOptions, hand_of, hazard_limit, road_of
from paddock.solve.gt import hurry
from paddock.solve.gt.courses import Drive, named_course
from paddock.solve.gt.racing import HASTE, LAPS, PURSE, WEAR, Pace, tables_of
from paddock.solve.store import Course, Store
from paddock.tracks.layouts import circuits

VERSION = 1
"""Increase it when tables change their meaning."""
_FIGURES = (PURSE, HASTE, WEAR, hurry.LEAST, hurry.MOST, hurry.WORTH, hurry.LATE, hurry.SLACK)
TYRES: tuple[Tyre, ...] = ("asphalt", "rain")
WEATHERS: tuple[Weather, ...] = ("dry", "wet")


def course(options: GtOptions, hand: Hand, limit: int) -> Course:
    """Returns the storage key of a pace."""
    drive = Drive(road_of(options.track), hand, limit)
    return named_course(options, drive, "pace", VERSION, min(options.laps, LAPS), *_FIGURES)


def kept(options: GtOptions, hand: Hand, limit: int, store: Store | None = None) -> Pace | None:
    """Returns the stored pace of a full set of dice; None if it is missing or stale."""
    found = (store or Store()).find(course(options, hand, limit))
    if found is None:
        return None
    return Pace(road_of(options.track), hand, limit, options.laps, found.arrays)


def made(options: GtOptions, hand: Hand, limit: int, store: Store | None = None) -> Pace:
    """Returns the pace from the store; computes and stores it if it is missing."""
    folder = store or Store()
    found = kept(options, hand, limit, folder)
    if found is not None:
        return found
    road = road_of(options.track)
    tables = tables_of(road, hand, limit, options.laps)
    folder.save(course(options, hand, limit), {}, tables)
    return kept(options, hand, limit, folder) or Pace(road, hand, limit, options.laps, tables)


def prepare(track: str) -> None:
    """Computes the paces of a ready circuit that are not stored."""
    options = GtOptions(track=track)
    state = RALLYMAN_GT.start(options, 2)
    for tyre, weather in product(TYRES, WEATHERS):
        state.cars[0].tyre, state.weather = tyre, weather
        made(options, hand_of(state, 0), hazard_limit(state, 0))


if __name__ == "__main__":
    for name in sys.argv[1:] or circuits():
        prepare(name)
        sys.stdout.write(f"{name}\n")

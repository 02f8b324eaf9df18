"""The problem description and storage keys of solutions; needs no compiled kernels."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from paddock.core.errors import BadInput
from paddock.games.rallyman.dice import Hand
from paddock.games.rallyman.gt import RALLYMAN_GT
from paddock.games.rallyman.gt.components import Tyre
from paddock.games.rallyman.gt.state import GtOptions, hand_of, hazard_limit, road_of
from paddock.solve.gt.changing_weather import WeatherCase, weather_case_for
from paddock.solve.gt.damage import FULL_BAG, Damage, bag_of
from paddock.solve.perfect_drive import PerfectDrive
from paddock.solve.solver import Wish
from paddock.solve.store import Course, figures_of
from paddock.tracks.layouts import course_name
from paddock.tracks.road_gt import GtRoad

SOLVER_VERSION = 4
CAPS = (1, 2, 3, 4)
"""The numbers of bad tokens to distinguish, one attempt after the other."""


class Drive(NamedTuple):
    """The problem: the road, the undamaged set of dice, the hazard limit, the bag."""

    road: GtRoad
    hand: Hand
    limit: int
    bag: Damage = FULL_BAG


def fitting_tyre(options: GtOptions) -> Tyre:
    """Returns the tyre for the weather if tyres may be chosen, otherwise asphalt."""
    return "rain" if options.choose_tyres and options.weather == "wet" else "asphalt"


def drive_for(options: GtOptions, tyre: Tyre | None = None) -> Drive:
    """Returns the problem of a solo drive; raises BadInput if it cannot be solved."""
    if options.changing_weather:
        raise BadInput("solve.changing-weather")
    if options.laps != 1:
        raise BadInput("solve.one-lap")
    state = RALLYMAN_GT.start(options, 1)
    state.cars[0].tyre = tyre or fitting_tyre(options)
    return Drive(
        road_of(options.track), hand_of(state, 0), hazard_limit(state, 0), bag_of(options.no_weather)
    )


def weather_case_of(options: GtOptions, tyre: Tyre | None = None) -> WeatherCase:
    """Returns the problem of a solo drive in changing weather; raises BadInput if it cannot be solved."""
    if options.laps != 1:
        raise BadInput("solve.one-lap")
    bag = bag_of(options.no_weather, changing=True)
    return weather_case_for(options, tyre or fitting_tyre(options), bag)


def course_of(options: GtOptions, tyre: Tyre | None = None) -> Course:
    """Returns the storage key of a solution."""
    if not options.changing_weather:
        return named_course(options, drive_for(options, tyre))
    weather_case = weather_case_of(options, tyre)
    drive = Drive(
        weather_case.road, *weather_case.sides[weather_case.tyre, weather_case.weather], weather_case.bag
    )
    return named_course(options, drive, "changing weather", list(weather_case.sides.values()))


def named_course(options: GtOptions, drive: Drive, *more: object) -> Course:
    """Returns the storage key of a drive with further parameters in `more`."""
    name = "ring" if isinstance(options.track, tuple) else course_name(options.track)
    figures = figures_of(RALLYMAN_GT.name, "paddock.games.rallyman.gt")
    told = (drive.road.tiles, drive.road.mirrored, drive.hand, drive.limit, drive.bag, figures, *more)
    subject = msgspec.json.encode(told).decode()
    return Course(RALLYMAN_GT.name, RALLYMAN_GT.rules_version, SOLVER_VERSION, name, subject)


class GtShelf:
    """Storage of solutions of Rallyman: GT."""

    def course(self, options: GtOptions) -> Course:
        """Returns the storage key of a solution."""
        return course_of(options)

    def road(self, options: GtOptions) -> GtRoad:
        """Returns the circuit."""
        return road_of(options.track)

    def enough(self, perfect: PerfectDrive, wish: Wish) -> bool:
        """Whether the bounds are as close as required, or as close as they get."""
        return perfect.bounds.gap <= wish.gap or perfect.facts["cap"] == CAPS[-1]


SHELF = GtShelf()

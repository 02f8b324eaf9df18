"""Parameters and storage keys of solutions; needs no compiled kernels."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from paddock.games.rallyman.dirt import RALLYMAN_DIRT
from paddock.games.rallyman.dirt.stages import roads_of, stages_of
from paddock.games.rallyman.dirt.state import DirtOptions
from paddock.solve.perfect_drive import PerfectDrive
from paddock.solve.solver import Wish
from paddock.solve.store import Course, figures_of
from paddock.tracks.layouts import course_name
from paddock.tracks.road_dirt import DirtRoad

CAP = 16


class Depth(NamedTuple):
    """The number of levels and the accuracy of the search for plans."""

    below: int = 2
    """Levels of the lower bound with real tokens."""
    lent: int = 2
    """Levels of the lower bound with lent tokens, before damage is unrestricted."""
    above: int = 2
    """Levels of the upper bound before the worst-case dealer."""
    slack: float = 0.1
    """The largest loss of a plan found against the best plan; 0: every level searches for the best plan."""
    searched: int = 1
    """The largest number of losses with searched plans; after more the lower bound uses the relaxed turn."""
    closer: float = 0.02
    """The tolerance of that search; it is smaller since errors add up from turn to turn."""
    purses: tuple[int, ...] = (16, 16, 10)
    """The numbers of tokens the upper bound distinguishes, by losses of control (the last: or more)."""


SOLVER_VERSION = 5
GAME = "rallyman-dirt"


def course_of(options: DirtOptions, depth: Depth, cap: int) -> Course:
    """Returns the storage key of a solution of these options."""
    stages = stages_of(options)
    subject = msgspec.json.encode(
        {
            "options": msgspec.structs.replace(options, rally="", stages=(), layouts=()),
            "stages": stages,
            "depth": depth,
            "cap": cap,
            "figures": figures_of(GAME, "paddock.games.rallyman.dirt"),
        }
    ).decode()
    name = " ".join(course_name(stage) for stage in stages)
    return Course(GAME, RALLYMAN_DIRT.rules_version, SOLVER_VERSION, name, subject)


def part_of(course: Course) -> Course:
    """Returns the storage key of a partial solution."""
    return msgspec.structs.replace(course, name=f"{course.name} part", subject=f"part of {course.subject}")


class DirtShelf:
    """Storage of solutions of Rallyman: DIRT."""

    def course(self, options: DirtOptions) -> Course:
        """Returns the storage key of a solution."""
        return course_of(options, Depth(), CAP)

    def road(self, options: DirtOptions) -> DirtRoad:
        """Returns the road of the first stage."""
        return roads_of(options)[0]

    def enough(self, perfect: PerfectDrive, wish: Wish) -> bool:
        """Returns true: a stage is always solved to full accuracy."""
        return True


SHELF = DirtShelf()

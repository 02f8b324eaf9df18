"""What is solved and what it is kept under; nothing here needs compiled kernels."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from paddock.games.rallyman.dirt import RALLYMAN_DIRT
from paddock.games.rallyman.dirt.stages import roads_of, stages_of
from paddock.games.rallyman.dirt.state import DirtOptions
from paddock.solve.contract import Wish
from paddock.solve.perfect import PerfectDrive
from paddock.solve.store import Course, figures_of
from paddock.tracks.layouts import course_name
from paddock.tracks.road_dirt import DirtRoad

CAP = 16


class Depth(NamedTuple):
    """How far the levels go and how closely plans are searched."""

    below: int = 2
    """Levels below with real tokens."""
    lent: int = 2
    """Levels below with lent tokens, before anything may happen."""
    above: int = 2
    """Levels above before the harshest dealer."""
    slack: float = 0.1
    """By how much a plan found may miss the best; 0: every level searches the best plan."""
    searched: int = 1
    """Plans are searched below after so many losses; after more the relaxed turn stands for them."""
    closer: float = 0.02
    """The slack of that search, whose misses add up from turn to turn."""
    purses: tuple[int, ...] = (16, 16, 10)
    """Tokens told apart from above by losses of control, so many or more."""


SOLVER_VERSION = 5
GAME = "rallyman-dirt"


def course_of(options: DirtOptions, depth: Depth, cap: int) -> Course:
    """What a solution of these options is kept under."""
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
    """What is kept of a solution that was broken off."""
    return msgspec.structs.replace(course, name=f"{course.name} part", subject=f"part of {course.subject}")


class DirtShelf:
    """Where solutions of Rallyman: DIRT are kept."""

    def course(self, options: DirtOptions) -> Course:
        """What a solution is kept under."""
        return course_of(options, Depth(), CAP)

    def road(self, options: DirtOptions) -> DirtRoad:
        """The first stage."""
        return roads_of(options)[0]

    def enough(self, perfect: PerfectDrive, wish: Wish) -> bool:
        """Always: a stage is solved in one go, as closely as it is."""
        return True


SHELF = DirtShelf()

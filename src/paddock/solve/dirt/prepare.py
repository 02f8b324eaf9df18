"""Compiles all kernels of the DIRT solver by solving a short stage and planning on it."""

from __future__ import annotations

from paddock.games.rallyman.dirt import RALLYMAN_DIRT
from paddock.games.rallyman.dirt.state import DirtOptions, State
from paddock.solve.dirt.problem import Depth
from paddock.solve.dirt.rally import RallyPolicy, solve_rally
from paddock.tracks.layouts import Placement, Stage

TINY = Stage(id="tiny", tiles=(Placement("202a", 0, 0, 4, True), Placement("203a", 1, 0, 1)))


def prepare() -> None:
    """Calls every kernel once with the array types it is used with."""
    options = DirtOptions(layouts=(TINY,))
    driver = RallyPolicy(solve_rally(options, Depth(0, 0, 0, 0.5), 1))
    state: State = RALLYMAN_DIRT.start(options, 1)
    RALLYMAN_DIRT.resolve(state, 0)
    driver.action(state)

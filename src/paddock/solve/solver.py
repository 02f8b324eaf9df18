"""The protocol of a game's solver, the parameters of a solution, and the registry of solvers."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, Protocol

import msgspec
from msgspec import Struct

from paddock.core.errors import BadInput
from paddock.solve.perfect_drive import Advice, PerfectDrive
from paddock.solve.store import Course, StaleSolution, Store, Stored
from paddock.tracks.road import Road

Watch = Callable[[float, str], None]
"""Receives the progress of a job (0 to 1) and a message on what has been found."""


def unwatched(done: float, told: str) -> None:
    """Ignores progress."""


class Wish(Struct, frozen=True):
    """The required accuracy of a solution, and the resources it may use."""

    gap: float = 0.1
    """Stop once the upper and the lower bound differ by no more than this."""
    memory: int = 2048
    """The memory limit in megabytes."""
    jobs: int = 1
    """The number of cores to use."""


class Kept(Struct, frozen=True):
    """The stored solution of a drive, if there is one."""

    perfect: PerfectDrive | None = None
    stale: bool = False
    """There is a solution, but of other rules or of an older solver."""


class Solver(Protocol):
    """Solves the solo drives of one game."""

    game: str

    def solve(self, options: Any, wish: Wish, watch: Watch = unwatched) -> Any:
        """Returns the solution of a drive.

        A watch that raises stops the work; finished parts stay in the store.
        """
        ...

    def solved(self, options: Any, wish: Wish, store: Store, watch: Watch = unwatched, **more: Any) -> Any:
        """Returns the solution from the store; solves and stores it if it is missing or stale.

        `more` holds a game's parameters beside its options, such as `tyre`. Raises BadInput for unknown
        ones.
        """
        ...

    def road(self, solution: Any) -> Road:
        """Returns the road that was solved, the first one of a rally."""
        ...

    def perfect(self, solution: Any) -> PerfectDrive:
        """Returns everything shown of a solution, as plain data."""
        ...

    def check_position(self, options: Any, position: str) -> None:
        """Raises BadInput if a position cannot be read, before anything is solved."""
        ...

    def advice(self, solution: Any, position: str) -> Advice:
        """Returns the best decision in a position given in notation; raises BadInput if it cannot be read."""
        ...


class Shelf(Protocol):
    """Where the solutions of one game are stored; needs no compiled kernels."""

    def course(self, options: Any) -> Course:
        """Returns the key a solution is stored under; raises BadInput if there can be none."""
        ...

    def road(self, options: Any) -> Road:
        """Returns the road to solve, the first one of a rally."""
        ...

    def enough(self, perfect: PerfectDrive, wish: Wish) -> bool:
        """Whether a stored solution is accurate enough."""
        ...


_SOLVERS = {"rallyman-dirt": "paddock.solve.dirt", "rallyman-gt": "paddock.solve.gt"}
"""Packages by game: `solver` holds a `SOLVER`, `problem` a `SHELF`; imported on first use."""


def solvers() -> tuple[str, ...]:
    """Returns the games that can be solved."""
    return tuple(_SOLVERS)


def find_solver(game: str) -> Solver:
    """Returns the solver of a game; raises BadInput with the games that have one."""
    if game not in _SOLVERS:
        raise BadInput("solve.no-solver", game=game, known=list(_SOLVERS))
    found: Solver = import_module(f"{_SOLVERS[game]}.solver").SOLVER
    return found


def find_shelf(game: str) -> Shelf:
    """Returns the storage of a game's solutions; raises BadInput with the games that have one."""
    if game not in _SOLVERS:
        raise BadInput("solve.no-solver", game=game, known=list(_SOLVERS))
    found: Shelf = import_module(f"{_SOLVERS[game]}.problem").SHELF
    return found


def kept(game: str, options: Any, store: Store) -> Kept:
    """Returns the stored solution for display, without solving anything."""
    try:
        stored = store.look(find_shelf(game).course(options))
    except StaleSolution:
        return Kept(stale=True)
    return Kept(perfect_in(stored) if stored is not None else None)


def perfect_in(stored: Stored) -> PerfectDrive:
    """Returns a stored solution for display."""
    return msgspec.convert(stored.facts["perfect"], PerfectDrive)

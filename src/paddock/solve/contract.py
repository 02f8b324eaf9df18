"""What a solver of a game offers, what can be wished for, and where the solvers are."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, Protocol

import msgspec
from msgspec import Struct

from paddock.core.errors import BadInput
from paddock.solve.perfect import Advice, PerfectDrive
from paddock.solve.store import Course, StaleSolution, Store, Stored
from paddock.tracks.road import Road

Watch = Callable[[float, str], None]
"""Is told how much of a job is done (0 to 1) and what has been found so far."""


def unwatched(done: float, told: str) -> None:
    """A watch nobody looks at."""


class Wish(Struct, frozen=True):
    """How well and at what cost a drive is to be solved."""

    gap: float = 0.1
    """Stop once upper and lower bound are so close."""
    memory: int = 2048
    """Megabytes that may be used."""
    jobs: int = 1
    """Cores that may be used."""


class Kept(Struct, frozen=True):
    """What a store has of a drive."""

    perfect: PerfectDrive | None = None
    stale: bool = False
    """There is a solution, but one of other rules or of an older solver."""


class Solver(Protocol):
    """Solves the solo drives of one game."""

    game: str

    def solve(self, options: Any, wish: Wish, watch: Watch = unwatched) -> Any:
        """The solution of a drive. A watch that raises stops the work; what was solved is in the store."""
        ...

    def solved(self, options: Any, wish: Wish, store: Store, watch: Watch = unwatched, **more: Any) -> Any:
        """The solution from the store, solved and stored if it is missing or stale.

        `more` is what a game asks for beside its options, such as `tyre`; BadInput says what is not known.
        """
        ...

    def road(self, solution: Any) -> Road:
        """The road that was solved, the first one of a rally."""
        ...

    def perfect(self, solution: Any) -> PerfectDrive:
        """All that people are shown of a solution, as plain data."""
        ...

    def check_position(self, options: Any, position: str) -> None:
        """BadInput says what cannot be read in a position, before anything is solved."""
        ...

    def advice(self, solution: Any, position: str) -> Advice:
        """What to do in a position given in the notation; BadInput says what cannot be read."""
        ...


class Shelf(Protocol):
    """Where the solutions of one game are kept; needs no compiled kernels."""

    def course(self, options: Any) -> Course:
        """What a solution is kept under; BadInput where there can be none."""
        ...

    def road(self, options: Any) -> Road:
        """The road that is solved, the first one of a rally."""
        ...

    def enough(self, perfect: PerfectDrive, wish: Wish) -> bool:
        """Whether a solution is all that was wished for."""
        ...


_SOLVERS = {"rallyman-dirt": "paddock.solve.dirt", "rallyman-gt": "paddock.solve.gt"}
"""Packages by game: `solver` holds a `SOLVER`, `courses` a `SHELF`; loaded when asked for."""


def solvers() -> tuple[str, ...]:
    """The games that can be solved."""
    return tuple(_SOLVERS)


def find_solver(game: str) -> Solver:
    """The solver of a game; BadInput lists the games that have one."""
    if game not in _SOLVERS:
        raise BadInput("solve.no-solver", game=game, known=list(_SOLVERS))
    found: Solver = import_module(f"{_SOLVERS[game]}.solver").SOLVER
    return found


def find_shelf(game: str) -> Shelf:
    """Where a game's solutions are kept; BadInput lists the games that have any."""
    if game not in _SOLVERS:
        raise BadInput("solve.no-solver", game=game, known=list(_SOLVERS))
    found: Shelf = import_module(f"{_SOLVERS[game]}.courses").SHELF
    return found


def kept(game: str, options: Any, store: Store) -> Kept:
    """What people are shown of a stored solution, without solving anything."""
    try:
        stored = store.look(find_shelf(game).course(options))
    except StaleSolution:
        return Kept(stale=True)
    return Kept(perfect_in(stored) if stored is not None else None)


def perfect_in(stored: Stored) -> PerfectDrive:
    """What people are shown of a stored solution."""
    return msgspec.convert(stored.facts["perfect"], PerfectDrive)

"""What the drivers of both games follow while they look for a plan: the odds along a line, and its steps."""

from __future__ import annotations

from functools import lru_cache
from typing import Protocol, TypeVar

from paddock.games.rallyman.dice import DiceSet

S_co = TypeVar("S_co", covariant=True)
S = TypeVar("S")


class LineLike(Protocol[S_co]):
    """A plan in the making: its last step, and the line it had before."""

    @property
    def last(self) -> S_co | None:
        """The step it ends with; None before the first."""
        ...

    @property
    def before(self) -> LineLike[S_co] | None:
        """The line without that step."""
        ...


def steps_along(line: LineLike[S]) -> list[S]:
    """The steps of a line, first to last."""
    found: list[S] = []
    here: LineLike[S] | None = line
    while here is not None and here.last is not None:
        found.append(here.last)
        here = here.before
    return found[::-1]


@lru_cache(maxsize=4096)
def chances(dice: DiceSet, die: str, brakes: int) -> tuple[float, ...]:
    """The chances of 0, 1, 2, … hazards on a step's dice."""
    odds = dice.odds(die, brakes)
    return tuple(weight / sum(odds) for weight in odds)


def shifted(alive: tuple[float, ...], odds: tuple[float, ...], track: int = 0) -> tuple[float, ...]:
    """The chances of each hazard count below the limit, after rolling once more and meeting the road's."""
    limit = len(alive)
    now = [0.0] * limit
    for counted, chance in enumerate(alive):
        if chance:
            for rolled, odd in enumerate(odds):
                at = counted + rolled + track
                if at >= limit:
                    break
                now[at] += chance * odd
    return tuple(now)

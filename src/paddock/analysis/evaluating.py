"""What an evaluator of a game offers: what a seat may expect, and what its decisions are worth."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any, Literal, NamedTuple, Protocol

from paddock.analysis.report import Basis, Unit


class Judgement(NamedTuple):
    """A decision against the best one, both as what the seat may then expect."""

    worth: float
    best: Any
    """The best decision found; the one that was made if nothing better was."""
    top: float
    fault: str = ""
    """What the decision was lost by, if it was not the best."""
    risk: float | None = None
    best_risk: float | None = None


class Evaluator(Protocol):
    """Knows what positions of one game are worth to a seat, in one unit.

    Values count what has been noted already: they come to the result when the game is over.
    """

    unit: Unit
    lowest: bool
    basis: Basis
    error: float
    noise: float
    """What the best decision may seem to lose when it is looked at again; nothing where values are exact."""
    hidden: bool
    """Whether the game hides anything from a seat."""
    surprise: Literal["drift", "rivals"]
    """What changes with one's own decision: the estimate, or secret choices that come to light."""

    def value(self, state: Any, seat: int) -> float | None:
        """What the seat may expect; None where chance is due: then it is the mean over the outcomes."""
        ...

    def judge(self, state: Any, seat: int, action: Any) -> Judgement | None:
        """A decision against the best one; None if it is not rated, such as one without a choice."""
        ...

    def awake(self, state: Any) -> Iterable[int]:
        """The seats whose value is asked for now; the others learn later what a turn came to."""
        ...

    def roller(self, state: Any) -> int | None:
        """Whose dice or cards the pending chance is; None: everybody's."""
        ...

    def lumped(self, state: Any) -> bool:
        """Whether the pending chance is one of many that are taken together until all is settled.

        Luck is then what they came to less what was expected of them.
        """
        ...

    def moment(self, state: Any) -> Hashable:
        """What tells turns apart: it changes from turn to turn."""
        ...


def better(worth: float, than: float, lowest: bool) -> bool:
    """Whether one value is better than another."""
    return worth < than if lowest else worth > than

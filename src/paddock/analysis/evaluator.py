"""The evaluator protocol: the value of positions to a seat, and the cost of its decisions."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any, Literal, NamedTuple, Protocol

from paddock.analysis.report import Basis, Unit


class Judgement(NamedTuple):
    """A decision against the best one, with the expected result after each."""

    worth: float
    best: Any
    """The best decision found; the decision made if none is better."""
    top: float
    fault: str = ""
    """The kind of mistake, if it was not the best decision."""
    risk: float | None = None
    best_risk: float | None = None


class Evaluator(Protocol):
    """Values positions of one game for a seat, in one unit.

    Values include what has been recorded already, so that they become the result at the end of the game.
    """

    unit: Unit
    lowest: bool
    basis: Basis
    error: float
    noise: float
    """What the best decision may seem to lose when it is evaluated again; 0 for exact values."""
    hidden: bool
    """Whether the game hides anything from a seat."""
    surprise: Literal["drift", "rivals"]
    """What changes with the seat's own decision: the estimate, or the reveal of secret choices."""

    def value(self, state: Any, seat: int) -> float | None:
        """Returns the expected result of the seat; None before a chance event (average over its outcomes)."""
        ...

    def judge(self, state: Any, seat: int, action: Any) -> Judgement | None:
        """Judges a decision against the best one; None if it is not rated, such as one without a choice."""
        ...

    def awake(self, state: Any) -> Iterable[int]:
        """Returns the seats to evaluate now; the others are evaluated later, when they can see the result."""
        ...

    def roller(self, state: Any) -> int | None:
        """Returns the seat that owns the pending dice or cards; None if they concern all."""
        ...

    def lumped(self, state: Any) -> bool:
        """Whether the pending chance event is one of many that count together once all are settled.

        Luck is then their result less its expected value.
        """
        ...

    def moment(self, state: Any) -> Hashable:
        """Returns a key that changes from turn to turn."""
        ...


def better(worth: float, than: float, lowest: bool) -> bool:
    """Whether one value is better than another."""
    return worth < than if lowest else worth > than

"""The report of a game, as plain data.

    start + decisions + chance = result

holds for every driver, in the unit of the report. `start` is the expected result before the first decision.
`decisions` is the loss by choices that were not the best. `chance` is the sum of `dice` (the driver's own
dice and draws), `rivals` (the others and their dice) and `drift` (corrections of the estimate; 0 for exact
values).
"""

from __future__ import annotations

import math
from typing import Any, Literal

from msgspec import Struct

Mark = Literal["best", "good", "inaccuracy", "mistake", "blunder"]
Unit = Literal["seconds", "chance", "points"]
Cards = Literal["own", "open"]
"""As the seat knew the game, or with everything hidden revealed."""
Basis = Literal["solution", "expert"]
"""The source of values: the solution of the drive, or the expert's evaluation."""

MARKS: tuple[Mark, ...] = ("best", "good", "inaccuracy", "mistake", "blunder")
THRESHOLDS: dict[Unit, tuple[float, ...]] = {
    "seconds": (0.1, 1.0, 3.0, 8.0, math.inf),
    "chance": (0.005, 0.03, 0.06, 0.12, math.inf),
    "points": (0.1, 0.5, 1.5, 3.0, math.inf),
}
"""A decision gets the first mark whose limit its loss does not exceed, in the unit of the report."""
_KEEN = 4.4
"""How fast accuracy falls with the win chance lost in a turn."""


def mark_of(loss: float, unit: Unit = "seconds", noise: float = 0.0) -> Mark:
    """Returns the mark of a decision with this loss; losses within the noise do not count."""
    sure = loss - noise
    return next(mark for most, mark in zip(THRESHOLDS[unit], MARKS, strict=True) if sure <= most)


class RatedDecision(Struct, frozen=True, kw_only=True):
    """A decision against the best one."""

    step: int
    """The number of its record in the log."""
    turn: int
    """The turn of the driver, from 1."""
    told: str
    """The decision in the notation of the game."""
    best: str
    """The best decision; the same if no better one was found."""
    action: Any
    """The decision as recorded in the log."""
    better: Any = None
    """The best decision in the same form; None if no better one was found."""
    loss: float
    """The loss; never negative."""
    mark: Mark
    worth: float
    """The expected result with the best decision."""
    risk: float | None = None
    """The chance that the plan loses control if it is driven to its end; None if that does not apply."""
    better_risk: float | None = None
    fault: str = ""
    """The kind of mistake, a word of the game's evaluator; empty for the best decision."""


class RatedTurn(Struct, frozen=True, kw_only=True):
    """A turn of the driver: the loss of its decisions, and the changes until the next turn."""

    turn: int
    step: int
    """The record of its first decision."""
    decisions: float
    dice: float
    rivals: float
    drift: float
    value: float
    """The expected result at its end."""

    @property
    def chance(self) -> float:
        """The change in value from all causes but decisions."""
        return self.dice + self.rivals + self.drift


class DriverReport(Struct, frozen=True, kw_only=True):
    """One driver's part of a report."""

    seat: int
    start: float
    decisions: float
    chance: float
    dice: float
    rivals: float
    drift: float
    result: float | None
    """None for a game that was given up or is unfinished; then `chance` ends with its last record."""
    accuracy: float
    """1 is perfect; see `accuracy_of`."""
    marks: dict[str, int]
    faults: dict[str, float]
    """Losses by kind of mistake."""
    turns: tuple[RatedTurn, ...]
    choices: tuple[RatedDecision, ...]

    @property
    def given(self) -> float:
        """The total loss of decisions, never negative."""
        return sum(choice.loss for choice in self.choices)

    @property
    def worst(self) -> RatedTurn | None:
        """The turn whose decisions cost most; None if they cost nothing."""
        costly = [turn for turn in self.turns if turn.decisions]
        return max(costly, key=lambda turn: abs(turn.decisions), default=None)

    @property
    def table(self) -> tuple[tuple[Any, ...], ...]:
        """Turns as rows: turn, its costliest decision, a better one, loss, mark, chance, value."""
        rows: list[tuple[Any, ...]] = []
        for turn in self.turns:
            own = [choice for choice in self.choices if choice.turn == turn.turn]
            worst = max(own, key=lambda choice: choice.loss, default=None)
            if worst is None:
                continue
            better = worst.best if worst.mark != "best" else ""
            given = abs(turn.decisions)
            rows.append((turn.turn, worst.told, better, given, worst.mark, turn.chance, turn.value))
        return tuple(rows)


class Report(Struct, frozen=True, kw_only=True):
    """The report of one game with every driver's part."""

    game: str
    rules_version: int
    course: str
    unit: Unit
    lowest: bool
    """Whether lower values are better, such as seconds."""
    cards: Cards
    hidden: bool
    """Whether the game has hidden information, so that `cards` makes a difference."""
    basis: Basis
    error: float
    """The accuracy of values: the gap between the bounds, or the measured error of the estimate."""
    noise: float = 0.0
    """What a perfect decision may seem to lose; marks count only losses beyond it."""
    drivers: tuple[DriverReport, ...]


def accuracy_of(unit: Unit, start: float, turns: tuple[RatedTurn, ...]) -> float:
    """Returns the quality of the decisions; 1 is perfect.

    For seconds, the time of a perfect driver as a share of itself plus the loss. For points, the points
    kept as a share of points kept plus lost. For win chances, the mean over the turns of `exp(-4.4 loss)`.
    """
    given = [abs(turn.decisions) for turn in turns]
    if unit == "chance":
        return sum(math.exp(-_KEEN * loss) for loss in given) / len(given) if given else 1.0
    base = max(1.0, start)
    return base / (base + sum(given))

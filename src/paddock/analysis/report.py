"""The report of a game, as plain data.

    start + decisions + chance = result

holds for every driver, in the unit of the report. `start` is what the driver could expect before the first
decision; `decisions` what choices that were not the best gave away; `chance` all that others had a hand in:
`dice` (what one's own dice and draws gave or took), `rivals` (what the others and their dice did to it) and
`drift` (by how much the estimate corrected itself without either; nothing where values are exact).
"""

from __future__ import annotations

import math
from typing import Any, Literal

from msgspec import Struct

Mark = Literal["best", "good", "inaccuracy", "mistake", "blunder"]
Unit = Literal["seconds", "chance", "points"]
Cards = Literal["own", "open"]
"""As the seat knew the game, or with all that was hidden on the table."""
Basis = Literal["solution", "expert"]
"""Where values come from: the solution of the drive, or the expert's evaluation."""

MARKS: tuple[Mark, ...] = ("best", "good", "inaccuracy", "mistake", "blunder")
THRESHOLDS: dict[Unit, tuple[float, ...]] = {
    "seconds": (0.1, 1.0, 3.0, 8.0, math.inf),
    "chance": (0.005, 0.03, 0.06, 0.12, math.inf),
    "points": (0.1, 0.5, 1.5, 3.0, math.inf),
}
"""A decision has the first mark whose loss it does not exceed, in the unit of the report."""
_KEEN = 4.4
"""How fast accuracy falls with the win chance a turn gives away."""


def mark_of(loss: float, unit: Unit = "seconds", noise: float = 0.0) -> Mark:
    """The mark of a decision that gave away so much; what may be noise does not count."""
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
    """The best one; the same if nothing better was found."""
    action: Any
    """The decision as it stands in the log."""
    better: Any = None
    """The best one in the same way; None if nothing better was found."""
    loss: float
    """What was given away; never negative."""
    mark: Mark
    worth: float
    """What could be expected with the best decision."""
    risk: float | None = None
    """How likely the plan loses control if it is driven to its end; None where that is no question."""
    better_risk: float | None = None
    fault: str = ""
    """What it was lost by, as a word of the game's evaluator; empty for the best decision."""


class RatedTurn(Struct, frozen=True, kw_only=True):
    """A turn of the driver: what its decisions gave away and what became of it until the next."""

    turn: int
    step: int
    """The record of its first decision."""
    decisions: float
    dice: float
    rivals: float
    drift: float
    value: float
    """What could be expected at its end."""

    @property
    def chance(self) -> float:
        """All that was no decision."""
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
    """None for a game that was given up or is not over; then `chance` ends with its last record."""
    accuracy: float
    """1 is perfect; see `accuracy_of`."""
    marks: dict[str, int]
    faults: dict[str, float]
    """What was given away, by what it was lost by."""
    turns: tuple[RatedTurn, ...]
    choices: tuple[RatedDecision, ...]

    @property
    def given(self) -> float:
        """What decisions gave away, never negative."""
        return sum(choice.loss for choice in self.choices)

    @property
    def worst(self) -> RatedTurn | None:
        """The turn in which decisions cost most; None where they cost nothing."""
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
    """The report of one game: every driver's part in it."""

    game: str
    rules_version: int
    course: str
    unit: Unit
    lowest: bool
    """Whether less is better, as with seconds."""
    cards: Cards
    hidden: bool
    """Whether the game hides anything, so that `cards` makes a difference."""
    basis: Basis
    error: float
    """How exact values are: the gap of the solution's bounds, or the measured error of the estimate."""
    noise: float = 0.0
    """What a decision may seem to lose that loses nothing; marks count from there."""
    drivers: tuple[DriverReport, ...]


def accuracy_of(unit: Unit, start: float, turns: tuple[RatedTurn, ...]) -> float:
    """How well was decided, 1 is perfect.

    Time: what the best driver needs, as a share of that and what was given away. Points: what was not given
    away, as a share of that and what was. Win chance: the mean over the turns of `exp(-4.4 loss)`.
    """
    given = [abs(turn.decisions) for turn in turns]
    if unit == "chance":
        return sum(math.exp(-_KEEN * loss) for loss in given) / len(given) if given else 1.0
    base = max(1.0, start)
    return base / (base + sum(given))

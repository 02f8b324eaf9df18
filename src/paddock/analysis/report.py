"""The report of a drive, as plain data.

    start + decisions + dice = result

`start` is what the best driver needs on average from the start; `decisions` what was given away by choices
that were not the best; `dice` what chance cost, negative where it gave.
"""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

Mark = Literal["best", "good", "inaccuracy", "mistake", "blunder"]

THRESHOLDS: tuple[tuple[float, Mark], ...] = (
    (0.1, "best"),
    (1.0, "good"),
    (3.0, "inaccuracy"),
    (8.0, "mistake"),
    (float("inf"), "blunder"),
)
"""A decision has the first mark whose seconds it does not exceed."""


def mark_of(loss: float) -> Mark:
    """The mark of a decision that gave away so many seconds."""
    return next(mark for most, mark in THRESHOLDS if loss <= most)


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
    loss: float
    """Seconds given away."""
    mark: Mark
    to_go: float
    """Seconds the best driver needed from there on average."""
    so_far: int
    """Seconds noted before it."""


class RatedTurn(Struct, frozen=True, kw_only=True):
    """A turn of the driver: what its decisions gave away and what chance made of it."""

    turn: int
    decisions: float
    dice: float
    """What chance cost; negative where it gave."""
    so_far: int
    """Seconds noted at its end."""
    to_go: float
    """Seconds the best driver needs from its end on average; less than nothing where tokens are left."""


class Report(Struct, frozen=True, kw_only=True):
    """The report of one drive alone."""

    game: str
    rules_version: int
    course: str
    seat: int
    unit: str
    result: float | None
    """None for a drive that was given up or is not over; then `dice` ends with its last record."""
    start: float
    decisions: float
    dice: float
    accuracy: float
    """What the best driver needs, as a share of that and what decisions cost; 1 is perfect."""
    error: float
    """How far apart the bounds of the solution are: values are no more exact than that."""
    marks: dict[str, int]
    turns: tuple[RatedTurn, ...]
    choices: tuple[RatedDecision, ...]

    @property
    def worst(self) -> RatedTurn | None:
        """The turn in which decisions cost most; None where they cost nothing."""
        costly = [turn for turn in self.turns if turn.decisions > 0]
        return max(costly, key=lambda turn: turn.decisions, default=None)

    @property
    def table(self) -> tuple[tuple[Any, ...], ...]:
        """Turns as rows: turn, what was driven and what was best where it was not, loss, mark, dice, time."""
        rows: list[tuple[Any, ...]] = []
        for turn in self.turns:
            own = [choice for choice in self.choices if choice.turn == turn.turn]
            worst = max(own, key=lambda choice: choice.loss, default=None)
            if worst is None:
                continue
            better = worst.best if worst.mark != "best" else ""
            rows.append((turn.turn, worst.told, better, turn.decisions, worst.mark, turn.dice, turn.so_far))
        return tuple(rows)

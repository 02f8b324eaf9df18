"""The summary of a race: what GT and DIRT share about turns, dice and highlights."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal, NamedTuple

from paddock.core.match import Replayed
from paddock.core.summaries import BestTurn, Luck, Mark
from paddock.games.rallyman.dice import BRAKE, HAZARD, SIDES, DiceSet

Ranks = Callable[[Any], dict[int, int]]
"""Returns the places of the seats in a state."""
Risk = Callable[[Any, int], float]
"""Returns the chance of losing control for the plan that a seat has just laid."""


class StoodOut(NamedTuple):
    """A highlight: the seat, the number of its turn, and the round."""

    seat: int
    turn: int
    round: int
    kind: Literal["flat-out", "spin", "crash"]


class _Turn:
    """A turn in progress."""

    def __init__(self, first: int, number: int, round_: int, place: int) -> None:
        self.first = first
        self.number = number
        self.round = round_
        self.place = place
        self.cells = 0
        self.risk = 0.0
        self.flat = False
        self.lost: Literal["", "spin", "crash"] = ""


class Turns:
    """Follows a race step by step and keeps every seat's best turn, highlights and dice."""

    def __init__(self, seats: int, ranks: Ranks, risk: Risk) -> None:
        self.best: list[BestTurn | None] = [None] * seats
        self.stood_out: list[StoodOut] = []
        self.dice: list[list[str]] = [[] for _ in range(seats)]
        self.hazards = [0] * seats
        self.driven = [0] * seats
        """The number of turns each seat has had."""
        self.round = 0
        self._ranks = ranks
        self._risk = risk
        self._now: dict[int, _Turn] = {}

    def hear(self, step: Replayed) -> None:
        """Adds what a record brought about."""
        for event in step.events:
            match event.__struct_config__.tag:
                case "round-began":
                    self.round = event.round
                case "turn-began":
                    place = self._ranks(step.state).get(event.seat, 0)
                    self._now[event.seat] = _Turn(step.number, self.driven[event.seat] + 1, self.round, place)
                case "planned":
                    turn = self._now[event.seat]
                    turn.risk, turn.flat = self._risk(step.state, event.seat), event.way == "flat-out"
                case "rolled":
                    self.dice[event.seat] += event.die + BRAKE * (len(event.faces) - 1)
                    self.hazards[event.seat] += event.faces.count(HAZARD)
                case "moved":
                    self._now[event.seat].cells += 1
                case "control-lost" | "spun":
                    self._now[event.seat].lost = "spin"
                case "crashed":
                    self._now[event.seat].lost = "crash"
                case "turn-told":
                    self.driven[event.seat] += 1
                    turn_over = self._now.pop(event.seat, None)
                    if turn_over is not None:
                        self._close(event.seat, turn_over, step)

    def _close(self, seat: int, turn: _Turn, step: Replayed) -> None:
        if turn.lost or turn.flat:
            self.stood_out.append(StoodOut(seat, turn.number, turn.round, turn.lost or "flat-out"))
        if turn.lost or not turn.cells:
            return
        place = self._ranks(step.state).get(seat, turn.place)
        found = BestTurn(
            turn.first, step.number, turn.round, turn.cells, turn.risk, max(0, turn.place - place)
        )
        held = self.best[seat]
        if held is None or _worth(found) > _worth(held):
            self.best[seat] = found

    def marks(self, by_round: bool) -> tuple[Mark, ...]:
        """Returns the highlights, by round or by the seat's own turn."""
        return tuple(
            Mark(found.seat, found.round if by_round else found.turn, found.kind) for found in self.stood_out
        )


def _worth(turn: BestTurn) -> tuple[int, int, float]:
    """Returns the sort key of turns: places won, then cells driven, then risk survived."""
    return turn.places, turn.cells, turn.risk


def luck(dice: Iterable[str], hazards: int, box: DiceSet) -> Luck | None:
    """Returns how some dice fell against the exact odds of all of them together; None if none was rolled.

    >>> fell = luck("cc", 0, DiceSet({"c": 3}))
    >>> fell.expected, fell.at_most, fell.at_least
    (1.0, 0.25, 1.0)
    """
    faces = [box.hazard_faces(die) for die in dice]
    if not faces:
        return None
    weights = [1]
    for shown in faces:
        grown = [0] * (len(weights) + 1)
        for count, weight in enumerate(weights):
            grown[count] += weight * (SIDES - shown)
            grown[count + 1] += weight * shown
        weights = grown
    total = SIDES ** len(faces)
    return Luck(
        len(faces),
        hazards,
        sum(faces) / SIDES,
        sum(weights[: hazards + 1]) / total,
        sum(weights[hazards:]) / total,
    )


def lucks(turns: Turns, box: DiceSet) -> tuple[Luck | None, ...]:
    """Returns the luck of every seat."""
    return tuple(luck(dice, hazards, box) for dice, hazards in zip(turns.dice, turns.hazards, strict=True))


def padded(lines: Sequence[Sequence[float | None]]) -> tuple[tuple[float | None, ...], ...]:
    """Returns lines of equal length, the shorter ones filled up with None."""
    length = max(map(len, lines), default=0)
    return tuple((*line, *(None for _ in range(length - len(line)))) for line in lines)

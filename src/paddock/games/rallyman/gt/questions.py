"""What a driver on a circuit can ask while thinking, and what is answered."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Literal

from msgspec import Struct

from paddock.games.rallyman import adviser
from paddock.games.rallyman import questions as common
from paddock.games.rallyman.gt import plans
from paddock.games.rallyman.gt.components import loss_of
from paddock.games.rallyman.gt.drive import Drive, drive_of
from paddock.games.rallyman.gt.focus import focus_gain
from paddock.games.rallyman.gt.outlooks import TurnEnd, outlook
from paddock.games.rallyman.gt.relays import Relays
from paddock.games.rallyman.gt.state import LaidStep, State, Step
from paddock.games.rallyman.turns import Way
from paddock.tracks.road_gt import GtRoad


class Loss(Struct, frozen=True):
    """What losing control costs: a spin (marker 0) or a crash (00), and tokens from the bag."""

    marker: Literal["0", "00"]
    tokens: int

    @property
    def severity(self) -> tuple[str, int]:
        """A crash is worse than a spin, whatever it draws."""
        return self.marker, self.tokens


class StepsAnswer(common.StepsAnswer[plans.NextStep, Loss], frozen=True, kw_only=True):
    """The plan so far and the steps that may follow."""

    focus: int
    """Tokens the plan so far would bring flat out."""


class Prospect(Struct, frozen=True):
    """One way a turn can end."""

    cell: int
    name: str
    gear: int
    focus: int
    lost: bool
    chance: float


GtQuestion = common.Questions[Step, LaidStep]
GtAnswer = StepsAnswer | common.Answers[Step, Prospect, LaidStep, Loss]
ANSWERS = common.answers_to(GtQuestion, GtAnswer)


def answer(state: State, seat: int, question: Any) -> GtAnswer:
    """The answer to a driver's question; BadInput if the car is not on the track."""
    return Adviser(state, seat, drive_of).answer(question)


def plan_risk(state: State, seat: int, steps: tuple[Step, ...]) -> float:
    """The exact chance that a plan loses control, all of it rolled; refuses one that cannot be laid."""
    return Adviser(state, seat, drive_of).risk(steps)


class Adviser(adviser.Adviser[State, Drive, Step, LaidStep, Loss, StepsAnswer, Prospect]):
    """Answers what a driver on a circuit asks."""

    game = "rallyman-gt"
    driving = ("track",)
    not_driving = "rallyman-gt.not-on-track"
    most_steps = 8
    plans = plans

    def begun(self, steps: tuple[Step, ...]) -> tuple[Step, ...]:
        """The steps as far as the last line (GT-END-D7)."""
        return plans.cut(self.drive, steps)

    def steps_answer(self, steps: tuple[Step, ...], **told: Any) -> StepsAnswer:
        """The plan so far and the steps that may follow."""
        return StepsAnswer(focus=focus_gain(steps), blocked=self.drive.blocked(), **told)

    def endings(self, steps: tuple[Step, ...], way: Way) -> Mapping[TurnEnd, Fraction]:
        """All ways a turn can end, with their chances."""
        return outlook(self.drive, steps, way, self.state.cars[self.seat].focus).chances

    def prospect(self, end: TurnEnd, chance: float) -> Prospect:
        """One of them as it is told."""
        return Prospect(end.cell, self.drive.road.name(end.cell), end.gear, end.focus, end.lost, chance)

    def relays(self) -> Relays:
        """The relays of a failed flat out."""
        return Relays(self.state)

    def loss(self, cell: int, gear: int) -> Loss:
        """What a loss on a cell in a gear costs."""
        return Loss(*loss_of(gear, self.drive.road.danger[cell]))

    @staticmethod
    def onward(road: GtRoad, cell: int) -> list[int]:
        """The cells a step leads to."""
        return [step.cell for step in road.steps[cell]]

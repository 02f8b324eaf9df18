"""Questions that a driver on a circuit can ask, and the answers."""

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
    """The cost of losing control: a spin (marker 0) or a crash (00), and tokens from the bag."""

    marker: Literal["0", "00"]
    tokens: int

    @property
    def severity(self) -> tuple[str, int]:
        """The sort key: any crash is worse than any spin."""
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
    """Returns the answer to a driver's question; raises BadInput if the car is not on the track."""
    return Adviser(state, seat, drive_of).answer(question)


def plan_risk(state: State, seat: int, steps: tuple[Step, ...]) -> float:
    """Returns the exact chance that a plan loses control if rolled to its end; raises if it is illegal."""
    return Adviser(state, seat, drive_of).risk(steps)


class Adviser(adviser.Adviser[State, Drive, Step, LaidStep, Loss, StepsAnswer, Prospect]):
    """Answers the questions of a driver on a circuit."""

    game = "rallyman-gt"
    driving = ("track",)
    not_driving = "rallyman-gt.not-on-track"
    most_steps = 8
    plans = plans

    def begun(self, steps: tuple[Step, ...]) -> tuple[Step, ...]:
        """Returns the steps up to the finish line (GT-END-D7)."""
        return plans.cut(self.drive, steps)

    def steps_answer(self, steps: tuple[Step, ...], **told: Any) -> StepsAnswer:
        """Returns the plan so far and the steps that may follow."""
        return StepsAnswer(focus=focus_gain(steps), blocked=self.drive.blocked(), **told)

    def endings(self, steps: tuple[Step, ...], way: Way) -> Mapping[TurnEnd, Fraction]:
        """Returns all ways a turn can end, with their chances."""
        return outlook(self.drive, steps, way, self.state.cars[self.seat].focus).chances

    def prospect(self, end: TurnEnd, chance: float) -> Prospect:
        """Returns one ending with its chance as part of an answer."""
        return Prospect(end.cell, self.drive.road.name(end.cell), end.gear, end.focus, end.lost, chance)

    def relays(self) -> Relays:
        """Returns the relays of a failed flat out."""
        return Relays(self.state)

    def loss(self, cell: int, gear: int) -> Loss:
        """Returns the cost of a loss on a cell in a gear."""
        return Loss(*loss_of(gear, self.drive.road.danger[cell]))

    @staticmethod
    def onward(road: GtRoad, cell: int) -> list[int]:
        """Returns the cells a step leads to."""
        return [step.cell for step in road.steps[cell]]

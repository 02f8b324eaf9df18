"""Questions that a driver on a stage can ask, and the answers."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from msgspec import Struct, field

from paddock.games.rallyman import adviser
from paddock.games.rallyman import questions as common
from paddock.games.rallyman.dirt import plans
from paddock.games.rallyman.dirt.components import FRONT_SECONDS, Up
from paddock.games.rallyman.dirt.drive import Drive, Staying, drive_of
from paddock.games.rallyman.dirt.order import ON_THEIR_WAY
from paddock.games.rallyman.dirt.outlooks import TurnEnd, outlook, price_of_loss
from paddock.games.rallyman.dirt.relays import Relays
from paddock.games.rallyman.dirt.stages import goes_on
from paddock.games.rallyman.dirt.state import LaidStep, State, Step, seconds_gained
from paddock.games.rallyman.turns import Way
from paddock.tracks.road_dirt import DirtRoad


class Loss(Struct, frozen=True):
    """The average cost of losing control."""

    seconds: float
    tokens: float
    crash: float
    """The chance of a crash."""

    @property
    def severity(self) -> tuple[float, float]:
        """The sort key: damage is worse than time."""
        return self.tokens, self.seconds


class StepsAnswer(common.StepsAnswer[plans.NextStep, Loss], frozen=True, kw_only=True):
    """The plan so far, the steps that may follow, and the average cost of a loss."""

    seconds: int
    """Seconds the plan so far would bring flat out."""
    staying: Staying = field(name="standing")


class Prospect(Struct, frozen=True):
    """One way a turn can end."""

    cell: int
    name: str
    gear: int
    seconds: int
    """In second tokens."""
    lost: bool
    finished: bool
    drawn: tuple[Up, ...]
    """Tokens drawn on shortcuts."""
    chance: float


DirtQuestion = common.Questions[Step, LaidStep]
DirtAnswer = StepsAnswer | common.Answers[Step, Prospect, LaidStep, Loss]
ANSWERS = common.answers_to(DirtQuestion, DirtAnswer)


def answer(state: State, seat: int, question: Any) -> DirtAnswer:
    """Returns the answer to a driver's question; raises BadInput if the car is not on the stage."""
    return Adviser(state, seat, drive_of).answer(question)


def plan_risk(state: State, seat: int, steps: tuple[Step, ...]) -> float:
    """Returns the exact chance that a plan loses control if rolled to its end; raises if it is illegal."""
    return Adviser(state, seat, drive_of).risk(steps)


class Adviser(adviser.Adviser[State, Drive, Step, LaidStep, Loss, StepsAnswer, Prospect]):
    """Answers the questions of a driver on a stage."""

    game = "rallyman-dirt"
    driving = ON_THEIR_WAY
    not_driving = "rallyman-dirt.not-driving"
    most_steps = 11
    plans = plans

    def steps_answer(self, steps: tuple[Step, ...], **told: Any) -> StepsAnswer:
        """Returns the plan so far and the steps that may follow."""
        staying = self.drive.staying()
        blocked = staying in ("blocked", "stranded")
        return StepsAnswer(seconds=seconds_gained(steps), blocked=blocked, staying=staying, **told)

    def endings(self, steps: tuple[Step, ...], way: Way) -> Mapping[TurnEnd, Fraction]:
        """Returns all ways a turn can end, with their chances."""
        state = self.state
        calm = state.calm and state.phase in ("plan", "step") and state.seat == self.seat
        seconds = state.cars[self.seat].seconds
        return outlook(self.drive, steps, way, seconds, bag=state.bag, calm=calm).chances

    def prospect(self, end: TurnEnd, chance: float) -> Prospect:
        """Returns one ending with its chance as part of an answer."""
        cell, gear, seconds, lost, finished, drawn = end
        return Prospect(cell, self.drive.road.name(cell), gear, seconds, lost, finished, drawn, chance)

    def relays(self) -> Relays:
        """Returns the relays of a failed flat out."""
        return Relays(self.state)

    def loss(self, cell: int, gear: int) -> Loss:
        """Returns the cost of a loss; on the finish row a card's front, and damage if the rally goes on."""
        road = self.drive.road
        price = price_of_loss(self.state.backs, gear, road.danger[cell])
        if not road.finish[cell]:
            return Loss(*price)
        front = float(FRONT_SECONDS[gear])
        return Loss(front, price.tokens, price.crash) if goes_on(self.state) else Loss(front, 0.0, 0.0)

    @staticmethod
    def onward(road: DirtRoad, cell: int) -> list[int]:
        """Returns the spaces a step can lead to, on the ground or in the air."""
        ground = [step.cell for step in road.steps[cell]]
        return [*ground, *road.landings_short[cell], *road.landings_long[cell]]

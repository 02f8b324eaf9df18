"""What a driver can ask while thinking: next steps, dice for a way, outlooks, relays."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Literal

from msgspec import Struct

from paddock.core.errors import BadInput
from paddock.core.messages import SeatParam
from paddock.games.rallyman import questions as common
from paddock.games.rallyman.dice import dice_left
from paddock.games.rallyman.gt.components import loss_of
from paddock.games.rallyman.gt.drive import Drive, Move, Place, Spot, drive_of
from paddock.games.rallyman.gt.focus import focus_gain
from paddock.games.rallyman.gt.outlooks import outlook
from paddock.games.rallyman.gt.plans import NextStep, cut, extend, laid, told, walk
from paddock.games.rallyman.gt.relays import Relays
from paddock.games.rallyman.gt.state import LaidStep, State, Step, road_of
from paddock.games.rallyman.questions import Relayings, RelaySteps, answers_to
from paddock.games.rallyman.turns import Way
from paddock.games.rallyman.ways import Odds, Walked
from paddock.tracks.road_gt import GtRoad

MOST_STEPS = 8
"""No turn has more steps: it has as many as there are gear and coast dice."""


class Loss(Struct, frozen=True):
    """What losing control costs: a spin (marker 0) or a crash (00), and tokens from the bag."""

    marker: Literal["0", "00"]
    tokens: int


class StepsAnswer(common.StepsAnswer[NextStep, Loss], frozen=True, kw_only=True):
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
ANSWERS = answers_to(GtQuestion, GtAnswer)


def answer(state: State, seat: int, question: Any) -> GtAnswer:
    """The answer to a driver's question; BadInput if the car is not on the track."""
    if isinstance(question, Relayings | RelaySteps):
        return _relaid(state, seat, question)
    _check_driving(state, seat)
    return Adviser(drive_of(state, seat), state.cars[seat].focus).answer(question)


def plan_risk(state: State, seat: int, steps: tuple[Step, ...]) -> float:
    """The exact chance that a plan loses control, all of it rolled; refuses one that cannot be laid."""
    _check_driving(state, seat)
    drive = drive_of(state, seat)
    _, running, _ = walk(drive, laid(drive, steps))
    return running.loss_float


def _check_driving(state: State, seat: int) -> None:
    if not 0 <= seat < len(state.cars) or state.cars[seat].status != "track":
        raise BadInput("rallyman-gt.not-on-track", seat=SeatParam(seat))


class Adviser(common.Adviser[Step, Place, Spot, Move, StepsAnswer, Prospect]):
    """Answers what a driver on a circuit asks; `focus` is what the car holds."""

    drive: Drive
    game = "rallyman-gt"

    def __init__(self, drive: Drive, focus: int) -> None:
        super().__init__(drive)
        self.focus = focus

    def begun(self, steps: tuple[Step, ...]) -> tuple[Step, ...]:
        """The steps as far as the last line (GT-END-D7)."""
        return cut(self.drive, steps)

    def walk(self, steps: tuple[Step, ...]) -> Walked[Spot, Move]:
        """Where a partial plan stands; refuses what is illegal."""
        return walk(self.drive, steps)

    def next_steps(self, steps: tuple[Step, ...]) -> StepsAnswer:
        """The plan so far and the steps that may follow."""
        drive = self.drive
        spot, running, _ = walk(drive, steps)
        chance = running.loss_float
        return StepsAnswer(
            gear=spot.gear,
            odds=Odds(chance, chance),
            left=dice_left(drive.hand, spot.used),
            focus=focus_gain(steps),
            blocked=drive.blocked(),
            laid=tuple(told(drive, steps)),
            next=tuple(extend(drive, steps)),
            loss=Loss(*loss_of(spot.gear, drive.road.danger[spot.cell])) if steps else None,
        )

    def outlook(self, steps: tuple[Step, ...], way: Way) -> common.Prospects[Prospect]:
        """All ways a turn can end."""
        drive = self.drive
        found = outlook(drive, laid(drive, steps), way, self.focus)
        return common.prospects(
            found.chances,
            lambda end, chance: Prospect(
                end.cell, drive.road.name(end.cell), end.gear, end.focus, end.lost, chance
            ),
        )

    def leading_to(self, cell: int) -> frozenset[int]:
        """The cells from which a cell can be reached within a turn."""
        return _leading_to(self.drive.road, cell)


@lru_cache(maxsize=1024)
def _leading_to(road: GtRoad, target: int) -> frozenset[int]:
    """The cells from which a cell can be reached within a turn."""
    return common.leading_to(
        target, len(road), MOST_STEPS, lambda cell: [step.cell for step in road.steps[cell]]
    )


def _relaid(state: State, seat: int, question: Relayings | RelaySteps[LaidStep]) -> GtAnswer:
    if state.phase != "relay" or state.seat != seat:
        raise BadInput("rallyman-gt.nothing-to-lay")
    road = road_of(state.options.track)

    def loss(cell: int, gear: int) -> Loss:
        return Loss(*loss_of(gear, road.danger[cell]))

    return common.laid_again(
        question,
        Relays(state),
        road.name,
        loss,
        lambda one: (one.loss.marker, one.loss.tokens, -road.front[one.cell], one.gear),
    )

"""What a driver can ask while thinking: next steps, dice for a way, outlooks, relays."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import Any

from msgspec import Struct, field

from paddock.core.errors import BadInput
from paddock.core.messages import SeatParam
from paddock.games.rallyman import questions as common
from paddock.games.rallyman.dice import dice_left
from paddock.games.rallyman.dirt.components import FRONT_SECONDS, Up
from paddock.games.rallyman.dirt.drive import Drive, Move, Place, Spot, Staying, drive_of
from paddock.games.rallyman.dirt.order import ON_THEIR_WAY
from paddock.games.rallyman.dirt.outlooks import outlook, price_of_loss
from paddock.games.rallyman.dirt.plans import NextStep, extend, laid, told, walk
from paddock.games.rallyman.dirt.relays import Relays
from paddock.games.rallyman.dirt.stages import goes_on, road
from paddock.games.rallyman.dirt.state import LaidStep, State, Step, seconds_gained
from paddock.games.rallyman.questions import Relayings, RelaySteps, answers_to
from paddock.games.rallyman.turns import Way
from paddock.games.rallyman.ways import Odds, Walked
from paddock.tracks.road_dirt import DirtRoad

MOST_STEPS = 11
"""No turn has more steps: it has as many as there are dice."""


class Loss(Struct, frozen=True):
    """What losing control costs on average."""

    seconds: float
    tokens: float
    crash: float
    """The chance of a crash."""


class StepsAnswer(common.StepsAnswer[NextStep, Loss], frozen=True, kw_only=True):
    """The plan so far and the steps that may follow; a loss costs so much on average."""

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
ANSWERS = answers_to(DirtQuestion, DirtAnswer)


def answer(state: State, seat: int, question: Any) -> DirtAnswer:
    """The answer to a driver's question; BadInput if the car is not on the stage."""
    if isinstance(question, Relayings | RelaySteps):
        return _relaid(state, seat, question)
    _check_driving(state, seat)
    return Adviser(state, seat).answer(question)


def plan_risk(state: State, seat: int, steps: tuple[Step, ...]) -> float:
    """The exact chance that a plan loses control, all of it rolled; refuses one that cannot be laid."""
    _check_driving(state, seat)
    drive = drive_of(state, seat)
    _, running, _ = walk(drive, laid(drive, steps))
    return running.loss_float


def _check_driving(state: State, seat: int) -> None:
    if not 0 <= seat < len(state.cars) or state.cars[seat].status not in ON_THEIR_WAY:
        raise BadInput("rallyman-dirt.not-driving", seat=SeatParam(seat))


class Adviser(common.Adviser[Step, Place, Spot, Move, StepsAnswer, Prospect]):
    """Answers what a driver on a stage asks."""

    drive: Drive
    game = "rallyman-dirt"

    def __init__(self, state: State, seat: int) -> None:
        super().__init__(drive_of(state, seat))
        self.state = state
        self.seat = seat

    def walk(self, steps: tuple[Step, ...]) -> Walked[Spot, Move]:
        """Where a partial plan stands; refuses what is illegal."""
        return walk(self.drive, steps)

    def next_steps(self, steps: tuple[Step, ...]) -> StepsAnswer:
        """The plan so far and the steps that may follow."""
        drive = self.drive
        spot, running, last = walk(drive, steps)
        chance = running.loss_float
        staying = drive.staying()
        return StepsAnswer(
            gear=spot.gear,
            odds=Odds(chance, chance),
            left=dice_left(drive.hand, spot.used),
            seconds=seconds_gained(steps),
            blocked=staying in ("blocked", "stranded"),
            staying=staying,
            laid=tuple(told(drive, steps)),
            next=tuple(extend(drive, steps)),
            loss=_loss(self.state, last.lost_on, spot.gear) if last else None,
        )

    def outlook(self, steps: tuple[Step, ...], way: Way) -> common.Prospects[Prospect]:
        """All ways a turn can end."""
        state, seat, drive = self.state, self.seat, self.drive
        calm = state.calm and state.phase in ("plan", "step") and state.seat == seat
        seconds = state.cars[seat].seconds
        found = outlook(drive, laid(drive, steps), way, seconds, bag=state.bag, calm=calm)
        return common.prospects(
            found.chances,
            lambda end, chance: Prospect(
                end.cell,
                drive.road.name(end.cell),
                end.gear,
                end.seconds,
                end.lost,
                end.finished,
                end.drawn,
                chance,
            ),
        )

    def leading_to(self, cell: int) -> frozenset[int]:
        """The spaces from which a space can be reached within a turn."""
        return _leading_to(self.drive.road, cell)


@lru_cache(maxsize=1024)
def _leading_to(way: DirtRoad, target: int) -> frozenset[int]:
    """The spaces from which a space can be reached within a turn, over the ground or in the air."""

    def onward(cell: int) -> list[int]:
        ground = [step.cell for step in way.steps[cell]]
        return [*ground, *way.landings_short[cell], *way.landings_long[cell]]

    return common.leading_to(target, len(way), MOST_STEPS, onward)


def _loss(state: State, cell: int, gear: int) -> Loss:
    """What a loss costs: on the finish row the front of the card, and damage only if the rally goes on."""
    way = road(state)
    price = price_of_loss(state.backs, gear, way.danger[cell])
    if not way.finish[cell]:
        return Loss(*price)
    front = float(FRONT_SECONDS[gear])
    return Loss(front, price.tokens, price.crash) if goes_on(state) else Loss(front, 0.0, 0.0)


def _relaid(state: State, seat: int, question: Relayings | RelaySteps[LaidStep]) -> DirtAnswer:
    if state.phase != "relay" or state.seat != seat:
        raise BadInput("rallyman-dirt.nothing-to-lay")
    way, loss = road(state), partial(_loss, state)
    return common.laid_again(
        question,
        Relays(state),
        way.name,
        loss,
        lambda one: (one.loss.tokens, one.loss.seconds, -way.front[one.cell], one.gear),
    )

"""What a driver can ask while thinking: next steps, dice for a way, outlooks, layouts."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import Any

from msgspec import Struct

from paddock.core.errors import BadInput
from paddock.games.rallyman.dice import DiceLeft, dice_left
from paddock.games.rallyman.dirt.components import FRONT_SECONDS, Up
from paddock.games.rallyman.dirt.drive import Drive, Move, Spot, Standing, drive_of
from paddock.games.rallyman.dirt.order import ON_THEIR_WAY
from paddock.games.rallyman.dirt.outlooks import outlook, price_of_loss
from paddock.games.rallyman.dirt.plans import NextStep, check_drive, extend_drive, tell_drive, walk
from paddock.games.rallyman.dirt.relays import Layouts
from paddock.games.rallyman.dirt.stages import goes_on, road
from paddock.games.rallyman.dirt.state import LaidStep, State, Step, seconds_gained
from paddock.games.rallyman.questions import (
    Answer,
    Answers,
    DiceFor,
    NextSteps,
    Outlook,
    Prospects,
    Questions,
    Reach,
    Relayings,
    RelaySteps,
    WaysTo,
    answers_to,
    layout_choices,
    leading_to,
    proposals,
    prospects,
    reached,
    relay_steps,
)
from paddock.games.rallyman.turns import Way
from paddock.games.rallyman.ways import Odds, Search
from paddock.games.rallyman.ways import Way as Plan
from paddock.tracks.road_dirt import DirtRoad

MOST_STEPS = 11
"""No turn has more steps: it has as many as there are dice."""


class Loss(Struct, frozen=True):
    """What losing control costs on average."""

    seconds: float
    tokens: float
    crash: float
    """The chance of a crash."""


class StepsAnswer(Answer, frozen=True, tag="next-steps"):
    """The plan so far and the steps that may follow."""

    gear: int
    odds: Odds
    left: DiceLeft
    """The dice the plan so far does not use."""
    seconds: int
    """Seconds the plan so far would bring flat out."""
    blocked: bool
    """Whether the car may stay."""
    standing: Standing
    laid: tuple[NextStep, ...]
    """What each step of the plan so far means."""
    next: tuple[NextStep, ...]
    loss: Loss | None
    """What losing control on the last step so far would cost on average."""


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


DirtQuestion = Questions[Step, LaidStep]
DirtAnswer = StepsAnswer | Answers[Step, Prospect, LaidStep, Loss]
ANSWERS = answers_to(DirtQuestion, DirtAnswer)


def answer(state: State, seat: int, question: Any) -> DirtAnswer:
    """The answer to a driver's question; BadInput if the car is not on the stage."""
    if isinstance(question, Relayings | RelaySteps):
        return _relaid(state, seat, question)
    if not 0 <= seat < len(state.cars) or state.cars[seat].status not in ON_THEIR_WAY:
        raise BadInput("rallyman-dirt.not-driving", seat=seat)
    drive = drive_of(state, seat)
    match question:
        case NextSteps(steps):
            return _next_steps(state, drive, steps)
        case DiceFor(cells, steps):
            return proposals(_search(drive, steps).along(cells), len(steps), _certain)
        case WaysTo(cell, steps):
            if not 0 <= cell < len(drive.road):
                raise BadInput("rallyman-dirt.no-such-cell", step=len(steps) + 1)
            leads = _leading_to(drive.road, cell)
            return proposals(_search(drive, steps).to(cell, leads.__contains__), len(steps), _certain)
        case Reach(steps, via):
            spot, *_ = walked = walk(drive, steps)
            place = spot.cell, spot.flight, spot.landing
            return reached(drive, place, steps, walked, via, drive.road.name)
        case Outlook(steps, way):
            return _outlook(state, seat, drive, steps, way)
        case _:
            raise BadInput("rallyman-dirt.unknown-question")


def _next_steps(state: State, drive: Drive, steps: tuple[Step, ...]) -> StepsAnswer:
    spot, running, last = walk(drive, steps)
    chance = running.loss_float
    standing = drive.standing()
    return StepsAnswer(
        spot.gear,
        Odds(chance, chance),
        dice_left(drive.hand, spot.used),
        seconds_gained(steps),
        standing in ("blocked", "stranded"),
        standing,
        tuple(tell_drive(drive, steps)),
        tuple(extend_drive(drive, steps)),
        _loss(state, last.lost_on, spot.gear) if last else None,
    )


def _certain(move: Move) -> bool:
    """Whether a step loses control whatever is rolled."""
    return move.fatal


def _search(drive: Drive, steps: tuple[Step, ...]) -> Search[Step, Spot, Move]:
    return Search(drive, Plan(steps, *walk(drive, steps)))


@lru_cache(maxsize=1024)
def _leading_to(way: DirtRoad, target: int) -> frozenset[int]:
    """The spaces from which a space can be reached within a turn, over the ground or in the air."""

    def onward(cell: int) -> list[int]:
        ground = [step.cell for step in way.steps[cell]]
        return [*ground, *way.landings_short[cell], *way.landings_long[cell]]

    return leading_to(target, len(way), MOST_STEPS, onward)


def _outlook(state: State, seat: int, drive: Drive, steps: tuple[Step, ...], way: Way) -> Prospects[Prospect]:
    check_drive(drive, steps)
    calm = state.calm and state.phase in ("plan", "step") and state.seat == seat
    found = outlook(drive, steps, way, state.cars[seat].seconds, bag=state.bag, calm=calm)
    return prospects(
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
    if isinstance(question, RelaySteps):
        return relay_steps(Layouts(state), question.steps, way.name, loss)
    return layout_choices(
        Layouts(state),
        way.name,
        loss,
        lambda one: (one.loss.tokens, one.loss.seconds, -way.front[one.cell], one.gear),
    )

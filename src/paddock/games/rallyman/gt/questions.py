"""What a driver can ask while thinking: next steps, dice for a way, outlooks, layouts."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Literal

from msgspec import Struct

from paddock.core.errors import BadInput
from paddock.games.rallyman.dice import DiceLeft, dice_left
from paddock.games.rallyman.gt.components import loss_of
from paddock.games.rallyman.gt.drive import Drive, Move, Spot, drive_of
from paddock.games.rallyman.gt.focus import focus_gain
from paddock.games.rallyman.gt.outlooks import outlook
from paddock.games.rallyman.gt.plans import NextStep, cut, extend_drive, laid, tell_drive, walk
from paddock.games.rallyman.gt.relays import Layouts
from paddock.games.rallyman.gt.state import LaidStep, State, Step, road_of
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
from paddock.tracks.road_gt import GtRoad

MOST_STEPS = 8
"""No turn has more steps: it has as many as there are gear and coast dice."""


class Loss(Struct, frozen=True):
    """What losing control costs: a spin (marker 0) or a crash (00), and tokens from the bag."""

    marker: Literal["0", "00"]
    tokens: int


class StepsAnswer(Answer, frozen=True, tag="next-steps"):
    """The plan so far and the steps that may follow."""

    gear: int
    odds: Odds
    left: DiceLeft
    """The dice the plan so far does not use."""
    focus: int
    """Tokens the plan so far would bring flat out."""
    blocked: bool
    laid: tuple[NextStep, ...]
    """What each step of the plan so far means."""
    next: tuple[NextStep, ...]
    loss: Loss | None
    """What losing control on the last step so far would cost."""


class Prospect(Struct, frozen=True):
    """One way a turn can end."""

    cell: int
    name: str
    gear: int
    focus: int
    lost: bool
    chance: float


GtQuestion = Questions[Step, LaidStep]
GtAnswer = StepsAnswer | Answers[Step, Prospect, LaidStep, Loss]
ANSWERS = answers_to(GtQuestion, GtAnswer)


def answer(state: State, seat: int, question: Any) -> GtAnswer:
    """The answer to a driver's question; BadInput if the car is not on the track."""
    if isinstance(question, Relayings | RelaySteps):
        return _relaid(state, seat, question)
    if not 0 <= seat < len(state.cars) or state.cars[seat].status != "track":
        raise BadInput("rallyman-gt.not-on-track", seat=seat)
    drive = drive_of(state, seat)
    match question:
        case NextSteps(steps):
            return _next_steps(drive, cut(drive, steps))
        case DiceFor(cells, steps):
            begun = cut(drive, steps)
            return proposals(_search(drive, begun).along(cells), len(begun), _certain)
        case WaysTo(cell, steps):
            begun = cut(drive, steps)
            if not 0 <= cell < len(drive.road):
                raise BadInput("rallyman-gt.no-such-cell", step=len(begun) + 1, die="", cell=cell)
            leads = _leading_to(drive.road, cell)
            return proposals(_search(drive, begun).to(cell, leads.__contains__), len(begun), _certain)
        case Reach(steps, via):
            begun = cut(drive, steps)
            spot, *_ = walked = walk(drive, begun)
            return reached(drive, (spot.cell, spot.k), begun, walked, via, drive.road.name)
        case Outlook(steps, way):
            return _outlook(state, seat, drive, laid(drive, steps), way)
        case _:
            raise BadInput("rallyman-gt.unknown-question")


def _next_steps(drive: Drive, steps: tuple[Step, ...]) -> StepsAnswer:
    spot, running, _ = walk(drive, steps)
    chance = running.loss_float
    return StepsAnswer(
        spot.gear,
        Odds(chance, chance),
        dice_left(drive.hand, spot.used),
        focus_gain(steps),
        drive.blocked(),
        tuple(tell_drive(drive, steps)),
        tuple(extend_drive(drive, steps)),
        Loss(*loss_of(spot.gear, drive.road.danger[spot.cell])) if steps else None,
    )


def _certain(move: Move) -> bool:
    """Whether a step loses control whatever is rolled."""
    return move.overspeed


def _search(drive: Drive, steps: tuple[Step, ...]) -> Search[Step, Spot, Move]:
    return Search(drive, Plan(steps, *walk(drive, steps)))


@lru_cache(maxsize=1024)
def _leading_to(road: GtRoad, target: int) -> frozenset[int]:
    """The cells from which a cell can be reached within a turn."""
    return leading_to(target, len(road), MOST_STEPS, lambda cell: [step.cell for step in road.steps[cell]])


def _outlook(state: State, seat: int, drive: Drive, steps: tuple[Step, ...], way: Way) -> Prospects[Prospect]:
    found = outlook(drive, steps, way, state.cars[seat].focus)
    return prospects(
        found.chances,
        lambda end, chance: Prospect(
            end.cell, drive.road.name(end.cell), end.gear, end.focus, end.lost, chance
        ),
    )


def _relaid(state: State, seat: int, question: Relayings | RelaySteps[LaidStep]) -> GtAnswer:
    if state.phase != "relay" or state.seat != seat:
        raise BadInput("rallyman-gt.nothing-to-lay")
    road = road_of(state.options.track)

    def loss(cell: int, gear: int) -> Loss:
        return Loss(*loss_of(gear, road.danger[cell]))

    if isinstance(question, RelaySteps):
        return relay_steps(Layouts(state), question.steps, road.name, loss)
    return layout_choices(
        Layouts(state),
        road.name,
        loss,
        lambda one: (one.loss.marker, one.loss.tokens, -road.front[one.cell], one.gear),
    )

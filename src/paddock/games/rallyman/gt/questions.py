"""What a driver can ask while thinking: next steps, dice for a way, outlooks, layouts."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from paddock.core.errors import BadInput
from paddock.games.rallyman.dice import DiceLeft, dice_left
from paddock.games.rallyman.gt.components import loss_of
from paddock.games.rallyman.gt.drive import Drive, Move, Spot, drive_of
from paddock.games.rallyman.gt.focus import focus_gain
from paddock.games.rallyman.gt.outlooks import outlook
from paddock.games.rallyman.gt.plans import NextStep, cut, extend_drive, laid, walk
from paddock.games.rallyman.gt.relays import Layouts
from paddock.games.rallyman.gt.state import LaidStep, State, Step, road_of
from paddock.games.rallyman.questions import (
    Answer,
    DiceFor,
    LayoutChoices,
    NextSteps,
    Outlook,
    Proposals,
    Reach,
    Reached,
    RelayAnswer,
    Relayings,
    RelaySteps,
    WaysTo,
    layout_choices,
    proposals,
    reached,
    relay_steps,
)
from paddock.games.rallyman.reach import Reaching
from paddock.games.rallyman.turns import Way
from paddock.games.rallyman.ways import Odds, Search
from paddock.games.rallyman.ways import Way as Plan


class Loss(Struct, frozen=True):
    """What losing control costs: a spin (marker 0) or a crash (00), and tokens from the bag."""

    marker: Literal["0", "00"]
    tokens: int


GtQuestion = (
    NextSteps[Step]
    | DiceFor[Step]
    | WaysTo[Step]
    | Reach[Step]
    | Outlook[Step]
    | Relayings
    | RelaySteps[LaidStep]
)


class StepsAnswer(Answer, frozen=True, tag="next-steps"):
    """The plan so far and the steps that may follow."""

    gear: int
    odds: Odds
    left: DiceLeft
    """The dice the plan so far does not use."""
    focus: int
    """Tokens the plan so far would bring flat out."""
    blocked: bool
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


class Prospects(Answer, frozen=True, tag="outlook"):
    """All ways a turn can end if every step is rolled, the likeliest first."""

    ends: tuple[Prospect, ...]


GtAnswer = (
    StepsAnswer
    | Proposals[Step]
    | Reached[Step]
    | Prospects
    | LayoutChoices[LaidStep, Loss]
    | RelayAnswer[LaidStep, Loss]
)


ANSWERS: dict[Any, Any] = {
    NextSteps[Step]: StepsAnswer,
    DiceFor[Step]: Proposals[Step],
    WaysTo[Step]: Proposals[Step],
    Reach[Step]: Reached[Step],
    Outlook[Step]: Prospects,
    Relayings: LayoutChoices[LaidStep, Loss],
    RelaySteps[LaidStep]: RelayAnswer[LaidStep, Loss],
}


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
            return proposals(_to(drive, begun, cell), len(begun), _certain)
        case Reach(steps):
            return _reach(drive, cut(drive, steps))
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
        tuple(extend_drive(drive, steps)),
        Loss(*loss_of(spot.gear, drive.road.danger[spot.cell])) if steps else None,
    )


def _reach(drive: Drive, begun: tuple[Step, ...]) -> Reached[Step]:
    spot, running, last = walk(drive, begun)
    if last is not None and last.last:
        return Reached(())
    reaching = Reaching(drive, (spot.cell, spot.k), spot.gear, spot.used, running)
    return reached(reaching.goals(begun), drive.road.name)


def _certain(move: Move) -> bool:
    """Whether a step loses control whatever is rolled."""
    return move.overspeed


def _search(drive: Drive, steps: tuple[Step, ...]) -> Search[Step, Spot, Move]:
    spot, running, last = walk(drive, steps)
    return Search(drive, Plan(steps, spot, running, last))


def _to(drive: Drive, steps: tuple[Step, ...], target: int) -> list[Plan[Step, Spot, Move]]:
    """Plans that reach a cell."""
    if not 0 <= target < len(drive.road):
        raise BadInput("rallyman-gt.no-such-cell", step=len(steps) + 1, die="", cell=target)
    return _search(drive, steps).to(target, _leading_to(drive, target).__contains__)


def _leading_to(drive: Drive, target: int) -> set[int]:
    """The cells from which a cell can be reached within a turn."""
    road = drive.road
    leads = {target}
    near = {target}
    for _ in range(8):
        near = {
            cell
            for cell in range(len(road))
            if cell not in leads and any(step.cell in near for step in road.steps[cell])
        }
        leads |= near
    return leads


def _outlook(state: State, seat: int, drive: Drive, steps: tuple[Step, ...], way: Way) -> Prospects:
    found = outlook(drive, steps, way, state.cars[seat].focus)
    ends = sorted(found.chances.items(), key=lambda end: -end[1])
    return Prospects(
        tuple(
            Prospect(end.cell, drive.road.name(end.cell), end.gear, end.focus, end.lost, float(chance))
            for end, chance in ends
        )
    )


def _relaid(state: State, seat: int, question: Relayings | RelaySteps[LaidStep]) -> GtAnswer:
    if state.phase != "relay" or state.seat != seat:
        raise BadInput("rallyman-gt.nothing-to-lay")
    road = road_of(state.options.track)

    def loss(cell: int, gear: int) -> Loss:
        return Loss(*loss_of(gear, road.danger[cell]))

    if isinstance(question, RelaySteps):
        return relay_steps(Layouts(state), question.steps, road.name, loss)
    choices = layout_choices(Layouts(state), road.name, loss)
    choices.sort(key=lambda one: (one.loss.marker, one.loss.tokens, -road.front[one.cell], one.gear))
    return LayoutChoices(tuple(choices))

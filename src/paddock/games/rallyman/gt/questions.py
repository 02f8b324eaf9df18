"""What a driver can ask while thinking: next steps, dice for a way, outlooks, layouts."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from paddock.core.errors import BadInput
from paddock.games.rallyman.gt.components import loss_of
from paddock.games.rallyman.gt.drive import Drive, Move, Spot, drive_of
from paddock.games.rallyman.gt.focus import focus_gain
from paddock.games.rallyman.gt.outlooks import outlook
from paddock.games.rallyman.gt.plans import NextStep, check_drive, extend_drive, walk
from paddock.games.rallyman.gt.relays import Layouts
from paddock.games.rallyman.gt.state import LaidStep, State, Step, road_of
from paddock.games.rallyman.turns import Way
from paddock.games.rallyman.ways import Odds, Search, safest
from paddock.games.rallyman.ways import Way as Plan

MOST_PROPOSALS = 12


class _Question(Struct, frozen=True, forbid_unknown_fields=True, tag_field="question"):
    pass


class NextSteps(_Question, frozen=True, tag="next-steps"):
    """Which steps may follow these?"""

    steps: tuple[Step, ...] = ()


class DiceFor(_Question, frozen=True, tag="dice-for"):
    """Which dice drive along these cells, after these steps?"""

    cells: tuple[int, ...]
    steps: tuple[Step, ...] = ()


class WaysTo(_Question, frozen=True, tag="ways-to"):
    """Which plans lead to this cell, after these steps?"""

    cell: int
    steps: tuple[Step, ...] = ()


class Outlook(_Question, frozen=True, tag="outlook"):
    """What can come of this plan?"""

    steps: tuple[Step, ...]
    way: Way = "one-by-one"


class Relayings(_Question, frozen=True, tag="layouts"):
    """Where can the dice of a failed flat out be laid so that control is lost?"""


GtQuestion = NextSteps | DiceFor | WaysTo | Outlook | Relayings


class _Answer(Struct, frozen=True, tag_field="answer"):
    pass


class StepsAnswer(_Answer, frozen=True, tag="next-steps"):
    """The plan so far and the steps that may follow."""

    gear: int
    odds: Odds
    focus: int
    """Tokens the plan so far would bring flat out."""
    blocked: bool
    next: tuple[NextStep, ...]


class Proposal(Struct, frozen=True):
    """A plan that leads where it was asked to."""

    steps: tuple[Step, ...]
    gear: int
    odds: Odds
    overspeed: bool


class Proposals(_Answer, frozen=True, tag="proposals"):
    """Plans, the safest first."""

    plans: tuple[Proposal, ...]


class Prospect(Struct, frozen=True):
    """One way a turn can end."""

    cell: int
    name: str
    gear: int
    focus: int
    lost: bool
    chance: float


class Prospects(_Answer, frozen=True, tag="outlook"):
    """All ways a turn can end if every step is rolled, the likeliest first."""

    ends: tuple[Prospect, ...]


class LayoutChoice(Struct, frozen=True):
    """A new layout and what the loss at its end costs."""

    steps: tuple[LaidStep, ...]
    cell: int
    name: str
    gear: int
    marker: str
    tokens: int


class LayoutChoices(_Answer, frozen=True, tag="layouts"):
    """One layout for every place and gear, the mildest loss first."""

    layouts: tuple[LayoutChoice, ...]


GtAnswer = StepsAnswer | Proposals | Prospects | LayoutChoices


def answer(state: State, seat: int, question: Any) -> GtAnswer:
    """The answer to a driver's question; BadInput if the car is not on the track."""
    if isinstance(question, Relayings):
        return _layouts(state, seat)
    if not 0 <= seat < len(state.cars) or state.cars[seat].status != "track":
        raise BadInput("rallyman-gt.not-on-track", seat=seat)
    drive = drive_of(state, seat)
    match question:
        case NextSteps(steps):
            return _next_steps(drive, steps)
        case DiceFor(cells, steps):
            return _proposals(_search(drive, steps).along(cells), len(steps))
        case WaysTo(cell, steps):
            return _proposals(_to(drive, steps, cell), len(steps))
        case Outlook(steps, way):
            return _outlook(state, seat, drive, steps, way)
        case _:
            raise BadInput("rallyman-gt.unknown-question")


def _next_steps(drive: Drive, steps: tuple[Step, ...]) -> StepsAnswer:
    spot, running, _ = walk(drive, steps)
    loss = running.loss_float
    return StepsAnswer(
        spot.gear, Odds(loss, loss), focus_gain(steps), drive.blocked(), tuple(extend_drive(drive, steps))
    )


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


def _proposals(ways: list[Plan[Step, Spot, Move]], begun: int) -> Proposals:
    """The safest plan for every gear at the end, then the next safest ones."""
    return Proposals(
        tuple(
            Proposal(
                way.steps,
                way.spot.gear,
                Odds(way.running.loss_float, way.running.loss_float),
                way.last is not None and way.last.overspeed,
            )
            for way in safest(ways, MOST_PROPOSALS)
            if len(way.steps) > begun
        )
    )


def _outlook(state: State, seat: int, drive: Drive, steps: tuple[Step, ...], way: Way) -> Prospects:
    check_drive(drive, steps)
    found = outlook(drive, steps, way, state.cars[seat].focus)
    ends = sorted(found.chances.items(), key=lambda end: -end[1])
    return Prospects(
        tuple(
            Prospect(end.cell, drive.road.name(end.cell), end.gear, end.focus, end.lost, float(chance))
            for end, chance in ends
        )
    )


def _layouts(state: State, seat: int) -> LayoutChoices:
    if state.phase != "relay" or state.seat != seat:
        raise BadInput("rallyman-gt.nothing-to-lay")
    road = road_of(state.options.track)
    choices = []
    for (cell, gear), steps in Layouts(state).endings().items():
        marker, tokens = loss_of(gear, road.danger[cell])
        choices.append(LayoutChoice(steps, cell, road.name(cell), gear, marker, tokens))
    choices.sort(key=lambda choice: (choice.marker, choice.tokens, -road.front[choice.cell], choice.gear))
    return LayoutChoices(tuple(choices))

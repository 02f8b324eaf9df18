"""What a driver can ask while thinking: next steps, dice for a way, outlooks, layouts."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from msgspec import Struct

from paddock.core.errors import BadInput
from paddock.games.rallyman.dirt.components import Up
from paddock.games.rallyman.dirt.drive import Drive, Move, Spot, Standing, drive_of
from paddock.games.rallyman.dirt.order import ON_THEIR_WAY
from paddock.games.rallyman.dirt.outlooks import outlook, price_of_loss
from paddock.games.rallyman.dirt.plans import NextStep, check_drive, extend_drive, walk
from paddock.games.rallyman.dirt.relays import Layouts
from paddock.games.rallyman.dirt.stages import road
from paddock.games.rallyman.dirt.state import LaidStep, State, Step, seconds_gained
from paddock.games.rallyman.turns import Way
from paddock.games.rallyman.ways import Odds, Search, safest
from paddock.games.rallyman.ways import Way as Plan
from paddock.tracks.road_dirt import DirtRoad

MOST_PROPOSALS = 12
MOST_STEPS = 11
"""No turn has more steps: it has as many as there are dice."""


class _Question(Struct, frozen=True, forbid_unknown_fields=True, tag_field="question"):
    pass


class NextSteps(_Question, frozen=True, tag="next-steps"):
    """Which steps may follow these?"""

    steps: tuple[Step, ...] = ()


class DiceFor(_Question, frozen=True, tag="dice-for"):
    """Which dice drive along these spaces, after these steps?"""

    cells: tuple[int, ...]
    steps: tuple[Step, ...] = ()


class WaysTo(_Question, frozen=True, tag="ways-to"):
    """Which plans lead to this space, after these steps?"""

    cell: int
    steps: tuple[Step, ...] = ()


class Outlook(_Question, frozen=True, tag="outlook"):
    """What can come of this plan?"""

    steps: tuple[Step, ...]
    way: Way = "one-by-one"


class Relayings(_Question, frozen=True, tag="layouts"):
    """Where can the dice of a failed flat out be laid so that control is lost?"""


DirtQuestion = NextSteps | DiceFor | WaysTo | Outlook | Relayings


class _Answer(Struct, frozen=True, tag_field="answer"):
    pass


class StepsAnswer(_Answer, frozen=True, tag="next-steps"):
    """The plan so far and the steps that may follow."""

    gear: int
    odds: Odds
    seconds: int
    """Seconds the plan so far would bring flat out."""
    blocked: bool
    """Whether the car may stay."""
    standing: Standing
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
    seconds: int
    """In second tokens."""
    lost: bool
    finished: bool
    drawn: tuple[Up, ...]
    """Tokens drawn on shortcuts."""
    chance: float


class Prospects(_Answer, frozen=True, tag="outlook"):
    """All ways a turn can end if every step is rolled, the likeliest first."""

    ends: tuple[Prospect, ...]


class LayoutChoice(Struct, frozen=True):
    """A new layout and what the loss at its end costs on average."""

    steps: tuple[LaidStep, ...]
    cell: int
    name: str
    gear: int
    seconds: float
    tokens: float
    crash: float
    """The chance of a crash."""


class LayoutChoices(_Answer, frozen=True, tag="layouts"):
    """One layout for every place and gear, the mildest loss first."""

    layouts: tuple[LayoutChoice, ...]


DirtAnswer = StepsAnswer | Proposals | Prospects | LayoutChoices


def answer(state: State, seat: int, question: Any) -> DirtAnswer:
    """The answer to a driver's question; BadInput if the car is not on the stage."""
    if isinstance(question, Relayings):
        return _layouts(state, seat)
    if not 0 <= seat < len(state.cars) or state.cars[seat].status not in ON_THEIR_WAY:
        raise BadInput("rallyman-dirt.not-driving", seat=seat)
    drive = drive_of(state, seat)
    match question:
        case NextSteps(steps):
            return _next_steps(drive, steps)
        case DiceFor(cells, steps):
            return _proposals(_search(drive, steps).along(cells), len(steps))
        case WaysTo(cell, steps):
            if not 0 <= cell < len(drive.road):
                raise BadInput("rallyman-dirt.no-such-cell", step=len(steps) + 1)
            leads = _leading_to(drive.road, cell)
            return _proposals(_search(drive, steps).to(cell, leads.__contains__), len(steps))
        case Outlook(steps, way):
            return _outlook(state, seat, drive, steps, way)
        case _:
            raise BadInput("rallyman-dirt.unknown-question")


def _next_steps(drive: Drive, steps: tuple[Step, ...]) -> StepsAnswer:
    spot, running, _ = walk(drive, steps)
    loss = running.loss_float
    standing = drive.standing()
    return StepsAnswer(
        spot.gear,
        Odds(loss, loss),
        seconds_gained(steps),
        standing in ("blocked", "stranded"),
        standing,
        tuple(extend_drive(drive, steps)),
    )


def _search(drive: Drive, steps: tuple[Step, ...]) -> Search[Step, Spot, Move]:
    spot, running, last = walk(drive, steps)
    return Search(drive, Plan(steps, spot, running, last))


@lru_cache(maxsize=1024)
def _leading_to(way: DirtRoad, target: int) -> frozenset[int]:
    """The spaces from which a space can be reached within a turn, over the ground or in the air."""
    leads = {target}
    near = {target}
    for _ in range(MOST_STEPS):
        near = {
            cell
            for cell in range(len(way))
            if cell not in leads
            and (
                any(step.cell in near for step in way.steps[cell])
                or not near.isdisjoint((*way.landings_short[cell], *way.landings_long[cell]))
            )
        }
        leads |= near
    return frozenset(leads)


def _proposals(ways: list[Plan[Step, Spot, Move]], begun: int) -> Proposals:
    return Proposals(
        tuple(
            Proposal(
                way.steps,
                way.spot.gear,
                Odds(way.running.loss_float, way.running.loss_float),
                way.last is not None and way.last.fatal,
            )
            for way in safest(ways, MOST_PROPOSALS)
            if len(way.steps) > begun
        )
    )


def _outlook(state: State, seat: int, drive: Drive, steps: tuple[Step, ...], way: Way) -> Prospects:
    check_drive(drive, steps)
    calm = state.calm and state.phase in ("plan", "step") and state.seat == seat
    found = outlook(drive, steps, way, state.cars[seat].seconds, bag=state.bag, calm=calm)
    ends = sorted(found.chances.items(), key=lambda end: -end[1])
    return Prospects(
        tuple(
            Prospect(
                end.cell,
                drive.road.name(end.cell),
                end.gear,
                end.seconds,
                end.lost,
                end.finished,
                end.drawn,
                float(chance),
            )
            for end, chance in ends
        )
    )


def _layouts(state: State, seat: int) -> LayoutChoices:
    if state.phase != "relay" or state.seat != seat:
        raise BadInput("rallyman-dirt.nothing-to-lay")
    way = road(state)
    choices = []
    for (cell, gear), steps in Layouts(state).endings().items():
        cost = price_of_loss(state.backs, gear, way.danger[cell])
        choices.append(LayoutChoice(steps, cell, way.name(cell), gear, *cost))
    choices.sort(key=lambda choice: (choice.tokens, choice.seconds, -way.front[choice.cell], choice.gear))
    return LayoutChoices(tuple(choices))

"""Positions of Rallyman: DIRT set up by hand: a road in one line, cars, plans, outcomes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Literal

from paddock.core.chance import Outcome
from paddock.games.rallyman.dirt import RALLYMAN_DIRT
from paddock.games.rallyman.dirt import actions as a
from paddock.games.rallyman.dirt.components import KINDS, TOKENS, UP
from paddock.games.rallyman.dirt.order import order_of_play
from paddock.games.rallyman.dirt.stages import lay_by_hand, road
from paddock.games.rallyman.dirt.state import Car, LaidStep, State, Status, Step
from paddock.games.rallyman.turns import Way
from paddock.testing.roads import dirt_road
from paddock.tracks.layouts import Stage

_STEP = re.compile(r"([1-6clr])(b*)@([\w.]+)(?:>([\w.]+))?(?:=([-!]+))?")


def stage_of(notation: str, assistance: bool = False, name: str = "") -> Stage:
    """Returns a stage whose road is given in the short notation of the rules."""
    stage = Stage(id=name or notation, tiles=(), assistance=assistance)
    lay_by_hand(stage, dirt_road(notation))
    return stage


def car(
    cell: str = "",
    gear: int = 0,
    *,
    status: Status | None = None,
    seconds: int = 0,
    tokens: Sequence[str] = (),
    spare: bool = True,
    sisu: bool = False,
    pile: tuple[int, ...] = (),
    left: int = 0,
) -> tuple[str, Car]:
    """Returns a car on a space (none: before the line), with tokens named by their visible side."""
    here = status or ("track" if cell else "line")
    return cell, Car(here, -1, gear, seconds, pile, tuple(token(up) for up in tokens), spare, sisu, left)


def token(up: str) -> int:
    """Returns a token with this visible side."""
    return UP.index(up)


def underway(
    notation: str,
    *cars: tuple[str, Car],
    on_turn: int = 0,
    leader: int = -1,
    stages: int = 1,
    assistance: bool = False,
    **options: Any,
) -> State:
    """Returns a stage in progress with all cars on their way; seat `on_turn` is asked for a plan.

    Tokens on cockpits are removed from the bag. `stages` drives the same road several times.
    """
    layouts = tuple(stage_of(notation, assistance, f"{notation} #{n}") for n in range(stages))
    state = RALLYMAN_DIRT.start(RALLYMAN_DIRT.Options(layouts=layouts, **options), len(cars))
    way = road(state)
    bag = list(state.bag)
    for seat, (cell, placed) in enumerate(cars):
        placed.cell = way.cell(cell) if cell else -1
        state.cars[seat] = placed
        for lying in placed.tokens:
            bag[lying % KINDS] -= 1
    state.bag = tuple(bag)
    state.starters = tuple(range(len(cars)))
    state.finishers = tuple(seat for seat, (_, placed) in enumerate(cars) if placed.status == "finished")
    state.round = len(cars) + 1
    state.departures = sum(placed.status == "off" for _, placed in cars)
    others = [seat for seat in order_of_play(state) if seat != on_turn]
    state.order, state.turn, state.leader = (on_turn, *others), 0, leader
    state.phase = "plan"
    state.origin, state.origin_gear = state.car.cell, state.car.gear
    return state


def plan(state: State, text: str) -> tuple[Step, ...]:
    """Parses a plan in the notation of the rules: `3@2.L 2b@3.i1 c@K 5@1.L>4.L` (landing after `>`)."""
    way = road(state)
    found = []
    for word in text.replace(",", " ").split():
        match = _STEP.fullmatch(word)
        assert match is not None, f"cannot read {word}"
        die, brakes, cell, landing, _ = match.groups()
        found.append(Step(die, way.cell(cell), len(brakes), way.cell(landing) if landing else -1))  # type: ignore[arg-type]
    return tuple(found)


def relay(state: State, text: str) -> tuple[LaidStep, ...]:
    """Parses a relay, each step with its faces: `3@1.L=- 2b@2.L=-! c@3.o1=!`."""
    way = road(state)
    found = []
    for word in text.replace(",", " ").split():
        match = _STEP.fullmatch(word)
        assert match is not None and match[5], f"cannot read {word}"
        die, _, cell, landing, faces = match.groups()
        found.append(LaidStep(die, way.cell(cell), faces, way.cell(landing) if landing else -1))  # type: ignore[arg-type]
    return tuple(found)


def do(state: State, action: a.DirtAction, *outcomes: Outcome, seat: int | None = None) -> list[Any]:
    """Applies a decision of a seat (by default the one on turn), then these outcomes of chance."""
    events = RALLYMAN_DIRT.act(state, state.seat if seat is None else seat, action)
    return events + chance(state, *outcomes)


def chance(state: State, *outcomes: Outcome) -> list[Any]:
    """Applies these outcomes to the next chance nodes; each must be possible."""
    events: list[Any] = []
    for outcome in outcomes:
        node = RALLYMAN_DIRT.pending(state).chance
        assert node is not None, f"nothing is drawn or rolled in {state.phase}, cannot be {outcome!r}"
        assert node.weight_of(outcome), f"{node.label} cannot come to {outcome!r}: {node.outcomes}"
        events += RALLYMAN_DIRT.resolve(state, outcome)
    return events


def drive(state: State, text: str, faces: str = "", way: Way = "one-by-one", *outcomes: Outcome) -> list[Any]:
    """Plans and rolls: `faces` has one word per step (`- ! -!`); one by one every step is rolled."""
    seat = state.seat
    events = RALLYMAN_DIRT.act(state, seat, a.Plan(plan(state, text), way))
    for shown in faces.split():
        if state.phase == "step":
            events += RALLYMAN_DIRT.act(state, seat, a.Roll())
        events += chance(state, shown)
    return events + chance(state, *outcomes)


def cell_of(state: State, seat: int = 0) -> str:
    """Returns the name of the space of a seat's car."""
    return road(state).name(state.cars[seat].cell)


def any_token(up: Literal["gear", "coast", "brake", "green_flag", "ok", "puncture", "mud_minus_1"]) -> str:
    """Returns the name of a token in the bag with this side."""
    return TOKENS[UP.index(up) % KINDS]

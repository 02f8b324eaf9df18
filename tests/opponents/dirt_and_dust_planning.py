"""Looking ahead through one's own Driving Phase."""

from __future__ import annotations

import random

from msgspec import Struct

from paddock.games.dirt_and_dust.actions import (
    Accept,
    AnyAction,
    Buy,
    ChangeDie,
    Exchange,
    Finish,
    Play,
    Replay,
    Steer,
    Use,
)
from paddock.games.dirt_and_dust.damage import FACES
from paddock.games.dirt_and_dust.driving import drive, possible_actions
from paddock.games.dirt_and_dust.effects import effects_of
from paddock.games.dirt_and_dust.language import Effect, Gain
from paddock.games.dirt_and_dust.phases import NODES, resolve_throw
from paddock.games.dirt_and_dust.state import State, empty, ready_dice, uncovered
from paddock.games.dirt_and_dust.track import ZONE
from tests.opponents.dirt_and_dust_worth import position_worth, promise

WIDTH = 5
DEPTH = 12
ENDINGS = 24
"""No more ways through one card are compared than this."""
BUDGET = 1500
"""After so many steps the best line found is taken."""
PER_CARD = 60
"""After so many steps through one card its first answers are taken."""
TYPICAL_RISK = "2"


class Line(Struct):
    """A way on: the table it leads to, the decision it starts with, and what it promises."""

    state: State
    first: AnyAction | None
    worth: float
    hope: float
    settled: bool = False
    """A die was thrown on the way: nothing is planned beyond it."""


class Effort(Struct):
    """How many steps have been tried."""

    steps: int = 0


def fork(state: State, seat: int) -> State:
    """A copy in which only the seat's own things (and the Ghost's) may be changed."""
    players = list(state.players)
    players[seat] = players[seat].clone()
    return State(
        state.options,
        state.phase,
        players,
        state.stage,
        state.round,
        state.stock.copy(),
        [],
        state.holder,
        state.priority,
        state.disputed,
        [],
        state.ghost.clone() if state.ghost is not None else None,
    )


def step(state: State, seat: int, action: AnyAction, rng: random.Random) -> tuple[State, bool]:
    """The table after a decision, and whether a Boost die was thrown; Risk dice fall as they often do."""
    after = fork(state, seat)
    drive(after, seat, action)
    player = after.players[seat]
    boosted = False
    while player.throws:
        throw = player.throws[0]
        if throw == "risk":
            outcome: int | str = TYPICAL_RISK
        else:
            boosted = True
            outcome = rng.choice(NODES[throw].outcomes)
        resolve_throw(after, seat, outcome)
        if player.faces and not player.throws:
            drive(after, seat, Accept())
    return after, boosted


def _key(state: State, seat: int) -> tuple[object, ...]:
    player = state.players[seat]
    return (
        tuple(player.slots),
        tuple(player.hand),
        tuple(player.dice),
        player.space,
        player.wrench,
        player.traction,
        player.popularity,
        player.speed,
        player.risk,
        tuple(player.navigators),
        player.damage,
        player.tokens,
        tuple(state.ghost.blocked) if state.ghost is not None else (),
        (player.doing.source, tuple(player.doing.left), player.doing.effect, player.doing.step)
        if player.doing is not None
        else None,
    )


def endings(line: Line, seat: int, rng: random.Random, effort: Effort) -> list[Line]:
    """Every sensible way through the card in progress."""
    found: list[Line] = []
    seen: set[tuple[object, ...]] = set()
    open_lines = [line]
    enough = effort.steps + PER_CARD
    while open_lines and len(found) < ENDINGS:
        at = open_lines.pop()
        player = at.state.players[seat]
        if player.out or (player.doing is None and not player.faces):
            found.append(at)
            continue
        answers = _in_the_middle(at.state, seat)
        for action in answers if effort.steps < enough else answers[:1]:
            effort.steps += 1
            state, boosted = step(at.state, seat, action, rng)
            key = _key(state, seat)
            if key not in seen:
                seen.add(key)
                open_lines.append(Line(state, at.first or action, 0.0, 0.0, at.settled or boosted))
    for end in found:
        judge(end, seat)
    return found


def judge(line: Line, seat: int) -> None:
    """Put a value on where a line leads."""
    line.worth = position_worth(line.state, seat) + _ghost_worth(line.state)
    line.hope = line.worth + promise(line.state.players[seat])


def _ghost_worth(state: State) -> float:
    ghost = state.ghost
    if ghost is None:
        return 0.0
    shut = [FACES[face] for face, blocked in zip(ghost.faces, ghost.blocked, strict=True) if blocked]
    return sum(face.hits + 0.2 * face.popularity for face in shut)


def _in_the_middle(state: State, seat: int) -> list[AnyAction]:
    """The answers worth looking at; gains that cost nothing are never left out."""
    choices = possible_actions(state, seat)
    player = state.players[seat]
    doing = player.doing
    if doing is None:
        return choices
    if doing.effect >= 0:
        dice = {die.value for die in ready_dice(player)}
        return [action for action in choices if _under_a_die(action, dice)] or choices[:1]
    effects = effects_of(state, doing)
    for action in choices:
        if isinstance(action, Use) and _only_gains(effects[action.effect]):
            return [action]
    return choices


def _only_gains(effect: Effect) -> bool:
    """Whether an effect costs nothing and cannot grow by waiting: then it is taken first."""
    return not effect.pay and all(isinstance(op, Gain) and op.per is None for op in effect.do)


def _under_a_die(action: AnyAction, dice: set[int]) -> bool:
    """Whether a card that is moved comes to lie under an active die; other answers are all looked at."""
    match action:
        case Exchange():
            return (action.first in dice) != (action.second in dice)
        case Replay():
            return action.slot in dice
        case _:
            return True


def sensible(state: State, seat: int) -> list[AnyAction]:
    """The actions worth planning with."""
    player = state.players[seat]
    dice = {die.value for die in ready_dice(player)}
    cards = set(uncovered(player))
    free = empty(player)
    wanted = {slot for slot in free if slot in dice} or set(free[:1])
    if free:
        wanted.add(free[0])
    pairs = set(state.ghost.values) if state.ghost is not None else set()
    found: list[AnyAction] = []
    for action in possible_actions(state, seat):
        match action:
            case Buy() | Finish():
                continue
            case Play() if action.slot not in wanted:
                continue
            case Steer() if ZONE[action.to] != "grey":
                continue
            case ChangeDie() if action.to not in cards | pairs or abs(action.to - action.value) > 3:
                continue
            case ChangeDie() if action.value in cards and action.to in cards and action.to not in pairs:
                if abs(action.to - action.value) > 1:
                    continue
        found.append(action)
    return found


def best_line(state: State, seat: int, rng: random.Random) -> Line:
    """The most promising way through the rest of the drive; its `first` is None if there is none."""
    root = Line(state, None, 0.0, 0.0)
    effort = Effort()
    player = state.players[seat]
    if player.doing is not None or player.faces:
        frontier = endings(root, seat, rng, effort)
        best = max(frontier, key=lambda line: line.hope)
    else:
        judge(root, seat)
        frontier = [root]
        best = root
    seen: set[tuple[object, ...]] = set()
    best_worth = max(line.worth for line in frontier)
    for _ in range(DEPTH):
        grown: list[Line] = []
        for line in frontier:
            if line.settled or line.state.players[seat].out:
                continue
            for action in sensible(line.state, seat):
                if effort.steps > BUDGET:
                    break
                effort.steps += 1
                after, boosted = step(line.state, seat, action, rng)
                child = Line(after, line.first or action, 0.0, 0.0, boosted)
                for end in endings(child, seat, rng, effort):
                    key = _key(end.state, seat)
                    if key not in seen:
                        seen.add(key)
                        grown.append(end)
        if not grown:
            break
        grown.sort(key=lambda line: -line.hope)
        frontier = grown[:WIDTH]
        for line in grown[: 4 * WIDTH]:
            worth = line.hope if line.settled else line.worth
            if worth > best_worth + 1e-9:
                best, best_worth = line, worth
    return best

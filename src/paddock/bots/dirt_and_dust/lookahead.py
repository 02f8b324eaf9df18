"""Lookahead in the bot's own Driving Phase."""

from __future__ import annotations

import random

from paddock.bots.dirt_and_dust.board_values import Outlook
from paddock.bots.dirt_and_dust.card_values import promise
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

TYPICAL_RISK = "2"


def fork(state: State, seat: int) -> State:
    """Returns a copy in which only the things of the seat and of the Ghost may be changed."""
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
    """Returns the state after a decision and whether a Boost die was thrown; Risk dice show typical faces."""
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


def position_key(state: State, seat: int) -> tuple[object, ...]:
    """Returns a key that is equal for equivalent positions in a drive."""
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
        tuple(player.deck.top),
        tuple(claim.card for claim in player.claims),
        tuple(state.ghost.blocked) if state.ghost is not None else (),
        (player.doing.source, tuple(player.doing.left), player.doing.effect, player.doing.step)
        if player.doing is not None
        else None,
    )


def judged(state: State, seat: int, outlook: Outlook) -> tuple[float, float]:
    """Returns the value of a position as it is, and with what the remaining dice may still bring."""
    worth = outlook.promised(state) + _ghost_worth(state)
    return worth, worth + promise(state.players[seat])


def _ghost_worth(state: State) -> float:
    ghost = state.ghost
    if ghost is None:
        return 0.0
    shut = [FACES[face] for face, blocked in zip(ghost.faces, ghost.blocked, strict=True) if blocked]
    return sum(face.hits + 0.2 * face.popularity for face in shut)


def to_answer(state: State, seat: int) -> list[AnyAction]:
    """Returns the answers worth a look; free gains are always among them."""
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
    """Whether an effect costs nothing and cannot grow by waiting, so that it is taken first."""
    return not effect.pay and all(isinstance(op, Gain) and op.per is None for op in effect.do)


def _under_a_die(action: AnyAction, dice: set[int]) -> bool:
    """Whether a moved card lands under an active die; true for all other answers."""
    match action:
        case Exchange():
            return (action.first in dice) != (action.second in dice)
        case Replay():
            return action.slot in dice
        case _:
            return True


def sensible(state: State, seat: int) -> list[AnyAction]:
    """Returns the actions worth planning with."""
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

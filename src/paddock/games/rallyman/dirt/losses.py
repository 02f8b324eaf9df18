"""Losing control: a time card is turned over and decides what happens."""

from __future__ import annotations

from paddock.games.rallyman.dirt import actions as a
from paddock.games.rallyman.dirt import cards
from paddock.games.rallyman.dirt.actions import Events
from paddock.games.rallyman.dirt.components import UP, BackType, DamageSide
from paddock.games.rallyman.dirt.lines import LETTERS
from paddock.games.rallyman.dirt.stages import road
from paddock.games.rallyman.dirt.state import State
from paddock.games.rallyman.dirt.tokens import draw, lying
from paddock.games.rallyman.dirt.turn import leave_track, next_turn


def turned_over(state: State, name: str, events: Events) -> None:
    """Handles a time card turned over after a loss of control (DIRT-LOSS-3 to -6, DIRT-FINISH-4)."""
    if _lay_back(state, name, events) == "crash" and state.car.status == "track":
        leave_track(state, state.car)
        events.append(a.Crashed(state.seat, state.lost_on))
    _draw_on(state, events)


def _lay_back(state: State, name: str, events: Events) -> BackType:
    """Puts the back on the pile, or after the finish applies only its damage; returns its type."""
    car = state.car
    forgiven = car.status == "finished"
    entry, back = cards.turn_over(state, state.lost_gear, name)
    if not forgiven:
        cards.lay(car, entry)
        state.lost = "00" if back.type == "crash" else "0"
    danger = road(state).danger[state.lost_on]
    state.to_draw = back.damage.get(danger, 0)
    events.append(a.CardTurned(state.seat, back.gear, back.type, back.seconds, state.to_draw, forgiven))
    if back.type != "crash" and not forgiven:
        events.append(a.Spun(state.seat, car.cell))
    return back.type


def drew_damage(state: State, name: str, events: Events) -> None:
    """Handles a token drawn from the bag after a crash (DIRT-LOSS-7)."""
    car = state.car
    token = draw(state, name)
    car.tokens = (*car.tokens, lying(token, shortcut_side=False))
    state.to_draw -= 1
    side: DamageSide = UP[token]  # type: ignore[assignment]
    state.letters += LETTERS[side]
    events.append(a.DamageDrawn(state.seat, side))
    _draw_on(state, events)


def _draw_on(state: State, events: Events) -> None:
    """Draws the next token as long as the bag has any (DIRT-DMG-D2)."""
    if state.to_draw and any(state.bag):
        state.phase = "damage"
        return
    if state.to_draw:
        events.append(a.BagEmpty(state.seat))
    next_turn(state, events)

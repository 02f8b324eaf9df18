"""Losing control: a time card is turned over and tells what happens."""

from __future__ import annotations

from paddock.games.rallyman.dirt import actions as a
from paddock.games.rallyman.dirt import cards
from paddock.games.rallyman.dirt.actions import Events
from paddock.games.rallyman.dirt.components import BackType
from paddock.games.rallyman.dirt.stages import road
from paddock.games.rallyman.dirt.state import State


def lose_control(state: State) -> None:
    """A card of the gear in which control was lost will be turned over (DIRT-LOSS-3)."""
    state.phase = "back"


def turned_in(state: State, name: str, events: Events) -> BackType:
    """Lay the back on the pile, or look only at its damage after the finish; gives the result."""
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

"""Pit stops: tyres, repairs, and the gear marker after the stop."""

from __future__ import annotations

from paddock.games.rallyman.gt import actions as a
from paddock.games.rallyman.gt.actions import Events
from paddock.games.rallyman.gt.components import NO_DAMAGE, OTHER_TYRE, TOKENS, Lane, pit_lanes
from paddock.games.rallyman.gt.state import DOUBLE_ZERO, State
from paddock.games.rallyman.gt.turn import next_turn


def pit(state: State, lane: Lane, events: Events) -> None:
    """Sends the car to the pits; the work is done at once (GT-PIT-2 to -5, GT-PIT-D4)."""
    car, work = state.car, pit_lanes()[lane]
    repaired = 0
    if work.changes_tyres:
        car.tyre = OTHER_TYRE[car.tyre]
    if work.repairs:
        repaired = sum(car.damage)
        for token, count in zip(TOKENS, car.damage, strict=True):
            for _ in range(count):
                state.bag.put_back(token)
        car.damage = NO_DAMAGE
    car.status = "pit"
    car.gear = DOUBLE_ZERO if work.marker == "00" else 0
    car.left = state.departures
    state.departures += 1
    state.words = (*state.words, f"pit-{lane}")
    events.append(a.WentToPits(state.seat, lane, car.tyre, repaired))
    next_turn(state, events)

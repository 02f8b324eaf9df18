"""The balance figures of one race."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from paddock.core.game import Event, Figure, Result
from paddock.games.rallyman.gt import actions as a
from paddock.games.rallyman.gt.state import State


def figures(last: State, events: Sequence[Event], result: Result) -> Iterator[Figure]:
    """Yields wins by grid position, retirements and the course of the race."""
    slots: dict[int, int] = {}
    first_home: dict[int, int] = {}
    losses = stops = 0
    for event in events:
        match event:
            case a.LinedUp():
                slots[event.seat] = event.slot
            case a.LapDone():
                first_home.setdefault(event.lap, event.seat)
            case a.ControlLost():
                losses += 1
            case a.WentToPits():
                stops += 1
    winners = result.places.count(1)
    for seat, slot in sorted(slots.items()):
        share = 1 / winners if result.places[seat] == 1 else 0.0
        yield Figure("Wins by place on the grid", f"slot {slot}", share)
    cars = len(last.cars)
    for car in last.cars:
        yield Figure("Eliminations", "cars retired", float(car.status == "retired"))
    leaders = [first_home[lap] for lap in sorted(first_home)]
    yield Figure("Course", "rounds", last.round)
    yield Figure("Course", "losses of control of a car", losses / cars)
    yield Figure("Course", "pit stops of a car", stops / cars)
    changes = sum(before != after for before, after in pairwise(leaders))
    yield Figure("Course", "lead changes at the line", changes)

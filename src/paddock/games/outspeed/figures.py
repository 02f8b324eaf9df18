"""The balance figures of one race."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from paddock.core.game import Event, Figure
from paddock.games.outspeed.components import SideName, components
from paddock.games.outspeed.events import Flipped, LostTurn, Revealed, TileShown
from paddock.games.outspeed.report import CAUSES, fuel_by_turn, lead_changes
from paddock.games.outspeed.state import OutspeedState

LEAST_TAKEN = 0.1
"""The least share with which strong players should take each route."""
BEFORE_THE_FINISH = 12


def figures(first: OutspeedState, last: OutspeedState, events: Sequence[Event]) -> Iterator[Figure]:
    """Yields routes taken, turns lost, eliminations and the course of the race."""
    yield from _routes(events)
    for ship in last.ships:
        for cause, name in CAUSES.items():
            yield Figure("Eliminations", name, float(ship.cause == cause))
    yield Figure("Course", "turns", last.turn)
    yield Figure("Course", "lead changes", lead_changes(first, events))
    for turn, tanks in enumerate(fuel_by_turn(first, events), start=1):
        if turn == BEFORE_THE_FINISH:
            for tank in tanks:
                yield Figure("Course", "fuel left before the finish tile", tank)


def _routes(events: Sequence[Event]) -> Iterator[Figure]:
    tile = 0
    side: SideName = "3-4"
    taken: dict[int, str] = {}
    lost: set[int] = set()
    for event in (*events, None):
        match event:
            case TileShown() | None:
                yield from _of_a_turn(tile, side, taken, lost)
                taken, lost = {}, set()
                if event is not None:
                    tile, side = event.tile, event.side
            case Flipped():
                side = event.side
            case Revealed():
                taken[event.seat] = event.route
            case LostTurn():
                lost.add(event.seat)


def _of_a_turn(tile: int, side: SideName, taken: dict[int, str], lost: set[int]) -> Iterator[Figure]:
    for seat, route in taken.items():
        yield Figure("Turns lost to full routes", "all tiles", float(seat in lost))
        yield Figure("Turns lost to full routes", f"tile {tile:02} side {side}", float(seat in lost))
        for colour in components().tiles[tile].sides[side].lit:
            row = f"tile {tile:02} side {side} {colour}"
            yield Figure("Routes taken", row, float(colour == route), least=LEAST_TAKEN)

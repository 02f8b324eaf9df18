"""Ships on the boards: moves, force fields, adding and removing boards, elimination."""

from __future__ import annotations

from paddock.games.outspeed.components import components
from paddock.games.outspeed.events import (
    BoardAdded,
    BoardRemoved,
    Discarded,
    Eliminated,
    FieldsCleared,
    Flipped,
    Moved,
    Told,
)
from paddock.games.outspeed.memory import shown
from paddock.games.outspeed.state import Cause, OutspeedState, fields_left, occupied, racing


def move(state: OutspeedState, seat: int, by: int, told: Told) -> None:
    """Moves a ship forwards or, with a negative number, backwards; a force field stops it."""
    ship = state.ships[seat]
    start = zone = ship.zone
    step = 1 if by > 0 else -1
    for _ in range(abs(by)):
        zone += step
        if zone > state.front:
            add_board(state, told)
        if zone < state.rear:
            eliminate(state, seat, "back", told)
            return
        if zone in state.fields:
            break
    ship.zone = zone
    if zone != start:
        told.append(Moved(seat, start, zone, stopped=abs(zone - start) < abs(by)))


def add_board(state: OutspeedState, told: Told) -> None:
    """Adds a board in front of the others."""
    state.front += components().zones_per_board
    told.append(BoardAdded(state.front))


def remove_boards(state: OutspeedState, told: Told) -> None:
    """Removes boards at the rear until there are as many as at the start."""
    box = components()
    while state.front - state.rear + 1 > box.boards_at_start * box.zones_per_board:
        state.rear += box.zones_per_board
        told.append(BoardRemoved(state.rear))
        state.fields = tuple(zone for zone in state.fields if zone >= state.rear)
        for seat in racing(state):
            if state.ships[seat].zone < state.rear:
                eliminate(state, seat, "board", told)


def eliminate(state: OutspeedState, seat: int, cause: Cause, told: Told) -> None:
    """Eliminates a ship; the player's tokens go to the used pile."""
    ship = state.ships[seat]
    ship.zone, ship.out, ship.cause = 0, state.turn, cause
    told.append(Eliminated(seat, cause))
    while ship.tokens:
        token, *others = ship.tokens
        ship.tokens = tuple(others)
        shown(state, seat, token)
        state.stack.discard(token)
        told.append(Discarded(seat, token))


def place_field(state: OutspeedState, zone: int) -> bool:
    """Places a force field from the supply; returns False if none is left."""
    if not fields_left(state):
        return False
    state.fields = tuple(sorted((*state.fields, zone)))
    return True


def clear_fields(state: OutspeedState, told: Told) -> None:
    """Removes the force fields from every zone with a ship in it."""
    cleared = [zone for zone in occupied(state) if zone in state.fields]
    state.fields = tuple(zone for zone in state.fields if zone not in cleared)
    told.extend(FieldsCleared(zone) for zone in cleared)


def turn_tiles(state: OutspeedState, told: Told) -> None:
    """Flips the remaining tiles to the side for fewer players once no more than four ships are left."""
    if state.side == "5-6" and len(racing(state)) <= 4:
        state.side = "3-4"
        told.append(Flipped("3-4"))
